// Usage as the API shows it: spec 13.1.

import { PAGE_DEFAULT, PAGE_MAX } from '#edge/paging.ts'
import { In, Out, oneOf, type Static, Type } from '#kit/wire.ts'
import { pricedChannels, priceKinds } from '#money/pricing/rules.ts'
import { dimensions, UNATTRIBUTED } from './rules.ts'

/** Of all dimensions, with as much around them as somebody may write. */
const GROUP_BY_MAX = 200
const CURSOR_MAX = 500

const cursor = () => Type.Optional({ ...In.line(CURSOR_MAX), description: "A row's `id`." })

export const UsageQuery = In.object({
  from: Type.Optional({
    ...In.time(),
    description: 'The first day, in India; by default the first of the month of the last one.',
  }),
  to: Type.Optional({ ...In.periodEnd(), description: 'The last day, in India; by default today.' }),
  group_by: Type.Optional(
    Type.Unsafe<string>({
      ...In.line(GROUP_BY_MAX),
      default: 'channel',
      description: `One or more of ${dimensions.map((name) => `\`${name}\``).join(', ')}, with commas; \`organization\` for operators.`,
      examples: ['channel,day'],
    }),
  ),
  limit: Type.Optional(
    Type.Integer({ minimum: 1, maximum: PAGE_MAX, default: PAGE_DEFAULT, description: 'Rows of a page.' }),
  ),
  starting_after: cursor(),
  ending_before: cursor(),
})
export type UsageQuery = Static<typeof UsageQuery>

const count = (description: string) => Type.Integer({ minimum: 0, description })
const counts = {
  messages: count('One for each recipient, by the day on which it was accepted.'),
  sent: count('Of these, those that left or still will: their charge was not given back.'),
  delivered: count('Of these, those that are known to have arrived.'),
  failed: count('Of these, those that failed or did not arrive.'),
  amount: {
    ...Out.amount(),
    description: 'What was charged less what was given back, in rupees, by the day on which each was booked.',
  },
}

export const UsageGroup = Type.Object(
  {
    id: Type.String({ description: 'Names the row, for the next page.' }),
    month: Type.Optional(Type.String({ description: 'In India, as YYYY-MM.' })),
    day: Type.Optional(Type.String({ description: 'In India, as YYYY-MM-DD.' })),
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
    to: Type.Integer({ description: 'Unix seconds; not part of the period.' }),
    currency: Type.String(),
    total: Type.Object(counts, { description: 'Of all rows, of this page and others.' }),
    has_more: Type.Boolean({ description: 'Whether more exist beyond this page.' }),
    data: Type.Array(UsageGroup),
  },
  { $id: 'UsagePage' },
)
export type Usage = Static<typeof Usage>
