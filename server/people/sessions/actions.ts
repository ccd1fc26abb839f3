// Console sessions: a user in one organization, extended by use up to a maximum duration.

import type { App, Scope } from '#kit/app.ts'
import { hashSecret, newSecret } from '#kit/crypto.ts'
import type { Tx } from '#kit/database/database.ts'
import { shardOf } from '#kit/database/shards.ts'
import { newUuid, type Uuid } from '#kit/ids.ts'
import { absent, absentIn, refusal } from '#kit/refusals.ts'
import { publicId } from '#kit/wire.ts'
import { roleOf } from '#people/access/actions.ts'
import { type Permission, permissionsOf } from '#people/access/rules.ts'
import * as audit from '#people/audit/actions.ts'
import * as organizations from '#people/organizations/actions.ts'
import { deviceNameOf } from './device-name.ts'
import * as queries from './queries.ts'
import {
  ENDED_SESSIONS_KEPT_MS,
  isUseToBeNoted,
  readSessionCookie,
  SESSION_USE_NOTED_EVERY_MS,
  sessionEnd,
} from './rules.ts'

/** The most recently used ones, shown to their user. */
const SESSIONS_SHOWN_MAX = 100

export interface Session {
  id: Uuid
  userId: Uuid
  organizationId: Uuid
  email: string
  displayName: string
  isOperator: boolean
  isSuspended: boolean
  organizationName: string
  role: string
  permissions: ReadonlySet<Permission>
  createdAt: Date
  expiresAt: Date
  lastUsedAt: Date
  authenticatedAt: Date
}

export type OfferedOrganization = Awaited<ReturnType<typeof organizations.ofUser>>[number]

/** The origin of a sign-in: address and browser, which the user sees later, and the cookie of a session to replace. */
export interface Origin {
  address?: string | undefined
  userAgent?: string | undefined
  cookies?: string | undefined
}

/**
 * Starts a session of an authenticated user: in the requested organization; otherwise in that of the browser's previous
 * session, which ends; otherwise in the one that the user joined first.
 */
export async function begin(
  tx: Tx,
  userId: Uuid,
  wanted: Uuid | null,
  at: Date,
  { address, userAgent, cookies }: Origin = {},
): Promise<{ secret: string }> {
  const before = readSessionCookie(cookies)
  const place = before && wanted === null ? await placeOf(tx, before, userId) : null
  const chosen =
    wanted === null
      ? ((place && (await organizations.membership(tx, userId, place))) ?? (await organizations.ofUser(tx, userId))[0])
      : await organizations.membership(tx, userId, wanted)
  if (!chosen && wanted !== null) throw absentIn('organization_id', 'organization')
  if (!chosen) throw refusal('permission_denied', 'no_organization')
  const secret = newSecret('session')
  const session = {
    id: newUuid(at.getTime()),
    hash: hashSecret(secret),
    organizationId: chosen.org_id,
    userId,
    expiresAt: sessionEnd(at, at),
    address: address ?? null,
    ...deviceNameOf(userAgent),
  }
  if (before) await tx.run(queries.end(hashSecret(before), at))
  await tx.run(queries.removeEnded(userId, new Date(at.getTime() - ENDED_SESSIONS_KEPT_MS)))
  await tx.run(queries.insert(session, at))
  return { secret }
}

async function placeOf(tx: Tx, secret: string, userId: Uuid): Promise<Uuid | null> {
  return (await tx.row<{ org_id: Uuid }>(queries.placeOf(hashSecret(secret), userId)))?.org_id ?? null
}

