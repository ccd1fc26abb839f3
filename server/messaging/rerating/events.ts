// Events of re-rating: the credit for a month that reached a cheaper tier.

import { declareEvents } from '#events/declaration.ts'
import type { Uuid } from '#kit/ids.ts'
import { formatMicros, type Micros } from '#kit/money.ts'
import { Out, oneOf, publicId, Type } from '#kit/wire.ts'
import { type PricedChannel, pricedChannels, priceKinds } from '#money/pricing/rules.ts'
import type { RerateRow } from './queries.ts'

export const reratingEvents = declareEvents(
  { object: 'txn', readers: { permission: 'balance.view' } },
  {
    'month.rerated': {
      description:
        'A calendar month reached a cheaper tier of a volume price list, and the difference for the messages already charged was credited.',
      payload: Type.Object({
        month: Type.String({
          description: 'Calendar month in the time zone Asia/Kolkata, as YYYY-MM.',
          examples: ['2026-01'],
        }),
        channel: oneOf(pricedChannels, 'Channel'),
        kind: oneOf(priceKinds, 'PriceKind'),
        tier: Type.Integer(),
        price: Out.amount(),
        price_list_id: Out.id('plist'),
        message_count: Type.Integer({ description: 'Number of messages whose price was lowered.' }),
        amount: Type.String({ ...Out.amount(), description: 'Amount credited, in rupees.' }),
        currency: Type.String(),
        transaction_id: Out.id('txn'),
      }),
    },
  },
)

export const monthRerated = (
  transactionId: Uuid,
  { kind, month, tier, price_micros, price_list_id }: RerateRow,
  channel: PricedChannel,
  messages: bigint,
  amount: Micros,
) =>
  reratingEvents.event('month.rerated', transactionId, {
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
  })
