// The month's position in the tiers: spec 8.40.

import { ok, type Route, read } from '#edge/route.ts'
import type { App } from '#kit/app.ts'
import { indianMonth } from '#kit/india/calendar.ts'
import { formatMicros } from '#kit/money.ts'
import { Out, oneOf, publicId, type Static, Type } from '#kit/wire.ts'
import { createPriceLists } from '#money/pricing/actions.ts'
import {
  channelOf,
  type PriceList,
  type PriceMode,
  pricedChannels,
  priceKinds,
  priceModes,
  smsUnits,
} from '#money/pricing/rules.ts'
import { type Standing, standingsOf } from '#money/pricing/tier-rules.ts'
import * as examples from './examples.ts'
import * as queries from './queries.ts'

const Tiers = Type.Object(
  {
    month: Type.String({ description: 'Calendar month in India (Asia/Kolkata), as YYYY-MM.', examples: ['2026-01'] }),
    price_list_id: Out.id('plist'),
    currency: Type.String(),
    kinds: Type.Array(
      Type.Object({
        kind: oneOf(priceKinds, 'PriceKind'),
        channel: oneOf(pricedChannels, 'Channel'),
        mode: oneOf(priceModes, 'PriceMode'),
        unit: Type.Unsafe<(typeof smsUnits)[number]>({
          ...oneOf(smsUnits, 'SmsUnit'),
          description: 'Unit of counts and prices.',
        }),
        count: Type.Integer({ description: 'Units that the channel has counted this month so far.' }),
        tier: Type.Integer({ description: 'Tier of the next message, starting at 1.' }),
        tier_count: Type.Integer({ description: 'Number of tiers.' }),
        price: Type.String({ ...Out.amount(), description: 'Price of the next message or segment, in rupees.' }),
        next_tier: Out.nullable(
          Type.Object(
            {
              tier: Type.Integer(),
              from: Type.Integer({ description: 'Number of the first unit of the month in this tier.' }),
              price: Out.amount(),
              remaining: Type.Integer({ description: 'Units left until this tier is reached.' }),
            },
            { description: 'The next tier; null in the last tier.' },
          ),
        ),
      }),
    ),
  },
  { $id: 'Tiers' },
)

export const tierRoutes = (app: App): Route[] => {
  const priceLists = createPriceLists(app)
  return [
    read({
      operationId: 'retrieveTiers',
      method: 'GET',
      path: '/api/v1/billing/tiers',
      permission: 'organization.view',
      tag: 'Billing',
      summary: 'Retrieve price tier progress',
      description:
        'For each message type: the count of the current calendar month in India, the tier and price of the next message, and the distance to the next tier.',
      responses: { 200: Tiers },
      example: { response: examples.tiers },
      async handle(tx, { organizationId, at }) {
        const month = indianMonth(at)
        const list = await priceLists(organizationId, at)
        const counters = await tx.rows<queries.CounterRow>(queries.counters(organizationId, month))
        const counts = new Map(counters.map(({ channel, message_count }) => [channel, message_count]))
        return ok({
          month: month.slice(0, 7),
          price_list_id: publicId('plist', list.id),
          currency: 'INR',
          kinds: standingsOf(list, counts).map((standing) => show(list, standing)),
        })
      },
    }),
  ]
}

function show({ modes }: PriceList, standing: Standing): Static<typeof Tiers>['kinds'][number] {
  const { kind, count, isCountedBySegment, tier, tierCount, price, next } = standing
  return {
    kind,
    channel: channelOf(kind),
    mode: modes[kind] as PriceMode,
    unit: isCountedBySegment ? 'segment' : 'message',
    count: Number(count),
    tier,
    tier_count: tierCount,
    price: formatMicros(price),
    next_tier: next && {
      tier: next.tier,
      from: Number(next.from),
      price: formatMicros(next.price),
      remaining: Number(next.left),
    },
  }
}
