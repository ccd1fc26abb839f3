// Pure rules of messages: what may be sent to whom, at what price, and how a delivery's status moves.

import { type ChannelName, type Content, channels, type Reachable } from '#channels/rules.ts'
import { newUuid, type Uuid } from '#kit/ids.ts'
import { formatMicros, type Micros } from '#kit/money.ts'
import { absentIn, invalid, Refusal, type RefusalCode } from '#kit/refusals.ts'
import { type Price, type PriceKind, type PriceList, priceOfUnits, unitsOf } from '#pricing/rules.ts'
import { deduct, type Purse } from '#wallet/rules.ts'
import type { DestinationRow, RecipientRow } from './flush-queries.ts'
import type { Draft } from './schema.ts'

export const deliveryStatuses = [
  'queued',
  'sending',
  'sent',
  'delivered',
  'read',
  'failed',
  'undelivered',
  'cancelled',
] as const
export type DeliveryStatus = (typeof deliveryStatuses)[number]

const RANK: Record<DeliveryStatus, number> = {
  queued: 0,
  sending: 1,
  sent: 2,
  delivered: 3,
  read: 4,
  failed: 9,
  undelivered: 9,
  cancelled: 9,
}

/** Only forward; what has ended stays. `sending` goes back to `queued` only by a retry, which is not a receipt. */
export function movesForward(from: DeliveryStatus, to: DeliveryStatus): boolean {
  return RANK[from] < 9 && RANK[to] > RANK[from] && !(to === 'undelivered' && from === 'read')
}

/** The status of a message to several: that of the delivery which is least far, failures last, so that it says "sent" when all were. */
export function messageStatus(statuses: DeliveryStatus[]): DeliveryStatus | null {
  const least = statuses.toSorted((left, right) => RANK[left] - RANK[right])[0]
  return least ?? null
}

/** A draft as it is stored: every field there, null when it was not given. */
export function contentOf(draft: Draft): Content {
  return { subject: draft.subject ?? null, text: draft.text ?? null, html: draft.html ?? null, template_id: null }
}

/** What is wrong with the content on this channel, or null. */
export function contentFaults(channel: ChannelName, content: Content): Refusal | null {
  const fault = channels[channel].faultsOf(content)[0]
  return fault ? invalid(...fault) : null
}

export interface Recipient extends Reachable {
  contactId: Uuid
}

/** The conversation a draft goes to, as the locked transaction sees it. */
export interface Destination {
  id: Uuid
  userId: Uuid
  isGroup: boolean
  recipients: Recipient[]
}

/** The conversations of the drafts, each with whom it reaches: one contact, or the members of its group. */
export function destinationsOf(
  contactRows: readonly DestinationRow[],
  memberRows: readonly RecipientRow[],
): Map<Uuid, Destination> {
  const destinations = new Map<Uuid, Destination>()
  for (const row of contactRows) {
    destinations.set(row.id, { id: row.id, userId: row.user_id, isGroup: row.group_id !== null, recipients: [] })
  }
  for (const row of [...contactRows, ...memberRows]) {
    if (row.contact_id === null) continue
    const { contact_id, email, phone_number, app_id, unsubscribed, last_inbound_at } = row
    destinations.get(row.id)?.recipients.push({
      contactId: contact_id,
      email,
      phone_number,
      app_id,
      unsubscribed: unsubscribed ?? {},
      last_inbound_at,
    })
  }
  return destinations
}

export interface NewDelivery {
  id: Uuid
  messageId: Uuid
  conversationId: Uuid
  contactId: Uuid
  address: string
  channel: ChannelName
  kind: PriceKind
  price: Price
  /** The first of the month's numbers that it takes, and how many. */
  monthNumber: bigint
  units: number
  transactionId: Uuid
}

export interface AcceptedMessage {
  id: Uuid
  conversationId: Uuid
  userId: Uuid
  channel: ChannelName
  content: Content
  deliveries: NewDelivery[]
  /** The members of its group whom it does not reach, and why; null for a single contact. */
  unreachable: Unreachable[] | null
  price: Micros
}

export interface Unreachable {
  contactId: Uuid
  reason: RefusalCode
}

/** What one flush works on: the purse and the month's counters change as drafts are accepted, in order. */
export interface SendState {
  purse: Purse
  /** Channel → the month's numbers that are taken. */
  counters: Map<string, bigint>
  priceList: PriceList
  destinations: Map<Uuid, Destination>
  /** Channels that this organization has not set up. */
  unavailable: ReadonlySet<string>
  at: Date
  /** A credit of a re-rate is on its way, and nobody is refused for want of that money. */
  isCreditDue?: boolean
}

