// Sign-in sessions of the console: a user in one organization, for twelve hours.

import type { Scope } from '#kit/app.ts'
import { hashSecret, newSecret } from '#kit/crypto.ts'
import type { Tx } from '#kit/database/database.ts'
import { shardOf } from '#kit/database/shards.ts'
import { newUuid, type Uuid } from '#kit/ids.ts'
import { absentIn, Refusal } from '#kit/refusals.ts'
import { publicId } from '#kit/wire.ts'
import { roleOf } from '#people/access/actions.ts'
import { type Permission, permissionsOf } from '#people/access/rules.ts'
import * as organizations from '#people/organizations/actions.ts'
import * as queries from './queries.ts'
import { readSessionCookie, SESSION_MS } from './rules.ts'

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
}

export type OfferedOrganization = Awaited<ReturnType<typeof organizations.ofUser>>[number]

/**
 * Begins a session of a user who has proved who they are; in the organization they joined first, unless they say
 * which.
 */
export async function begin(tx: Tx, userId: Uuid, wanted: Uuid | null, at: Date): Promise<{ secret: string }> {
  const offered = await organizations.ofUser(tx, userId)
  const chosen = wanted === null ? offered[0] : await organizations.membership(tx, userId, wanted)
  if (!chosen && wanted !== null) throw absentIn('organization_id', 'organization')
  if (!chosen) throw new Refusal('permission_denied', 'You are no member of any organization; ask an administrator.')
  const secret = newSecret('session')
  const expiresAt = new Date(at.getTime() + SESSION_MS)
  const session = { id: newUuid(at.getTime()), hash: hashSecret(secret), organizationId: chosen.org_id }
  await tx.run(queries.removeEnded(userId, at))
  await tx.run(queries.insert({ ...session, userId, expiresAt }, at))
  return { secret }
}

/** The session of a Cookie header, with what its user may do now; null when there is none. */
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
  }
}

export async function end(tx: Tx, cookies: string | undefined, at: Date): Promise<void> {
  const secret = readSessionCookie(cookies)
  if (secret !== null) await tx.run(queries.end(hashSecret(secret), at))
}

/** Wherever the user is signed in: after their password changed. */
export async function endAllOf(tx: Tx, userId: Uuid, at: Date): Promise<void> {
  await tx.run(queries.endAllOf(userId, at))
}

/** Of a member who leaves the organization. */
export async function endAllIn(tx: Tx, { organizationId, at }: Scope, userId: Uuid): Promise<void> {
  await tx.run(queries.endAllIn(organizationId, userId, at))
}
