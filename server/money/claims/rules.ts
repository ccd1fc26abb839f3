// Pure rules of claims on payments, spec 11.13: which report applies, and how much of the credit and its tax is taken
// back.

import { MICROS_PER_PAISA, type Micros } from '#kit/money.ts'
import { disputeStatuses, type GatewayRefundEvent } from '#money/gateways/providers/gateway.ts'
import { sumOf, type Tax } from '#money/invoices/rules.ts'

/** `gateway_refund`: a refund started at the gateway, for example in its dashboard, without an approval here. */
export const claimKinds = ['dispute', 'gateway_refund'] as const
export type ClaimKind = (typeof claimKinds)[number]

export const gatewayRefundStatuses = [
  'pending',
  'processed',
  'failed',
] as const satisfies readonly GatewayRefundEvent['status'][]
export const claimStatuses = [...disputeStatuses, ...gatewayRefundStatuses] as const
export type ClaimStatus = (typeof claimStatuses)[number]

/** The statuses of disputes that the operator can still answer at the gateway. */
export const answerableStatuses = ['open', 'action_required'] as const satisfies readonly ClaimStatus[]

// --- Which report applies -------------------------------------------------------------------------------------------

/**
 * Of two reports with the same second, the one with the later stage applies: a loss in the same second does not replace
 * a win.
 */
const stageOf: Record<ClaimStatus, number> = {
  open: 0,
  action_required: 1,
  under_review: 1,
  lost: 2,
  closed: 2,
  won: 3,
  pending: 0,
  processed: 1,
  failed: 1,
}

export interface Report {
  status: ClaimStatus
  /** The gateway's timestamp of the report. */
  reportedAt: Date
  total: Micros
  /** The gateway took the total from the operator's account. */
  isPaidOut: boolean
}

/** True when the report is newer than the stored state. */
export function isNewer(known: Report, told: Report): boolean {
  const [before, now] = [known.reportedAt.getTime(), told.reportedAt.getTime()]
  return now > before || (now === before && stageOf[told.status] > stageOf[known.status])
}

/** The state after a report, which may be repeated, late or out of order. */
export function after<Told extends Report>(known: Told, told: Told): Told {
  if (isNewer(known, told)) {
    // A payout is final: if the dispute is won later, a person must decide.
    const total = told.isPaidOut || !known.isPaidOut ? told.total : known.total
    return { ...told, total, isPaidOut: known.isPaidOut || told.isPaidOut }
  }
  // A loss that is reported after the closing still counts; one from before a win does not.
  if (told.isPaidOut && known.status === 'closed') return { ...known, total: told.total, isPaidOut: true }
  return known
}

// --- How much --------------------------------------------------------------------------------------------------------

export interface Part {
  amount: Micros
  taxes: Tax[]
}

export const totalOf = ({ amount, taxes }: Part): Micros => amount + sumOf(taxes)

/**
 * Splits a returned sum into credit and taxes: each tax in proportion to everything returned so far including this sum,
 * minus what was returned before. The parts of a payment therefore always add up to it to the paisa. The sum must not
 * exceed the remainder.
 */
export function partOf(payment: Part, before: readonly Part[], total: Micros): Part {
  const whole = totalOf(payment)
  const back = before.reduce((sum, part) => sum + totalOf(part), 0n) + total
  const left = payment.amount - sumOf(before)
  const rests = payment.taxes.map((tax) => tax.amount - taxOf(before, tax))
  const shares = payment.taxes.map((tax, index) => {
    const share = wholePaise(tax.amount * back, whole) - taxOf(before, tax)
    return within(share, rests[index] as Micros)
  })
  // Rounding several taxes at once may leave a paisa too much or too little for the credit.
  let amount = total - shares.reduce((sum, share) => sum + share, 0n)
  shares.forEach((share, index) => {
    const moved = amount > left ? within(amount - left, (rests[index] as Micros) - share) : -within(-amount, share)
    shares[index] = share + moved
    amount -= moved
  })
  return { amount, taxes: payment.taxes.map((tax, index) => ({ ...tax, amount: shares[index] as Micros })) }
}

function taxOf(parts: readonly Part[], { name, rate }: Tax): Micros {
  return sumOf(parts.flatMap(({ taxes }) => taxes.filter((tax) => tax.name === name && tax.rate === rate)))
}

/** The part that a wallet with this balance can return: whole paise, with their share of each tax. */
export function takenOf(part: Part, balance: Micros): Part {
  if (balance >= part.amount) return part.amount > 0n ? part : nothingOf(part)
  const amount = balance - (balance % MICROS_PER_PAISA)
  if (amount <= 0n) return nothingOf(part)
  return {
    amount,
    taxes: part.taxes.map((tax) => ({ ...tax, amount: wholePaise(tax.amount * amount, part.amount) })),
  }
}

const nothingOf = ({ taxes }: Part): Part => ({ amount: 0n, taxes: taxes.map((tax) => ({ ...tax, amount: 0n })) })

/** `dividend / divisor` micro-rupees, rounded half up to the paisa. */
function wholePaise(dividend: Micros, divisor: Micros): Micros {
  const unit = divisor * MICROS_PER_PAISA
  return ((dividend + unit / 2n) / unit) * MICROS_PER_PAISA
}

const within = (amount: Micros, most: Micros): Micros => (amount < 0n ? 0n : amount > most ? most : amount)
