// Messages: reading, editing, reactions and deletion. Sending is in sending/send.ts.

import { isDeepStrictEqual } from 'node:util'
import { forgetAnswers } from '#edge/idempotency.ts'
import { checkCursor, checkPage, envelope, type Page } from '#edge/paging.ts'
import { emit } from '#events/actions.ts'
import { type Hook, runHooks } from '#events/hooks.ts'
import type { Actor, App } from '#kit/app.ts'
import { planByKey } from '#kit/database/by-key.ts'
import type { Tx } from '#kit/database/database.ts'
import { noteDeletions } from '#kit/deletions.ts'
import type { Uuid } from '#kit/ids.ts'
import { validationError } from '#kit/messages/field-errors.ts'
import { reasonOf } from '#kit/messages/reasons.ts'
import { pieceSize } from '#kit/piece-size.ts'
import { absent, invalid, Refusal, refusal } from '#kit/refusals.ts'
import { enqueueWork } from '#kit/work.ts'
import { channels } from '#messaging/channels/channels.ts'
import { conversationUpdated } from '#messaging/conversations/events.ts'
import type { ConversationRow } from '#messaging/conversations/queries.ts'
import * as conversationQueries from '#messaging/conversations/queries.ts'
import { belongsToAnother } from '#messaging/conversations/rules.ts'
import { mediaHeaderOf } from '#messaging/templates/components.ts'
import * as wallet from '#money/wallet/actions.ts'
import { forgetMerged } from './contact-merging.ts'
import * as deletionQueries from './deletion-queries.ts'
import { readEmoji } from './emoji.ts'
import { messageDeleted, messageUpdated } from './events.ts'
import { giveBackAwaited, noteRefund } from './give-back.ts'
import * as mergeQueries from './merge-queries.ts'
import type { DeliveryRow, MessageRow } from './queries.ts'
import * as queries from './queries.ts'
import { addReaction, noteReaction, removeReaction } from './reaction-queries.ts'
import { mustTakeReaction } from './reactions.ts'
import { CONTACT_DELETED, CONVERSATION_DELETED, cancelQueued, forgetDeliveriesTo, forgetMessages } from './removal.ts'
import { ruledChange } from './ruled-change.ts'
import { contentError } from './rules.ts'
import { leavesAt } from './schedule.ts'
import type { MessageChange, MessageRemoval } from './schema.ts'
import { showDelivery } from './show.ts'
import * as unreadQueries from './unread-queries.ts'
import { type UnsentRow, unsentOf, unsentOnly } from './unsent-queries.ts'

/** Messages moved to another conversation per step. */
const PIECE_MESSAGES = 5000

/** Returns a message in a conversation that the actor may see; 404 otherwise. */
export async function find(tx: Tx, actor: Actor, id: Uuid): Promise<MessageRow> {
  const row = await tx.row<MessageRow>(queries.visible(actor, id))
  if (!row) throw absent('message')
  return row
}

/** For changes: the message must be in a conversation of the actor's own. */
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

/** Only while nothing was sent: text that a contact may have read is not changed. */
export async function change(
  tx: Tx,
  actor: Actor,
  id: Uuid,
  input: MessageChange,
  settings: App['settings'],
): Promise<MessageRow> {
  await tx.rows(queries.lockQueued(actor.organizationId, { messageIds: [id] }))
  // Read under the lock: two concurrent edits must not leave it without content.
  const message = await findOwn(tx, actor, id)
  if (message.direction === 'inbound') throw refusal('conflict', 'message_of_contact')
  const state = await tx.row<UnsentRow>(unsentOnly(actor.organizationId, id))
  if (!state?.unsent) throw refusal('message_already_sent', 'message_already_sent')
  mustNotRewriteTemplate(message, input)
  if (saysWhatIs(message, input)) return message
  const asked = input.send_at === undefined ? state.due_at : leavesAt(input.send_at, actor.at)
  if (asked instanceof Refusal) throw asked
  const ruled = await ruledChange(tx, actor, settings, message, { text: input.text, leaves: asked })
  const isLater = ruled.leavesAt > asked
  if (input.send_at !== undefined || isLater)
    await reschedule(tx, actor, id, state, isLater ? ruled.leavesAt : (input.send_at ?? null))
  const { subject, text, html, template_id } = { ...message, ...input }
  const misfit = contentError(message.channel, {
    subject,
    text,
    html,
    template_id,
    interactive: message.interactive,
    template_header: mediaHeaderOf(message.template_components)?.type ?? null,
    attachments: message.attachments ?? [],
  })
  if (misfit) throw misfit
  await tx.run(queries.update(actor, id, isLater ? { ...input, send_at: ruled.leavesAt } : input, ruled.of))
  await runHooks('words.changed', tx, actor, { kind: 'message', ids: [id] })
  return changed(tx, actor, id)
}

