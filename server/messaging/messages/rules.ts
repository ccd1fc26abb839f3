// Rules of messages: status changes of deliveries, and the content that a channel accepts. Pure.

import type { Uuid } from '#kit/ids.ts'
import { validationError } from '#kit/messages/field-errors.ts'
import type { Micros } from '#kit/money.ts'
import { type FieldError, invalidFields, type Refusal } from '#kit/refusals.ts'
import type { ChannelName, Content } from '#messaging/channels/channel.ts'
import { channels } from '#messaging/channels/channels.ts'

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

/** The error of a delivery that stays `sending` because its outcome is unknown: spec 7.13. */
export const OUTCOME_UNKNOWN = 'outcome_unknown'

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

/**
 * Only forward; end states stay. Only a retry, which is not a receipt, changes `sending` to `queued`. A delivered
 * message was sent, so it cannot fail any more; it may still turn out to be undelivered until it was read.
 */
export function movesForward(from: DeliveryStatus, to: DeliveryStatus): boolean {
  if (RANK[from] >= RANK.failed || RANK[to] <= RANK[from]) return false
  return !(hasArrived(from) && to === 'failed') && !(from === 'read' && to === 'undelivered')
}

export const hasArrived = (status: DeliveryStatus): boolean => status === 'delivered' || status === 'read'

/**
 * The status of a group message: that of the delivery with the least progress, failures last, so that "sent" means all
 * were sent.
 */
export function messageStatus(statuses: DeliveryStatus[]): DeliveryStatus | null {
  if (statuses.length === 1) return statuses[0] as DeliveryStatus
  const least = statuses.toSorted((left, right) => RANK[left] - RANK[right])[0]
  return least ?? null
}

/**
 * The refundable part of each cost of a charge of which `left` is neither refunded nor requested. When a refund request
 * is pending, a cost that does not fit waits for its decision, because the rest may become available; next to paid
 * refunds it gets the rest.
 */
export function amountsBack(costs: readonly Micros[], left: Micros, isRefundOpen: boolean): Micros[] {
  let rest = left
  return costs.map((cost) => {
    const amount = cost <= rest ? cost : isRefundOpen ? 0n : rest
    rest -= amount
    return amount
  })
}

/**
 * For a message that another one replies to. `unknown`: it was never stored here, for example one written on a phone.
 */
export const answeredStates = ['available', 'deleted', 'unknown'] as const
export type AnsweredState = (typeof answeredStates)[number]

/**
 * The messages of a batch of rows with one row per delivery, in order. With more than `limit` rows the last message may
 * have further ones and is left to the next batch, unless it is the only one.
 */
export function wholeMessages(
  rows: readonly { id: Uuid; is_queued: boolean | null }[],
  limit: number,
): { ids: Uuid[]; isQueued: boolean } {
  const last = rows.length <= limit || rows[0]?.id === rows.at(-1)?.id ? null : rows.at(-1)?.id
  const whole = rows.filter(({ id }) => id !== last)
  return { ids: [...new Set(whole.map(({ id }) => id))], isQueued: whole.some(({ is_queued }) => is_queued) }
}

/** The refusal of content that the channel does not accept, or null. */
export function contentError(channel: ChannelName, content: Content): Refusal | null {
  const [first] = [...notTaken(channel, content), ...channels[channel].errorsIn(content)]
  return first ? invalidFields('invalid_content', [first]) : null
}

function notTaken(channel: ChannelName, { interactive, reply_to_message_id }: Content): FieldError[] {
  const { takesInteractive, takesQuotes } = channels[channel]
  const refused = [
    ...(interactive != null && !takesInteractive ? ['interactive'] : []),
    ...(reply_to_message_id != null && !takesQuotes ? ['reply_to_message_id'] : []),
  ]
  return refused.map((field) => ({ field, ...validationError('not_on_channel') }))
}