/** The session of a Cookie header, with its user's current permissions; null for none. */
export async function ofCookie(tx: Tx, cookies: string | undefined, at: Date): Promise<Session | null> {
  const secret = readSessionCookie(cookies)
  if (secret === null) return null
  const hash = hashSecret(secret)
  const organizationId = await shardOf(tx, queries.organizationByHash(hash))
  const row = await tx.row<queries.SessionRow>(queries.byHash(hash, organizationId, at))
  if (!row) return null
  return {
    id: row.id,
    userId: row.user_id,
    organizationId: row.org_id,
    email: row.email,
    displayName: row.display_name,
    isOperator: row.is_operator,
    isSuspended: row.is_suspended,
    organizationName: row.organization_name,
    role: row.role_name ?? publicId('role', row.role_id as Uuid),
    permissions: permissionsOf(roleOf(row), row.is_operator),
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    lastUsedAt: row.last_used_at,
    authenticatedAt: row.authenticated_at,
  }
}

/** Extends a session in use, without a write per request. The request does not wait for the write. */
export function noteUse({ database, log }: App, session: Session, at: Date): void {
  if (!isUseToBeNoted(session.lastUsedAt, at)) return
  const unlessSince = new Date(at.getTime() - SESSION_USE_NOTED_EVERY_MS)
  const noted = queries.noteUse(session.id, at, sessionEnd(session.createdAt, at), unlessSince)
  // In the cached session, so that other requests do not write it too.
  session.lastUsedAt = at
  database
    .transaction((tx) => tx.run(noted), session.organizationId)
    .catch((err: unknown) => log.warn({ err }, 'failed to record session use'))
}

/** Switches the session to another organization of its user. Links handed out to it in the previous one end. */
export async function moveTo(tx: Tx, { id, userId }: Session, organizationId: Uuid, at: Date): Promise<void> {
  if (!(await organizations.membership(tx, userId, organizationId))) throw absentIn('organization_id', 'organization')
  if ((await tx.run(queries.moveTo(organizationId, id, at))) === 0) throw notSignedIn()
}

/** Records that the user has just authenticated again. */
export async function noteAuthentication(tx: Tx, { id }: Session, at: Date): Promise<void> {
  if ((await tx.run(queries.noteAuthentication(id, at))) === 0) throw notSignedIn()
}

export function listOf(tx: Tx, userId: Uuid, at: Date): Promise<queries.ListedRow[]> {
  return tx.rows<queries.ListedRow>(queries.listOf(userId, at, SESSIONS_SHOWN_MAX))
}

/** Ends one of the user's own sessions. Another user's looks like an unknown one. */
export async function endOne(tx: Tx, { userId }: Session, id: Uuid, at: Date): Promise<void> {
  const ended = await tx.rows<queries.EndedRow>(queries.endOne(userId, id, at))
  if (ended.length === 0) throw absent('session')
  record(tx, userId, ended, at)
}

export async function endOthers(tx: Tx, { id, userId }: Session, at: Date): Promise<number> {
  const ended = await tx.rows<queries.EndedRow>(queries.endOthers(userId, id, at))
  record(tx, userId, ended, at)
  return ended.length
}

/** Audits each in the log of its organization, in id order. */
function record(tx: Tx, userId: Uuid, ended: queries.EndedRow[], at: Date): void {
  for (const { id, org_id: organizationId } of ended.toSorted((one, other) => (one.org_id < other.org_id ? -1 : 1))) {
    const entry = { action: 'session.ended', object: publicId('session', id) } as const
    audit.record(tx, { organizationId, at }, { userId, tokenId: null }, entry)
  }
}

export const notSignedIn = () => refusal('unauthenticated', 'not_signed_in')

export async function end(tx: Tx, cookies: string | undefined, at: Date): Promise<void> {
  const secret = readSessionCookie(cookies)
  if (secret !== null) await tx.run(queries.end(hashSecret(secret), at))
}

/** Ends all sessions of a user, after their password changed. */
export async function endAllOf(tx: Tx, userId: Uuid, at: Date): Promise<void> {
  await tx.run(queries.endAllOf(userId, at))
}

/** Ends the sessions of a member who leaves the organization. */
export async function endAllIn(tx: Tx, { organizationId, at }: Scope, userId: Uuid): Promise<void> {
  await tx.run(queries.endAllIn(organizationId, userId, at))
}
