// The books are append-only: spec 9.2, 9.4. The database itself refuses changes to what was booked.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startSamvad } from '../harness.ts'
import { balanceOf, openRecharge, payAtCheckout } from '../payments.ts'

const samvad = await startSamvad()
const TRANSACTIONS = '/api/v1/billing/transactions'

test('spec 9.2, 9.4: nobody changes or removes what was booked, and the amounts add up to the balance', async () => {
  for (const amount of ['1000.00', '250.50']) {
    const { checkout_url } = await openRecharge(samvad, amount)
    await payAtCheckout(checkout_url, 'success')
  }
  const before = (await samvad.request('GET', TRANSACTIONS)).body.data
  assert.deepEqual(
    before.map((booked: Record<string, string>) => [booked.status, booked.amount, booked.balance_after]),
    [
      ['completed', '250.50', '1250.50'],
      ['completed', '1000.00', '1000.00'],
    ],
  )
  for (const statement of [
    'update transactions set amount_micros = amount_micros + 1',
    `update transactions set description = 'a gift'`,
    'delete from transactions',
    'truncate transactions',
    'update transfers set amount_micros = 0',
    'delete from transfers',
    'truncate transfers',
  ])
    await assert.rejects(samvad.rows(statement), /append-only/, statement)

  assert.deepEqual((await samvad.request('GET', TRANSACTIONS)).body.data, before)
  assert.equal(await balanceOf(samvad), '1250.50')
})
