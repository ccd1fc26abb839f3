// SQL of organizations and their members.

import type { Uuid } from '#kit/ids.ts'
import { type Statement, sql } from '#kit/sql.ts'

export function insert(id: Uuid, name: string, at: Date): Statement {
  return sql`insert into organizations (id, name, created_at) values (${id}, ${name}, ${at})`
}

export function first(): Statement {
  return sql`select id from organizations order by id limit 1`
}

export function insertMember(
  organizationId: Uuid,
  userId: Uuid,
  roleName: string | null,
  roleId: Uuid | null,
  at: Date,
): Statement {
  return sql`
    insert into memberships (org_id, user_id, role_name, role_id, created_at)
    values (${organizationId}, ${userId}, ${roleName}, ${roleId}, ${at})`
}
