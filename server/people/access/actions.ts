// Access: the authority of tokens and the permissions of members.

import { hashSecret, newSecret } from '#kit/crypto.ts'
import type { Tx } from '#kit/database/database.ts'
import { areShards, shardOf } from '#kit/database/shards.ts'
import { newUuid, type Uuid } from '#kit/ids.ts'
import { isWithin, readAllowedAddress } from './addresses.ts'
import * as queries from './queries.ts'
import {
  type BuiltInRole,
  builtInRoles,
  effectivePermissions,
  hasAllOf,
  type Permission,
  permissionsOf,
} from './rules.ts'

export interface Authority {
  organizationId: string
  userId: string
  tokenId: string
  permissions: ReadonlySet<Permission>
  /** True for a token that has every permission of its user. */
  actsAsPerson: boolean
  isOperator: boolean
  /** True while the token's organization is suspended. */
  isSuspended: boolean
  expiresAt: Date | null
  allowedAddresses: string[] | null
}

/** The authority of tokens, by SHA-256 in hexadecimal; unknown and revoked tokens are missing. */
export async function authoritiesOfTokens(tx: Tx, hashes: readonly string[]): Promise<Map<string, Authority>> {
  const rows = areShards()
    ? (await Promise.all(hashes.map((hash) => onItsShard(tx, hash)))).flat()
    : await tx.rows<queries.AuthorityRow>(queries.authoritiesByTokenHash(hashes, null))
  return new Map(rows.map((row) => [row.hash, authorityOf(row)]))
}

/** The current authority of these tokens, by token id; revoked ones are missing. */
export async function authoritiesByTokenId(
  tx: Tx,
  tokens: readonly { organizationId: string; tokenId: string }[],
): Promise<Map<string, Authority>> {
  const groups = areShards() ? [...Map.groupBy(tokens, ({ organizationId }) => organizationId).values()] : [tokens]
  const rows = await Promise.all(
    groups.map((group) => tx.rows<queries.AuthorityRow>(queries.authoritiesByTokenId(group))),
  )
  return new Map(rows.flat().map((row) => [row.token_id, authorityOf(row)]))
}

async function onItsShard(tx: Tx, hash: string): Promise<queries.AuthorityRow[]> {
  const organizationId = await shardOf(tx, queries.organizationByTokenHash(hash))
  return tx.rows(queries.authoritiesByTokenHash([hash], organizationId))
}

function authorityOf(row: queries.AuthorityRow): Authority {
  const ofUser = permissionsOf(roleOf(row), row.is_operator)
  return {
    organizationId: row.org_id,
    userId: row.user_id,
    tokenId: row.token_id,
    permissions: effectivePermissions(ofUser, row.token_permissions),
    actsAsPerson: hasAllOf(ofUser, row.token_permissions),
    isOperator: row.is_operator,
    isSuspended: row.is_suspended,
    expiresAt: row.expires_at,
    allowedAddresses: row.allowed_addresses,
  }
}

/**
 * A token's authority at that moment, for things that were handed out with it: null when it was revoked or has expired,
 * or may not be used from this address.
 */
export async function authorityOfToken(
  tx: Tx,
  { organizationId, tokenId, address, at }: { organizationId: Uuid; tokenId: Uuid; address: string; at: Date },
): Promise<Authority | null> {
  const row = await tx.row<queries.AuthorityRow>(
    queries.authoritiesByTokenId([{ organizationId: organizationId as Uuid, tokenId: tokenId as Uuid }]),
  )
  if (!row || (row.expires_at && row.expires_at <= at)) return null
  const from = readAllowedAddress(address)
  if (row.allowed_addresses && (from === null || !isWithin(row.allowed_addresses, from))) return null
  return authorityOf(row)
}

/** A member's current permissions; null for a user who is not a member. */
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
