// What messages tell. Those about a delivery carry the message as the API shows it, and the delivery that it is about.

import type { NewEvent } from '#kit/events.ts'
import type { Uuid } from '#kit/ids.ts'
import { formatMicros, type Micros } from '#kit/money.ts'
import { publicId } from '#kit/wire.ts'
import type { PricedChannel } from '#pricing/rules.ts'
import type { DeliveryRow, MessageRow } from './queries.ts'
import type { RerateRow } from './rerate-queries.ts'
import { showDelivery, showMessage } from './show.ts'

const aboutDelivery =
  (type: string) =>
  (message: MessageRow, delivery: DeliveryRow): NewEvent => ({
    type,
    objectId: message.id,
    payload: { ...showMessage(message), delivery: showDelivery(delivery) },
  })

export const messageSent = aboutDelivery('message.sent')
export const messageFailed = aboutDelivery('message.failed')
export const messageCancelled = aboutDelivery('message.cancelled')

export const messageReceived = (message: MessageRow): NewEvent => ({
  type: 'message.received',
  objectId: message.id,
  payload: showMessage(message),
})

export const monthRerated = (
  transactionId: Uuid,
  { kind, month, tier, price_micros, price_list_id }: RerateRow,
  channel: PricedChannel,
  messages: bigint,
  amount: Micros,
): NewEvent => ({
  type: 'month.rerated',
  objectId: transactionId,
  payload: {
    month: month.slice(0, 7),
    channel,
    kind,
    tier,
    price: formatMicros(price_micros),
    price_list_id: publicId('plist', price_list_id),
    message_count: Number(messages),
    amount: formatMicros(amount),
    currency: 'INR',
    transaction_id: publicId('txn', transactionId),
  },
})
