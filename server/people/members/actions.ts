// Members of an organization and their roles. Nobody can give, change or take a role with a permission that they lack,
// so that nobody can promote themselves or remove those with more permissions.

import { forgetAnswers } from '#edge/idempotency.ts'
import { checkCursor, checkPage, envelope } from '#edge/paging.ts'
import { emit, emitChange } from '#events/actions.ts'
import { runHooks } from '#events/hooks.ts'
import type { Actor, Scope } from '#kit/app.ts'
import type { Tx } from '#kit/database/database.ts'
import type { Uuid } from '#kit/ids.ts'
import { absent, absentIn, invalid } from '#kit/refusals.ts'
import { publicId } from '#kit/wire.ts'
import { permissionsOfMember, roleOf } from '#people/access/actions.ts'
import { type GrantedRole, mustHold, roleNamed } from '#people/access/roles.ts'
import * as tokens from '#people/access/tokens.ts'
import * as audit from '#people/audit/actions.ts'
import { changes } from '#people/audit/rules.ts'
import * as users from '#people/identity/actions.ts'
import * as organizations from '#people/organizations/actions.ts'
import * as sessions from '#people/sessions/actions.ts'
import { memberAdded, memberRemoved, memberUpdated } from './events.ts'
import type { MemberRow } from './queries.ts'
import * as queries from './queries.ts'
import type { MyChange, UserQuery } from './schema.ts'
import { shownRoleOf, showUser } from './show.ts'

export async function list(tx: Tx, { organizationId }: { organizationId: Uuid }, query: UserQuery) {
  checkPage(query)
  await checkCursor(query, async (id) => (await tx.row(queries.byId(organizationId, id))) !== undefined)
  const rows = await tx.rows<MemberRow>(queries.list(organizationId, query.kind, query))
  return envelope(query, rows, showUser)
}

export async function find(tx: Tx, { organizationId }: { organizationId: Uuid }, id: Uuid): Promise<MemberRow> {
  const row = await tx.row<MemberRow>(queries.byId(organizationId, id))
  if (!row) throw absent('user')
  return row
}

export interface NewMember {
  email: string
  display_name?: string | null | undefined
  password?: string | null
}

export async function isMember(tx: Tx, organizationId: Uuid, id: Uuid): Promise<boolean> {
  return (await tx.row(queries.byId(organizationId, id))) !== undefined
}

/** For the operator's command line: an existing user with the address joins unchanged. Organizations invite instead. */
export async function add(
  tx: Tx,
  scope: Scope,
  { email, display_name, password }: NewMember,
  role: GrantedRole,
  doer: audit.Doer,
): Promise<{ row: MemberRow; isNewUser: boolean }> {
  const person = { email, displayName: display_name ?? email.trim(), password: password ?? null, isOperator: false }
  const { id, isNew } = await users.findOrCreate(tx, person, scope.at)
  return { row: await join(tx, scope, id, role, doer), isNewUser: isNew }
}

/** Required to transfer another member's conversations, because the actor could name themselves as the recipient. */
const HANDING_OVER = ['conversations.view_all', 'conversations.assign'] as const

/** Makes the user a member. 409 when the user is one already. */
export async function join(tx: Tx, scope: Scope, id: Uuid, role: GrantedRole, doer: audit.Doer): Promise<MemberRow> {
  const { organizationId, at } = scope
  await organizations.addMember(tx, organizationId, id, role, at)
  const row = await find(tx, scope, id)
  await emit(tx, organizationId, at, [memberAdded(row)])
  const details = row.kind === 'service' ? { name: row.display_name, role: roleIn(row) } : { role: roleIn(row) }
  const action = row.kind === 'service' ? 'service_user.created' : 'member.added'
  audit.record(tx, scope, doer, { action, object: publicId('user', id), details })
  return row
}

/**
 * Takes effect for all of the member's tokens within 5 seconds. 409 when it would remove the last owner. Conversations
 * that the member can no longer see go to `transferTo`, if given.
 */
