// The monthly price of a plan. Pure. spec 23.10, 23.11.

import type { Uuid } from '#kit/ids.ts'
import { MICROS_PER_RUPEE, type Micros } from '#kit/money.ts'
import { sumOf, type Tax, taxesOn } from '#money/invoices/rules.ts'

export const planNames = ['free', 'premium'] as const
export type PlanName = (typeof planNames)[number]

/** Features of premium beyond the free plan. */
export const premiumFeatures = ['custom_domains', 'no_branding', 'advanced_analytics', 'priority_support'] as const
const features: Readonly<Record<PlanName, readonly (typeof premiumFeatures)[number][]>> = {
  free: [],
  premium: premiumFeatures,
}
export const featuresOf = (plan: PlanName) => features[plan]

/** The smallest amount that every gateway accepts. */
export const PREMIUM_PRICE_MIN: Micros = MICROS_PER_RUPEE
export const PREMIUM_PRICE_MAX: Micros = 100_000n * MICROS_PER_RUPEE
export const TAX_PERCENT_MAX = 40
export const TAX_PERCENT_DEFAULT = 18

/** A published version of the plans' prices. */
export interface PlanList {
  id: Uuid
  name: string
  effectiveFrom: Date
  premiumMicros: Micros
  taxPercent: number
}

export interface PlanPrice {
  price: Micros
  taxes: Tax[]
  tax: Micros
  total: Micros
}

/** One month of the plan, with the taxes of the place of supply added. */
export function priceOfPlan(list: PlanList, plan: PlanName, supplierState: string, placeOfSupply: string): PlanPrice {
  const price = plan === 'free' ? 0n : list.premiumMicros
  const taxes = price === 0n ? [] : taxesOn(price, supplierState, placeOfSupply, list.taxPercent)
  const tax = sumOf(taxes)
  return { price, taxes, tax, total: price + tax }
}
