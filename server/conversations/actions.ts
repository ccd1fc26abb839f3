// Conversations: the container of the messages between a user and one contact or a group.

import * as contacts from '#contacts/actions.ts'
import { checkCursor, checkPage, envelope } from '#edge/paging.ts'
import type { Actor } from '#kit/app.ts'
import type { Tx } from '#kit/database.ts'
import { emit } from '#kit/events.ts'
import { newUuid, type Uuid } from '#kit/ids.ts'
import { absent, invalid } from '#kit/refusals.ts'
import { reactTo, type Scope, tellBelow } from '#kit/reactions.ts'
import * as wallet from '#wallet/actions.ts'
import { conversationCreated, conversationDeleted, conversationUpdated } from './events.ts'
import * as queries from './queries.ts'
import type { ConversationRow } from './queries.ts'
import { counterpartOf } from './rules.ts'
import { type ConversationChange, type ConversationQuery, type NewConversation, showConversation } from './schema.ts'

export async function list(tx: Tx, actor: Actor, query: ConversationQuery) {
  checkPage(query)
  await checkCursor(query, async (id) => (await tx.row(queries.byId(actor, id))) !== undefined)
  return envelope(query, await tx.rows<ConversationRow>(queries.list(actor, query)), showConversation)
}

/** The conversation of the actor, or a 404: another user's looks the same as none. */
export async function find(tx: Tx, actor: Actor, id: Uuid): Promise<ConversationRow> {
  const row = await tx.row<ConversationRow>(queries.byId(actor, id))
  if (!row) throw absent('conversation')
  return row
}

/** The one conversation of this user with the contact or group; `isNew` says whether it was made now. */
export async function start(
  tx: Tx,
  actor: Actor,
  input: NewConversation,
): Promise<{ row: ConversationRow; isNew: boolean }> {
  const { contactId, groupId } = counterpartOf(input)
  if (contactId) await contacts.mustExist(tx, actor, [contactId], 'contact_id')
  if (groupId) await contacts.groupMustExist(tx, actor, groupId, 'group_id')
  const row = await tx.row<ConversationRow>(queries.insert(actor, newUuid(actor.at.getTime()), contactId, groupId))
  if (row) {
    await emit(tx, actor.organizationId, actor.at, [conversationCreated(row)])
    return { row, isNew: true }
  }
  const existing = await tx.row<ConversationRow>(queries.byCounterpart(actor, contactId, groupId))
  if (!existing) throw absent('conversation')
  return { row: existing, isNew: false }
}

/** Changes what is given and leaves the rest: service.md §4.4. */
export async function change(tx: Tx, actor: Actor, id: Uuid, input: ConversationChange): Promise<ConversationRow> {
  if (input.pinned_message_id) await mustBePinnable(tx, actor, id, input.pinned_message_id)
  const row = await tx.row<ConversationRow>(queries.update(actor, id, input))
  if (!row) throw absent('conversation')
  await emit(tx, actor.organizationId, actor.at, [conversationUpdated(row)])
  return row
}

async function mustBePinnable(tx: Tx, actor: Actor, id: Uuid, messageId: Uuid): Promise<void> {
  // The conversation before the message, the order in which deleting a message locks them too.
  if (!(await tx.row(queries.lock(actor, id)))) throw absent('conversation')
  if (!(await tx.row(queries.lockMessageOf(actor, id, messageId)))) {
    throw invalid('pinned_message_id', 'is not a message of this conversation')
  }
}

export async function open(tx: Tx, actor: Actor, id: Uuid): Promise<ConversationRow> {
  const row = await tx.row<ConversationRow>(queries.markOpened(actor, id))
  if (!row) throw absent('conversation')
  return row
}

/** Permanently, with all its messages; those still waiting are cancelled and their charges reversed. */
export async function remove(tx: Tx, actor: Actor, id: Uuid): Promise<void> {
  // The wallet first, as sending does: what both touch is locked in one order.
  await wallet.lock(tx, actor.organizationId)
  if (!(await tx.row(queries.lock(actor, id)))) throw absent('conversation')
  await removeAll(tx, actor, [id])
}

async function removeAll(tx: Tx, scope: Scope, ids: Uuid[]): Promise<void> {
  await tellBelow('conversation.removing', tx, scope, ids)
  await tx.run(queries.remove(scope.organizationId, ids))
  await emit(tx, scope.organizationId, scope.at, ids.map(conversationDeleted))
}

reactTo('contact.removing', (tx, scope, contactIds) => removeWith(tx, scope, { contactIds }))
reactTo('group.removing', (tx, scope, groupIds) => removeWith(tx, scope, { groupIds }))

async function removeWith(tx: Tx, scope: Scope, counterparts: queries.Counterparts): Promise<void> {
  await wallet.lock(tx, scope.organizationId)
  const rows = await tx.rows<{ id: Uuid }>(queries.lockByCounterpart(scope.organizationId, counterparts))
  const ids = rows.map(({ id }) => id)
  if (ids.length > 0) await removeAll(tx, scope, ids)
}
