// Takes back the credit of a payment that the gateway returned: as far as the balance allows, once per claim, however
// often and in whatever order it is reported. The uncovered rest is stored and never taken later.

import { emit } from '#events/actions.ts'
import type { NewEvent } from '#events/declaration.ts'
import { runHooks } from '#events/hooks.ts'
import type { Scope } from '#kit/app.ts'
import type { Tx } from '#kit/database/database.ts'
import { newUuid, type Uuid } from '#kit/ids.ts'
import { formatMicros, type Micros } from '#kit/money.ts'
import type { Supplier } from '#money/invoices/actions.ts'
import * as creditNotes from '#money/invoices/credit-notes.ts'
import { readTax, sumOf } from '#money/invoices/rules.ts'
import * as wallet from '#money/wallet/actions.ts'
import { availableOf } from '#money/wallet/rules.ts'
import * as audit from '#people/audit/actions.ts'
import { creditTakenBack, takenEntry } from './events.ts'
import type { ClaimRow, EarlierRow, PaymentRow, StoredTax, TakingRow } from './queries.ts'
import * as queries from './queries.ts'
import { type Part, partOf, takenOf, totalOf } from './rules.ts'
import { showClaims } from './show.ts'

const DESCRIPTIONS = {
  dispute: 'Payment taken back: the dispute was lost',
  gateway_refund: 'Payment refunded at the gateway',
} as const

export interface Taking {
  supplier: Supplier
  walletState: wallet.WalletState
}

/**
 * Takes the amounts due for all claims on a payment. The wallet must be locked. Idempotent: called when a claim is
 * reported, when its payment is credited afterwards, and when a failed refund of the payment left room for it.
 */
export async function takeDue(
  tx: Tx,
  scope: Scope,
  { gateway, paymentId }: { gateway: string; paymentId: string },
  taking: Taking,
): Promise<void> {
  const claims = await tx.rows<ClaimRow>(queries.paidOutOf(scope.organizationId, gateway, paymentId))
  for (const claim of claims) await take(tx, scope, claim, taking)
}

async function take(tx: Tx, scope: Scope, claim: ClaimRow, { supplier, walletState }: Taking): Promise<void> {
  const { organizationId, at } = scope
  const { gateway, payment_id: paymentId } = claim
  const payment = await tx.row<PaymentRow>(queries.payment(organizationId, { gateway, paymentId, orderId: null }))
  if (payment?.purpose === 'subscription') return takeOfSubscription(tx, scope, claim, payment, supplier)
  const transactionId = payment?.transaction_id ?? null
  // The payment was never credited, so there is nothing to take back.
  if (!payment || transactionId === null) return
  const earlier = await tx.rows<EarlierRow>(queries.earlierOf(organizationId, transactionId))
  const part = await due(tx, scope, claim, payment, earlier)
  if (part === null) return

  // Available credit first; then what campaigns have reserved, which pauses them.
  if (part.amount > availableOf(walletState) && walletState.reserved > 0n)
    await runHooks('credit.short', tx, scope, { walletState })
  const taken = takenOf(part, availableOf(walletState))
  const id = newUuid(at.getTime())
  const booked =
    taken.amount === 0n ? null : await book(tx, scope, { supplier, walletState }, { claim, id, transactionId, taken })
  await tx.run(
    queries.insertTaking(scope, {
      id,
      claimId: claim.id,
      transactionId,
      amount: part.amount,
      tax: sumOf(part.taxes),
      taxes: storedTaxes(part),
      taken: taken.amount,
      takenTax: sumOf(taken.taxes),
      refundTransactionId: booked?.refundTransactionId ?? null,
      creditNoteId: booked?.creditNoteId ?? null,
    }),
  )
  await publish(tx, scope, claim, booked ? [booked.issued] : [])
}

async function publish(tx: Tx, scope: Scope, claim: ClaimRow, issued: NewEvent[]): Promise<void> {
  const [shown] = await showClaims(tx, [claim])
  if (!shown) throw new Error('the claim no longer exists')
  await emit(tx, scope.organizationId, scope.at, [...issued, creditTakenBack(claim, shown)])
  audit.record(tx, scope, 'system', takenEntry(shown))
}

