// The recipients of a message: the conversation's participants that the channel reaches and that consent, with the
// content to store. Pure.

import type { Uuid } from '#kit/ids.ts'
import { validationError } from '#kit/messages/field-errors.ts'
import { reasonOf } from '#kit/messages/reasons.ts'
import { absentIn, invalidFields, Refusal, type RefusalCode, refusal } from '#kit/refusals.ts'
import type { AttachedRow } from '#messaging/attachments/queries.ts'
import type { Content, Reachable } from '#messaging/channels/channel.ts'
import { channels } from '#messaging/channels/channels.ts'
import { interactiveOf } from '#messaging/messages/interactive.ts'
import { contentError } from '#messaging/messages/rules.ts'
import { leavesAt } from '#messaging/messages/schedule.ts'
import { mediaHeaderOf } from '#messaging/templates/components.ts'
import type { PriceKind, PriceList } from '#money/pricing/rules.ts'
import { attachedTo, type Sendable } from './attachments.ts'
import type { DestinationRow, RecipientRow } from './queries.ts'
import { type Quotable, quoteErrorOf } from './quotes.ts'
import { type MadeFrom, mayLeaveAt } from './ruled.ts'
import type { Draft } from './schema.ts'

/** A draft as it is stored: every field present, null when not given; with a template, its rendered content. */
function contentOf(draft: Draft, attachments: readonly AttachedRow[]): Content | Refusal {
  const { made, subject = null, text = null, html = null, reply_to_message_id = null } = draft
  if (made !== undefined && !(made instanceof Refusal))
    return {
      ...made.content,
      template_id: made.templateId,
      template_header: mediaHeaderOf(made.components)?.type ?? null,
      attachments,
    }
  const interactive = draft.interactive == null ? null : interactiveOf(draft.interactive)
  if (Array.isArray(interactive)) return invalidFields('invalid_content', interactive)
  return { subject, text, html, template_id: null, interactive, reply_to_message_id, attachments }
}

export interface Recipient extends Reachable {
  contactId: Uuid
  /** Since when the contact opted out of marketing in the app; unset without an opt-out. */
  marketing_stopped_at?: Date | null
}

/** The conversation of a draft, as read for the decision. */
export interface Destination {
  id: Uuid
  userId: Uuid
  isGroup: boolean
  lastActiveAt: Date | null
  recipients: Recipient[]
}

/** The conversations of the drafts with their recipients: one contact, or the members of the group. */
export function destinationsOf(
  contactRows: readonly DestinationRow[],
  memberRows: readonly RecipientRow[],
): Map<Uuid, Destination> {
  const destinations = new Map<Uuid, Destination>()
  for (const row of contactRows) {
    destinations.set(row.id, {
      id: row.id,
      userId: row.user_id,
      isGroup: row.group_id !== null,
      lastActiveAt: row.last_active_at,
      recipients: [],
    })
  }
  for (const row of [...contactRows, ...memberRows]) {
    if (row.contact_id === null) continue
    const { contact_id, email, phone_number, app_id, app_number, unsubscribed, suppressed, last_inbound_at } = row
    const { marketing_stopped_at } = row
    destinations.get(row.id)?.recipients.push({
      contactId: contact_id,
      email,
      phone_number,
      app_id,
      app_number,
      unsubscribed: unsubscribed ?? {},
      suppressed,
      marketing_stopped_at,
      last_inbound_at,
    })
  }
  return destinations
}

export interface Unreachable {
  contactId: Uuid
  reason: RefusalCode
}

export interface Receiver {
  contactId: Uuid
  address: string
  kind: PriceKind
}

/** A draft with its recipients. */
export interface Addressed {
  destination: Destination
  content: Content
  attachments: readonly AttachedRow[]
  receivers: Receiver[]
  unreachable: Unreachable[]
  /** The earliest sending time. */
  leavesAt: Date
  /** The requested time, or the end of the account's quiet hours; null to send at once. */
  sendAt: Date | null
  /** The template it was rendered from, or that its text was matched to. */
  made: MadeFrom | null
}

/** Data about possible destinations of drafts. */
export interface Reach {
  destinations: ReadonlyMap<Uuid, Destination>
  /** Channels that the organization has not configured. */
  unavailable: ReadonlySet<string>
  /** Kinds without a price in the list cannot be sent. */
  priceList: Pick<PriceList, 'name' | 'tiers'>
  at: Date
  /** The referenced attachments; unset when no draft has any. */
  attachments?: Sendable
  /** The quoted messages; unset when no draft quotes one. */
  quotable?: Quotable
}

