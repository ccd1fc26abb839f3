// Checks that a user's reaction may be sent to the message's author: like a message within the session.

import type { Actor } from '#kit/app.ts'
import type { Tx } from '#kit/database/database.ts'
import type { Uuid } from '#kit/ids.ts'
import { type Details, detailsOf } from '#kit/messages/details.ts'
import { refusal } from '#kit/refusals.ts'
import type { ChannelName, Reachable } from '#messaging/channels/channel.ts'
import { channels } from '#messaging/channels/channels.ts'
import { writerOf } from './reaction-queries.ts'

const NOTHING = { subject: null, text: null, html: null, template_id: null }

/** Null if it may be sent; otherwise the reason, with the code that a message would be refused with. */
export function whyNoReaction(
  channel: ChannelName,
  contact: Reachable,
  at: Date,
): { code: 'session_window_closed' | 'contact_unreachable'; detail: Details } | null {
  const unreachable = (detail: Details) => ({ code: 'contact_unreachable', detail }) as const
  if (channels[channel].addressOf(contact) === null) return unreachable(detailsOf('reaction_without_address'))
  if (contact.unsubscribed[channel] !== undefined) return unreachable(detailsOf('reaction_to_unsubscribed'))
  if (contact.suppressed?.[channel] !== undefined) return unreachable(detailsOf('reaction_to_suppressed'))
  const kind = channels[channel].kindOf(contact, NOTHING, at)
  if ('kind' in kind) return null
  return { code: 'session_window_closed', detail: detailsOf('reaction_session_over') }
}

/** Refused before anything is stored; a later unsubscription is noticed at sending. */
export async function mustTakeReaction(tx: Tx, actor: Actor, channel: ChannelName, messageId: Uuid): Promise<void> {
  const contact = await tx.row<Reachable>(writerOf(actor.organizationId, messageId))
  const why = contact ? whyNoReaction(channel, contact, actor.at) : null
  if (why?.code === 'session_window_closed') throw refusal('session_window_closed', 'reaction_session_closed')
}
