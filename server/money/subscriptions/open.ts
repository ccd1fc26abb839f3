// Opens the payments of a subscription: at the price in force, by debit when a mandate covers it, otherwise by link.

import type { Scope } from '#kit/app.ts'
import type { Tx } from '#kit/database/database.ts'
import type { Uuid } from '#kit/ids.ts'
import { formatMicros, MICROS_PER_RUPEE } from '#kit/money.ts'
import { Refusal } from '#kit/refusals.ts'
import { publicId, seconds } from '#kit/wire.ts'
import { type LinkReason, linkReasonFor, MANDATE_MS } from '#money/auto-recharge/rules.ts'
import type { Gateway } from '#money/gateways/providers/gateway.ts'
import type { Gateways } from '#money/gateways/providers/index.ts'
import type { PaymentMethod } from '#money/gateways/rules.ts'
import * as invoices from '#money/invoices/actions.ts'
import { planListFor } from '#money/plans/actions.ts'
import { type PlanPrice, priceOfPlan } from '#money/plans/rules.ts'
import * as payments from '#money/recharges/actions.ts'
import type { MandateRow } from '#money/recharges/mandate-queries.ts'
import { usable } from '#money/recharges/mandates.ts'
import type { RechargeRow } from '#money/recharges/queries.ts'
import * as rechargeQueries from '#money/recharges/queries.ts'
import * as audit from '#people/audit/actions.ts'
import type { Period } from './periods.ts'
import type { PaymentRow } from './queries.ts'
import * as queries from './queries.ts'
import { openDue, type PaymentKind, renewalOf } from './rules.ts'
import { likelyMeans, type State, situationOf } from './store.ts'

/** The payment that authorizes a payment method: the minimum of gateways; it is refunded. */
export const CHECK_AMOUNT = MICROS_PER_RUPEE

/** A mandate allows this multiple of the price, so that not every new price needs a new mandate. */
const MANDATE_ROOM = 2n

export interface Quote extends PlanPrice {
  place: string
}

/** The price of a month of premium for a payment opened now. */
export async function quoteOf(tx: Tx, { organizationId, at }: Scope, supplier: invoices.Supplier): Promise<Quote> {
  const place = await invoices.placeOfSupplyTo(tx, organizationId, supplier)
  const list = await planListFor(tx, organizationId, at)
  return { ...priceOfPlan(list, 'premium', supplier.stateCode, place), place }
}

/** How a payment would be made now. */
export interface Means {
  gateway: Gateway
  mandate: MandateRow | null
  /** Null when it can be debited. */
  linkReason: LinkReason | null
  quote: Quote
}

export async function meansOf(
  tx: Tx,
  scope: Scope,
  { mandates }: State,
  { gateway, supplier }: { gateway: Gateway; supplier: invoices.Supplier },
): Promise<Means> {
  const quote = await quoteOf(tx, scope, supplier)
  // A mandate belongs to its gateway, and new payments use the current one.
  const mandate = usable(mandates, scope.at, gateway.name)
  const given = mandate && { max: mandate.max_micros }
  const linkReason = linkReasonFor(given, gateway.mandates?.debitMax ?? null, quote.total)
  return { gateway, mandate, linkReason, quote }
}

export const kindOf = ({ linkReason }: Means): PaymentKind => (linkReason === null ? 'debit' : 'link')

/** The gateway for new payments; null when there is none. */
export function currentOf(gateways: Gateways): Gateway | null {
  try {
    return gateways.current()
  } catch (error) {
    if (error instanceof Refusal) return null
    throw error
  }
}

export interface Wanted {
  purpose: PaymentRow['purpose']
  kind: PaymentKind
  /** Null for a first payment: its period begins when it is captured. */
  period: Period | null
  dueAt: Date
  paymentMethod?: PaymentMethod | null
  /** True when a person requests it, who can complete the billing profile. */
  isAsked: boolean
  doer?: audit.Doer
}

