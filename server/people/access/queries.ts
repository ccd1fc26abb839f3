// SQL of tokens, roles and memberships.

import { type Page, pageById } from '#edge/paging.ts'
import { rowsOf } from '#kit/database/rows.ts'
import { onShard } from '#kit/database/shards.ts'
import { nothing, plainArray, type Statement, sql } from '#kit/database/sql.ts'
import type { Uuid } from '#kit/ids.ts'
import { type Permission, rolesWith, rolesWithin } from './rules.ts'

export interface AuthorityRow {
  /** In hexadecimal. */
  hash: string
  org_id: string
  token_id: string
  user_id: string
  token_permissions: string[]
  allowed_addresses: string[] | null
  expires_at: Date | null
  role_name: string | null
  role_permissions: string[] | null
  is_operator: boolean
  is_suspended: boolean
}

/**
 * Everything that determines a token's authority, in one read; no row for a revoked token, a disabled user or a former
 * member. `organizationId`: on a distributed database, so that only its machine is queried.
 */
export function authoritiesByTokenHash(hashes: readonly string[], organizationId: Uuid | null): Statement {
  const here = (column: Statement) => (organizationId === null ? nothing : sql`and ${column} = ${organizationId}`)
  return sql`
    select given.hash, t.org_id, t.id as token_id, t.user_id, t.permissions as token_permissions,
           t.allowed_addresses, t.expires_at, m.role_name, r.permissions as role_permissions, u.is_operator,
           exists (select from organizations o where o.id = t.org_id ${here(sql`o.id`)}
             and o.suspended_at is not null) as is_suspended
      from unnest(${plainArray(hashes)}::text[]) as given (hash)
      join token_hashes h on h.hash = decode(given.hash, 'hex')
      join tokens t on t.org_id = h.org_id ${here(sql`t.org_id`)} and t.id = h.token_id
      join memberships m on m.org_id = t.org_id ${here(sql`m.org_id`)} and m.user_id = t.user_id
      join users u on u.id = t.user_id
      left join roles r on r.org_id = m.org_id ${here(sql`r.org_id`)} and r.id = m.role_id
     where t.revoked_at is null and u.disabled_at is null`
}

/** Like `authoritiesByTokenHash`, by token id, which is also returned as `hash`. */
export function authoritiesByTokenId(tokens: readonly { organizationId: Uuid; tokenId: Uuid }[]): Statement {
  const here = (column: Statement) =>
    onShard(
      column,
      tokens.map(({ organizationId }) => organizationId),
    )
  const given = rowsOf('given', tokens, {
    org_id: ['uuid', ({ organizationId }) => organizationId],
    token_id: ['uuid', ({ tokenId }) => tokenId],
  })
  return sql`
    select t.id::text as hash, t.org_id, t.id as token_id, t.user_id, t.permissions as token_permissions,
           t.allowed_addresses, t.expires_at, m.role_name, r.permissions as role_permissions, u.is_operator,
           exists (select from organizations o where o.id = t.org_id ${here(sql`o.id`)}
             and o.suspended_at is not null) as is_suspended
      from ${given}
      join tokens t on t.org_id = given.org_id ${here(sql`t.org_id`)} and t.id = given.token_id
      join memberships m on m.org_id = t.org_id ${here(sql`m.org_id`)} and m.user_id = t.user_id
      join users u on u.id = t.user_id
      left join roles r on r.org_id = m.org_id ${here(sql`r.org_id`)} and r.id = m.role_id
     where t.revoked_at is null and u.disabled_at is null`
}

export function organizationByTokenHash(hash: string): Statement {
  return sql`select org_id from token_hashes where hash = decode(${hash}, 'hex')`
}

export interface NewToken {
  id: string
  userId: string
  name: string
  hint: string
  hash: Buffer
  permissions: readonly string[]
  allowedAddresses: string[] | null
  expiresAt: Date | null
}

export function insertToken(organizationId: string, token: NewToken, at: Date): Statement {
  return sql`
    insert into tokens (org_id, id, user_id, name, hint, permissions, allowed_addresses, expires_at, created_at)
    values (${organizationId}, ${token.id}, ${token.userId}, ${token.name}, ${token.hint}, ${token.permissions},
            ${token.allowedAddresses}, ${token.expiresAt}, ${at})`
}

export function insertTokenHash(organizationId: string, token: NewToken): Statement {
  return sql`insert into token_hashes (hash, org_id, token_id) values (${token.hash}, ${organizationId}, ${token.id})`
}

/** Only for the command line: no index supports it. */
export function organizationOfToken(id: Uuid): Statement {
  return sql`select org_id from token_hashes where token_id = ${id}`
}

export interface TokenRow {
  id: Uuid
  user_id: Uuid
  name: string
  hint: string
  permissions: string[]
  allowed_addresses: string[] | null
  expires_at: Date | null
  created_at: Date
}

const tokenColumns = sql`id, user_id, name, hint, permissions, allowed_addresses, expires_at, created_at`

/** Tokens that are not revoked; of one user, or of the whole organization when `userId` is null. */
export function listTokens(organizationId: Uuid, userId: Uuid | null, page: Page): Statement {
  const { where, tail } = pageById(page)
  const ofUser = userId === null ? nothing : sql`and user_id = ${userId}`
  return sql`
    select ${tokenColumns} from tokens where org_id = ${organizationId}
      and revoked_at is null ${ofUser} ${where} ${tail}`
}

export function tokenById(organizationId: Uuid, id: Uuid): Statement {
  return sql`select ${tokenColumns} from tokens where org_id = ${organizationId} and id = ${id} and revoked_at is null`
}

