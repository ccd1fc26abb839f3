// SQL of console sessions. Only the SHA-256 of a session's secret is stored.

import { onShard } from '#kit/database/shards.ts'
import { nothing, type Statement, sql } from '#kit/database/sql.ts'
import type { Uuid } from '#kit/ids.ts'

export interface NewSession {
  id: Uuid
  hash: Buffer
  userId: Uuid
  organizationId: Uuid
  expiresAt: Date
  address: string | null
  browser: string | null
  system: string | null
}

export function insert(session: NewSession, at: Date): Statement {
  return sql`
    insert into sessions (hash, id, user_id, org_id, created_at, expires_at, last_used_at, authenticated_at, address,
                          browser, system)
    values (${session.hash}, ${session.id}, ${session.userId}, ${session.organizationId}, ${at}, ${session.expiresAt},
            ${at}, ${at}, ${session.address}, ${session.browser}, ${session.system})`
}

/** The organization of the browser's session, ended or not. */
export function placeOf(hash: Buffer, userId: Uuid): Statement {
  return sql`select org_id from sessions where hash = ${hash} and user_id = ${userId}`
}

/** Concurrent requests record one use. */
export function noteUse(id: Uuid, at: Date, expiresAt: Date, unlessSince: Date): Statement {
  return sql`
    update sessions set last_used_at = ${at}, expires_at = ${expiresAt}
     where id = ${id} and revoked_at is null and expires_at > ${at} and last_used_at <= ${unlessSince}`
}

export function moveTo(organizationId: Uuid, id: Uuid, at: Date): Statement {
  return sql`
    update sessions set org_id = ${organizationId} where id = ${id} and revoked_at is null and expires_at > ${at}`
}

export function noteAuthentication(id: Uuid, at: Date): Statement {
  return sql`update sessions set authenticated_at = ${at} where id = ${id} and revoked_at is null`
}

export interface ListedRow {
  id: Uuid
  org_id: Uuid
  organization_name: string
  browser: string | null
  system: string | null
  address: string | null
  created_at: Date
  last_used_at: Date
  expires_at: Date
}

export function listOf(userId: Uuid, at: Date, limit: number): Statement {
  return sql`
    select s.id, s.org_id, o.name as organization_name, s.browser, s.system, s.address, s.created_at, s.last_used_at,
           s.expires_at
      from sessions s join organizations o on o.id = s.org_id
     where s.user_id = ${userId} and s.revoked_at is null and s.expires_at > ${at}
     order by s.last_used_at desc, s.id desc limit ${limit}`
}

export interface EndedRow {
  id: Uuid
  org_id: Uuid
}

/** Updates no row when it has ended or belongs to somebody else. */
export function endOne(userId: Uuid, id: Uuid, at: Date): Statement {
  return sql`
    update sessions set revoked_at = ${at}
     where id = ${id} and user_id = ${userId} and revoked_at is null and expires_at > ${at} returning id, org_id`
}

export function endOthers(userId: Uuid, keptId: Uuid, at: Date): Statement {
  return sql`
    update sessions set revoked_at = ${at}
     where user_id = ${userId} and id <> ${keptId} and revoked_at is null and expires_at > ${at} returning id, org_id`
}

/** Deletes the user's sessions that expired long ago; called at each sign-in. */
export function removeEnded(userId: Uuid, before: Date): Statement {
  return sql`delete from sessions where user_id = ${userId} and expires_at <= ${before}`
}

export function removeEndedBefore(before: Date, limit: number): Statement {
  return sql`
    delete from sessions where hash in (
      select hash from sessions where expires_at <= ${before}
        order by expires_at limit ${limit} for update skip locked)`
}

export interface SessionRow {
  id: Uuid
  user_id: Uuid
  org_id: Uuid
  created_at: Date
  expires_at: Date
  last_used_at: Date
  authenticated_at: Date
  email: string
  display_name: string
  is_operator: boolean
  organization_name: string
  role_name: string | null
  role_id: Uuid | null
  role_permissions: string[] | null
  is_suspended: boolean
}

export function organizationByHash(hash: Buffer): Statement {
  return sql`select org_id from sessions where hash = ${hash}`
}

/**
 * No row when it has ended, or when its user is not a member any more. `organizationId`: on a distributed database, so
 * that only its machine is queried.
 */
export function byHash(hash: Buffer, organizationId: Uuid | null, at: Date): Statement {
  return standing(sql`s.hash = ${hash}`, organizationId === null ? [] : [organizationId], at)
}

export function byIds(ids: readonly Uuid[], organizationIds: readonly Uuid[], at: Date): Statement {
  return standing(sql`s.id = any(${ids}::uuid[])`, organizationIds, at)
}

function standing(which: Statement, organizationIds: readonly Uuid[], at: Date): Statement {
  const here = (column: Statement) => (organizationIds.length === 0 ? nothing : onShard(column, organizationIds))
  return sql`
    select s.id, s.user_id, s.org_id, s.created_at, s.expires_at, s.last_used_at, s.authenticated_at, u.email,
           u.display_name, u.is_operator, o.name as organization_name, m.role_name, m.role_id,
           r.permissions as role_permissions, o.suspended_at is not null as is_suspended
      from sessions s
      join memberships m on m.org_id = s.org_id ${here(sql`m.org_id`)} and m.user_id = s.user_id
      join users u on u.id = s.user_id
      join organizations o on o.id = s.org_id ${here(sql`o.id`)}
      left join roles r on r.org_id = m.org_id ${here(sql`r.org_id`)} and r.id = m.role_id
     where ${which} and s.revoked_at is null and s.expires_at > ${at} and u.disabled_at is null`
}

export function end(hash: Buffer, at: Date): Statement {
  return sql`update sessions set revoked_at = ${at} where hash = ${hash} and revoked_at is null`
}

export function endAllOf(userId: Uuid, at: Date): Statement {
  return sql`update sessions set revoked_at = ${at} where user_id = ${userId} and revoked_at is null`
}

export function endAllIn(organizationId: Uuid, userId: Uuid, at: Date): Statement {
  return sql`
    update sessions set revoked_at = ${at}
     where org_id = ${organizationId} and user_id = ${userId} and revoked_at is null`
}
