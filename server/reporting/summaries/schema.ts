// Monthly summaries as the API shows them: spec 13.3.

import { pageQuery } from '#edge/paging.ts'
import { In, Out, oneOf, type Static, Type } from '#kit/wire.ts'
import { pricedChannels, priceKinds } from '#money/pricing/rules.ts'
import { UNATTRIBUTED } from '#reporting/usage/rules.ts'
import { tipCodes } from './rules.ts'

const month = (description: string) => Type.String({ description, examples: ['2026-10'] })
const counts = {
  messages: Type.Integer({ description: 'One for each recipient.' }),
  sent: Out.nullable(
    Type.Integer({
      description:
        'Of these, those whose charge was not given back; null in a summary that was made before this was counted.',
    }),
  ),
  delivered: Type.Integer({
    description: 'Of these, those that were known to have arrived when the summary was made.',
  }),
  failed: Type.Integer({ description: 'Of these, those that failed or did not arrive.' }),
  amount: { ...Out.amount(), description: 'What was charged less what was given back, in rupees.' },
}

const fields = {
  month: month('In India.'),
  organization_name: Type.String(),
  from: Out.time(),
  to: Type.Integer({ description: 'Unix seconds; not part of the month.' }),
  currency: Type.String(),
  total: Type.Object(counts),
  previous: Type.Object({ month: month('The month before.'), messages: Type.Integer(), amount: Out.amount() }),
  change: Type.Object(
    {
      amount: Out.amount(),
      percent: Out.nullable(Type.Number({ description: 'With one decimal; null when nothing was spent before.' })),
    },
    { description: 'Of the amount, against the month before.' },
  ),
  wallet: Type.Object({
    recharged: Out.amount(),
    credited: Out.amount(),
    paid_out: { ...Out.amount(), description: 'Refunds to where the money came from.' },
    balance: { ...Out.amount(), description: 'At the end of the month.' },
  }),
  by_channel: Type.Array(
    Type.Object({ channel: oneOf(pricedChannels, 'Channel'), ...counts, previous_amount: Out.amount() }),
  ),
  by_kind: Type.Array(
    Type.Object({
      channel: oneOf(pricedChannels, 'Channel'),
      kind: oneOf([...priceKinds, UNATTRIBUTED], 'UsageKind'),
      ...counts,
    }),
  ),
  by_day: Type.Array(Type.Object({ day: Type.String(), messages: Type.Integer(), amount: Out.amount() }), {
    description: 'Every day of the month.',
  }),
  tips: Type.Array(
    Type.Object({
      code: oneOf(tipCodes, 'TipCode'),
      kind: Out.nullable(oneOf(priceKinds, 'PriceKind')),
      amount: { ...Out.amount(), description: 'What could have been spent less, or kept.' },
      text: Type.String(),
      params: Out.nullable(
        Type.Record(Type.String(), Type.Unknown(), {
          description: 'The values in the text. Null if the summary was made before they were stored.',
        }),
      ),
    }),
    { description: 'How to spend less, the most first.' },
  ),
}

/** As it is kept. */
const SummaryDocument = Type.Object(fields)
export type SummaryDocument = Static<typeof SummaryDocument>

export const Summary = Type.Object(
  { id: Out.id('summ'), ...fields, created_at: Out.time() },
  { $id: 'MonthlySummary', description: 'What a month came to. Made once when the month is over; it never changes.' },
)
export type Summary = Static<typeof Summary>

export const SummaryQuery = In.object(pageQuery('summ'))
export type SummaryQuery = Static<typeof SummaryQuery>
