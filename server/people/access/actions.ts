// Access: what a token lets its bearer do.

import { hashSecret, newSecret } from '#kit/crypto.ts'
import type { Tx } from '#kit/database/database.ts'
import { shardOf } from '#kit/database/shards.ts'
import { newUuid } from '#kit/ids.ts'
import * as queries from './queries.ts'
import { type BuiltInRole, builtInRoles, effectivePermissions, type Permission, permissionsOf } from './rules.ts'

export interface Authority {
  organizationId: string
  userId: string
  tokenId: string
  permissions: ReadonlySet<Permission>
  isOperator: boolean
  /** Whether its organization is. */
  isSuspended: boolean
  expiresAt: Date | null
  allowedAddresses: string[] | null
}

/** What the bearer of the token with this SHA-256 may do, or null when there is no such token. */
export async function authorityOfToken(tx: Tx, hash: Buffer): Promise<Authority | null> {
  const organizationId = await shardOf(tx, queries.organizationByTokenHash(hash))
  const row = await tx.row<queries.AuthorityRow>(queries.authorityByTokenHash(hash, organizationId))
  if (!row) return null
  return {
    organizationId: row.org_id,
    userId: row.user_id,
    tokenId: row.token_id,
    permissions: effectivePermissions(permissionsOf(roleOf(row), row.is_operator), row.token_permissions),
    isOperator: row.is_operator,
    isSuspended: row.is_suspended,
    expiresAt: row.expires_at,
    allowedAddresses: row.allowed_addresses,
  }
}

/** What a member may do now, or null for who is none. */
export async function permissionsOfMember(
  tx: Tx,
  organizationId: string,
  userId: string,
): Promise<Set<Permission> | null> {
  const row = await tx.row<queries.MemberRow>(queries.member(organizationId, userId))
  return row ? permissionsOf(roleOf(row), row.is_operator) : null
}

/** The permissions of a role as a membership stores it: a built-in one by name, a custom one by its row. */
export function roleOf(row: { role_name: string | null; role_permissions: string[] | null }): readonly string[] {
  return row.role_name ? builtInRoles[row.role_name as BuiltInRole] : (row.role_permissions ?? [])
}

export interface TokenRequest {
  userId: string
  name: string
  permissions: readonly Permission[]
  allowedAddresses: string[] | null
  expiresAt: Date | null
}

/** A new access token. `secret` is shown once and stored only as a hash. */
export async function createToken(
  tx: Tx,
  organizationId: string,
  request: TokenRequest,
  at: Date,
): Promise<{ id: string; secret: string }> {
  const secret = newSecret('samvad')
  const token = { ...request, id: newUuid(at.getTime()), hint: secret.slice(-4), hash: hashSecret(secret) }
  await tx.run(queries.insertToken(organizationId, token, at))
  await tx.run(queries.insertTokenHash(organizationId, token))
  return { id: token.id, secret }
}
