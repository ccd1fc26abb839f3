// What a refund returns: a charge to the wallet, or a captured payment to its source.

import type { Scope } from '#kit/app.ts'
import type { Tx } from '#kit/database/database.ts'
import type { Uuid } from '#kit/ids.ts'
import type { Micros } from '#kit/money.ts'
import { absentIn, invalid, refusal } from '#kit/refusals.ts'
import { sumOf, type Tax } from '#money/invoices/rules.ts'
import type { TransactionKind } from '#money/wallet/rules.ts'
import type { RefundRow } from './queries.ts'
import { counts, type Destination, type Given, readTax } from './rules.ts'
import type { EarlierRow, SubscriptionTargetRow, TargetRow } from './target-queries.ts'
import * as queries from './target-queries.ts'

export interface Target {
  purpose: RefundRow['purpose']
  /** Null for a subscription payment. */
  transactionId: Uuid | null
  rechargeId: Uuid | null
  destination: Destination
  /** The counter account of the refund. */
  counterAccount: string
  channel: string | null
  payment: { gateway: string; paymentId: string; orderId: string } | null
  /** The whole charge or payment, with its taxes. */
  whole: Given
  /** Amounts that count against it: its refunds, except the one being decided on, and claims. */
  before: Given[]
  left: Micros
}

const NAMES = ['transaction_id', 'recharge_id', 'subscription_payment_id'] as const
export type TargetName = Partial<Readonly<Record<(typeof NAMES)[number], Uuid>>>

/** The target of a request: a transaction, directly or by its recharge, or a subscription payment. */
export async function named(
  tx: Tx,
  { organizationId }: Scope,
  names: TargetName,
): Promise<{ transactionId: Uuid } | { subscriptionPaymentId: Uuid }> {
  const given = NAMES.filter((name) => names[name] !== undefined)
  if (given.length !== 1)
    throw invalid('transaction_id', given.length === 0 ? 'one_of_fields' : 'only_one_of_fields', { fields: [...NAMES] })
  const { transaction_id, recharge_id, subscription_payment_id } = names
  if (subscription_payment_id !== undefined) return { subscriptionPaymentId: subscription_payment_id }
  if (transaction_id !== undefined) return { transactionId: transaction_id }
  const rows = await tx.rows<{ transaction_id: Uuid | null }>(queries.paymentsOf(organizationId, recharge_id as Uuid))
  if (rows.length === 0) throw absentIn('recharge_id', 'recharge')
  if (rows.length > 1) throw invalid('recharge_id', 'recharge_paid_twice')
  const paid = rows[0]?.transaction_id
  if (!paid) throw refusal('conflict', 'recharge_not_paid')
  return { transactionId: paid }
}

/** A subscription payment that was captured and paid for a period; `except` is the refund being decided on. */
export async function findSubscriptionPayment(
  tx: Tx,
  { organizationId }: Scope,
  id: Uuid,
  except: Uuid | null = null,
): Promise<Target> {
  const row = await tx.row<SubscriptionTargetRow>(queries.subscriptionTarget(organizationId, id))
  if (!row) throw absentIn('subscription_payment_id', 'payment')
  const { gateway, payment_id: paymentId, gateway_order_id: orderId } = row
  if (row.status !== 'succeeded' || paymentId === null || orderId === null)
    throw refusal('conflict', 'subscription_payment_not_paid')
  const earlier = await tx.rows<EarlierRow>(queries.earlierOfSubscription(organizationId, id, paymentId))
  const before = givenBefore(earlier, except)
  const whole = { amount: row.amount_micros, taxes: row.taxes.map(readTax) }
  return {
    purpose: 'subscription',
    transactionId: null,
    rechargeId: id,
    destination: 'source',
    counterAccount: 'gateway',
    channel: null,
    payment: { gateway, paymentId, orderId },
    whole,
    before,
    left: whole.amount - sumOf(before),
  }
}

const givenBefore = (earlier: readonly EarlierRow[], except: Uuid | null): Given[] =>
  earlier
    .filter(({ id, status }) => status === null || (id !== except && counts(status)))
    .map(({ amount_micros, taxes }) => ({ amount: amount_micros, taxes: taxes.map(readTax) }))

/**
 * The wallet must be locked, so that the remaining amount stays until the transaction ends. `except` is the refund
 * being decided on.
 */
export async function find(tx: Tx, scope: Scope, transactionId: Uuid, except: Uuid | null = null): Promise<Target> {
  const { organizationId } = scope
  const row = await tx.row<TargetRow>(queries.target(organizationId, transactionId))
  if (!row) throw absentIn('transaction_id', 'transaction')
  const earlier = await tx.rows<EarlierRow>(queries.earlierOf(organizationId, transactionId))
  const before = givenBefore(earlier, except)
  const refundable = refundables[row.kind]?.(row)
  if (!refundable) throw invalid('transaction_id', 'transaction_not_refundable', { kind: row.kind })
  return {
    purpose: 'wallet',
    transactionId,
    rechargeId: row.recharge_id,
    counterAccount: row.counter_account,
    channel: row.channel,
    before,
    left: refundable.whole.amount - refundable.reversed - sumOf(before),
    ...refundable,
  }
}

type Refundable = Pick<Target, 'destination' | 'payment' | 'whole'> & { reversed: Micros }

const refundables: Partial<Record<TransactionKind, (row: TargetRow) => Refundable>> = {
  deduction: ({ amount_micros, reversed_micros }) => ({
    destination: 'wallet',
    payment: null,
    whole: { amount: -amount_micros, taxes: [] },
    reversed: reversed_micros,
  }),
  recharge({ status, amount_micros, gateway, payment_id, order_id, taxes }) {
    if (gateway === null || payment_id === null || order_id === null)
      throw refusal('conflict', 'recharge_without_payment', { status })
    const paid: Tax[] = (taxes ?? []).map(readTax)
    const payment = { gateway, paymentId: payment_id, orderId: order_id }
    return { destination: 'source', payment, whole: { amount: amount_micros, taxes: paid }, reversed: 0n }
  },
}
