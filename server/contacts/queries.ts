// SQL of contacts and groups.

import type { Uuid } from '#kit/ids.ts'
import { type Statement, sql } from '#kit/sql.ts'

/** Those of the contacts that exist, kept from being deleted until the transaction ends. */
export function existing(organizationId: Uuid, ids: Uuid[]): Statement {
  return sql`select id from contacts where org_id = ${organizationId} and id = any(${ids}::uuid[]) order by id for key share`
}

export function groupExisting(organizationId: Uuid, id: Uuid): Statement {
  return sql`select id from groups where org_id = ${organizationId} and id = ${id} for key share`
}
