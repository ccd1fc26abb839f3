import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from '../../../test/cases.ts'
import type { Tax } from './rules.ts'
import { closedFrom, type Money, paymentOf, roundedToPaisa, usageLines } from './usage-rules.ts'

const RUPEE = 1_000_000n

test('spec 12.2: lines by kind and price, what was given back as negative lines, and the rounding as a line', () => {
  const charges = [
    { kind: 'app_session', price_micros: 450_000n, messages: 10n },
    { kind: 'email', price_micros: 72_500n, messages: 3n },
  ]
  const returns = [
    { kind: 'app_session', movement: 'refund', account: 'revenue:app', price_micros: 450_000n, returns: 2n },
    { kind: null, movement: 'credit', account: 'revenue:email', price_micros: 1_000n, returns: 1n },
    { kind: null, movement: 'refund', account: 'revenue:sms', price_micros: 250_000n, returns: 1n },
  ]
  const charged = 4_500_000n + 217_500n + 499_000_000n
  const lines = usageLines({ charges, returns, charged, used: charged - 900_000n - 1_000n - 250_000n })
  assert.deepEqual(
    lines.map(({ description, quantity, unitPrice }) => [description, quantity, unitPrice]),
    [
      ['App session messages', 10, 450_000n],
      ['Email messages', 3, 72_500n],
      ['Other charges', 1, 499_000_000n],
      ['App session messages: not sent, charge reversed', -2, 450_000n],
      ['Volume price adjustment, email messages', -1, 1_000n],
      ['Refunded charges, SMS messages', -1, 250_000n],
      ['Rounding to the paisa', 1, 3_500n],
    ],
  )
  assert.throws(() => usageLines({ charges, returns: [], charged: 1n, used: 0n }), /do not add up to the ledger/)
})

test('spec 12.2: halves of a paisa are rounded away from zero, on either side of it', () => {
  assert.deepEqual([5_000n, 4_999n, -5_000n, -4_999n, 0n].map(roundedToPaisa), [10_000n, 0n, -10_000n, 0n, 0n])
})

test('spec 12.2: a month can be stated five minutes after it is over, when what was accepted in its last moment is in the books', () => {
  assert.equal(closedFrom(new Date('2026-10-31T18:30:00Z')).toISOString(), '2026-10-31T18:35:00.000Z')
})

const taxOf = (amount: bigint): Tax[] => [{ name: 'IGST', rate: '18', amount }]
const recharge = (name: string, rupees: bigint, isTestMode = false): Money => ({
  transactionId: name,
  amount: rupees * RUPEE,
  reversesId: null,
  invoice: { number: name, taxes: taxOf((rupees * RUPEE * 18n) / 100n), isTestMode },
})
const other = (name: string, rupees: bigint, reversesId: string | null = null): Money => ({
  transactionId: name,
  amount: rupees * RUPEE,
  reversesId,
  invoice: null,
})
const paidOf = (money: Money[], before: bigint, used: bigint) => {
  const { real } = paymentOf(money, before * RUPEE, used * RUPEE)
  return { paid: real.paid / RUPEE, tax: real.taxes.map(({ amount }) => amount), invoices: real.invoices }
}

test('spec 12.13: what came in first is used first: recharges with their tax, credits without', () => {
  const money = [recharge('A', 100n), other('credit', 50n), recharge('B', 200n)]
  assert.deepEqual(paidOf(money, 0n, 40n), { paid: 40n, tax: [7_200_000n], invoices: ['A'] })
  assert.deepEqual(paidOf(money, 90n, 100n), { paid: 50n, tax: [9_000_000n], invoices: ['A', 'B'] })
  assert.deepEqual(paidOf(money, 110n, 30n), { paid: 0n, tax: [], invoices: [] })
  // More was returned than used: the tax is negative.
  assert.deepEqual(paidOf(money, 40n, -10n), { paid: -10n, tax: [-1_800_000n], invoices: ['A'] })
})

test('spec 12.13: what went back to its source pays for nothing; a refund that could not be paid out does again', () => {
  const money = [recharge('A', 100n), recharge('B', 100n), other('refund', -60n, 'A')]
  assert.deepEqual(paidOf(money, 0n, 50n), { paid: 50n, tax: [9_000_000n], invoices: ['A', 'B'] })
  assert.deepEqual(paidOf([...money, other('return', 60n, 'refund')], 0n, 50n).invoices, ['A'])
  assert.deepEqual(paidOf([recharge('A', 100n), recharge('B', 100n), other('out', -150n)], 0n, 50n), {
    paid: 50n,
    tax: [9_000_000n],
    invoices: ['A'],
  })
})

test('spec 12.14: test money is told apart from real money', () => {
  const { real, test: testing } = paymentOf([recharge('S', 10n, true), recharge('R', 10n)], 0n, 15n * RUPEE)
  assert.deepEqual([testing.paid, testing.invoices, real.paid, real.invoices], [10n * RUPEE, ['S'], 5n * RUPEE, ['R']])
})

test('spec 12.13: however a recharge is used up month by month, its months show exactly its tax', () => {
  fc.assert(
    fc.property(
      fc.array(fc.bigInt({ min: 0n, max: 10n ** 10n }), { minLength: 1, maxLength: 12 }),
      fc.bigInt({ min: 1n, max: 10n ** 8n }),
      (months, paise) => {
        const whole = months.reduce((sum, used) => sum + used, 1n)
        const tax = paise * 10_000n
        const invoice = { number: 'A', taxes: taxOf(tax), isTestMode: false }
        const money: Money[] = [{ transactionId: 'A', amount: whole, reversesId: null, invoice }]
        let before = 0n
        let shown = 0n
        for (const used of [...months, 1n]) {
          for (const { amount } of paymentOf(money, before, used).real.taxes) {
            assert.equal(amount % 10_000n, 0n)
            shown += amount
          }
          before += used
        }
        assert.equal(shown, tax)
      },
    ),
  )
})
