// Compares a gateway's book with a company's stored subscription: each captured payment results in one period with one
// invoice, or in one refund.

import assert from 'node:assert/strict'
import type { FakeCashfree } from './gateways/cashfree.ts'
import type { FakeRazorpay } from './gateways/razorpay.ts'
import type { Company, TestSamvad } from './harness.ts'
import { storedPayments } from './subscriptions.ts'

const MICROS_PER_PAISA = 10_000n

/** A gateway with mandates; null for one that takes payment by link only. */
export const mandated = (fake: FakeRazorpay | FakeCashfree): FakeRazorpay | null => ('tokens' in fake ? fake : null)

/** Call once everything in flight has arrived. */
export async function mustAddUp(
  samvad: Pick<TestSamvad, 'rows'>,
  company: Pick<Company, 'organizationId'>,
  fake: FakeRazorpay | FakeCashfree,
): Promise<{ periods: number; refunds: number }> {
  const payments = await storedPayments(samvad, company)
  const captured = fake.log.filter(
    (one) => one.kind === 'capture' && payments.some(({ order_id }) => order_id === one.orderId),
  )
  const booked = payments.reduce((sum, { captures }) => sum + captures, 0)
  assert.equal(booked, captured.length, 'what the gateway captured is booked once')
  for (const { id, purpose, outcome, captures, refunded, invoices, total } of payments) {
    const isUsed = outcome === 'used'
    assert.ok(!isUsed || purpose !== 'payment_method', 'a change of the payment method pays for no month')
    assert.equal(invoices, isUsed ? 1 : 0, `${id}: one invoice for a period, none for anything else`)
    assert.equal(refunded, total * BigInt(captures - (isUsed ? 1 : 0)), `${id}: ${outcome}, all else is refunded`)
  }
  const refundedThere = fake.log.flatMap((one) => (one.kind === 'refund' ? [one.amount * MICROS_PER_PAISA] : []))
  const refundedHere = payments.reduce((sum, { refunded }) => sum + refunded, 0n)
  assert.ok(refundedThere.reduce((sum, amount) => sum + amount, 0n) >= refundedHere)
  const used = payments.filter(({ outcome }) => outcome === 'used')
  used
    .toSorted((one, other) => +(one.period_from as Date) - +(other.period_from as Date))
    .forEach((one, index, all) => {
      const before = all[index - 1]
      if (before) assert.ok((one.period_from as Date) >= (before.period_to as Date), 'periods do not overlap')
    })
  const money = await samvad.rows('select id from transactions where org_id = $1', [company.organizationId])
  assert.deepEqual(money, [], 'no money of a subscription is in the wallet')
  return { periods: used.length, refunds: payments.filter(({ refunded }) => refunded > 0n).length }
}