export async function changeRole(
  tx: Tx,
  actor: Actor,
  id: Uuid,
  roleText: string,
  transferTo: Uuid | null,
): Promise<MemberRow> {
  const role = await roleNamed(tx, actor.organizationId, roleText)
  mustHold(actor, role.permissions, 'role')
  const before = await lockWithinReach(tx, actor, id)
  if (transferTo) mustHold(actor, HANDING_OVER, 'transfer_to')
  await mustTakeOver(tx, actor, id, transferTo)
  await organizations.changeRole(tx, actor.organizationId, id, role)
  await runHooks('members.changed', tx, actor, { userIds: [id], transferTo })
  const row = await find(tx, actor, id)
  await emitChange(tx, actor, memberUpdated(before), memberUpdated(row))
  const details = changes({ role: roleIn(before) }, { role: roleIn(row) })
  const action = row.kind === 'service' ? 'service_user.updated' : 'member.updated'
  if (details) audit.record(tx, actor, actor, { action, object: publicId('user', id), details })
  return row
}

/**
 * Ends the membership, with its tokens and sessions for this organization; the user and their other memberships stay.
 * Their conversations go to `transferTo`, if given.
 */
export async function remove(tx: Tx, actor: Actor, id: Uuid, transferTo: Uuid | null = null): Promise<void> {
  const row = await lockWithinReach(tx, actor, id)
  if (transferTo) mustHold(actor, HANDING_OVER, 'transfer_to')
  await mustTakeOver(tx, actor, id, transferTo)
  await leave(tx, actor, row, transferTo, actor)
}

/** Like `remove`, for the command line: without a permission check. */
export async function removeFromCommandLine(tx: Tx, scope: Scope, id: Uuid, transferTo: Uuid | null): Promise<void> {
  const row = await lockMember(tx, scope, id)
  await mustTakeOver(tx, scope, id, transferTo)
  await leave(tx, scope, row, transferTo, 'command_line')
}

async function leave(tx: Tx, scope: Scope, row: MemberRow, transferTo: Uuid | null, doer: audit.Doer): Promise<void> {
  const { id } = row
  await organizations.removeMember(tx, scope.organizationId, id)
  await tokens.revokeAllOf(tx, scope, id, doer)
  await sessions.endAllIn(tx, scope, id)
  await runHooks('members.changed', tx, scope, { userIds: [id], transferTo })
  tx.onCommit(forgetAnswers(scope.organizationId, [id]))
  await emit(tx, scope.organizationId, scope.at, [memberRemoved(row)])
  const isService = row.kind === 'service'
  const details = {
    ...(isService ? { name: row.display_name } : {}),
    role: roleIn(row),
    ...(transferTo ? { transfer_to: publicId('user', transferTo) } : {}),
  }
  const action = isService ? 'service_user.removed' : 'member.removed'
  audit.record(tx, scope, doer, { action, object: publicId('user', id), details })
}

/**
 * `transferTo` must be another member who can view conversations. A user of another organization looks like an unknown
 * one.
 */
async function mustTakeOver(tx: Tx, { organizationId }: Scope, id: Uuid, transferTo: Uuid | null): Promise<void> {
  if (transferTo === null) return
  const permissions = await permissionsOfMember(tx, organizationId, transferTo)
  if (!permissions) throw absentIn('transfer_to', 'user')
  if (transferTo === id) throw invalid('transfer_to', 'transfer_to_same_user')
  if (!permissions.has('conversations.view')) throw invalid('transfer_to', 'transfer_to_cannot_view')
}

const roleIn = shownRoleOf

/** The member, locked; 403 when the role has a permission that the actor lacks. */
export async function lockWithinReach(tx: Tx, actor: Actor, id: Uuid): Promise<MemberRow> {
  const row = await lockMember(tx, actor, id)
  mustHold(actor, roleOf(row), 'id')
  return row
}

async function lockMember(tx: Tx, { organizationId }: Scope, id: Uuid): Promise<MemberRow> {
  // Locks the owners before the member, in id order, so that two owners who remove each other do not deadlock.
  await organizations.lockOwners(tx, organizationId)
  const row = await tx.row<MemberRow>(queries.lockById(organizationId, id))
  if (!row) throw absent('user')
  return row
}

/** Changes one's own name, in every organization. */
export async function rename(tx: Tx, actor: Actor, displayName: string): Promise<void> {
  const before = await find(tx, actor, actor.userId)
  if (before.display_name === displayName) return
  await users.rename(tx, actor.userId, displayName)
  await emit(tx, actor.organizationId, actor.at, [memberUpdated(await find(tx, actor, actor.userId))])
  const object = publicId('user', actor.userId)
  audit.record(tx, actor, actor, { action: 'member.updated', object, details: { changed: ['display_name'] } })
}

