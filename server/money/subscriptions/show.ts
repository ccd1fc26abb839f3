// The subscription and its payments as the API and the events show them.

import type { Uuid } from '#kit/ids.ts'
import { formatMicros } from '#kit/money.ts'
import { publicId, seconds } from '#kit/wire.ts'
import type { Gateway } from '#money/gateways/providers/gateway.ts'
import { receiptOf } from '#money/gateways/rules.ts'
import type { PlanPrice } from '#money/plans/rules.ts'
import { showMandate } from '#money/recharges/mandate-show.ts'
import { current } from '#money/recharges/mandates.ts'
import type { RechargeRow } from '#money/recharges/queries.ts'
import type { Period } from './periods.ts'
import type { PaymentRow, ShownPaymentRow } from './queries.ts'
import { graceEnd } from './rules.ts'
import type { Subscription, SubscriptionPayment } from './schema.ts'
import { likelyMeans, periodOf, type State } from './store.ts'

type Without = 'price' | 'tax' | 'total' | 'authorization_url'

const showPeriod = (period: Period | null) => period && { from: seconds(period.from), to: seconds(period.to) }

const hasPremium = ({ row: { status } }: State): boolean => status !== 'free' && status !== 'pending'

export function showState(state: State, at: Date): Omit<Subscription, Without> {
  const { row, open, mandates } = state
  const next = nextPayment(state)
  const mandate = current(mandates, at)
  return {
    plan: hasPremium(state) ? 'premium' : 'free',
    status: row.status,
    currency: 'INR',
    current_period: hasPremium(state) ? showPeriod(periodOf(row)) : null,
    cancel_at_period_end: row.status === 'cancelling',
    next_debit_at: seconds(next),
    next_payment_kind: next && (open?.kind ?? likelyMeans(state, at)),
    grace_until: seconds(row.grace_started_at && graceEnd(row.grace_started_at)),
    failed_attempts: row.failed_attempts,
    failure_reason: row.failure_reason,
    next_attempt_at: seconds(row.status === 'grace' ? (openDebit(open) ?? row.next_debit_at) : null),
    mandate: mandate && showMandate(mandate),
    updated_at: seconds(row.updated_at),
  }
}

const openDebit = (open: PaymentRow | null): Date | null => (open?.kind === 'debit' ? open.due_at : null)

/** When the next payment is due, as far as known. */
function nextPayment({ row, open }: State): Date | null {
  switch (row.status) {
    case 'free':
    case 'cancelling':
      return null
    case 'pending':
      return open?.due_at ?? null
    case 'active':
      return open?.due_at ?? row.period_to
    case 'grace':
      return openDebit(open) ?? row.next_debit_at
  }
}

export function showSubscription(
  state: State,
  { price, tax, total }: PlanPrice,
  authorizationUrl: string | null,
  at: Date,
): Subscription {
  return {
    ...showState(state, at),
    price: formatMicros(price),
    tax: formatMicros(tax),
    total: formatMicros(total),
    authorization_url: authorizationUrl,
  }
}

export interface ShownPayment {
  payment: ShownPaymentRow
  money: RechargeRow
  /** The payment's gateway; null when it is off. */
  gateway: Gateway | null
}

export function showPayment(organizationId: Uuid, { payment, money, gateway }: ShownPayment): SubscriptionPayment {
  const isPayable = isPayableNow(payment, money) && gateway?.name === money.gateway
  return {
    id: publicId('spay', money.id),
    status: statusOf(payment, money),
    kind: payment.kind,
    purpose: payment.purpose,
    amount: formatMicros(money.amount_micros),
    tax: formatMicros(money.tax_micros),
    total: formatMicros(money.total_micros),
    currency: 'INR',
    period: showPeriod(periodOf(payment)),
    due_at: seconds(payment.due_at),
    payment_method: money.payment_method,
    failure_reason: money.failure_reason,
    checkout_url: isPayable && gateway ? gateway.checkoutUrl(organizationId, receiptOf(money)) : null,
    invoice_id: publicId('inv', money.invoice_id),
    refunded: formatMicros(payment.refunded_micros),
    refund_pending: payment.refund_pending,
    created_at: seconds(money.created_at),
    // A refunded payment started no period, but was captured.
    completed_at: seconds(money.completed_at ?? payment.captured_at),
  }
}

function statusOf({ outcome }: PaymentRow, { status }: RechargeRow): SubscriptionPayment['status'] {
  if (outcome === 'revoked') return 'cancelled'
  return outcome === 'refunded' ? 'refunded' : status
}

/** True when it can be paid manually: also after a failed debit, or when it is no longer awaited. */
export const isPayableNow = ({ outcome }: PaymentRow, money: RechargeRow): boolean =>
  money.closed_at === null &&
  money.status !== 'succeeded' &&
  (outcome === null || outcome === 'failed' || outcome === 'left') &&
  // The gateway refused its order permanently.
  !(money.status === 'failed' && money.gateway_order_id === null)