/** 422 when the gateway accepts no order for the billing profile. */
export async function openPayment(
  tx: Tx,
  scope: Scope,
  { userId, means, wanted }: { userId: Uuid; means: Means; wanted: Wanted },
): Promise<PaymentRow> {
  const { organizationId, at } = scope
  const { gateway, quote, linkReason } = means
  const isCheck = wanted.purpose === 'payment_method'
  const mandate = isCheck
    ? mandateOf(means, at)
    : wanted.kind === 'link'
      ? await mandateFor(tx, scope, means, wanted.isAsked)
      : null
  const asking = { gateway, origin: 'customer', mandate } as const
  await payments.mustBePayable(tx, organizationId, { ...asking, origin: wanted.isAsked ? 'customer' : 'auto' })
  const money = await payments.insertPayment(
    tx,
    scope,
    userId,
    {
      purpose: 'subscription',
      amount: isCheck ? CHECK_AMOUNT : quote.price,
      taxes: isCheck ? [] : quote.taxes,
      place: quote.place,
      paymentMethod: wanted.paymentMethod ?? null,
      transactionId: null,
      isAuthorization: isCheck,
    },
    asking,
  )
  const noticeMs = gateway.mandates?.noticeMs ?? 0
  const row = await tx.row<PaymentRow>(
    queries.begin(organizationId, {
      payment_id: money.id,
      purpose: wanted.purpose,
      kind: wanted.kind,
      period_from: wanted.period?.from ?? null,
      period_to: wanted.period?.to ?? null,
      mandate_id: wanted.kind === 'debit' && linkReason === null ? (means.mandate?.id ?? null) : null,
      is_test_mode: gateway.isTestMode === true,
      due_at: wanted.dueAt,
      begun_at: at,
      // The gateway itself notifies the customer and waits, so a debit is requested earlier by its notice period. A
      // link is placed at once.
      ask_at: isCheck
        ? null
        : wanted.kind === 'debit'
          ? new Date(Math.max(at.getTime(), wanted.dueAt.getTime() - noticeMs))
          : at,
      outcome: isCheck ? 'left' : null,
    }),
  )
  if (!row) throw new Error('the payment was not stored')
  audit.record(tx, scope, wanted.doer ?? 'system', {
    action: 'subscription_payment.created',
    object: publicId('spay', money.id),
    details: {
      kind: wanted.kind,
      purpose: wanted.purpose,
      total: formatMicros(money.total_micros),
      gateway: gateway.name,
      due_at: seconds(wanted.dueAt),
    },
  })
  return row
}

/** A mandate with room for higher prices; null when the gateway supports none for this price. */
export function mandateOf({ gateway, quote }: Means, at: Date): payments.Asking['mandate'] {
  const debitMax = gateway.mandates?.debitMax ?? 0n
  if (quote.total > debitMax) return null
  const room = quote.total * MANDATE_ROOM
  return { maxAmount: room < debitMax ? room : debitMax, expiresAt: new Date(at.getTime() + MANDATE_MS) }
}

/** The mandate to request with the payment, if it would allow debiting the next one. */
async function mandateFor(
  tx: Tx,
  { organizationId, at }: Scope,
  means: Means,
  isAsked: boolean,
): Promise<payments.Asking['mandate']> {
  const { gateway, linkReason } = means
  const mandate = linkReason === null ? null : mandateOf(means, at)
  if (isAsked || mandate === null) return mandate
  // Some gateways give mandates only to customers with contact data, but accept payments from anybody.
  const profile = await invoices.profile(tx, organizationId)
  const needs = gateway.needs?.({ mandate: true }) ?? []
  return needs.some((field) => profile[field] === null) ? null : mandate
}

/**
 * The link for paying the next period: an unpaid one with the same price, otherwise a new one. Null when the gateway
 * accepts none, for example because the billing profile is incomplete.
 */
export async function openLink(
  tx: Tx,
  scope: Scope,
  state: State,
  supplier: invoices.Supplier,
  gateway: Gateway,
): Promise<PaymentRow | null> {
  const { organizationId, at } = scope
  const means = await meansOf(tx, scope, state, { gateway, supplier })
  const situation = situationOf(state, likelyMeans(state, at))
  const dueAt = openDue(situation.period?.to ?? at, at)
  const { period } = renewalOf(situation, situation.grace?.startedAt ?? dueAt)
  for (const link of await tx.rows<PaymentRow>(queries.unpaidLinks(organizationId))) {
    const money = await tx.row<RechargeRow>(rechargeQueries.byId(organizationId, link.payment_id))
    if (!money || money.closed_at !== null || gateway.name !== money.gateway) continue
    if (money.total_micros !== means.quote.total || link.period_from?.getTime() !== period.from.getTime()) continue
    // The gateway refused its order permanently.
    if (money.status === 'failed' && money.gateway_order_id === null) continue
    return (await tx.row<PaymentRow>(queries.reopen(organizationId, link.payment_id, dueAt))) ?? null
  }
  const purpose = situation.grace ? 'retry' : 'renewal'
  const wanted: Wanted = { purpose, kind: 'link', period, dueAt, isAsked: false }
  try {
    return await openPayment(tx, scope, { userId: state.row.subscribed_by, means, wanted })
  } catch (error) {
    if (error instanceof Refusal && error.code === 'invalid_content') return null
    throw error
  }
}
