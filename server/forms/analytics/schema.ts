// API schemas of a form's analytics.

import { In, Out, oneOf, type Static, Type } from '#kit/wire.ts'
import { FormAnalyticsDetails } from './detail-schema.ts'
import { premiumParts } from './rules.ts'

const counts = {
  views: Type.Integer({ description: 'How often the page was opened. Bots are left out.' }),
  starts: Type.Integer({ description: 'How often somebody began to fill in the form.' }),
  submissions: Type.Integer({ description: 'Submissions that are not spam.' }),
}

const FormDay = Type.Object(
  { day: Type.String({ description: 'Day in India, `YYYY-MM-DD`.', examples: ['2026-11-28'] }), ...counts },
  { $id: 'FormDay' },
)

const FormSource = Type.Object(
  {
    source: Type.String({
      description:
        'Where visitors came from: a UTM source or the host of the referring site. Empty if unknown. `other`: all beyond the first 100 of a day.',
    }),
    submissions: Type.Integer(),
  },
  { $id: 'FormSource' },
)

export const FormAnalytics = Type.Object(
  {
    form_id: Out.id('form'),
    from: Type.String({ description: 'First day, in India.' }),
    to: Type.String({ description: 'Last day, in India. It is included.' }),
    total: Type.Object({
      ...counts,
      completion: Out.nullable(Type.Number({ description: 'Submissions per view, from 0 to 1. Null without views.' })),
    }),
    days: Type.Array(FormDay, { description: 'Days without anything are left out.' }),
    sources: Type.Array(FormSource, { description: 'Most submissions first, at most 101.' }),
    premium_adds: Type.Array(oneOf(premiumParts, 'FormAnalyticsPart'), {
      description: 'Parts of `details` that premium would add. Empty with premium.',
    }),
    details: Out.nullable(FormAnalyticsDetails),
  },
  { $id: 'FormAnalytics' },
)

export const AnalyticsQuery = In.object({
  include: Type.Optional(
    Type.Unsafe<'details'>({
      ...oneOf(['details']),
      description: 'Requires the details: without premium the request is refused, instead of `details` being null.',
    }),
  ),
  version: Type.Optional(
    Type.Integer({ minimum: 1, description: 'Shows the details of this version alone. Needs premium.' }),
  ),
  from: Type.Optional(In.time()),
  to: Type.Optional(In.periodEnd()),
})
export type AnalyticsQuery = Static<typeof AnalyticsQuery>
