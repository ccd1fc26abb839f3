// A contact's order from a catalog: its prices are exact to the digit.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { decimalOf } from './decimal.ts'
import { parseWebhook } from './json-values.ts'
import { orderLines, orderOf } from './order.ts'

const orderIn = (items: string, more = '') =>
  orderOf(parseWebhook(Buffer.from(`{"catalog_id":"7"${more},"product_items":${items}}`)) as Record<string, unknown>)

test('spec 7.172: prices keep their digits, whatever form a number has', () => {
  const amounts: [written: string, amount: string | null][] = [
    ['249.9', '249.90'],
    ['249.90', '249.90'],
    ['"249.905"', '249.905'],
    ['1180', '1180.00'],
    ['0.1', '0.10'],
    ['1e3', '1000.00'],
    ['2.5E-1', '0.25'],
    ['999999999999.99', '999999999999.99'],
    ['123456789.123456', '123456789.123456'],
    // Computed with floats by the sender.
    ['249.89999999999998', '249.90'],
    ['0.30000000000000004', '0.30'],
    ['-5', null],
    ['1e99', null],
    ['1000000000000', null],
    ['"1,180.00"', null],
    ['null', null],
    ['{}', null],
  ]
  for (const [written, amount] of amounts) {
    const order = orderIn(`[{"product_retailer_id":"S-1","quantity":1,"item_price":${written},"currency":"INR"}]`)
    assert.deepEqual(order?.items[0]?.price, amount, written)
  }
  assert.equal(decimalOf('1.5'), '1.50')
})

test('spec 7.172: an order reads as its products with prices, and as its total where that can be said', () => {
  const item = (id: string, quantity: unknown, price: string, currency: string) =>
    `{"product_retailer_id":"${id}","quantity":${quantity},"item_price":${price},"currency":${currency}}`
  const orders: [items: string[], lines: string[]][] = [
    [
      [item('S-1', 2, '249.9', '"INR"'), item('S-2', '"3"', '0.1', '"INR"')],
      ['2 × S-1 · INR 249.90', '3 × S-2 · INR 0.10', 'Total: INR 500.10'],
    ],
    [
      [item('S-1', 1, '10', '"INR"'), item('S-2', 1, '5', '"USD"')],
      ['1 × S-1 · INR 10.00', '1 × S-2 · USD 5.00'],
    ],
    [[item('S-1', 2.5, '10', '"INR"')], ['? × S-1 · INR 10.00']],
    [[item('S-1', 1, 'null', '"INR"')], ['1 × S-1']],
    [[item('S-1', 1, '10', '"rupees"')], ['1 × S-1 · 10.00']],
    [
      ['7', '{}', item('S-1', 1, '10', '"INR"')],
      ['1 × S-1 · INR 10.00', 'Total: INR 10.00'],
    ],
  ]
  for (const [items, lines] of orders) {
    const order = orderIn(`[${items.join(',')}]`)
    assert.deepEqual(order && orderLines(order), lines)
  }
  assert.equal(orderIn('[]'), null)
  assert.equal(orderOf(null), null)
})
