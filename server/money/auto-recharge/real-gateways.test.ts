import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  autoRechargeOf,
  type Recharging,
  rechargesOf,
  set,
  settleDown,
  spend,
  told,
  usual,
} from '../../../test/auto-recharge.ts'
import { readyToSend } from '../../../test/company.ts'
import type { FakeRazorpay } from '../../../test/gateways/razorpay.ts'
import { install, orderOf } from '../../../test/gateways/scene.ts'
import { publicId, startSamvad } from '../../../test/harness.ts'
import { balanceOf } from '../../../test/payments.ts'

const DAY_MS = 24 * 3600_000
const start = new Date('2026-06-10T06:00:00Z')
const day = (days: number) => new Date(start.getTime() + days * DAY_MS)

const samvad = await startSamvad({ SAMVAD_LOG_LEVEL: 'silent' })
const installed = await install(samvad, 'razorpay')
const fake = installed.fake as FakeRazorpay

/** Switched on, with the first recharge paid on the gateway's page: returns the state after that. */
async function authorized(name: string): Promise<Pick<Recharging, 'company' | 'conversationId'>> {
  const company = await installed.newCompany(name)
  const sending = await readyToSend(samvad, company, 0n)
  const { body } = await set(samvad, usual, company)
  assert.equal(body.status, 'authorization_required', JSON.stringify(body))
  const [first] = await rechargesOf(samvad, company)
  await fake.pay(await orderOf(samvad, { id: publicId('rech', first?.id as string) }), { method: 'credit_card' })
  await settleDown(samvad)
  return sending
}

const debitsWaiting = () =>
  [...fake.payments.values()].filter(({ status, token_id }) => status === 'created' && token_id)

test('spec 10.17, 10.21: razorpay: a mandate given with the first recharge, a debit announced a day before, and the same money in both books', async () => {
  samvad.setClock(start)
  const { company, conversationId } = await authorized('Asha Mills')
  const shown = await autoRechargeOf(samvad, company)
  assert.equal(shown.status, 'active')
  assert.equal(shown.mandate.max_amount, '15000.00')
  assert.equal(shown.mandate.payment_method, 'credit_card')
  await spend(samvad, { company, conversationId })
  await settleDown(samvad)
  const charging = await autoRechargeOf(samvad, company)
  assert.equal(charging.status, 'charging')
  assert.equal(charging.debit_at, day(1).getTime() / 1000)
  assert.equal(debitsWaiting().length, 1)
  samvad.setClock(day(1.4))
  await fake.settleDebits('success')
  assert.equal(await balanceOf(samvad, company), '397.75')
  assert.equal((await autoRechargeOf(samvad, company)).status, 'active')
  await installed.mustAgree()
  samvad.setClock(null)
})

test('spec 10.11: razorpay: with every webhook lost, asking alone gives the mandate and finishes the debit', async () => {
  samvad.setClock(start)
  const url = fake.webhooks.url
  fake.webhooks.url = null
  const { company, conversationId } = await authorized('Bela Silks')
  for (let minute = 1; minute <= 5; minute++) {
    samvad.setClock(new Date(start.getTime() + minute * 60_000))
    await settleDown(samvad)
  }
  assert.equal((await autoRechargeOf(samvad, company)).mandate?.status, 'active')
  await spend(samvad, { company, conversationId })
  await settleDown(samvad)
  samvad.setClock(day(1.2))
  await fake.settleDebits('success')
  for (let hour = 0; hour <= 24; hour++) {
    samvad.setClock(new Date(day(1.2).getTime() + hour * 3600_000))
    await settleDown(samvad)
  }
  assert.equal(await balanceOf(samvad, company), '397.75')
  fake.webhooks.url = url
  await installed.mustAgree()
  samvad.setClock(null)
})

test('spec 10.21, 19.4: a debit whose answer is lost is asked about again, and made once', async () => {
  samvad.setClock(start)
  const { company, conversationId } = await authorized('Chitra Dairy')
  await spend(samvad, { company, conversationId })
  fake.fail({ fault: 'cut_after', only: /^POST \/v1\/payments\/create\/recurring$/ })
  await settleDown(samvad)
  assert.equal((await autoRechargeOf(samvad, company)).status, 'charging')
  fake.fail(null)
  for (let minute = 1; minute <= 10; minute++) {
    samvad.setClock(new Date(start.getTime() + minute * 60_000))
    await settleDown(samvad)
  }
  assert.equal(debitsWaiting().length, 1)
  assert.equal((await told(samvad, company, 'auto_recharge')).at(-1), 'auto_recharge.debit_requested')
  await fake.settleDebits('success')
  assert.equal(await balanceOf(samvad, company), '397.75')
  await installed.mustAgree()
  samvad.setClock(null)
})

