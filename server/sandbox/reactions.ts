// A contact reacts to a message with an emoji, as the device of a channel that has reactions: spec 16.25. It goes the
// way of every provider's reactions.

import type { Actor } from '#kit/app.ts'
import type { Tx } from '#kit/database/database.ts'
import type { Uuid } from '#kit/ids.ts'
import { absentIn, invalid, Refusal } from '#kit/refusals.ts'
import { channels } from '#messaging/channels/channels.ts'
import * as messages from '#messaging/messages/actions.ts'
import { reactAsContact } from '#messaging/messages/contact-reactions.ts'
import { readEmoji } from '#messaging/messages/emoji.ts'
import type { MessageRow } from '#messaging/messages/queries.ts'
import * as queries from './device-queries.ts'
import { reactable } from './rules.ts'
import type { NewSandboxReaction } from './schema.ts'

/** No emoji takes the reaction back. The message is one that went to the contact, or that they wrote. */
export async function reactFromDevice(tx: Tx, actor: Actor, given: NewSandboxReaction): Promise<MessageRow> {
  const { channel, from, emoji } = given
  if (!reactable.includes(channel)) throw invalid('channel', 'has no reactions')
  if (emoji !== null && readEmoji(emoji) === null) throw invalid('emoji', 'must be exactly one emoji, or null')
  const asked = [given.message_id, given.provider_id].filter((one) => one != null)
  if (asked.length !== 1) throw invalid('message_id', 'give either message_id or provider_id')
  const contactIds = await writersOf(tx, actor, given)
  const which = { channel, contactIds, messageId: given.message_id ?? null, providerId: given.provider_id ?? null }
  const found = await tx.row<queries.ReactedToRow>(queries.reactedTo(actor.organizationId, which))
  const field = given.message_id == null ? 'provider_id' : 'message_id'
  if (!found) throw absentIn(field, 'message')
  // In a conversation that one sees.
  await messages.find(tx, actor, found.message_id)
  const reaction = { from, providerId: found.provider_id ?? '', emoji, time: actor.at }
  if (found.provider_id === null || !(await reactAsContact(tx, actor, channel, reaction)))
    throw new Refusal('conflict', 'The provider has no name for the message yet: it has not left, as far as we know.')
  return messages.find(tx, actor, found.message_id)
}

async function writersOf(tx: Tx, { organizationId }: Actor, { channel, from }: NewSandboxReaction): Promise<Uuid[]> {
  const reading = channels[channel].identitiesOf(from)
  if ('message' in reading) throw invalid('from', reading.message)
  const rows = await Promise.all(
    reading.value.map(({ field, value }) => tx.row<queries.OwnerRow>(queries.ownerOf(organizationId, field, value))),
  )
  return rows.flatMap((row) => (row ? [row.id] : []))
}
