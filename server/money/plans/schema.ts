// API schemas of plans and their prices: spec 23.10 to 23.12.

import { pageQuery } from '#edge/paging.ts'
import { In, Out, oneOf, type Static, Type } from '#kit/wire.ts'
import { planNames, premiumFeatures, TAX_PERCENT_DEFAULT, TAX_PERCENT_MAX } from './rules.ts'

export const NewPlanList = In.object(
  {
    name: In.line(),
    organization_id: Type.Optional({
      ...In.nullable(In.id('org')),
      description: 'Organization that the custom plan list applies to. Null: the default plan list.',
    }),
    effective_from: Type.Optional(In.nullable(In.time())),
    premium_price: In.amount('paise', 'Price of a month of premium, without tax.'),
    tax_percent: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: TAX_PERCENT_MAX,
        default: TAX_PERCENT_DEFAULT,
        description: 'GST, in percent.',
      }),
    ),
  },
  'NewPlanList',
)
export type NewPlanList = Static<typeof NewPlanList>

export const PlanListQuery = In.object({
  ...pageQuery('planl'),
  organization_id: Type.Optional(In.nullable(In.id('org'))),
})
export type PlanListQuery = Static<typeof PlanListQuery>

export const PublishedPlanList = Type.Object(
  {
    id: Out.id('planl'),
    name: Type.String(),
    currency: Type.String(),
    effective_from: Out.time(),
    premium_price: Out.amount('Price of a month of premium in rupees, without tax.'),
    tax_percent: Type.Integer({ description: 'GST, in percent.' }),
    organization_id: Out.nullable(
      Type.String({
        ...Out.id('org'),
        description: 'The organization that the custom plan list applies to; null for the default plan list.',
      }),
    ),
    published_at: Out.time(),
  },
  { $id: 'PublishedPlanList' },
)

const price = {
  price: Out.amount('Price of a month in rupees, without tax.'),
  tax: Out.amount('GST on it, in rupees.'),
  total: Out.amount('What is paid for a month, in rupees.'),
}

export const Plans = Type.Object(
  {
    plan_list_id: Out.id('planl'),
    currency: Type.String(),
    effective_from: Out.time(),
    tax_percent: Type.Integer({ description: 'GST, in percent.' }),
    plans: Type.Array(
      Type.Object({
        plan: oneOf(planNames, 'PlanName'),
        ...price,
        taxes: Type.Array(Type.Object({ name: Type.String(), rate: Type.String(), amount: Out.amount() })),
        features: Type.Array(oneOf(premiumFeatures, 'PremiumFeature')),
      }),
    ),
    upcoming: Out.nullable(
      Type.Object(
        { effective_from: Out.time(), ...price },
        {
          description:
            'The next published price of premium. It applies to payments that are requested from then on, never within a period that is paid for.',
        },
      ),
    ),
  },
  { $id: 'Plans' },
)
