// Access tokens: create, show, revoke. A token never has more permissions than the one that created it, nor more than
// its user.

import { forgetAnswers } from '#edge/idempotency.ts'
import { checkCursor, checkPage, envelope, type Page } from '#edge/paging.ts'
import { emit } from '#events/actions.ts'
import type { Actor, Scope } from '#kit/app.ts'
import type { Tx } from '#kit/database/database.ts'
import type { Uuid } from '#kit/ids.ts'
import { validationError } from '#kit/messages/field-errors.ts'
import { reasonOf } from '#kit/messages/reasons.ts'
import { absent, absentIn, invalid, Refusal, refusal } from '#kit/refusals.ts'
import { publicId } from '#kit/wire.ts'
import * as audit from '#people/audit/actions.ts'
import { createToken, permissionsOfMember, roleOf, type TokenRequest } from './actions.ts'
import { isWithin, readAllowedAddress } from './addresses.ts'
import { tokenCreated, tokenRevoked } from './events.ts'
import type { TokenRow } from './queries.ts'
import * as queries from './queries.ts'
import { mustHold } from './roles.ts'
import { effectivePermissions, inOrder, lacking, ordinaryOf, type Permission, permissionsOf } from './rules.ts'
import type { NewToken, TokenQuery } from './schema.ts'
import { showToken } from './show.ts'

export interface IssuedToken {
  row: TokenRow
  /** Shown once and stored only as a hash. */
  secret: string
}

export async function list(tx: Tx, actor: Actor, query: TokenQuery) {
  checkPage(query)
  await checkCursor(query, async (id) => (await visible(tx, actor, id)) !== undefined)
  const userId = seesOthers(actor) ? (query.user_id ?? null) : actor.userId
  if (query.user_id !== undefined && userId !== query.user_id) return { has_more: false, data: [] }
  return envelope(query, await tx.rows<TokenRow>(queries.listTokens(actor.organizationId, userId, query)), (row) =>
    showToken(asSeenBy(actor, row)),
  )
}

/** Hides operator permissions from everybody but operators and the token's own user. */
function asSeenBy(actor: Actor, row: TokenRow): TokenRow {
  return row.user_id === actor.userId || actor.isOperator ? row : { ...row, permissions: ordinaryOf(row.permissions) }
}

export async function find(tx: Tx, actor: Actor, id: Uuid): Promise<TokenRow> {
  const row = await visible(tx, actor, id)
  if (!row) throw absent('token')
  return asSeenBy(actor, row)
}

/** One's own tokens, and all of the organization for users with `users.manage`. */
async function visible(tx: Tx, actor: Actor, id: Uuid): Promise<TokenRow | undefined> {
  const row = await tx.row<TokenRow>(queries.tokenById(actor.organizationId, id))
  return row && (row.user_id === actor.userId || seesOthers(actor)) ? row : undefined
}

function seesOthers(actor: Actor): boolean {
  return actor.permissions.has('users.manage')
}

/** A token for the actor, or for a service user within the actor's permissions. 403 for another person. */
export async function make(tx: Tx, actor: Actor, input: NewToken): Promise<IssuedToken> {
  const userId = input.user_id ?? actor.userId
  if (userId !== actor.userId) mustHold(actor, ['users.manage'], 'user_id')
  if (input.permissions) mustHold(actor, input.permissions, 'permissions')
  const member = await tx.row<queries.MemberRow>(queries.member(actor.organizationId, userId))
  if (!member) throw absentIn('user_id', 'user')
  const ofUser = permissionsOf(roleOf(member), member.is_operator)
  if (userId !== actor.userId) {
    if (member.kind !== 'service') throw forAnotherPerson()
    mustHold(actor, [...ofUser], 'user_id')
  }
  const permissions = input.permissions ?? [...actor.permissions].filter((name) => ofUser.has(name as Permission))
  const limits = await withinOwnLimits(tx, actor, input)
  return issue(tx, actor, ofUser, { userId, name: input.name, permissions: inOrder(permissions), ...limits }, actor)
}

const forAnotherPerson = () =>
  new Refusal('permission_denied', reasonOf('token_for_other_person'), [
    { field: 'user_id', ...validationError('not_own_user') },
  ])

/** Expiry and addresses of the calling token also limit the new one, so that it cannot outlive or exceed it. */
async function withinOwnLimits(tx: Tx, actor: Actor, input: NewToken) {
  const own =
    actor.tokenId === null ? undefined : await tx.row<TokenRow>(queries.tokenById(actor.organizationId, actor.tokenId))
  const expiresAt = input.expires_at ?? own?.expires_at ?? null
  if (own?.expires_at && expiresAt && expiresAt > own.expires_at) throw invalid('expires_at', 'later_than_own_token')

  const given = input.allowed_addresses?.map((text, index) => {
    const address = readAllowedAddress(text)
    if (address === null) throw invalid(`allowed_addresses[${index}]`, 'not_a_network')
    if (own?.allowed_addresses && !isWithin(own.allowed_addresses, address))
      throw invalid(`allowed_addresses[${index}]`, 'outside_own_token')
    return address
  })
  return { expiresAt, allowedAddresses: given ?? own?.allowed_addresses ?? null }
}

