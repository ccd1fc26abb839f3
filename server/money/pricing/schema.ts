// API schemas of price lists: spec 8.12.

import { pageQuery } from '#edge/paging.ts'
import { type SmsEncoding, smsEncodings } from '#kit/sms-size.ts'
import { In, Out, oneOf, type Static, shownAs, type TSchema, Type } from '#kit/wire.ts'
import {
  type PriceKind,
  type PriceMode,
  pricedChannels,
  priceKinds,
  priceModes,
  smsUnits,
  TIER_NUMBER_MAX,
  TIERS_MAX,
} from './rules.ts'

/**
 * One field per kind. Kinds added later must be optional in requests and nullable in responses, because lists never
 * change.
 */
function ofEachKind<S extends TSchema>(schema: S): Record<PriceKind, S> {
  return Object.fromEntries(priceKinds.map((kind) => [kind, schema])) as Record<PriceKind, S>
}

const MODE =
  'How tiers are priced. `graduated`: each message costs the price of its tier. `volume`: when the month reaches a cheaper tier, its price applies to the whole month, and the difference is credited.'
const SMS_UNIT = 'Whether SMS are counted and priced per message or per segment.'

// --- Requests ------------------------------------------------------------------------------------------------------

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
            description:
              'Number of the last message of the month in this tier. Null in the last tier, which has no upper limit.',
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
    name: In.line(),
    organization_id: Type.Optional({
      ...In.nullable(In.id('org')),
      description: 'Organization that the custom price list applies to. Null: the default price list.',
    }),
    effective_from: Type.Optional(In.nullable(In.time())),
    sms_unit: Type.Optional(
      Type.Unsafe<(typeof smsUnits)[number]>({
        ...oneOf(smsUnits, 'SmsUnit'),
        default: 'message',
        description: SMS_UNIT,
      }),
    ),
    prices: In.object(ofEachKind(NewPrices)),
  },
  'NewPriceList',
)
export type NewPriceList = Static<typeof NewPriceList>

export const PriceListAssignment = In.object(
  {
    price_list_id: In.id('plist'),
    name: Type.Optional(In.line()),
    effective_from: Type.Optional(In.nullable(In.time())),
  },
  'PriceListAssignment',
)
export type PriceListAssignment = Static<typeof PriceListAssignment>

export const PriceListQuery = In.object({
  ...pageQuery('plist'),
  organization_id: Type.Optional(In.nullable(In.id('org'))),
})
export type PriceListQuery = Static<typeof PriceListQuery>

/** Enough for a large campaign; the sum stays far within exact numbers. */
const ESTIMATE_COUNT_MAX = 10_000_000
/** The concatenation header of an SMS part stores the number of parts in one byte. */
const SEGMENTS_MAX = 255
/** Limited because it is in the URL; longer than messages commonly are. */
const ESTIMATE_TEXT_MAX = 2000

export const EstimateQuery = In.object({
  channel: oneOf(pricedChannels, 'Channel'),
  count: Type.Integer({ minimum: 1, maximum: ESTIMATE_COUNT_MAX, description: 'Number of messages to send.' }),
  kind: Type.Optional(
    Type.Unsafe<PriceKind>({
      ...oneOf(priceKinds, 'PriceKind'),
      description:
        'Message type. Required for channels with several types: `app_session` or `app_template` for the app channel.',
    }),
  ),
  segments: Type.Optional(
    Type.Integer({ minimum: 1, maximum: SEGMENTS_MAX, default: 1, description: 'Number of segments of each SMS.' }),
  ),
  text: Type.Optional(
    Type.Unsafe<string>({
      ...In.text(ESTIMATE_TEXT_MAX),
      description:
        'Text of each SMS, instead of `segments`. Its segments are counted in the same way as when it is sent.',
    }),
  ),
})
export type EstimateQuery = Static<typeof EstimateQuery>

// --- Responses ------------------------------------------------------------------------------------------------------

export const Prices = Type.Object(
  {
    mode: Type.Unsafe<PriceMode>({ ...oneOf(priceModes, 'PriceMode'), description: MODE }),
    tiers: Type.Array(
      Type.Object({
        from: Type.Integer({
          description: 'Number of the first message of the month in this tier, as the channel counts messages.',
        }),
        up_to: Out.nullable(
          Type.Integer({
            description:
              'Number of the last message of the month in this tier. Null in the last tier, which has no upper limit.',
          }),
        ),
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
  // Not nullable in the contract: every published list has these kinds.
  prices: Type.Object(ofEachKind(shownAs(Out.nullable(Prices), Prices))),
}

export const PublicPriceList = Type.Object(fields, { $id: 'PriceList' })

export const PublishedPriceList = Type.Object(
  {
    ...fields,
    organization_id: Out.nullable(
      Type.String({
        ...Out.id('org'),
        description: 'The organization that the custom price list applies to; null for the default price list.',
      }),
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
    month: Type.String({ description: 'Calendar month in India (Asia/Kolkata), as YYYY-MM.', examples: ['2026-01'] }),
    already_sent: Type.Integer({ description: 'Units that the channel has counted this month so far.' }),
    count: Type.Integer({ description: 'Number of messages.' }),
    segments: Out.nullable(Type.Integer({ description: 'Segments of each SMS; null for channels without segments.' })),
    encoding: Out.nullable(
      Type.Unsafe<SmsEncoding>({
        ...oneOf(smsEncodings, 'SmsEncoding'),
        description:
          'Encoding of `text`; null without `text`. `gsm`: 160 characters in a single segment, 153 in each of several. `ucs2`, if any character is outside the GSM alphabet: 70 and 67 characters.',
      }),
    ),
    unit: Type.Unsafe<(typeof smsUnits)[number]>({
      ...oneOf(smsUnits, 'SmsUnit'),
      description: 'Unit of counts and prices.',
    }),
    currency: Type.String(),
    lines: Type.Array(
      Type.Object({
        tier: Type.Integer(),
        from: Type.Integer({ description: 'Number of the first unit of this line in the month.' }),
        to: Type.Integer({ description: 'Number of the last unit of this line in the month.' }),
        count: Type.Integer({ description: 'Units of this line.' }),
        price: Out.amount('Price per unit in rupees.'),
        amount: Out.amount('`count` times `price`, in rupees.'),
      }),
    ),
    total: Out.amount('Sum of the lines in rupees, before `credit`.'),
    credit: Out.nullable(
      Type.Object(
        {
          tier: Type.Integer({ description: 'Tier that the month would reach.' }),
          price: Out.amount('Price per unit in that tier, in rupees.'),
          amount: Out.amount('Credit to the wallet, in rupees.'),
        },
        { description: 'Credit for reaching a cheaper tier with volume pricing. Null if none is due.' },
      ),
    ),
  },
  { $id: 'PriceEstimate' },
)
