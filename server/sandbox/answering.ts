// A contact's reply from a device: it quotes a message, presses one of its buttons, or chooses a row of its list.

import type { Actor } from '#kit/app.ts'
import type { Tx } from '#kit/database/database.ts'
import { absentIn, invalid, type Refusal, refusal } from '#kit/refusals.ts'
import { channels } from '#messaging/channels/channels.ts'
import type { Interactive } from '#messaging/channels/interactive.ts'
import * as messages from '#messaging/messages/actions.ts'
import type { Pressed } from './cloud-api-webhook.ts'
import * as queries from './device-queries.ts'
import { identitiesOf, ownersOf } from './reactions.ts'
import type { NewSandboxMessage } from './schema.ts'

const QUOTED = 'reply_to_message_id'

/** Fields that do not belong together, or that the channel does not have. */
export function misfitOf(given: NewSandboxMessage): Refusal | null {
  const { channel, reply_to_message_id, button_id, text, subject, attachments } = given
  if (reply_to_message_id != null && !channels[channel].takesQuotes) return invalid(QUOTED, 'not_on_channel')
  if (button_id == null) return null
  if (!channels[channel].takesInteractive) return invalid('button_id', 'not_on_channel')
  if (reply_to_message_id == null) return invalid(QUOTED, 'required_with', { other: 'button_id' })
  const words = { text, subject, attachments: attachments?.length ? attachments : null }
  const [beside] = Object.entries(words).flatMap(([field, value]) => (value == null ? [] : [field]))
  return beside === undefined ? null : invalid(beside, 'not_allowed_with', { other: 'button_id' })
}

/**
 * `quoted`: the provider's id of the quoted message, as the contact has it. `pressed`: a button or row that the message
 * offers.
 */
export async function answeredFrom(
  tx: Tx,
  actor: Actor,
  given: NewSandboxMessage,
): Promise<{ quoted: string | null; pressed: Pressed | null }> {
  const { channel, reply_to_message_id: messageId, button_id } = given
  if (messageId == null) return { quoted: null, pressed: null }
  const contactIds = await ownersOf(tx, actor, identitiesOf(given))
  const which = { channel, contactIds, messageId, providerId: null }
  const found = await tx.row<queries.ReactedToRow>(queries.reactedTo(actor.organizationId, which))
  if (!found) throw absentIn(QUOTED, 'message')
  // Throws unless the caller may see the message's conversation.
  await messages.find(tx, actor, messageId)
  if (found.provider_id === null) throw refusal('conflict', 'sandbox_message_not_sent')
  if (button_id == null) return { quoted: found.provider_id, pressed: null }
  const row = await tx.row<{ interactive: Interactive | null }>(
    queries.receivedAs(actor.organizationId, messageId, contactIds),
  )
  return { quoted: found.provider_id, pressed: pressedIn(row?.interactive ?? null, button_id) }
}

function pressedIn(interactive: Interactive | null, id: string): Pressed {
  const all = interactive === null ? [] : pressableIn(interactive)
  const pressed = all.find((one) => one.id === id)
  if (pressed) return pressed
  if (all.length === 0) throw invalid(QUOTED, 'message_without_buttons')
  throw invalid('button_id', 'not_one_of', { values: all.map((one) => one.id) })
}

function pressableIn(interactive: Interactive): Pressed[] {
  if (interactive.type === 'buttons')
    return interactive.buttons.map((one) => ({ type: 'button', ...one, description: null }))
  return interactive.sections.flatMap(({ rows }) => rows.map((row) => ({ type: 'list' as const, ...row })))
}
