// A contact reacts to a message with an emoji at a device, on channels with reactions: spec 16.25. The reaction is
// delivered like any provider's: by a signed webhook.

import { randomBytes } from 'node:crypto'
import { isFenced } from '#installation/fence.ts'
import type { Actor, App } from '#kit/app.ts'
import type { Tx } from '#kit/database/database.ts'
import type { Uuid } from '#kit/ids.ts'
import { absentIn, invalid, refusal } from '#kit/refusals.ts'
import type { KeepArrivals } from '#messaging/channels/arrivals/arrival.ts'
import type { Identity } from '#messaging/channels/channel.ts'
import { channels } from '#messaging/channels/channels.ts'
import * as messages from '#messaging/messages/actions.ts'
import { readEmoji } from '#messaging/messages/emoji.ts'
import type { MessageRow } from '#messaging/messages/queries.ts'
import { mustBeOn } from './carried.ts'
import * as queries from './device-queries.ts'
import { createProviderMessages } from './provider-messages.ts'
import { reactable } from './rules.ts'
import type { NewSandboxReaction } from './schema.ts'
import { followAll } from './writing.ts'

const NAME_BYTES = 16

export type ReactFromDevice = (actor: Actor, given: NewSandboxReaction) => Promise<MessageRow>

/** Without an emoji the reaction is removed. The message is one that the contact received or wrote. */
export function createReactions(app: App, keep: KeepArrivals): ReactFromDevice {
  const { react } = createProviderMessages(app, keep)

  return async (actor, given) => {
    const { channel, emoji } = given
    const { organizationId } = actor
    const { reads } = app.database
    await mustBeOn(reads, app.settings, actor, channel)
    if (!reactable.includes(channel)) throw invalid('channel', 'no_reactions')
    if (emoji !== null && readEmoji(emoji) === null) throw invalid('emoji', 'not_one_emoji')
    const asked = [given.message_id, given.provider_id].filter((one) => one != null)
    const fields = ['message_id', 'provider_id']
    if (asked.length !== 1)
      throw invalid('message_id', asked.length === 0 ? 'one_of_fields' : 'only_one_of_fields', { fields })
    const identities = identitiesOf(given)
    const contactIds = await ownersOf(reads, actor, identities)
    const which = { channel, contactIds, messageId: given.message_id ?? null, providerId: given.provider_id ?? null }
    const found = await reads.row<queries.ReactedToRow>(queries.reactedTo(organizationId, which))
    const field = given.message_id == null ? 'provider_id' : 'message_id'
    if (!found) throw absentIn(field, 'message')
    // Throws unless the caller may see the message's conversation.
    await messages.find(reads, actor, found.message_id)
    if (found.provider_id === null) throw refusal('conflict', 'sandbox_message_not_sent')
    if (await isFenced(app)) throw refusal('temporarily_unavailable', 'sandbox_while_fenced')
    const reaction = { emoji, to: found.provider_id, name: randomBytes(NAME_BYTES) }
    await followAll(app, [await react(organizationId, identities[0]?.value as string, reaction)])
    return messages.find(reads, actor, found.message_id)
  }
}

export function identitiesOf({ channel, from }: Pick<NewSandboxReaction, 'channel' | 'from'>): Identity[] {
  const reading = channels[channel].identitiesOf(from)
  if ('message' in reading) throw invalid('from', reading)
  return reading.value
}

export async function ownersOf(tx: Tx, { organizationId }: Actor, identities: readonly Identity[]): Promise<Uuid[]> {
  const rows = await Promise.all(
    identities.map(({ field, value }) => tx.row<queries.OwnerRow>(queries.ownerOf(organizationId, field, value))),
  )
  return rows.flatMap((row) => (row ? [row.id] : []))
}