/** Omitted fields stay; null resets one to the default. */
export async function setPreferences(tx: Tx, actor: Actor, { language, theme, time_zone }: MyChange): Promise<void> {
  if (language === undefined && theme === undefined && time_zone === undefined) return
  const before = await find(tx, actor, actor.userId)
  await users.setPreferences(tx, actor.userId, {
    language: language === undefined ? before.language : language,
    theme: theme === undefined ? before.theme : theme,
    timeZone: time_zone === undefined ? before.time_zone : time_zone,
  })
}

/**
 * A new password chosen by the user ends every session of the user. Access tokens stay. It is audited in all of the
 * user's organizations, because the password gives access to each; the token's id only in the token's own.
 */
export async function setPassword(tx: Tx, doer: Actor, password: string): Promise<void> {
  await users.setPassword(tx, doer.userId, password)
  await sessions.endAllOf(tx, doer.userId, doer.at)
  for (const organizationId of await organizations.allOfUser(tx, doer.userId)) {
    const known = doer.organizationId === organizationId ? doer : { userId: doer.userId, tokenId: null }
    audit.record(tx, { organizationId, at: doer.at }, known, passwordChanged(doer.userId))
  }
}

/** A password chosen with a mailed link: like one changed by the user. */
export async function resetPassword(tx: Tx, userId: Uuid, passwordHash: string, at: Date): Promise<void> {
  await users.setPasswordHash(tx, userId, passwordHash)
  await sessions.endAllOf(tx, userId, at)
  const own = await organizations.allOfUser(tx, userId)
  for (const organizationId of own.length === 0 ? [audit.INSTALLATION] : own)
    audit.record(tx, { organizationId, at }, { userId, tokenId: null }, passwordChanged(userId))
}

/**
 * A further change of the same transaction in one organization, made when that organization's turn in the lock order
 * comes.
 */
export interface Beside {
  organizationId: Uuid
  work: () => Promise<void>
}

/**
 * Replaces a password that its holder did not change: by an operator on the command line, or by the address's proven
 * owner. Everything that the old one gave access to ends: sessions, and tokens in all organizations. Organizations are
 * processed in id order, the lock order of audit chains, including that of `beside`.
 */
export async function replacePassword(
  tx: Tx,
  doer: 'command_line' | { userId: Uuid; tokenId: null },
  userId: Uuid,
  passwordHash: string,
  at: Date,
  beside?: Beside,
): Promise<void> {
  await users.setPasswordHash(tx, userId, passwordHash)
  await sessions.endAllOf(tx, userId, at)
  const own = await organizations.allOfUser(tx, userId)
  const all = new Set(beside ? [...own, beside.organizationId] : own)
  for (const organizationId of [...all].toSorted()) {
    if (own.includes(organizationId)) {
      await tokens.revokeAllOf(tx, { organizationId, at }, userId, doer)
      audit.record(tx, { organizationId, at }, doer, passwordChanged(userId))
    }
    if (organizationId === beside?.organizationId) await beside.work()
  }
  if (all.size === 0) audit.record(tx, { organizationId: audit.INSTALLATION, at }, doer, passwordChanged(userId))
}

/** Audits a changed sign-in address in all of the user's organizations, in id order. */
export async function noteAddress(
  tx: Tx,
  doer: { userId: Uuid; tokenId: null },
  action: 'address.changed' | 'address.restored',
  details: { before: string; after: string },
  at: Date,
): Promise<void> {
  const { userId } = doer
  const own = (await organizations.allOfUser(tx, userId)).toSorted()
  for (const organizationId of own) {
    await emit(tx, organizationId, at, [memberUpdated(await find(tx, { organizationId }, userId))])
    audit.record(tx, { organizationId, at }, doer, { action, object: publicId('user', userId), details })
  }
  if (own.length > 0) return
  const entry = { action, object: publicId('user', userId), details }
  audit.record(tx, { organizationId: audit.INSTALLATION, at }, doer, entry)
}

const passwordChanged = (userId: Uuid) => ({ action: 'password.changed', object: publicId('user', userId) }) as const

/** For the whole installation; only the command line calls it. */
export async function makeOperator(tx: Tx, userId: Uuid, at: Date): Promise<void> {
  await users.makeOperator(tx, userId, at)
  const entry = { action: 'operator.appointed', object: publicId('user', userId) } as const
  audit.record(tx, { organizationId: audit.INSTALLATION, at }, 'command_line', entry)
}
