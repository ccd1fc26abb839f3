// spec 19.10, U1: counting of messages, without a database.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Uuid } from '#kit/ids.ts'
import type { PriceKind } from '#money/pricing/rules.ts'
import fc from '../../../test/cases.ts'
import { type Usage, usageOf } from './rules.ts'

/** Charges of two users, a campaign, and a price list that replaced another one. */
const charges = [
  { id: 'one' as Uuid, userId: 'asha' as Uuid, campaignId: null, listId: null, priceListId: 'list' as Uuid },
  { id: 'two' as Uuid, userId: 'bela' as Uuid, campaignId: null, listId: null, priceListId: 'list' as Uuid },
  {
    id: 'three' as Uuid,
    userId: 'bela' as Uuid,
    campaignId: 'diwali' as Uuid,
    listId: 'shops' as Uuid,
    priceListId: 'list' as Uuid,
  },
  {
    id: 'four' as Uuid,
    userId: 'bela' as Uuid,
    campaignId: 'diwali' as Uuid,
    listId: null,
    priceListId: 'next list' as Uuid,
  },
]
const delivery = fc.record({
  id: fc.uuid().map((id) => id as Uuid),
  transactionId: fc.constantFrom(...charges.map(({ id }) => id)),
  kind: fc.constantFrom<PriceKind>('app_session', 'app_template'),
  units: fc.integer({ min: 1, max: 5 }),
  price: fc.record({ priceMicros: fc.bigInt(0n, 900_000n) }),
})
const messages = fc.array(
  fc.record({
    channel: fc.constant('app' as const),
    deliveries: fc.array(delivery, { minLength: 1, maxLength: 6 }),
  }),
  { maxLength: 12 },
)
const usageOfAll = (all: Parameters<typeof usageOf>[1]) => usageOf(charges, all)
const keyOf = ({ channel, kind, userId, campaignId, listId, priceListId }: Usage) =>
  [channel, kind, userId, campaignId, listId, priceListId].join(' ')

test('whatever is sent, the rows have keys of their own and add up to all of it, each delivery in its kind and as its charge says', () => {
  fc.assert(
    fc.property(messages, (all) => {
      const rows = usageOfAll(all)
      assert.equal(new Set(rows.map(keyOf)).size, rows.length)
      assert.equal(
        rows.reduce((sum, row) => sum + row.messages, 0),
        all.length,
      )
      for (const row of rows) {
        const own = all
          .flatMap(({ deliveries }) => deliveries)
          .filter(({ kind, transactionId }) => {
            const charge = charges.find(({ id }) => id === transactionId)
            return kind === row.kind && keyOf({ ...row, ...charge }) === keyOf(row)
          })
        assert.equal(row.deliveries, own.length)
        assert.equal(
          row.units,
          own.reduce((sum, { units }) => sum + units, 0),
        )
        assert.equal(
          row.amount,
          own.reduce((sum, { price }) => sum + price.priceMicros, 0n),
        )
        assert.ok(row.deliveries > 0)
      }
    }),
  )
})

test('it is the same however the messages are cut into flushes', () => {
  fc.assert(
    fc.property(messages, fc.nat({ max: 12 }), (all, cut) => {
      const sums = new Map<string, [number, number, number, bigint]>()
      for (const row of [...usageOfAll(all.slice(0, cut)), ...usageOfAll(all.slice(cut))]) {
        const [messages, deliveries, units, amount] = sums.get(keyOf(row)) ?? [0, 0, 0, 0n]
        sums.set(keyOf(row), [
          messages + row.messages,
          deliveries + row.deliveries,
          units + row.units,
          amount + row.amount,
        ])
      }
      const together = usageOfAll(all).map((row) => [keyOf(row), [row.messages, row.deliveries, row.units, row.amount]])
      assert.deepEqual(new Map(together as [string, [number, number, number, bigint]][]), sums)
    }),
  )
})