/** True for a change whose values the message already has: it has no effect (spec 3.12). */
function saysWhatIs(message: MessageRow, input: MessageChange): boolean {
  const given = Object.entries(input).filter(([, value]) => value !== undefined)
  return given.every(([name, value]) => isDeepStrictEqual(message[name as keyof MessageRow], value))
}

/** The resulting message, for the event. */
async function changed(tx: Tx, actor: Actor, id: Uuid): Promise<MessageRow> {
  const message = await findOwn(tx, actor, id)
  await emit(tx, actor.organizationId, actor.at, [messageUpdated(message)])
  return message
}

function mustNotRewriteTemplate({ template_id, variables }: MessageRow, { subject, text, html }: MessageChange): void {
  // Without variables the text is the message's own, even if it matched a registered template.
  if (template_id === null || variables === null || [subject, text, html].every((one) => one === undefined)) return
  throw refusal('conflict', 'message_of_template')
}

/** spec 7.24: null means now. The charge stays, so a session message cannot be postponed. */
async function reschedule(tx: Tx, actor: Actor, id: Uuid, state: UnsentRow, sendAt: Date | null) {
  const { organizationId, at } = actor
  if (state.attempts > 0) throw refusal('conflict', 'message_retried')
  const leaves = leavesAt(sendAt, at)
  if (leaves instanceof Refusal) throw leaves
  if (state.has_window && leaves > state.due_at)
    throw new Refusal('session_window_closed', reasonOf('session_message_later'), [
      { field: 'send_at', ...validationError('later_than_session') },
    ])
  await tx.run(queries.reschedule(organizationId, id, leaves))
  await tx.run(enqueueWork('dispatch', organizationId, leaves))
}

/** Deletes permanently. Unsent deliveries are cancelled and refunded. */
export async function remove(tx: Tx, actor: Actor, id: Uuid, only?: MessageRemoval['only']): Promise<void> {
  await tx.run(planByKey())
  const walletState = await wallet.lock(tx, actor.organizationId)
  const message = await findOwn(tx, actor, id)
  // Lock order: the conversation before the message, as when pinning. Otherwise a message could be pinned while it is
  // deleted.
  await tx.row(conversationQueries.lockOne(actor, message.conversation_id))
  const unsent = await cancelQueued(
    tx,
    actor,
    walletState,
    { messageIds: [id] },
    'the message was deleted before it left',
  )
  if (only === 'queued' && unsent === 0) throw refusal('conflict', 'message_sent_meanwhile')
  await tx.run(conversationQueries.unpin(actor.organizationId, id, message.conversation_id))
  await forgetMessages(tx, actor, [id])
  await runHooks('message.removing', tx, actor, [id])
  tx.onCommit(forgetAnswers(actor.organizationId, [id]))
  await emit(tx, actor.organizationId, actor.at, [messageDeleted(message)])
  await settleUnread(tx, actor, message)
}

// Deleting a conversation deletes its messages; a large conversation's in batches (deletion.ts), which are not handled
// here. The caller holds the wallet's lock; taking it again costs nothing.
export const removeWithConversations: Hook<'conversation.removing'> = async (tx, scope, conversationIds) => {
  const { organizationId } = scope
  const walletState = await wallet.lock(tx, organizationId)
  const rows = await tx.rows<{ id: Uuid }>(deletionQueries.ofConversations(organizationId, conversationIds))
  const messageIds = rows.map(({ id }) => id)
  if (messageIds.length === 0) return
  await cancelQueued(tx, scope, walletState, { messageIds }, CONVERSATION_DELETED)
  await forgetMessages(tx, scope, messageIds)
}

// Merging a conversation moves its messages with their deliveries and reactions; a large conversation's in batches
// (merging.ts), which are not handled here.
export const mergeWithConversations: Hook<'conversation.merging'> = async (tx, { organizationId }, merged) => {
  for (;;) {
    const messages = await tx.rows<mergeQueries.Merged>(
      mergeQueries.nextToMerge(organizationId, merged, PIECE_MESSAGES),
    )
    if (messages.length > 0) {
      // Lock order: deliveries before messages, as when a message is edited.
      await tx.run(mergeQueries.mergeDeliveries(organizationId, messages))
      await tx.run(mergeQueries.mergeMessages(organizationId, messages))
    }
    if (messages.length < PIECE_MESSAGES) return
  }
}

/**
 * Messages to groups that are checked for a contact in one transaction; if there are more, the contact is erased in
 * batches.
 */
