// API schemas of usage: spec 13.1.

import { PAGE_DEFAULT, PAGE_MAX } from '#edge/paging.ts'
import { In, Out, oneOf, type Static, Type } from '#kit/wire.ts'
import { pricedChannels, priceKinds } from '#money/pricing/rules.ts'
import { dimensions, UNATTRIBUTED } from './rules.ts'

/** Long enough for all dimensions with generous white space. */
const GROUP_BY_MAX = 200
const CURSOR_MAX = 500

const cursor = (description: string) => Type.Optional({ ...In.line(CURSOR_MAX), description })

export const UsageQuery = In.object({
  from: Type.Optional({
    ...In.time(),
    description: 'First day of the period, in India. Default: the first day of the month of `to`.',
  }),
  to: Type.Optional({ ...In.periodEnd(), description: 'Last day of the period, in India. Default: today.' }),
  group_by: Type.Optional(
    Type.Unsafe<string>({
      ...In.line(GROUP_BY_MAX),
      default: 'channel',
      description: `Comma-separated list of dimensions: ${dimensions.map((name) => `\`${name}\``).join(', ')}. \`organization\` is only for operators.`,
      examples: ['channel,day'],
    }),
  ),
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: PAGE_MAX,
      default: PAGE_DEFAULT,
      description: 'Maximum number of items per page.',
    }),
  ),
  starting_after: cursor('Returns the page after the row with this `id`. Cannot be combined with `ending_before`.'),
  ending_before: cursor('Returns the page before the row with this `id`. Cannot be combined with `starting_after`.'),
})
export type UsageQuery = Static<typeof UsageQuery>

const count = (description: string) => Type.Integer({ minimum: 0, description })
const counts = {
  messages: count('Number of messages accepted, one per recipient, on the day they were accepted.'),
  sent: count('Messages that were sent or will be sent, so their charge was not reversed.'),
  delivered: count('Messages confirmed as delivered.'),
  failed: count('Messages that failed or were not delivered.'),
  amount: {
    ...Out.amount(),
    description: 'Charges less reversals, in rupees, each on the day it was recorded.',
  },
}

export const UsageGroup = Type.Object(
  {
    id: Type.String({ description: 'ID of the row, for `starting_after` and `ending_before`.' }),
    month: Type.Optional(Type.String({ description: 'Calendar month in India, as YYYY-MM.' })),
    day: Type.Optional(Type.String({ description: 'Day in India, as YYYY-MM-DD.' })),
    organization: Type.Optional(Out.id('org')),
    channel: Type.Optional(oneOf(pricedChannels, 'Channel')),
    kind: Type.Optional(oneOf([...priceKinds, UNATTRIBUTED], 'UsageKind')),
    campaign: Type.Optional(Out.nullable(Out.id('camp'))),
    list: Type.Optional(Out.nullable(Type.String())),
    user: Type.Optional(Out.nullable(Out.id('user'))),
    ...counts,
  },
  { $id: 'UsageGroup' },
)
export type UsageGroup = Static<typeof UsageGroup>

export const Usage = Type.Object(
  {
    from: Out.time(),
    to: Type.Integer({ description: 'End of the period (exclusive), in Unix seconds.' }),
    currency: Type.String(),
    total: Type.Object(counts, { description: 'Total of all rows, including those on other pages.' }),
    has_more: Type.Boolean({ description: 'Whether there are more items beyond this page.' }),
    data: Type.Array(UsageGroup),
  },
  { $id: 'UsagePage' },
)
export type Usage = Static<typeof Usage>
