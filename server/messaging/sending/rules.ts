// Rules of sending: a draft becomes a message with deliveries, or is refused. Recipients are in recipients.ts, prices
// in cost.ts. Pure.

import { newUuid, type Uuid } from '#kit/ids.ts'
import type { Micros } from '#kit/money.ts'
import { Refusal } from '#kit/refusals.ts'
import type { AttachedRow } from '#messaging/attachments/queries.ts'
import type { ChannelName, Content } from '#messaging/channels/channel.ts'
import type { Price, PriceList } from '#money/pricing/rules.ts'
import { availableOf, type WalletState } from '#money/wallet/rules.ts'
import { takeAttachments } from './attachments.ts'
import { costOf, type DeliveryCost } from './cost.ts'
import { type Reach, type Receiver, recipientsOf, type Unreachable } from './recipients.ts'
import type { MadeFrom } from './ruled.ts'
import type { Draft } from './schema.ts'

export interface NewDelivery extends Receiver, DeliveryCost {
  id: Uuid
  messageId: Uuid
  conversationId: Uuid
  channel: ChannelName
  transactionId: Uuid
}

export interface AcceptedMessage {
  id: Uuid
  conversationId: Uuid
  userId: Uuid
  channel: ChannelName
  content: Content
  /** The template it was rendered from, or that its text was matched to, if any. */
  made: MadeFrom | null
  /** The requested time, or the end of the account's quiet hours, if any. */
  sendAt: Date | null
  /** Due time of the deliveries. */
  leavesAt: Date
  attachments: readonly AttachedRow[]
  deliveries: NewDelivery[]
  /** The unreachable members of its group, with the reasons; null for a single contact. */
  unreachable: Unreachable[] | null
  price: Micros
}

/** State of a flush: the wallet and the month's counters change as drafts are accepted, in order. */
export interface SendState extends Reach {
  walletState: WalletState
  /** Channel → the month's count so far. */
  counters: Map<string, bigint>
  priceList: PriceList
  /** A re-rate credit is pending, so nobody is refused for insufficient balance. */
  isCreditDue?: boolean
}

/**
 * Accepts one draft or returns the refusal. When accepted, the wallet state is reduced by the price and the deliveries
 * take the month's next numbers; when refused, nothing changes. `transactionIdOf` returns the id of the transaction
 * that charges a price.
 */
export function accept(
  state: SendState,
  userId: Uuid,
  draft: Draft,
  transactionIdOf: (channel: ChannelName, price: Price) => Uuid,
): AcceptedMessage | Refusal {
  const { channel } = draft
  const addressed = recipientsOf(state, userId, draft)
  if (addressed instanceof Refusal) return addressed
  const { destination, content, attachments, receivers, unreachable, leavesAt, sendAt, made } = addressed

  const { priceList, walletState, counters, isCreditDue } = state
  const { reserved } = walletState
  const taken = counters.get(channel) ?? 0n
  const means = { priceList, balance: availableOf(walletState), reserved, taken, isCreditDue }
  const kinds = receivers.map(({ kind }) => kind)
  const cost = costOf(means, kinds, content.text)
  if (cost instanceof Refusal) return cost
  walletState.balance -= cost.total
  counters.set(channel, cost.taken)

  const id = newUuid(state.at.getTime())
  if (attachments.length > 0) takeAttachments(state.attachments, id, attachments)
  const deliveries = receivers.map((receiver, index): NewDelivery => {
    const { price, monthNumber, units } = cost.deliveries[index] as DeliveryCost
    const { contactId, address, kind } = receiver
    return {
      id: newUuid(state.at.getTime()),
      messageId: id,
      conversationId: destination.id,
      contactId,
      address,
      channel,
      kind,
      price,
      monthNumber,
      units,
      transactionId: transactionIdOf(channel, price),
    }
  })
  return {
    id,
    conversationId: destination.id,
    userId,
    channel,
    content,
    made,
    sendAt,
    leavesAt,
    attachments,
    unreachable: destination.isGroup ? unreachable : null,
    price: cost.total,
    deliveries,
  }
}