const lookedAtOnceMax = () => pieceSize(2000)

// Once its conversations are deleted, the contact only remains in messages to its groups.
export const forgetContacts: Hook<'contact.removing'> = async (tx, scope, contactIds) => {
  const { organizationId } = scope
  const walletState = await wallet.lock(tx, organizationId)
  await wallet.renew(tx, organizationId, walletState, scope.at)
  await forgetMerged(tx, scope, contactIds)
  const ofGroups = deletionQueries.ofGroups(organizationId, lookedAtOnceMax() + 1)
  const messageIds = (await tx.rows<{ id: Uuid }>(ofGroups)).map(({ id }) => id)
  if (messageIds.length > lookedAtOnceMax()) return noteDeletions(tx, scope, 'contact', contactIds)
  if (messageIds.length === 0) return
  await cancelQueued(tx, scope, walletState, { messageIds, contactIds }, CONTACT_DELETED)
  await forgetDeliveriesTo(tx, scope, { messageIds, contactIds })
}

export const markLeftInPart: Hook<'delivery.left_in_part'> = async (tx, { organizationId }, ids) => {
  await tx.run(queries.markLeftInPart(organizationId, ids))
}

// An unsent message may still be reversed; refunding it too would return the money twice.
export const refuseUnsent: Hook<'charge.refunding'> = async (tx, { organizationId }, transactionIds) => {
  if ((await tx.row(unsentOf(organizationId, transactionIds))) === undefined) return
  throw refusal('conflict', 'charge_not_sent')
}

// A refund reduces the cost of the messages; what remains is available for reversals of failed ones.
export const noteRefunded: Hook<'charge.refunded'> = async (tx, scope, transactionIds) => {
  for (const id of transactionIds) {
    await noteRefund(tx, scope, id)
    await giveBackAwaited(tx, scope, id)
  }
}

export const noteKept: Hook<'charge.kept'> = async (tx, scope, transactionIds) => {
  for (const id of transactionIds) await giveBackAwaited(tx, scope, id)
}

export async function markRead(tx: Tx, actor: Actor, id: Uuid, isRead: boolean): Promise<MessageRow> {
  const { conversation_id } = await findOwn(tx, actor, id)
  // Waits for "mark all as read" and for inbound messages.
  await tx.row(conversationQueries.lockOne(actor, conversation_id))
  const message = await findOwn(tx, actor, id)
  if (message.direction === 'outbound') throw refusal('conflict', 'message_of_user')
  if ((message.read_at !== null) === isRead) return message
  await tx.run(unreadQueries.markRead(actor, id, isRead ? actor.at : null))
  await settleUnread(tx, actor, message)
  return changed(tx, actor, id)
}

/** The unread count or latest message of the locked conversation changed: emits its event as well. */
async function settleUnread(tx: Tx, { organizationId, at }: Actor, { conversation_id }: MessageRow): Promise<void> {
  const row = await tx.row<ConversationRow>(conversationQueries.settleUnread(organizationId, conversation_id, null))
  if (row) await emit(tx, organizationId, at, [conversationUpdated(row)])
}

export async function react(tx: Tx, actor: Actor, id: Uuid, emoji: string): Promise<MessageRow> {
  const { conversation_id, channel, direction } = await findOwn(tx, actor, id)
  const one = readEmoji(emoji)
  if (one === null) throw invalid('emoji', 'not_one_emoji')
  const goesOut = direction === 'inbound' && channels[channel].sendsReactions === true
  if (goesOut) await mustTakeReaction(tx, actor, channel, id)
  // Blocks deletions, which lock the conversation; read again, because it may just have been deleted.
  await tx.row(conversationQueries.keep(actor, conversation_id))
  await findOwn(tx, actor, id)
  if ((await tx.run(addReaction(actor, id, one))) === 0) return findOwn(tx, actor, id)
  if (goesOut) await tx.run(noteReaction(actor, id))
  return changed(tx, actor, id)
}

export async function unreact(tx: Tx, actor: Actor, id: Uuid, emoji: string): Promise<MessageRow> {
  const { conversation_id, channel, direction } = await findOwn(tx, actor, id)
  // As above: the event must not be written after the deletion.
  await tx.row(conversationQueries.keep(actor, conversation_id))
  await findOwn(tx, actor, id)
  // Also matches a reaction from before reactions had to be emoji.
  if ((await tx.run(removeReaction(actor, id, [emoji, readEmoji(emoji) ?? emoji]))) === 0) return findOwn(tx, actor, id)
  if (direction === 'inbound' && channels[channel].sendsReactions) await tx.run(noteReaction(actor, id))
  return changed(tx, actor, id)
}
