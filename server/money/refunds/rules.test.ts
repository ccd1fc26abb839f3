import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isWholePaise, MICROS_PER_PAISA, type Micros } from '#kit/money.ts'
import { Refusal } from '#kit/refusals.ts'
import { sumOf, taxesOn } from '#money/invoices/rules.ts'
import fc from '../../../test/cases.ts'
import {
  amountOf,
  CREDIT_MAX,
  creditError,
  type Given,
  mustBeCovered,
  nextCheck,
  readTax,
  storeTax,
  taxShare,
} from './rules.ts'

const paise = (count: number): Micros => BigInt(count) * MICROS_PER_PAISA
const refusal = (work: () => unknown): Refusal => {
  try {
    work()
  } catch (error) {
    if (error instanceof Refusal) return error
    throw error
  }
  return assert.fail('it was not refused')
}

test('spec 11.6: the taxes of all refunds of a payment that is given back in parts are exactly its taxes', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 100_000_00 }),
      fc.constantFrom('29', '27'),
      fc.array(fc.tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.boolean()), { maxLength: 8 }),
      (amount, place, parts) => {
        const payment: Given = { amount: paise(amount), taxes: taxesOn(paise(amount), '29', place) }
        const given: Given[] = []
        const giveBack = (part: Micros) => {
          const taxes = taxShare(payment, given, part)
          for (const tax of taxes) {
            assert.ok(tax.amount >= 0n && isWholePaise(tax.amount))
            // The part's own tax, except for rounding and earlier failures.
            const own = taxesOn(part, '29', place).find(({ name }) => name === tax.name)?.amount ?? 0n
            const apart = tax.amount - own
            assert.ok(apart <= paise(10) && apart >= -paise(10), `${tax.amount} is not the tax of ${part}`)
          }
          given.push({ amount: part, taxes })
        }
        for (const [share, fails] of parts) {
          const left = amount - Number(sumOf(given) / MICROS_PER_PAISA)
          const part = Math.max(1, Math.floor(left * share))
          if (part >= left) break
          giveBack(paise(part))
          // A failed refund releases its amount and tax.
          if (fails) given.splice(Math.floor(share * given.length) % given.length, 1)
        }
        giveBack(payment.amount - sumOf(given))
        for (const { name, amount: whole } of payment.taxes) {
          const back = given.flatMap(({ taxes }) => taxes.filter((tax) => tax.name === name))
          assert.equal(sumOf(back), whole)
        }
      },
    ),
  )
})

test('a payment without tax gives none back, and a tax is read as it was stored', () => {
  assert.deepEqual(taxShare({ amount: paise(100), taxes: [] }, [], paise(50)), [])
  const taxes = taxesOn(paise(12_345), '29', '29')
  assert.deepEqual(taxes.map(storeTax).map(readTax), taxes)
})

test('spec 11.4, 11.5: without an amount all that is left, never more, never nothing, to the source in whole paise', () => {
  assert.equal(amountOf(undefined, 150_000n, 'wallet'), 150_000n)
  assert.equal(amountOf(50_001n, 150_000n, 'wallet'), 50_001n)
  assert.equal(refusal(() => amountOf(150_001n, 150_000n, 'wallet')).code, 'invalid_content')
  assert.equal(refusal(() => amountOf(0n, 150_000n, 'wallet')).errors[0]?.field, 'amount')
  assert.equal(refusal(() => amountOf(undefined, 0n, 'wallet')).code, 'conflict')
  const [error] = refusal(() => amountOf(50_001n, 150_000n, 'source')).errors
  assert.deepEqual([error?.code, error?.params], ['not_amount', { decimals: 2 }])
})

test('spec 11.5: never more than what is left in the wallet, and the refusal says how much that is', () => {
  mustBeCovered(paise(100), paise(100))
  const { code, params } = refusal(() => mustBeCovered(paise(100_00), 99_123_456n))
  assert.equal(code, 'insufficient_balance')
  assert.deepEqual(params, { balance: '99.123456', amount: '100.00', max: '99.12' })
})

test('spec 11.11: a refund under way is asked about within a minute, then less and less often, and never given up', () => {
  const at = new Date('2026-08-03T06:00:00Z')
  const minutes = (count: number) => (nextCheck(count, at).getTime() - at.getTime()) / 60_000
  assert.equal(minutes(1), 1)
  for (let count = 1; count < 15; count++) assert.ok(minutes(count + 1) >= minutes(count))
  assert.equal(minutes(1000), 24 * 60)
})

test('spec 11.12: a credit is more than nothing and at most ten lakh', () => {
  assert.equal(creditError(1n), null)
  assert.equal(creditError(CREDIT_MAX), null)
  assert.deepEqual(creditError(CREDIT_MAX + 1n)?.params, { max: '1000000.00' })
  assert.equal(creditError(0n)?.code, 'amount_not_positive')
})
