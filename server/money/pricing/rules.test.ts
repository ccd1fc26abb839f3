// Prices without a database: publishing, estimates, and tier crossings.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseMicros } from '#kit/money.ts'
import fc from '../../../test/cases.ts'
import { type Priced, pricesWith, tiers } from '../../../test/prices.ts'
import { estimate } from './estimate.ts'
import {
  channelOf,
  effectiveFrom,
  type NewPrices,
  priceErrors,
  priceKinds,
  priceOf,
  priceOfMany,
  priceOfUnits,
  type Tier,
} from './rules.ts'
import { crossingOf } from './volume.ts'

function read(changes: Record<string, Priced>): NewPrices {
  const micros = (price: string) => parseMicros(price) as bigint
  return Object.fromEntries(
    Object.entries(pricesWith(changes)).map(([kind, { tiers, ...rest }]) => [
      kind,
      { ...rest, tiers: tiers.map(({ up_to, price }) => ({ up_to, price: micros(price) })) },
    ]),
  ) as unknown as NewPrices
}

/** Tiers with these boundaries; prices as generated, or falling for volume lists. */
const anyTiers = (falls: boolean) =>
  fc
    .tuple(
      fc.uniqueArray(fc.bigInt(1n, 400n), { maxLength: 6 }),
      fc.array(fc.bigInt(0n, 999_999n), { minLength: 7, maxLength: 7 }),
    )
    .map(([limits, prices]): Tier[] => {
      const ordered = falls ? prices.toSorted((a, b) => Number(b - a)) : prices
      return [...limits.toSorted((a, b) => Number(a - b)), null].map((upTo, index) => ({
        upTo,
        priceMicros: ordered[index] as bigint,
      }))
    })

test('spec 8.12: every error of a price list names its field', () => {
  const errorsOf = (changes: Record<string, Priced>) => priceErrors(read(changes)).map(({ field }) => field)
  assert.deepEqual(errorsOf({}), [])
  assert.deepEqual(
    errorsOf({ email: { tiers: tiers('0.000001', 5, '0.15', 9, '0.2') } }),
    [],
    'graduated prices may rise',
  )
  assert.deepEqual(errorsOf({ email: { tiers: tiers('0.15', 10, '0.12', 10, '0.1') } }), [
    'prices.email.tiers[1].up_to',
  ])
  assert.deepEqual(errorsOf({ sms: { tiers: [{ up_to: 5, price: '0.1' }] } }), ['prices.sms.tiers[0].up_to'])
  assert.deepEqual(errorsOf({ sms: { tiers: [...tiers('0.1'), ...tiers('0.1')] } }), ['prices.sms.tiers[0].up_to'])
  const rising: Priced = { mode: 'volume', tiers: tiers('0.15', 10, '0.15', 20, '0.150001') }
  assert.deepEqual(errorsOf({ app_session: rising }), ['prices.app_session.tiers[2].price'])
  assert.deepEqual(errorsOf({ app_template: { tiers: tiers('10000', 1, '10000.000001') } }), [
    'prices.app_template.tiers[1].price',
  ])
})

test('spec 8.12: a list takes effect now or later, never earlier', () => {
  const at = new Date('2026-05-01T10:00:00.500Z')
  assert.deepEqual(effectiveFrom(null, at), at)
  assert.deepEqual(effectiveFrom(new Date('2026-05-01T10:00:00Z'), at), at, 'the second that has just begun is now')
  assert.equal(effectiveFrom(new Date('2026-05-01T09:59:00.499Z'), at), null)
  const later = new Date('2026-06-01T00:00:00+05:30')
  assert.deepEqual(effectiveFrom(later, at), later)
})

test('every kind is counted in one channel', () => {
  assert.deepEqual(priceKinds.map(channelOf), ['email', 'app', 'app', 'sms'])
})

test('spec 8.15: the lines of an estimate add up to the price of the same messages, without a gap', () => {
  fc.assert(
    fc.property(anyTiers(false), fc.bigInt(0n, 500n), fc.bigInt(1n, 500n), (list, already, units) => {
      const { lines, total } = estimate(list, already, units)
      assert.equal(total, priceOfMany(list, already, units))
      let next = already + 1n
      for (const line of lines) {
        assert.equal(line.from, next)
        assert.equal(line.count, line.to - line.from + 1n)
        assert.equal(line.amount, line.count * line.priceMicros)
        for (const n of [line.from, line.to])
          assert.deepEqual(priceOf(list, n), { tier: line.tier, priceMicros: line.priceMicros })
        next = line.to + 1n
      }
      assert.equal(next, already + units + 1n)
    }),
  )
})

test('spec 8.11: a message of several units costs the sum over its numbers, in the tier of the first', () => {
  fc.assert(
    fc.property(anyTiers(false), fc.bigInt(0n, 500n), fc.integer({ min: 1, max: 9 }), (list, already, units) => {
      const { tier, priceMicros } = priceOfUnits(list, already, units)
      assert.equal(tier, priceOf(list, already + 1n).tier)
      let sum = 0n
      for (let n = 1n; n <= BigInt(units); n++) sum += priceOf(list, already + n).priceMicros
      assert.equal(priceMicros, sum)
    }),
  )
})

test('spec 8.6: a crossing names the last number that cost more, whatever the tiers and however far the step', () => {
  fc.assert(
    fc.property(anyTiers(true), fc.bigInt(0n, 450n), fc.bigInt(1n, 450n), (list, before, step) => {
      const after = before + step
      const crossing = crossingOf(list, before, after)
      const now = priceOf(list, after)
      // The highest price of a message that is not re-rated yet, by iterating over all numbers.
      const first = before === 0n ? 1n : before
      const isCheaper = now.priceMicros < priceOf(list, first).priceMicros
      assert.equal(crossing !== null, isCheaper)
      if (crossing === null) return
      let dearer = 0n
      for (let n = 1n; n <= after; n++) if (priceOf(list, n).priceMicros > now.priceMicros) dearer = n
      assert.deepEqual(crossing, { ...now, upToNumber: dearer })
    }),
  )
})
