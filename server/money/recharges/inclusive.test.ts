// spec 10.4: an installation can switch to tax-inclusive.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseMicros } from '#kit/money.ts'
import fc, { SLOW_CASES } from '../../../test/cases.ts'
import { type Company, startSamvad } from '../../../test/harness.ts'
import { balanceOf, openRecharge, payAtCheckout, RECHARGES } from '../../../test/payments.ts'
import { assertRefused } from '../../../test/story.ts'

const samvad = await startSamvad({ SAMVAD_RECHARGE_TAX: 'inclusive', SAMVAD_RECHARGE_MAX: '10000' })
const micros = (text: string) => parseMicros(text) as bigint

async function newCompany(name: string, state_code: string): Promise<Company> {
  const company = await samvad.newCompany(name)
  const profile = { token: company.token, json: { legal_name: name, state_code } }
  assert.equal((await samvad.request('PUT', '/api/v1/billing/profile', profile)).status, 200)
  return company
}

test('spec 10.4: inclusive of tax, the amount is what is paid, and the credit is what is left', async () => {
  const company = await newCompany('Asha Textiles', '29')
  const recharge = await openRecharge(samvad, '1180.00', {}, company)
  assert.deepEqual([recharge.amount, recharge.tax, recharge.total], ['1000.00', '180.00', '1180.00'])
  await payAtCheckout(recharge.checkout_url, 'success')
  assert.equal(await balanceOf(samvad, company), '1000.00')
  const { body } = await samvad.request('GET', '/api/v1/billing/invoices', { token: company.token })
  assert.deepEqual([body.data[0].taxable_amount, body.data[0].total], ['1000.00', '1180.00'])
})

test('spec 10.4: halves are equal and one tax is not two halves: exact to the paisa either way', async () => {
  const within = await openRecharge(samvad, '1000.00', {}, await newCompany('Bharat Seeds', '29'))
  // 9/118 of ₹1,000.00 is 76.271…, 18/118 is 152.542….
  assert.deepEqual([within.amount, within.tax, within.total], ['847.46', '152.54', '1000.00'])
  const across = await openRecharge(samvad, '1000.02', {}, await newCompany('Chennai Optics', '33'))
  assert.deepEqual([across.amount, across.tax, across.total], ['847.47', '152.55', '1000.02'])
})

test('spec 10.1: at least 100.00 of credit, so at least 118.00 is paid; at most what the setting says', async () => {
  const company = await newCompany('Delhi Paper', '07')
  const least = await openRecharge(samvad, '118.00', {}, company)
  assert.deepEqual([least.amount, least.total], ['100.00', '118.00'])
  const most = await openRecharge(samvad, '11800.00', {}, company)
  assert.deepEqual([most.amount, most.total], ['10000.00', '11800.00'])
  for (const [amount, params] of [
    ['117.99', { min: '118.00', credit: '100.00' }],
    ['100.00', { min: '118.00', credit: '100.00' }],
    ['11800.02', { max: '11800.00' }],
  ] as const) {
    const answer = await samvad.request('POST', RECHARGES, { token: company.token, json: { amount } })
    assertRefused(answer, 422, 'invalid_content', 'amount')
    assert.deepEqual(answer.body.errors[0].params, params)
  }
  const { body } = await samvad.request('GET', RECHARGES, { token: company.token })
  assert.equal(body.data.length, 2)
})

test('spec 12.5: for any amount in any state, credit and tax are the amount that was asked for and paid', async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 11_800, max: 1_180_000 }), fc.constantFrom('29', '27'), async (paise, state) => {
      const company = await newCompany(`Company in ${state}`, state)
      const amount = (paise / 100).toFixed(2)
      const recharge = await openRecharge(samvad, amount, {}, company)
      assert.equal(recharge.total, amount)
      assert.equal(micros(recharge.amount) + micros(recharge.tax), micros(amount))
      await payAtCheckout(recharge.checkout_url, 'success')
      assert.equal(await balanceOf(samvad, company), recharge.amount)
    }),
    { numRuns: SLOW_CASES },
  )
})