test('spec 10.22: razorpay: a debit that fails begins the grace, and the retry falls on the next day', async () => {
  samvad.setClock(start)
  const { company, conversationId } = await authorized('Divya Steels')
  await spend(samvad, { company, conversationId })
  await settleDown(samvad)
  samvad.setClock(day(1))
  await fake.settleDebits('insufficient_funds')
  const failed = await autoRechargeOf(samvad, company)
  assert.equal(failed.grace_until, day(8).getTime() / 1000)
  await settleDown(samvad)
  const retrying = await autoRechargeOf(samvad, company)
  assert.equal(retrying.status, 'charging')
  assert.equal(retrying.debit_at, day(2).getTime() / 1000)
  samvad.setClock(day(2.3))
  await fake.settleDebits('success')
  const after = await autoRechargeOf(samvad, company)
  assert.equal(after.status, 'active')
  assert.equal(after.grace_until, null)
  assert.equal(await balanceOf(samvad, company), '397.75')
  await installed.mustAgree()
  samvad.setClock(null)
})

test('razorpay: a token that ends at the bank stops debits, and one that is cancelled here ends there', async () => {
  const { company, conversationId } = await authorized('Ekta Pharma')
  const [token] = [...fake.tokens.values()].slice(-1)
  await fake.setToken(token?.id as string, 'cancelled')
  assert.equal((await autoRechargeOf(samvad, company)).status, 'authorization_required')
  await spend(samvad, { company, conversationId })
  await settleDown(samvad)
  assert.equal(debitsWaiting().length, 0)
  const link = await autoRechargeOf(samvad, company)
  assert.equal(link.status, 'payment_link')
  await fake.pay(await orderOf(samvad, { id: link.open_recharge_id }), { method: 'upi' })
  await settleDown(samvad)
  const renewed = await autoRechargeOf(samvad, company)
  assert.equal(renewed.status, 'active')
  assert.equal(renewed.mandate.payment_method, 'upi')

  const path = '/api/v1/billing/auto_recharge/mandate'
  assert.equal((await samvad.request('DELETE', path, { token: company.token })).status, 204)
  await settleDown(samvad)
  assert.deepEqual(
    [...fake.tokens.values()].slice(-2).map(({ status }) => status),
    ['cancelled', 'cancelled'],
  )
  await installed.mustAgree()
})

test('spec 10.22: a debit that the gateway refuses is a failed payment as any other', async () => {
  samvad.setClock(start)
  const { company, conversationId } = await authorized('Farah Foods')
  await spend(samvad, { company, conversationId })
  fake.fail({ fault: 'refuse_before', times: 1, only: /^POST \/v1\/payments\/create\/recurring$/ })
  await settleDown(samvad)
  fake.fail(null)
  const shown = await autoRechargeOf(samvad, company)
  assert.equal(shown.status, 'charging', 'the retry is announced at once, so that it falls on the next day')
  assert.equal(shown.debit_at, day(1).getTime() / 1000)
  assert.equal(shown.failed_attempts, 1)
  assert.equal(shown.grace_until, day(7).getTime() / 1000)
  assert.deepEqual(await told(samvad, company, 'payment', 'grace'), ['payment.failed', 'grace.started'])
  const { data } = (await samvad.request('GET', '/api/v1/billing/transactions?status=failed', { token: company.token }))
    .body
  assert.equal(data.length, 1)
  samvad.setClock(null)
})

test('razorpay: a mandate needs an address of the customer, and the refusal says which', async () => {
  const company = await samvad.newCompany('Gita Papers')
  const answer = await set(samvad, usual, company)
  assert.equal(answer.status, 422, answer.text)
  assert.equal(answer.body.errors[0].field, 'phone')
  assert.equal((await autoRechargeOf(samvad, company)).enabled, false)
})

test('spec 10.20: cashfree: without mandates every automatic recharge is a payment link', async () => {
  const other = await startSamvad({ SAMVAD_LOG_LEVEL: 'silent' })
  const cashfree = await install(other, 'cashfree')
  const company = await cashfree.newCompany('Hari Cottons')
  const sending = await readyToSend(other, company, 200n)
  const { body } = await set(other, usual, company)
  assert.equal(body.status, 'payment_link')
  assert.equal(body.authorization_url, null)
  assert.equal((await rechargesOf(other, company)).length, 1)
  await spend(other, sending)
  await settleDown(other)
  const shown = await autoRechargeOf(other, company)
  assert.ok(shown.payment_url)
  await cashfree.fake.pay(await orderOf(other, { id: shown.open_recharge_id }))
  assert.equal(await balanceOf(other, company), '397.75')
  assert.deepEqual(await told(other, company, 'grace', 'payment'), [])
})
