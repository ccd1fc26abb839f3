// Messages: what was written, to whom, at what price, and what became of it. Sending is in send.ts.

import * as conversations from '#conversations/actions.ts'
import * as conversationQueries from '#conversations/queries.ts'
import { belongsToAnother } from '#conversations/rules.ts'
import { forgetAnswers } from '#edge/idempotency.ts'
import { checkCursor, checkPage, envelope, type Page } from '#edge/paging.ts'
import type { Actor } from '#kit/app.ts'
import type { Tx } from '#kit/database.ts'
import type { Uuid } from '#kit/ids.ts'
import { absent, invalid, Refusal } from '#kit/refusals.ts'
import { type Hook, type Scope, runHooks } from '#kit/hooks.ts'
import * as wallet from '#wallet/actions.ts'
import { readEmoji } from './emoji.ts'
import * as forgetQueries from './forget-queries.ts'
import { giveBack, type Unsent } from './give-back.ts'
import { markRefunded } from './give-back-queries.ts'
import * as mergeQueries from './merge-queries.ts'
import * as queries from './queries.ts'
import type { DeliveryRow, MessageRow } from './queries.ts'
import * as rerateQueries from './rerate-queries.ts'
import { contentFaults } from './rules.ts'
import type { MessageChange, MessageQuery } from './schema.ts'
import { showDelivery, showMessage } from './show.ts'

/** Messages that come to another conversation in one step. */
const PIECE_MESSAGES = 5000

export async function list(tx: Tx, actor: Actor, query: MessageQuery) {
  checkPage(query)
  await conversations.find(tx, actor, query.conversation_id)
  await checkCursor(query, async (id) => {
    const row = await tx.row<MessageRow>(queries.visible(actor, id))
    return row?.conversation_id === query.conversation_id
  })
  return envelope(query, await tx.rows<MessageRow>(queries.list(actor, query)), showMessage)
}

/** The message, in a conversation that the actor may see; any other is a 404. */
export async function find(tx: Tx, actor: Actor, id: Uuid): Promise<MessageRow> {
  const row = await tx.row<MessageRow>(queries.visible(actor, id))
  if (!row) throw absent('message')
  return row
}

/** For who changes it: in a conversation of their own. */
async function findOwn(tx: Tx, actor: Actor, id: Uuid): Promise<MessageRow> {
  const row = await find(tx, actor, id)
  if (row.user_id !== actor.userId) throw belongsToAnother()
  return row
}

export async function deliveries(tx: Tx, actor: Actor, messageId: Uuid, page: Page) {
  checkPage(page)
  await find(tx, actor, messageId)
  const { organizationId } = actor
  await checkCursor(
    page,
    async (id) => (await tx.row(queries.deliveryExists(organizationId, messageId, id))) !== undefined,
  )
  return envelope(page, await tx.rows<DeliveryRow>(queries.deliveriesOf(organizationId, messageId, page)), showDelivery)
}

/** Only while nothing has left: what a contact may have read is not rewritten. */
export async function change(tx: Tx, actor: Actor, id: Uuid, input: MessageChange): Promise<MessageRow> {
  await tx.rows(queries.lockQueued(actor.organizationId, { messageId: id }))
  // Read behind the lock: two edits at once must not leave it without any content.
  const message = await findOwn(tx, actor, id)
  if (message.direction === 'inbound') throw new Refusal('conflict', 'A message that a contact wrote cannot be edited.')
  const state = await tx.row<{ unsent: boolean | null }>(queries.unsentOnly(actor.organizationId, id))
  if (!state?.unsent)
    throw new Refusal('message_already_sent', 'The message has left, or is leaving; write another one instead.')
  const { subject, text, html, template_id } = { ...message, ...input }
  const fault = contentFaults(message.channel, { subject, text, html, template_id })
  if (fault) throw fault
  await tx.run(queries.update(actor, id, input))
  return findOwn(tx, actor, id)
}

/** Gone for good. What has not left is cancelled and its charge reversed. */
export async function remove(tx: Tx, actor: Actor, id: Uuid): Promise<void> {
  const purse = await wallet.lock(tx, actor.organizationId)
  const message = await findOwn(tx, actor, id)
  // The conversation before the message, as pinning does: else one could be pinned while it goes.
  await tx.row(conversationQueries.lockOne(actor, message.conversation_id))
  await cancelQueued(tx, actor, purse, { messageId: id }, 'the message was deleted before it left')
  await tx.run(conversationQueries.unpin(actor.organizationId, id, message.conversation_id))
  await forget(tx, actor, { messageId: id })
  await runHooks('message.removing', tx, actor, [id])
  tx.later(forgetAnswers(actor.organizationId, [id]))
}

// With a conversation all its messages go. The caller holds the wallet's lock; asking again costs nothing.
export const removeWithConversations: Hook<'conversation.removing'> = async (tx, scope, conversationIds) => {
  const purse = await wallet.lock(tx, scope.organizationId)
  await cancelQueued(tx, scope, purse, { conversationIds }, 'the conversation was deleted before it left')
  await wallet.renew(tx, scope.organizationId, purse, scope.at)
  await forget(tx, scope, { conversationIds })
}