export function revokeToken(organizationId: Uuid, id: Uuid, at: Date): Statement {
  return sql`
    update tokens set revoked_at = ${at} where org_id = ${organizationId} and id = ${id} and revoked_at is null
    returning ${tokenColumns}`
}

export function revokeTokensOf(organizationId: Uuid, userId: Uuid, at: Date): Statement {
  return sql`
    update tokens set revoked_at = ${at} where org_id = ${organizationId} and user_id = ${userId} and revoked_at is null
    returning ${tokenColumns}`
}

export interface MemberRow {
  role_name: string | null
  role_id: Uuid | null
  role_permissions: string[] | null
  is_operator: boolean
  kind: 'person' | 'service'
}

/** Everything that determines a member's permissions; no row for a user who is not a member. */
export function member(organizationId: Uuid, userId: Uuid): Statement {
  return sql`
    select m.role_name, m.role_id, r.permissions as role_permissions, u.is_operator, u.kind
      from memberships m
      join users u on u.id = m.user_id
      left join roles r on r.org_id = m.org_id and r.id = m.role_id
     where m.org_id = ${organizationId} and m.user_id = ${userId}`
}

export interface RoleRow {
  id: Uuid
  name: string
  permissions: string[]
  created_at: Date
}

export interface CountedRoleRow extends RoleRow {
  member_count: bigint
}

const roleColumns = sql`id, name, permissions, created_at`

/** Counts members in one statement, for any number of roles. */
const counted = (organizationId: Uuid) => sql`
  select roles.id, roles.name, roles.permissions, roles.created_at, coalesce(held.member_count, 0) as member_count
    from roles
    left join (
      select role_id, count(*) as member_count from memberships
       where org_id = ${organizationId} and role_id is not null group by role_id) held on held.role_id = roles.id
   where roles.org_id = ${organizationId}`

export function listRoles(organizationId: Uuid, page: Page): Statement {
  const { where, tail } = pageById(page, sql`roles.id`)
  return sql`${counted(organizationId)} ${where} ${tail}`
}

export function countedRole(organizationId: Uuid, id: Uuid): Statement {
  return sql`${counted(organizationId)} and roles.id = ${id}`
}

export interface BuiltInCountRow {
  role_name: string
  member_count: bigint
}

export function countBuiltInRoles(organizationId: Uuid): Statement {
  return sql`
    select role_name, count(*) as member_count from memberships
     where org_id = ${organizationId} and role_name is not null group by role_name`
}

export function roleById(organizationId: Uuid, id: Uuid): Statement {
  return sql`select ${roleColumns} from roles where org_id = ${organizationId} and id = ${id}`
}

/** Blocks the role's deletion until the transaction ends, so that it can be given to a member. */
export function keepRole(organizationId: Uuid, id: Uuid): Statement {
  return sql`select ${roleColumns} from roles where org_id = ${organizationId} and id = ${id} for key share`
}

export function lockRole(organizationId: Uuid, id: Uuid): Statement {
  return sql`select ${roleColumns} from roles where org_id = ${organizationId} and id = ${id} for update`
}

/** A condition: the user, a column or a value, is a member of the organization whose role has the permission. */
export function mayDo(permission: Permission, organization: Statement, user: Statement): Statement {
  return sql`exists (
    select 1 from memberships rm left join roles rr on rr.org_id = rm.org_id and rr.id = rm.role_id
     where rm.org_id = ${organization} and rm.user_id = ${user}
       and (rm.role_name = any(${rolesWith(permission)}::text[]) or ${permission} = any(rr.permissions)))`
}

/** One row when the role has a member, or an open invitation to it. */
export function holders(organizationId: Uuid, roleId: Uuid, at: Date): Statement {
  return sql`
    select user_id from memberships where org_id = ${organizationId} and role_id = ${roleId}
    union all
    select invited_by from invitations
     where org_id = ${organizationId} and role_id = ${roleId} and accepted_at is null and revoked_at is null
       and expires_at > ${at}
     limit 1`
}

export function allHolders(organizationId: Uuid, roleId: Uuid): Statement {
  return sql`select user_id from memberships where org_id = ${organizationId} and role_id = ${roleId} order by user_id`
}

/** Returns no row when the name is taken. */
export function insertRole(
  organizationId: Uuid,
  id: Uuid,
  name: string,
  granted: readonly string[],
  at: Date,
): Statement {
  return sql`
    insert into roles (org_id, id, name, permissions, created_at)
    values (${organizationId}, ${id}, ${name}, ${granted}, ${at})
    on conflict (org_id, lower(name)) do nothing returning ${roleColumns}`
}

export function updateRole(organizationId: Uuid, id: Uuid, name: string, granted: readonly string[]): Statement {
  return sql`
    update roles set name = ${name}, permissions = ${granted} where org_id = ${organizationId} and id = ${id}
    returning ${roleColumns}`
}

export function deleteRole(organizationId: Uuid, id: Uuid): Statement {
  return sql`delete from roles where org_id = ${organizationId} and id = ${id}`
}

export function tokensMadeSince(organizationId: Uuid, since: Date): Statement {
  return sql`select id from tokens where org_id = ${organizationId} and created_at > ${since} order by id`
}

/** A condition: the role, a built-in one by name or a custom one by id, has no permission beyond those held. */
export function isRoleWithin(
  organizationId: string,
  role: { name: Statement; id: Statement },
  held: ReadonlySet<string>,
): Statement {
  return sql`(${role.name} = any(${rolesWithin(held)}::text[]) or exists (
    select 1 from roles r where r.org_id = ${organizationId} and r.id = ${role.id}
      and r.permissions <@ ${[...held]}::text[]))`
}
