// Pure rules of refunds: refundable amounts, their share of the tax, and when the gateway is queried. spec 11.

import { type ValidationError, validationError } from '#kit/messages/field-errors.ts'
import { formatMicros, isWholePaise, MICROS_PER_PAISA, type Micros, parseMicros, shareInPaise } from '#kit/money.ts'
import { invalid, refusal } from '#kit/refusals.ts'
import { sumOf, type Tax } from '#money/invoices/rules.ts'

/** spec 11.1. */
export const refundReasons = ['duplicate_charge', 'system_error', 'service_downtime'] as const

/** Including the reasons of refunds made by the service itself. */
export const shownRefundReasons = [...refundReasons, 'payment_method_check'] as const
export type ShownRefundReason = (typeof shownRefundReasons)[number]

export const refundStatuses = ['requested', 'approved', 'processing', 'completed', 'rejected', 'failed'] as const
export type RefundStatus = (typeof refundStatuses)[number]

export const destinations = ['wallet', 'source'] as const
export type Destination = (typeof destinations)[number]

/**
 * `refused`: the gateway did not accept the refund. `not_paid_out`: it accepted the refund, and could not pay it to the
 * customer.
 */
export const refundFailures = ['refused', 'not_paid_out'] as const
export type RefundFailure = (typeof refundFailures)[number]

/**
 * True when the refund counts against its charge or payment: a request reserves its amount until it is rejected or
 * fails.
 */
export function counts(status: RefundStatus): boolean {
  return status !== 'rejected' && status !== 'failed'
}

/** True while the gateway's result is pending. */
export function isUnderWay(status: RefundStatus): boolean {
  return status === 'approved' || status === 'processing'
}

// --- How much ------------------------------------------------------------------------------------------------------

/**
 * The amount of a refund given the remaining amount; throws when it is not possible. Without a requested amount,
 * everything.
 */
export function amountOf(wanted: Micros | undefined, left: Micros, destination: Destination): Micros {
  if (left <= 0n) throw refusal('conflict', 'nothing_left_to_refund')
  const amount = wanted ?? left
  if (amount === 0n) throw invalid('amount', 'amount_not_positive')
  if (amount > left) throw invalid('amount', 'refund_too_large', { max: formatMicros(left) })
  // Banks transfer whole paise.
  if (destination === 'source' && !isWholePaise(amount)) throw invalid('amount', 'not_amount', { decimals: 2 })
  return amount
}

/** A refund to the source takes credit out of the wallet; spent credit cannot be refunded. */
export function mustBeCovered(amount: Micros, balance: Micros): void {
  if (amount <= balance) return
  const most = balance - (balance % MICROS_PER_PAISA)
  throw refusal('insufficient_balance', 'refund_exceeds_balance', {
    balance: formatMicros(balance),
    amount: formatMicros(amount),
    max: formatMicros(most),
  })
}

export interface Given {
  amount: Micros
  taxes: Tax[]
}

/**
 * The tax of the next refund of a payment: the tax on everything refunded including this refund, minus what was
 * returned before. The last refund therefore takes exactly the rest, and no paisa of tax is lost or added by splitting
 * a payment.
 */
export function taxShare(payment: Given, before: readonly Given[], amount: Micros): Tax[] {
  const refunded = sumOf(before) + amount
  return payment.taxes.map((tax) => {
    const rest = tax.amount - sumOf(before.flatMap(({ taxes }) => taxes.filter(({ name }) => name === tax.name)))
    const isLast = refunded === payment.amount
    const share = isLast ? rest : shareInPaise(refunded, basisPoints(tax)) - (tax.amount - rest)
    return { ...tax, amount: share < 0n ? 0n : share > rest ? rest : share }
  })
}

/** A tax as stored in a row. */
export interface StoredTax {
  name: Tax['name']
  rate: string
  amount: string
}

export function readTax({ name, rate, amount }: StoredTax): Tax {
  return { name, rate, amount: microsOf(amount) }
}

export function storeTax({ name, rate, amount }: Tax): StoredTax {
  return { name, rate, amount: formatMicros(amount) }
}

const MICROS_PER_BASIS_POINT = 10_000n
const basisPoints = ({ rate }: Tax): bigint => microsOf(rate) / MICROS_PER_BASIS_POINT

function microsOf(text: string): Micros {
  const micros = parseMicros(text)
  if (micros === null) throw new Error(`${text} is no decimal of ours`)
  return micros
}

// --- Times of gateway queries --------------------------------------------------------------------------------------

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
/** Afterwards once a day without limit: the money has left the wallet, so it is never given up. */
const CHECK_AFTER_MS = [
  ...[1, 4, 10, 15, 30].map((minutes) => minutes * MINUTE_MS),
  ...[1, 2, 4, 8, 12, 24].map((hours) => hours * HOUR_MS),
]

/** The next query after `count` queries, including the current one. */
export function nextCheck(count: number, at: Date): Date {
  const after = CHECK_AFTER_MS[Math.min(count, CHECK_AFTER_MS.length) - 1] as number
  return new Date(at.getTime() + after)
}

// --- Credits -------------------------------------------------------------------------------------------------------

/** The maximum of one grant: ten lakh rupees. Limits the cost of a typing error. */
export const CREDIT_MAX: Micros = 1_000_000n * 1_000_000n

/** The customer sees it in the transaction. */
export const CREDIT_REASON_MAX = 200

/** The error in a credit's amount, or null. */
export function creditError(amount: Micros): ValidationError | null {
  if (amount === 0n) return validationError('amount_not_positive')
  if (amount > CREDIT_MAX) return validationError('credit_too_large', { max: formatMicros(CREDIT_MAX) })
  return null
}