// With a conversation that becomes part of another go its messages, and with them deliveries and reactions: in pieces, so that no statement is long.
export const mergeWithConversations: Hook<'conversation.merging'> = async (tx, { organizationId, at }, merged) => {
  await wallet.renew(tx, organizationId, await wallet.lock(tx, organizationId), at)
  for (;;) {
    const messages = await tx.rows<mergeQueries.Merged>(
      mergeQueries.nextToMerge(organizationId, merged, PIECE_MESSAGES),
    )
    if (messages.length > 0) {
      // The deliveries before the messages, as editing one does.
      await tx.run(mergeQueries.mergeDeliveries(organizationId, messages))
      await tx.run(mergeQueries.mergeMessages(organizationId, messages))
    }
    if (messages.length < PIECE_MESSAGES) return
  }
}

// After its conversations are gone, a contact is left in what was sent to its groups.
export const forgetContacts: Hook<'contact.removing'> = async (tx, scope, contactIds) => {
  const purse = await wallet.lock(tx, scope.organizationId)
  await cancelQueued(tx, scope, purse, { contactIds }, 'the contact was deleted before it left')
  await wallet.renew(tx, scope.organizationId, purse, scope.at)
  await tx.run(forgetQueries.buryEventsAboutContacts(scope.organizationId, contactIds))
  await tx.run(queries.forgetContacts(scope.organizationId, contactIds))
}

// What has not left may yet be reversed by itself: refunded as well, it would be given back twice.
export const refuseUnsent: Hook<'charge.refunding'> = async (tx, { organizationId }, transactionIds) => {
  if ((await tx.row(queries.unsentOf(organizationId, transactionIds))) === undefined) return
  throw new Refusal(
    'conflict',
    'Messages of this charge have not left yet, and one that never leaves is given back by itself; ask again when all have left.',
  )
}

// A re-rate gives back a share of it, by itself and to the paisa; what a refund gave back it would give back once more.
export const refuseVolumeCharges: Hook<'charge.refunding'> = async (tx, { organizationId }, transactionIds) => {
  if ((await tx.row(rerateQueries.volumeCharge(organizationId, transactionIds))) === undefined) return
  throw new Refusal(
    'conflict',
    'This charge was made at volume prices, which are re-rated by the month; grant a credit instead of a refund.',
  )
}

// What a refund gave back is no part of what its messages cost.
export const noteRefunded: Hook<'charge.refunded'> = async (tx, { organizationId }, transactionIds) => {
  for (const id of transactionIds) await tx.run(markRefunded(organizationId, id))
}

async function cancelQueued(
  tx: Tx,
  scope: Scope,
  purse: wallet.Purse,
  which: queries.Which,
  reason: string,
): Promise<void> {
  const queued = await tx.rows<Unsent>(queries.lockQueued(scope.organizationId, which))
  if (queued.length === 0) return
  const ids = queued.map(({ id }) => id)
  await tx.run(queries.cancel(scope.organizationId, ids, scope.at))
  await giveBack(tx, scope, purse, queued, { by: 'act', reason })
}

async function forget(tx: Tx, scope: Scope, which: { messageId: Uuid } | { conversationIds: Uuid[] }): Promise<void> {
  const { organizationId } = scope
  await tx.run(queries.forgetDeliveries(organizationId, which))
  // Behind the deliveries: whoever records what became of one tells it while holding that row.
  await tx.run(forgetQueries.buryEventsOf(organizationId, which))
  await tx.run(queries.removeReactions(organizationId, which))
  await tx.run(queries.removeMessages(organizationId, which))
}

export async function markRead(tx: Tx, actor: Actor, id: Uuid, isRead: boolean): Promise<MessageRow> {
  const message = await findOwn(tx, actor, id)
  if (message.direction === 'outbound')
    throw new Refusal('conflict', 'Whether the contact has read it is reported by the channel.')
  await tx.run(queries.markRead(actor, id, isRead ? actor.at : null))
  return findOwn(tx, actor, id)
}

export async function react(tx: Tx, actor: Actor, id: Uuid, emoji: string): Promise<MessageRow> {
  const { conversation_id } = await findOwn(tx, actor, id)
  const one = readEmoji(emoji)
  if (one === null) throw invalid('emoji', 'must be exactly one emoji')
  // Kept from deletion, which locks the conversation; looked at again, because it may just have been deleted.
  await tx.row(conversationQueries.keep(actor, conversation_id))
  await findOwn(tx, actor, id)
  await tx.run(queries.addReaction(actor, id, one))
  return findOwn(tx, actor, id)
}

export async function unreact(tx: Tx, actor: Actor, id: Uuid, emoji: string): Promise<MessageRow> {
  await findOwn(tx, actor, id)
  // Also one from before a reaction had to be an emoji.
  await tx.run(queries.removeReaction(actor, id, [emoji, readEmoji(emoji) ?? emoji]))
  return findOwn(tx, actor, id)
}
