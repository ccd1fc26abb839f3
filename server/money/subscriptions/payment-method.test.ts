// Changing the payment method of debits, payments after cancelling, and refusals while fenced, at Razorpay.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { raiseFence } from '#installation/actions.ts'
import { forgetFence } from '#installation/fence.ts'
import type { FakeRazorpay } from '../../../test/gateways/razorpay.ts'
import { install } from '../../../test/gateways/scene.ts'
import { type Company, mustBeHealthy, request, startSamvad, uuidOf } from '../../../test/harness.ts'
import { writeNotices } from '../../../test/notices.ts'
import { cancel, paymentsOf, SUBSCRIPTION, settleDown, subscribe, subscriptionOf } from '../../../test/premium.ts'

const DAY_MS = 24 * 3600_000
const start = new Date('2026-06-10T06:00:00Z')
/** Midnight in India at the end of the first period. */
const end = new Date('2026-07-10T00:00:00+05:30')
const later = (days: number) => new Date(end.getTime() + days * DAY_MS)

const samvad = await startSamvad({ SAMVAD_LOG_LEVEL: 'silent' })
const installed = await install(samvad, 'razorpay')
const fake = installed.fake as FakeRazorpay

async function orderOf(payment: { id: string }): Promise<string> {
  const [row] = await samvad.rows<{ gateway_order_id: string }>(
    `select gateway_order_id from recharges where id = $1`,
    [uuidOf('spay', payment.id)],
  )
  assert.ok(row?.gateway_order_id, 'the order is placed')
  return row.gateway_order_id
}

async function subscribed(name: string, how: { method: 'credit_card' | 'upi' } = { method: 'credit_card' }) {
  samvad.setClock(start)
  const company = await installed.newCompany(name)
  const asked = await subscribe(samvad, company)
  assert.equal(asked.status, 200, asked.text)
  const [first] = await paymentsOf(samvad, company)
  await fake.pay(await orderOf(first), how)
  await settleDown(samvad)
  assert.equal((await subscriptionOf(samvad, company)).status, 'active')
  return company
}

/** The page of a payment that authorizes another payment method. */
async function changing(company: Company, payment_method: string) {
  const answer = await samvad.request('POST', `${SUBSCRIPTION}/payment_method`, {
    token: company.token,
    json: { payment_method },
  })
  assert.equal(answer.status, 201, answer.text)
  return answer.body
}
const tokenOf = async (payment: { id: string }) => {
  const order = await orderOf(payment)
  return [...fake.payments.values()].find(({ order_id }) => order_id === order)?.token_id as string
}

test('spec 23.88, 23.89: another card is authorized with a payment of 1.00, which is refunded; then the earlier mandate ends, and the debit is made once', async () => {
  const company = await subscribed('Gita Prints')
  const [first] = await paymentsOf(samvad, company)
  const before = await subscriptionOf(samvad, company)
  const asked = await changing(company, 'upi')
  assert.deepEqual(
    [asked.purpose, asked.status, asked.total, asked.period, asked.payment_method],
    ['payment_method', 'created', '1.00', null, 'upi'],
  )
  assert.equal((await changing(company, 'upi')).id, asked.id, 'one page, however often it is asked for')
  const page = await request(samvad.url, 'GET', new URL(asked.checkout_url).pathname)
  assert.match(page.text, /₹1\.00 authorizes your new payment method and is refunded/)
  assert.deepEqual((await subscriptionOf(samvad, company)).mandate, before.mandate, 'nothing changes before it is paid')
  await fake.pay(await orderOf(asked), { method: 'upi' })
  await settleDown(samvad)
  const done = await request(samvad.url, 'GET', new URL(asked.checkout_url).pathname)
  assert.match(done.text, /Payment method changed\. The payment is refunded\./)
  assert.doesNotMatch(done.text, /<form/)
  const changed = await subscriptionOf(samvad, company)
  assert.deepEqual([changed.status, changed.current_period], ['active', before.current_period])
  assert.notEqual(changed.mandate.id, before.mandate.id)
  assert.deepEqual([changed.mandate.status, changed.mandate.payment_method], ['active', 'upi'])
  assert.equal(fake.tokens.get(await tokenOf(first))?.status, 'cancelled', 'the gateway is told of the earlier one')
  const [check] = await paymentsOf(samvad, company)
  assert.deepEqual(
    [check.status, check.payment_method, check.refunded, check.invoice_id],
    ['refunded', 'upi', '1.00', null],
  )
  assert.equal(check.completed_at, start.getTime() / 1000)
  const events = await samvad.rows<{ type: string; payload: any }>(
    `select type, payload from events where org_id = $1 and type like 'mandate.%' order by id`,
    [company.organizationId],
  )
  assert.deepEqual(
    events.slice(-2).map(({ type, payload }) => [type, payload.replaced_id, payload.end_reason]),
    [
      ['mandate.updated', before.mandate.id, null],
      ['mandate.ended', null, 'replaced'],
    ],
  )
  const [refund] = (await samvad.request('GET', '/api/v1/billing/refunds', { token: company.token })).body.data
  assert.deepEqual([refund.automatic, refund.reason, refund.total], [true, 'payment_method_check', '1.00'])
  samvad.setClock(later(-1))
  await settleDown(samvad)
  const order = await orderOf((await paymentsOf(samvad, company))[0])
  const debits = [...fake.payments.values()].filter(({ order_id }) => order_id === order)
  assert.deepEqual(
    debits.map(({ token_id }) => token_id),
    [await tokenOf(asked)],
  )
  samvad.setClock(later(0))
  await fake.settleDebits('success')
  await settleDown(samvad)
  assert.equal((await subscriptionOf(samvad, company)).current_period.from, end.getTime() / 1000)
  await installed.mustAgree()
  await mustBeHealthy(samvad.app.database)
  samvad.setClock(null)
})

