// Plan lists as the API shows them.

import { formatMicros } from '#kit/money.ts'
import { publicId, type Static, seconds } from '#kit/wire.ts'
import type { PlanListRow } from './queries.ts'
import { featuresOf, type PlanList, type PlanPrice, planNames, priceOfPlan } from './rules.ts'
import type { Plans, PublishedPlanList } from './schema.ts'

export function showPublished(row: PlanListRow): Static<typeof PublishedPlanList> {
  return {
    id: publicId('planl', row.id),
    name: row.name,
    currency: 'INR',
    effective_from: seconds(row.effective_from),
    premium_price: formatMicros(row.premium_micros),
    tax_percent: row.tax_percent,
    organization_id: publicId('org', row.org_id),
    published_at: seconds(row.published_at),
  }
}

export function showPlans(
  list: PlanList,
  upcoming: PlanList | null,
  states: { supplier: string; placeOfSupply: string },
): Static<typeof Plans> {
  const { supplier, placeOfSupply } = states
  return {
    plan_list_id: publicId('planl', list.id),
    currency: 'INR',
    effective_from: seconds(list.effectiveFrom),
    tax_percent: list.taxPercent,
    plans: planNames.map((plan) => {
      const priced = priceOfPlan(list, plan, supplier, placeOfSupply)
      const taxes = priced.taxes.map(({ name, rate, amount }) => ({ name, rate, amount: formatMicros(amount) }))
      return { plan, ...showPrice(priced), taxes, features: [...featuresOf(plan)] }
    }),
    upcoming: upcoming && {
      effective_from: seconds(upcoming.effectiveFrom),
      ...showPrice(priceOfPlan(upcoming, 'premium', supplier, placeOfSupply)),
    },
  }
}

const showPrice = ({ price, tax, total }: PlanPrice) => ({
  price: formatMicros(price),
  tax: formatMicros(tax),
  total: formatMicros(total),
})
