// spec 8.4, 8.11, 9.1: prices of deliveries, without a database.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Refusal } from '#kit/refusals.ts'
import { segmentsOf } from '#kit/sms-size.ts'
import { type PriceKind, priceOf, type Tier } from '#money/pricing/rules.ts'
import fc from '../../../test/cases.ts'
import { type Cost, costOf, type Means } from './cost.ts'

const tiers = fc
  .tuple(
    fc.uniqueArray(fc.integer({ min: 1, max: 40 }), { maxLength: 4 }),
    fc.array(fc.bigInt(0n, 900_000n), { minLength: 5, maxLength: 5 }),
  )
  .map(([limits, prices]) =>
    [...limits.toSorted((a, b) => a - b), null].map(
      (upTo, index): Tier => ({ upTo: upTo === null ? null : BigInt(upTo), priceMicros: prices[index] as bigint }),
    ),
  )
const means = fc.record({
  priceList: fc.record({
    smsUnit: fc.constantFrom('message' as const, 'segment' as const),
    tiers: fc.record({ email: tiers, app_session: tiers, app_template: tiers, sms: tiers }),
  }),
  balance: fc.bigInt(0n, 20_000_000n),
  taken: fc.bigInt(0n, 50n),
})
const app = fc.array(fc.constantFrom<PriceKind>('app_session', 'app_template'), { minLength: 1, maxLength: 12 })
const kinds = fc.oneof(
  app,
  fc.nat({ max: 11 }).map((more) => Array<PriceKind>(more + 1).fill('sms')),
)
const text = fc.integer({ min: 1, max: 600 }).map((length) => 'a'.repeat(length))

/** Unit by unit, as in the specification. */
function expected({ priceList, taken }: Means, asked: PriceKind[], written: string): bigint[] {
  let number = taken
  return asked.map((kind) => {
    const units = kind === 'sms' && priceList.smsUnit === 'segment' ? segmentsOf(written) : 1
    let sum = 0n
    for (let unit = 0; unit < units; unit++) sum += priceOf(priceList.tiers[kind] ?? [], ++number).priceMicros
    return sum
  })
}

test('spec 8.4: each delivery costs what its own numbers of the month cost, and they follow each other without a gap', () => {
  fc.assert(
    fc.property(means, kinds, text, (given, asked, written) => {
      const prices = expected(given, asked, written)
      const total = prices.reduce((sum, price) => sum + price, 0n)
      const cost = costOf({ ...given, balance: total }, asked, written)
      assert.ok(!(cost instanceof Refusal))
      assert.deepEqual(
        cost.deliveries.map(({ price }) => price.priceMicros),
        prices,
      )
      let next = given.taken + 1n
      for (const { monthNumber, units } of cost.deliveries) {
        assert.equal(monthNumber, next)
        next += BigInt(units)
      }
      assert.deepEqual([cost.total, cost.balance, cost.taken], [total, 0n, next - 1n])
    }),
  )
})

test('spec 7.7, 9.1: all of it or nothing: accepted exactly when the balance covers the sum, which is then what is missing from it', () => {
  fc.assert(
    fc.property(means, kinds, text, (given, asked, written) => {
      const total = expected(given, asked, written).reduce((sum, price) => sum + price, 0n)
      const cost = costOf(given, asked, written)
      if (total > given.balance) {
        assert.ok(cost instanceof Refusal)
        assert.equal(cost.code, 'insufficient_balance')
        const late = costOf({ ...given, isCreditDue: true }, asked, written)
        assert.ok(late instanceof Refusal)
        assert.equal(late.code, 'temporarily_unavailable')
      } else {
        assert.ok(!(cost instanceof Refusal))
        assert.equal(cost.balance, given.balance - total)
      }
    }),
  )
})

test('one message to many costs what the same deliveries one after the other cost', () => {
  fc.assert(
    fc.property(means, kinds, text, (given, asked, written) => {
      const wealthy = { ...given, balance: 10n ** 12n }
      const together = costOf(wealthy, asked, written) as Cost
      let after = wealthy
      const apart = asked.flatMap((kind) => {
        const { deliveries, balance, taken } = costOf(after, [kind], written) as Cost
        after = { ...after, balance, taken }
        return deliveries
      })
      assert.deepEqual(together.deliveries, apart)
      assert.deepEqual([together.balance, together.taken], [after.balance, after.taken])
    }),
  )
})
