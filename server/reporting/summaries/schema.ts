// API schemas of monthly summaries: spec 13.3.

import { pageQuery } from '#edge/paging.ts'
import { In, Out, oneOf, type Static, Type } from '#kit/wire.ts'
import { pricedChannels, priceKinds } from '#money/pricing/rules.ts'
import { UNATTRIBUTED } from '#reporting/usage/rules.ts'
import { tipCodes } from './rules.ts'

const month = (description: string) => Type.String({ description, examples: ['2026-10'] })
const counts = {
  messages: Type.Integer({ description: 'Number of messages accepted, one per recipient.' }),
  sent: Out.nullable(
    Type.Integer({
      description: 'Messages whose charge was not reversed. Null in older summaries, which did not count this.',
    }),
  ),
  delivered: Type.Integer({
    description: 'Messages confirmed as delivered when the summary was created.',
  }),
  failed: Type.Integer({ description: 'Messages that failed or were not delivered.' }),
  amount: { ...Out.amount(), description: 'Charges less reversals, in rupees.' },
}

const fields = {
  month: month('Calendar month in India, as YYYY-MM.'),
  organization_name: Type.String(),
  from: Out.time(),
  to: Type.Integer({ description: 'End of the month (exclusive), in Unix seconds.' }),
  currency: Type.String(),
  total: Type.Object(counts),
  previous: Type.Object({
    month: month('The previous month, as YYYY-MM.'),
    messages: Type.Integer(),
    amount: Out.amount(),
  }),
  change: Type.Object(
    {
      amount: Out.amount(),
      percent: Out.nullable(
        Type.Number({
          description: 'Change in percent, with one decimal place. Null if nothing was spent in the previous month.',
        }),
      ),
    },
    { description: 'Change in spending from the previous month.' },
  ),
  wallet: Type.Object({
    recharged: Out.amount('Recharges in rupees.'),
    credited: Out.amount('Credits granted by the operator, in rupees.'),
    paid_out: { ...Out.amount(), description: 'Refunds to the original payment methods, in rupees.' },
    balance: { ...Out.amount(), description: 'Closing balance, in rupees.' },
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
    description: 'One entry for every day of the month.',
  }),
  tips: Type.Array(
    Type.Object({
      code: oneOf(tipCodes, 'TipCode'),
      kind: Out.nullable(oneOf(priceKinds, 'PriceKind')),
      amount: { ...Out.amount(), description: 'Possible saving, in rupees.' },
      text: Type.String(),
      params: Out.nullable(
        Type.Record(Type.String(), Type.Unknown(), {
          description: 'The values in the text. Null if the summary was made before they were stored.',
        }),
      ),
    }),
    { description: 'Ways to spend less, largest saving first.' },
  ),
}

/** The stored form. */
const SummaryDocument = Type.Object(fields)
export type SummaryDocument = Static<typeof SummaryDocument>

export const Summary = Type.Object(
  { id: Out.id('summ'), ...fields, created_at: Out.time() },
  {
    $id: 'MonthlySummary',
    description: 'Usage and wallet movements of one month. Created once after the month ends; never changes.',
  },
)
export type Summary = Static<typeof Summary>

export const SummaryQuery = In.object(pageQuery('summ'))
export type SummaryQuery = Static<typeof SummaryQuery>