/**
 * Accepts one draft or says why not. Accepted: the purse is lower by its price and its deliveries hold the month's next numbers.
 * Refused: nothing changed. `transactionIdOf` names the transaction that a price is charged with.
 */
export function accept(
  state: SendState,
  userId: Uuid,
  draft: Draft,
  transactionIdOf: (channel: ChannelName, price: Price) => Uuid,
): AcceptedMessage | Refusal {
  const content = contentOf(draft)
  const fault = contentFaults(draft.channel, content)
  if (fault) return fault
  if (state.unavailable.has(draft.channel)) {
    return new Refusal('channel_unavailable', `The channel ${draft.channel} is not set up for this organization.`, [
      { field: 'channel', message: 'is not set up' },
    ])
  }
  const destination = state.destinations.get(draft.conversation_id)
  if (!destination || destination.userId !== userId) return absentIn('conversation_id', 'conversation')

  const reached = reach(destination, draft.channel, content, state.at)
  if (reached instanceof Refusal) return reached

  const { priceList } = state
  let already = state.counters.get(draft.channel) ?? 0n
  const priced = reached.recipients.map((recipient) => {
    const units = unitsOf(priceList, recipient.kind, content.text)
    const price = priceOfUnits(priceList.tiers[recipient.kind], already, units)
    const monthNumber = already + 1n
    already += BigInt(units)
    return { ...recipient, monthNumber, units, price }
  })
  const total = priced.reduce((sum, { price }) => sum + price.priceMicros, 0n)
  if (!deduct(state.purse, total)) {
    if (state.isCreditDue) {
      return new Refusal(
        'temporarily_unavailable',
        "The balance does not cover it yet: the month's credit for the cheaper tier is being made; send it again in a minute.",
      )
    }
    return new Refusal(
      'insufficient_balance',
      `The price is ${formatMicros(total)} and the balance ${formatMicros(state.purse.balance)}; recharge the wallet and send again.`,
    )
  }
  state.counters.set(draft.channel, already)

  const messageId = newUuid(state.at.getTime())
  return {
    id: messageId,
    conversationId: destination.id,
    userId,
    channel: draft.channel,
    content,
    unreachable: destination.isGroup ? reached.unreachable : null,
    price: total,
    deliveries: priced.map(({ contactId, address, kind, price, monthNumber, units }) => ({
      id: newUuid(state.at.getTime()),
      messageId,
      conversationId: destination.id,
      contactId,
      address,
      channel: draft.channel,
      kind,
      price,
      monthNumber,
      units,
      transactionId: transactionIdOf(draft.channel, price),
    })),
  }
}

interface Reached {
  contactId: Uuid
  address: string
  kind: PriceKind
}

/** Who of the conversation gets it. One contact that cannot be reached is a refusal; in a group those who can be get it. */
function reach(
  destination: Destination,
  channelName: ChannelName,
  content: Content,
  at: Date,
): { recipients: Reached[]; unreachable: Unreachable[] } | Refusal {
  const recipients: Reached[] = []
  const unreachable: Unreachable[] = []
  let refusal: Refusal | undefined
  for (const recipient of destination.recipients) {
    const one = reachOne(recipient, channelName, content, at)
    if (one instanceof Refusal) {
      refusal ??= one
      unreachable.push({ contactId: recipient.contactId, reason: one.code })
    } else recipients.push(one)
  }
  if (recipients.length > 0) return { recipients, unreachable }
  return refusal ?? new Refusal('recipient_unreachable', 'The group has no members; add contacts to it first.')
}

function reachOne(recipient: Recipient, channelName: ChannelName, content: Content, at: Date): Reached | Refusal {
  const channel = channels[channelName]
  const address = channel.addressOf(recipient)
  if (address === null) {
    return new Refusal(
      'recipient_unreachable',
      `The contact has no address on the channel ${channelName}; add one to the contact.`,
    )
  }
  if (recipient.unsubscribed[channelName] !== undefined) {
    return new Refusal('recipient_unsubscribed', `The contact has unsubscribed from the channel ${channelName}.`)
  }
  const kind = channel.kindOf(recipient, content, at)
  if ('refusal' in kind) {
    return new Refusal(
      kind.refusal,
      'More than 24 hours have passed since the contact wrote; send an approved template instead.',
    )
  }
  return { contactId: recipient.contactId, address, kind: kind.kind }
}
