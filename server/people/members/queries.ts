// SQL of members: memberships with their users. Read-only; organizations and identity write their own tables.

import { type Page, pageById } from '#edge/paging.ts'
import { nothing, type Statement, sql } from '#kit/database/sql.ts'
import type { Uuid } from '#kit/ids.ts'
import type { Language, Theme } from '#people/identity/rules.ts'

export interface MemberRow {
  id: Uuid
  kind: 'person' | 'service'
  /** Null for a service user. */
  email: string | null
  display_name: string
  is_operator: boolean
  created_at: Date
  role_name: string | null
  role_id: Uuid | null
  role_permissions: string[] | null
  language: Language | null
  theme: Theme | null
  time_zone: string | null
}

const columns = sql`
  u.id, u.kind, u.email, u.display_name, u.is_operator, u.created_at, m.role_name, m.role_id,
  r.permissions as role_permissions, u.language, u.theme, u.time_zone`
const tables = sql`
  memberships m join users u on u.id = m.user_id left join roles r on r.org_id = m.org_id and r.id = m.role_id`

export function list(organizationId: Uuid, kind: MemberRow['kind'] | undefined, page: Page): Statement {
  const { where, tail } = pageById(page, sql`m.user_id`)
  const ofKind = kind === undefined ? nothing : sql`and u.kind = ${kind}`
  return sql`select ${columns} from ${tables} where m.org_id = ${organizationId} ${ofKind} ${where} ${tail}`
}

/** One row for each service user, up to the limit. */
export function serviceUsers(organizationId: Uuid, limit: number): Statement {
  return sql`
    select u.id from ${tables} where m.org_id = ${organizationId} and u.kind = 'service' limit ${limit}`
}

export function byId(organizationId: Uuid, userId: Uuid): Statement {
  return sql`select ${columns} from ${tables} where m.org_id = ${organizationId} and m.user_id = ${userId}`
}

/** Locks the member's role until the transaction ends. */
export function lockById(organizationId: Uuid, userId: Uuid): Statement {
  return sql`
    select ${columns} from ${tables} where m.org_id = ${organizationId} and m.user_id = ${userId} for update of m`
}

export interface OperatorHomeRow {
  user_id: Uuid
  org_id: Uuid
}

/** Operators who are not disabled, with each of their organizations, in joining order. */
export function operatorsWithHomes(limit: number): Statement {
  return sql`
    select u.id as user_id, m.org_id from users u join memberships m on m.user_id = u.id
     where u.is_operator and u.disabled_at is null order by u.created_at, u.id, m.created_at, m.org_id limit ${limit}`
}

/** The organization that the first active operator joined first. */
export function operatorsHome(): Statement {
  return sql`
    select m.org_id from users u join memberships m on m.user_id = u.id
     where u.is_operator and u.disabled_at is null order by u.created_at, m.created_at limit 1`
}
