// Contacts' reactions to messages, as reported by providers: one per contact and message, the latest.

import type { Scope } from '#kit/app.ts'
import type { Tx } from '#kit/database/database.ts'
import type { Uuid } from '#kit/ids.ts'
import type { IncomingReaction } from '#messaging/channels/arrivals/arrived.ts'
import type { ChannelName } from '#messaging/channels/channel.ts'
import * as conversationQueries from '#messaging/conversations/queries.ts'
import * as queries from './contact-reaction-queries.ts'
import { readEmoji } from './emoji.ts'

/**
 * A contact's reaction to a sent message, by the provider's id of its delivery, or to the contact's own message.
 * Idempotent. False when the message does not exist; it may not be recorded yet.
 */
export async function reactAsContact(
  tx: Tx,
  scope: Scope,
  channel: ChannelName,
  { providerId, emoji, time }: IncomingReaction,
): Promise<boolean> {
  const { organizationId, at } = scope
  const find = () => tx.rows<queries.NamedMessage>(queries.namedBy(organizationId, channel, providerId))
  const [found, ...others] = await find()
  // With several messages of this id, the target is ambiguous.
  if (!found || others.length > 0) return false
  // Blocks deletions, which lock the conversation; read again, because it may just have been deleted.
  await tx.rows(conversationQueries.lock(organizationId, [found.conversation_id]))
  const [still] = await find()
  if (still?.message_id !== found.message_id) return false
  const { message_id: messageId, contact_id: contactId } = still
  const one = emoji === null || emoji === '' ? null : readEmoji(emoji)
  // Text that is not an emoji cannot be a reaction.
  if (emoji !== null && emoji !== '' && one === null) return true
  const reaction = { messageId, contactId, at: time < at ? time : at }
  // Providers repeat and reorder events: a reaction older than the stored one changes nothing.
  if (!(await tx.row(queries.noteTime(organizationId, reaction)))) return true
  await tx.run(queries.takeBack(organizationId, reaction, one))
  if (one !== null) await tx.run(queries.add(organizationId, reaction, one))
  return true
}

export interface ContactReaction {
  messageId: Uuid
  contactId: Uuid
  at: Date
}