test('spec 23.90: a debit that the gateway was asked for is made with the earlier mandate, which the gateway ends after it', async () => {
  const company = await subscribed('Hema Dyes')
  const [first] = await paymentsOf(samvad, company)
  const token = await tokenOf(first)
  const asked = await changing(company, 'upi')
  samvad.setClock(later(-1))
  await settleDown(samvad)
  await fake.pay(await orderOf(asked), { method: 'upi' })
  await settleDown(samvad)
  assert.equal((await subscriptionOf(samvad, company)).mandate.payment_method, 'upi')
  assert.equal(fake.tokens.get(token)?.status, 'confirmed', 'a debit is under way with it')
  samvad.setClock(later(0))
  await fake.settleDebits('success')
  await settleDown(samvad)
  assert.equal((await subscriptionOf(samvad, company)).current_period.from, end.getTime() / 1000)
  samvad.setClock(later(1))
  await settleDown(samvad)
  assert.equal(fake.tokens.get(token)?.status, 'cancelled')
  assert.equal((await subscriptionOf(samvad, company)).mandate.payment_method, 'upi')
  await installed.mustAgree()
  samvad.setClock(null)
})

test('spec 23.88: a change that is not paid, or is paid after cancelling, changes nothing and costs nothing', async () => {
  const company = await subscribed('Ila Motors')
  const asked = await changing(company, 'credit_card')
  await fake.pay(await orderOf(asked), { method: 'credit_card', outcome: 'bank_declined' })
  await settleDown(samvad)
  const { mandate, status } = await subscriptionOf(samvad, company)
  assert.deepEqual([mandate.status, status], ['active', 'active'])
  assert.equal((await cancel(samvad, company)).body.status, 'cancelling')
  const again = await samvad.request('POST', `${SUBSCRIPTION}/payment_method`, { token: company.token, json: {} })
  assert.deepEqual([again.status, again.body.reason], [409, 'no_payment_method_to_change'])
  samvad.setClock(later(0))
  await settleDown(samvad)
  await fake.pay(await orderOf(asked), { method: 'credit_card' })
  await settleDown(samvad)
  const ended = await subscriptionOf(samvad, company)
  assert.deepEqual([ended.status, ended.mandate.status], ['free', 'cancelled'])
  assert.equal((await paymentsOf(samvad, company))[0].refunded, '1.00')
  await installed.mustAgree()
  samvad.setClock(null)
})

test('spec 23.87: a first payment that comes after it was cancelled shows how and when it was paid, and its mandate ends without a notice', async () => {
  samvad.setClock(start)
  const company = await installed.newCompany('Jaya Foods')
  await subscribe(samvad, company)
  const [first] = await paymentsOf(samvad, company)
  assert.equal((await cancel(samvad, company)).body.status, 'free')
  await fake.pay(await orderOf(first), { method: 'upi' })
  await settleDown(samvad)
  const [paid] = await paymentsOf(samvad, company)
  assert.deepEqual(
    [paid.status, paid.payment_method, paid.completed_at, paid.refunded],
    ['refunded', 'upi', start.getTime() / 1000, '588.82'],
  )
  await writeNotices(samvad)
  const { data } = (await samvad.request('GET', '/v1/notifications?limit=100', { token: company.token })).body
  const notices = data.map(({ type, title }: { type: string; title: string }) => [type, title]).toReversed()
  assert.deepEqual(
    notices.filter(([type]: [string]) => /^(mandate|refund)/.test(type)),
    [
      ['refund.started', 'Refund of ₹588.82 started'],
      ['refund.processing', 'Refund of ₹588.82 in progress'],
      ['refund.completed', 'Refund of ₹588.82 completed'],
    ],
  )
  samvad.setClock(null)
})

test('spec 23.85: while the installation is fenced nobody is asked to pay at a real gateway, and the error says what lifts it', async () => {
  const company = await subscribed('Kavya Tiles')
  const free = await installed.newCompany('Leela Glass')
  const failed = await samvad.request('POST', '/api/v1/billing/recharges', {
    token: free.token,
    json: { amount: '100.00' },
  })
  await fake.pay(await orderOf({ id: failed.body.id.replace('rech_', 'spay_') }), { outcome: 'bank_declined' })
  await samvad.app.database.transaction((tx) => raiseFence(tx, 'a copy', samvad.app.clock()))
  forgetFence(samvad.app)
  const counted = async () => (await samvad.rows<{ count: bigint }>('select count(*) from recharges'))[0]?.count
  const before = await counted()
  const asked = fake.asked.length
  const auto = { enabled: true, threshold: '199.00', amount: '200.00' }
  for (const [method, path, json, { token }] of [
    ['PUT', SUBSCRIPTION, { plan: 'premium' }, free],
    ['POST', '/api/v1/billing/recharges', { amount: '100.00' }, free],
    ['POST', `/api/v1/billing/recharges/${failed.body.id}/retry`, undefined, free],
    ['PUT', '/api/v1/billing/auto_recharge', auto, free],
    ['POST', `${SUBSCRIPTION}/payment_method`, {}, company],
  ] as const) {
    const answer = await samvad.request(method, path, { token, ...(json ? { json } : {}) })
    assert.deepEqual([answer.status, answer.body.reason], [503, 'payment_while_fenced'], `${method} ${path}`)
    assert.match(answer.body.detail, /samvad fence lift/)
  }
  assert.deepEqual([await counted(), fake.asked.length], [before, asked])
  await samvad.rows('update installation set fenced_since = null, fenced_reason = null')
  forgetFence(samvad.app)
  assert.equal((await subscribe(samvad, free)).status, 200)
  samvad.setClock(null)
})
