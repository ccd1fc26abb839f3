// SQL of the organizations of gateway references.

import { type Statement, sql } from '#kit/database/sql.ts'
import type { Uuid } from '#kit/ids.ts'

/** Inserts no row when it is recorded already. */
export function recordReference(gateway: string, reference: string, organizationId: Uuid): Statement {
  return sql`
    insert into gateway_references (gateway, reference, org_id) values (${gateway}, ${reference}, ${organizationId})
    on conflict (gateway, reference) do nothing`
}

/** Organizations that ever placed an order there. */
export function organizationsAt(gateway: string): Statement {
  return sql`select distinct org_id from gateway_references where gateway = ${gateway}`
}

export function organizationOf(gateway: string, reference: string): Statement {
  return sql`select org_id from gateway_references where gateway = ${gateway} and reference = ${reference}`
}