/** Checks against the user's permissions only; the command line calls it too. */
export async function issue(
  tx: Tx,
  scope: Scope,
  ofUser: ReadonlySet<Permission>,
  request: TokenRequest,
  doer: audit.Doer,
): Promise<IssuedToken> {
  const { organizationId, at } = scope
  const missing = lacking(ofUser, request.permissions)
  if (missing.length > 0) throw invalid('permissions', 'permissions_not_in_role', { permissions: missing })
  if (request.permissions.length === 0) throw invalid('permissions', 'no_permissions')
  if (request.expiresAt && request.expiresAt <= at) throw invalid('expires_at', 'in_past')
  const { id, secret } = await createToken(tx, organizationId, request, at)
  const row = (await tx.row<TokenRow>(queries.tokenById(organizationId, id))) as TokenRow
  await emit(tx, organizationId, at, [tokenCreated(row)])
  const { id: object, user_id, name, permissions, allowed_addresses, expires_at } = showToken(row)
  const details = { user_id, name, permissions, allowed_addresses, expires_at }
  audit.record(tx, scope, doer, { action: 'token.created', object, details })
  return { row, secret }
}

/** Permanent; takes effect in every process within 5 seconds. */
export async function revoke(tx: Tx, actor: Actor, id: Uuid): Promise<void> {
  const { user_id, permissions } = await find(tx, actor, id)
  // A caller that could revoke a token with more permissions than its own could lock that token's user out.
  if (id !== actor.tokenId) {
    const ofUser = (await permissionsOfMember(tx, actor.organizationId, user_id)) ?? new Set()
    mustHold(actor, ordinaryOf([...effectivePermissions(ofUser, permissions)]), 'id')
  }
  const row = await tx.row<TokenRow>(queries.revokeToken(actor.organizationId, id, actor.at))
  if (!row) throw absent('token')
  await revoked(tx, actor, [row], actor)
}

/** For the command line: tokens of the whole organization, or of one member. */
export async function listOf(tx: Tx, organizationId: Uuid, userId: Uuid | null, page: Page) {
  return envelope(page, await tx.rows<TokenRow>(queries.listTokens(organizationId, userId, page)), showToken)
}

/** The organization that a token belongs to. */
export async function organizationOf(tx: Tx, id: Uuid): Promise<Uuid> {
  const row = await tx.row<{ org_id: Uuid }>(queries.organizationOfToken(id))
  if (!row) throw refusal('not_found', 'not_in_installation', { resource: 'token' })
  return row.org_id
}

/** For the command line: any user's token. */
export async function revokeFromCommandLine(tx: Tx, scope: Scope, id: Uuid): Promise<TokenRow> {
  const row = await tx.row<TokenRow>(queries.revokeToken(scope.organizationId, id, scope.at))
  if (!row) throw absent('token')
  await revoked(tx, scope, [row], 'command_line')
  return row
}

/** Revokes all tokens of a user in the organization. */
export async function revokeAllOf(tx: Tx, scope: Scope, userId: Uuid, doer: audit.Doer): Promise<void> {
  await revoked(
    tx,
    scope,
    await tx.rows<TokenRow>(queries.revokeTokensOf(scope.organizationId, userId, scope.at)),
    doer,
  )
}

async function revoked(tx: Tx, scope: Scope, rows: TokenRow[], doer: audit.Doer): Promise<void> {
  // The stored response of a creation contains the encrypted secret. Searched in batches: the time for one search is
  // quadratic in the number of ids.
  const ids = rows.map(({ id }) => id)
  for (let from = 0; from < ids.length; from += FORGOTTEN_AT_ONCE)
    tx.onCommit(forgetAnswers(scope.organizationId, ids.slice(from, from + FORGOTTEN_AT_ONCE)))
  await emit(tx, scope.organizationId, scope.at, rows.map(tokenRevoked))
  if (rows.length > OWN_ENTRIES_MAX) return recordTogether(tx, scope, rows, doer)
  for (const { id, user_id, name } of rows) {
    const details = { user_id: publicId('user', user_id), name }
    audit.record(tx, scope, doer, { action: 'token.revoked', object: publicId('token', id), details })
  }
}

/** Tokens per search of stored responses. */
const FORGOTTEN_AT_ONCE = 500
/**
 * Maximum number of tokens revoked at once with an audit entry each: entries are chained one after another, and more
 * would take long.
 */
const OWN_ENTRIES_MAX = 100

function recordTogether(tx: Tx, scope: Scope, rows: readonly TokenRow[], doer: audit.Doer): void {
  for (const [userId, theirs] of Map.groupBy(rows, ({ user_id }) => user_id))
    audit.record(tx, scope, doer, {
      action: 'token.revoked',
      object: publicId('user', userId),
      details: { user_id: publicId('user', userId), tokens: theirs.length },
    })
}