/** The recipients of the draft, or the refusal. */
export function recipientsOf(state: Reach, userId: Uuid, draft: Draft): Addressed | Refusal {
  const found = everybodyOf(state, userId, draft)
  if (found instanceof Refusal || found.receivers.length > 0) return found
  return found.refusal ?? refusal('recipient_unreachable', 'group_without_members')
}

/** Reachable recipients (possibly none) and unreachable ones, or the refusal of the whole draft. */
export function everybodyOf(
  state: Reach,
  userId: Uuid,
  draft: Draft,
): (Addressed & { refusal: Refusal | null }) | Refusal {
  const { destinations, unavailable } = state
  if (draft.made instanceof Refusal) return draft.made
  const attachments = attachedTo(state.attachments, draft)
  if (attachments instanceof Refusal) return attachments
  const content = contentOf(draft, attachments)
  if (content instanceof Refusal) return content
  const misfit = contentError(draft.channel, content)
  if (misfit) return misfit
  if (unavailable.has(draft.channel)) {
    const { channel } = draft
    return new Refusal('channel_unavailable', reasonOf('channel_not_set_up', { channel }), [
      { field: 'channel', ...validationError('channel_not_set_up', { channel }) },
    ])
  }
  const destination = destinations.get(draft.conversation_id)
  if (!destination || destination.userId !== userId) return absentIn('conversation_id', 'conversation')
  const quoteError = quoteErrorOf(state.quotable, draft)
  if (quoteError) return quoteError

  const leaves = leavesAt(draft.send_at, state.at)
  if (leaves instanceof Refusal) return leaves
  const reached = reach(destination, draft, content, leaves, state)
  const { ruled, made = null } = draft
  const isRuled = ruled !== undefined && reached.receivers.some(({ address }) => ruled.rule.isFor(address))
  // Recipients refused because of the hour are not among the receivers.
  const later = isRuled ? (mayLeaveAt(ruled, leaves) as Date) : leaves
  return {
    destination,
    content,
    attachments,
    ...reached,
    leavesAt: later,
    sendAt: later > leaves ? later : (draft.send_at ?? null),
    made: made ?? (isRuled ? ruled.of : null),
  }
}

/**
 * The reachable recipients of a conversation: in a group, all members that can be reached. `refusal` is that of the
 * first unreachable member, and the message's if no member can be reached.
 */
function reach(
  destination: Destination,
  draft: Draft,
  content: Content,
  leaves: Date,
  state: Reach,
): Pick<Addressed, 'receivers' | 'unreachable'> & { refusal: Refusal | null } {
  const receivers: Receiver[] = []
  const unreachable: Unreachable[] = []
  let refusal: Refusal | null = null
  for (const recipient of destination.recipients) {
    const one = reachOne(recipient, draft, content, leaves, state)
    if (one instanceof Refusal) {
      refusal ??= one
      unreachable.push({ contactId: recipient.contactId, reason: one.code })
    } else receivers.push(one)
  }
  return { receivers, unreachable, refusal }
}

function reachOne(
  recipient: Recipient,
  { channel: channelName, ruled, made }: Draft,
  content: Content,
  leaves: Date,
  { priceList }: Reach,
): Receiver | Refusal {
  const channel = channels[channelName]
  const address = channel.addressOf(recipient)
  if (address === null) return refusal('recipient_unreachable', 'contact_without_address', { channel: channelName })
  if (recipient.unsubscribed[channelName] !== undefined)
    return refusal('recipient_unsubscribed', 'contact_unsubscribed', { channel: channelName })
  const isMarketing = made !== undefined && !(made instanceof Refusal) && made.template.category === 'marketing'
  if (isMarketing && channel.stopsMarketing && recipient.marketing_stopped_at != null)
    return refusal('recipient_unsubscribed', 'contact_stopped_marketing', { channel: channelName })
  const suppressed = recipient.suppressed?.[channelName]
  if (suppressed !== undefined)
    return refusal('recipient_suppressed', 'address_suppressed', { channel: channelName, cause: suppressed })
  const kind = channel.kindOf(recipient, content, leaves)
  if ('refusal' in kind) return refusal(kind.refusal, 'session_closed')
  if (priceList.tiers[kind.kind] === undefined) {
    const price_list = priceList.name
    return new Refusal('channel_unavailable', reasonOf('not_sold', { channel: channelName, price_list }), [
      { field: 'channel', ...validationError('not_sold', { price_list }) },
    ])
  }
  if (ruled?.rule.isFor(address)) {
    const refusal = ruled.refusal ?? mayLeaveAt(ruled, leaves)
    if (refusal instanceof Refusal) return refusal
  }
  return { contactId: recipient.contactId, address, kind: kind.kind }
}