/**
 * For a subscription payment: issues a credit note on its invoice. The wallet is unchanged, because it did not pay for
 * the subscription. A payment without an invoice was a surplus, whose refund is in progress or done.
 */
async function takeOfSubscription(
  tx: Tx,
  scope: Scope,
  claim: ClaimRow,
  payment: PaymentRow,
  supplier: Supplier,
): Promise<void> {
  const { organizationId, at } = scope
  const { payment_id: paymentId, recharge_id: rechargeId } = claim
  const invoice = await creditNotes.subscriptionInvoice(tx, scope, rechargeId, paymentId)
  if (invoice === null) return
  const earlier = await tx.rows<EarlierRow>(queries.earlierOfSubscription(organizationId, rechargeId, paymentId))
  const part = await due(tx, scope, claim, payment, earlier)
  if (part === null) return
  const { id: creditNoteId, issued } = await creditNotes.issueCreditNote(tx, scope, {
    supplier,
    of: invoice,
    amount: part.amount,
    taxes: part.taxes,
    reason: null,
    refundTransactionId: null,
  })
  const tax = sumOf(part.taxes)
  await tx.run(
    queries.insertTaking(scope, {
      id: newUuid(at.getTime()),
      claimId: claim.id,
      transactionId: null,
      amount: part.amount,
      tax,
      taxes: storedTaxes(part),
      taken: part.amount,
      takenTax: tax,
      refundTransactionId: null,
      creditNoteId,
    }),
  )
  await publish(tx, scope, claim, [issued])
}

const storedTaxes = ({ taxes }: Part): StoredTax[] => taxes.map((tax) => ({ ...tax, amount: formatMicros(tax.amount) }))

/** The amount still to be returned for the claim after refunds and other claims; null when nothing remains. */
async function due(
  tx: Tx,
  { organizationId }: Scope,
  claim: ClaimRow,
  payment: PaymentRow,
  earlier: EarlierRow[],
): Promise<Part | null> {
  const takings = await tx.rows<TakingRow>(queries.takingsOf([organizationId], [claim.id]))
  const counted = takings.reduce((sum, one) => sum + one.amount_micros + one.tax_micros, 0n)
  const open = claim.total_micros - counted
  if (open <= 0n) return null
  const whole: Part = { amount: payment.amount_micros, taxes: payment.taxes.map(readTax) }
  const parts = (rows: EarlierRow[]): Part[] =>
    rows.map(({ amount_micros, taxes }) => ({ amount: amount_micros, taxes: taxes.map(readTax) }))
  const leftBeside = (before: Part[]): Micros => totalOf(whole) - before.reduce((sum, part) => sum + totalOf(part), 0n)
  // An unapproved refund request keeps its share while there is room for both: its money has not left yet.
  const withRequests = parts(earlier)
  const before =
    open <= leftBeside(withRequests)
      ? withRequests
      : parts(earlier.filter(({ refund_status }) => refund_status !== 'requested'))
  const left = leftBeside(before)
  const total = open < left ? open : left
  return total <= 0n ? null : partOf(whole, before, total)
}

/** Books the transaction that takes the credit, and issues the credit note on the payment's invoice. */
async function book(
  tx: Tx,
  scope: Scope,
  { supplier, walletState }: Taking,
  { claim, id, transactionId, taken }: { claim: ClaimRow; id: Uuid; transactionId: Uuid; taken: Part },
) {
  const refundTransactionId = await wallet.move(
    tx,
    scope.organizationId,
    walletState,
    {
      kind: 'refund',
      amount: -taken.amount,
      tax: -sumOf(taken.taxes),
      counterAccount: 'gateway',
      key: `claim:${id}`,
      description: DESCRIPTIONS[claim.kind],
      reversesId: transactionId,
    },
    scope.at,
  )
  const { id: creditNoteId, issued } = await creditNotes.issueCreditNote(tx, scope, {
    supplier,
    of: { transactionId },
    amount: taken.amount,
    taxes: taken.taxes,
    // Claims have no reason given by a user.
    reason: null,
    refundTransactionId,
  })
  return { refundTransactionId, creditNoteId, issued }
}
