// Price lists as the API takes and shows them: service.md §1 rules 3 to 5, decisions §5.

import { pageQuery } from '#edge/paging.ts'
import { formatMicros } from '#kit/money.ts'
import { In, Out, oneOf, publicId, type Static, seconds, Type } from '#kit/wire.ts'
import type { PriceListRow } from './queries.ts'
import {
  type PriceKind,
  type PriceList,
  type PriceMode,
  pricedChannels,
  priceKinds,
  priceModes,
  readPriceList,
  smsUnits,
  TIER_NUMBER_MAX,
  TIERS_MAX,
} from './rules.ts'

const MODE = 'Volume: when the count crosses into a cheaper tier, the month is re-rated, as one credit.'
const SMS_UNIT = 'What the count of SMS counts, and what a price is for.'

// --- What comes in ------------------------------------------------------------------------------------------------

const NewPrices = In.object({
  mode: Type.Optional(
    Type.Unsafe<PriceMode>({ ...oneOf(priceModes, 'PriceMode'), default: 'graduated', description: MODE }),
  ),
  tiers: Type.Array(
    In.object({
      up_to: Type.Optional(
        In.nullable(
          Type.Integer({
            minimum: 1,
            maximum: TIER_NUMBER_MAX,
            description: 'The last message of the month that it holds; null in the last tier.',
          }),
        ),
      ),
      price: In.amount('micros'),
    }),
    { minItems: 1, maxItems: TIERS_MAX },
  ),
})

export const NewPriceList = In.object(
  {
    name: In.text(),
    organization_id: Type.Optional(In.nullable(In.id('org'))),
    effective_from: Type.Optional(In.nullable(In.time())),
    sms_unit: Type.Optional(
      Type.Unsafe<(typeof smsUnits)[number]>({
        ...oneOf(smsUnits, 'SmsUnit'),
        default: 'message',
        description: SMS_UNIT,
      }),
    ),
    prices: In.object({ email: NewPrices, app_session: NewPrices, app_template: NewPrices, sms: NewPrices }),
  },
  'NewPriceList',
)
export type NewPriceList = Static<typeof NewPriceList>

export const PriceListQuery = In.object({
  ...pageQuery('plist'),
  organization_id: Type.Optional(In.nullable(In.id('org'))),
})
export type PriceListQuery = Static<typeof PriceListQuery>

/** Enough for a large campaign; the sum stays far within what is shown exactly. */
const ESTIMATE_COUNT_MAX = 10_000_000
/** The header of a part counts them in one byte. */
const SEGMENTS_MAX = 255

export const EstimateQuery = In.object({
  channel: oneOf(pricedChannels, 'Channel'),
  count: Type.Integer({ minimum: 1, maximum: ESTIMATE_COUNT_MAX, description: 'Messages to be sent.' }),
  kind: Type.Optional(
    Type.Unsafe<PriceKind>({
      ...oneOf(priceKinds, 'PriceKind'),
      description: 'Needed where a channel has several: an app message is `app_session` or `app_template`.',
    }),
  ),
  segments: Type.Optional(Type.Integer({ minimum: 1, maximum: SEGMENTS_MAX, default: 1, description: 'Of each SMS.' })),
})
export type EstimateQuery = Static<typeof EstimateQuery>

// --- What goes out ------------------------------------------------------------------------------------------------

const Prices = Type.Object(
  {
    mode: Type.Unsafe<PriceMode>({ ...oneOf(priceModes, 'PriceMode'), description: MODE }),
    tiers: Type.Array(
      Type.Object({
        from: Type.Integer({
          description: "The first message of the month that the tier holds, by the channel's count.",
        }),
        up_to: Out.nullable(Type.Integer({ description: 'The last one; null for no end.' })),
        price: Out.amount(),
      }),
    ),
  },
  { $id: 'Prices' },
)

const fields = {
  id: Out.id('plist'),
  name: Type.String(),
  currency: Type.String(),
  effective_from: Out.time(),
  sms_unit: Type.Unsafe<(typeof smsUnits)[number]>({ ...oneOf(smsUnits, 'SmsUnit'), description: SMS_UNIT }),
  prices: Type.Object({ email: Prices, app_session: Prices, app_template: Prices, sms: Prices }),
}

export const PublicPriceList = Type.Object(fields, { $id: 'PriceList' })

export const PublishedPriceList = Type.Object(
  {
    ...fields,
    organization_id: Out.nullable(
      Type.String({ ...Out.id('org'), description: 'Whose contract it is; null for the list of everybody else.' }),
    ),
    published_at: Out.time(),
  },
  { $id: 'PublishedPriceList' },
)

export const PriceEstimate = Type.Object(
  {
    channel: oneOf(pricedChannels, 'Channel'),
    kind: oneOf(priceKinds, 'PriceKind'),
    price_list_id: Out.id('plist'),
    mode: oneOf(priceModes, 'PriceMode'),
    month: Type.String({ description: 'The calendar month of Asia/Kolkata, YYYY-MM.', examples: ['2026-01'] }),
    already_sent: Type.Integer({ description: "The channel's count of the month so far, in units." }),
    count: Type.Integer(),
    segments: Out.nullable(Type.Integer({ description: 'Of each SMS; null on channels without segments.' })),
    unit: Type.Unsafe<(typeof smsUnits)[number]>({
      ...oneOf(smsUnits, 'SmsUnit'),
      description: 'What is counted and priced.',
    }),
    currency: Type.String(),
    lines: Type.Array(
      Type.Object({
        tier: Type.Integer(),
        from: Type.Integer({ description: "The first of the month's numbers in this line." }),
        to: Type.Integer(),
        count: Type.Integer(),
        price: Out.amount(),
        amount: Out.amount(),
      }),
    ),
    total: Out.amount(),
    credit: Out.nullable(
      Type.Object(
        {
          tier: Type.Integer({ description: 'The tier that the month would reach.' }),
          price: Out.amount(),
          amount: Out.amount(),
        },
        { description: 'What re-rating the month would bring back, under volume prices.' },
      ),
    ),
  },
  { $id: 'PriceEstimate' },
)

export function showPriceList(list: PriceList): Static<typeof PublicPriceList> {
  return {
    id: publicId('plist', list.id),
    name: list.name,
    currency: 'INR',
    effective_from: seconds(list.effectiveFrom),
    sms_unit: list.smsUnit,
    prices: {
      email: showPrices(list, 'email'),
      app_session: showPrices(list, 'app_session'),
      app_template: showPrices(list, 'app_template'),
      sms: showPrices(list, 'sms'),
    },
  }
}

export function showPublished(row: PriceListRow): Static<typeof PublishedPriceList> {
  const { org_id, published_at } = row
  return {
    ...showPriceList(readPriceList(row)),
    organization_id: publicId('org', org_id),
    published_at: seconds(published_at),
  }
}

function showPrices({ modes, tiers }: PriceList, kind: PriceKind): Static<typeof Prices> {
  return {
    mode: modes[kind],
    tiers: tiers[kind].map(({ upTo, priceMicros }, index) => ({
      from: Number(tiers[kind][index - 1]?.upTo ?? 0n) + 1,
      up_to: upTo === null ? null : Number(upTo),
      price: formatMicros(priceMicros),
    })),
  }
}
