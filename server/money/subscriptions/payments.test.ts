import assert from 'node:assert/strict'
import { test } from 'node:test'
import { expectedDates } from '#kit/india/bank-days.ts'
import { logged } from '#money/recharges/orders.ts'
import { told } from '../../../test/auto-recharge.ts'
import type { FakeRazorpay } from '../../../test/gateways/razorpay.ts'
import { install, newOperator } from '../../../test/gateways/scene.ts'
import { type Company, publicId, request, startSamvad, uuidOf } from '../../../test/harness.ts'
import { balanceOf } from '../../../test/payments.ts'
import { cancel, paymentsOf, SUBSCRIPTION, settleDown, subscribe, subscriptionOf } from '../../../test/premium.ts'

const DAY_MS = 24 * 3600_000
const start = new Date('2026-06-10T06:00:00Z')
/** Midnight in India at the end of the first period. */
const end = new Date('2026-07-10T00:00:00+05:30')
const later = (days: number) => new Date(end.getTime() + days * DAY_MS)

/** A Monday on which a refund would be expected without the holiday. */
const HOLIDAY = '2026-07-20'
const samvad = await startSamvad({ SAMVAD_LOG_LEVEL: 'silent', SAMVAD_BANK_HOLIDAYS: HOLIDAY })
const installed = await install(samvad, 'razorpay')
const fake = installed.fake as FakeRazorpay
const operator = await newOperator(samvad)

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

const invoicesOf = async ({ token }: Company) =>
  (await samvad.request('GET', '/api/v1/billing/invoices?limit=100', { token })).body.data

test('spec 23.20: razorpay: a monthly mandate of its own comes with the first payment, and its receipt names the payment', async () => {
  const company = await subscribed('Asha Mills')
  const shown = await subscriptionOf(samvad, company)
  assert.equal(shown.mandate.max_amount, '1177.64')
  const [first] = await paymentsOf(samvad, company)
  const order = [...fake.orders.values()].find(({ receipt }) => receipt === first.id)
  assert.ok(order, 'the receipt is the payment')
  const [row] = await samvad.rows<{ purpose: string }>('select purpose from mandates where org_id = $1', [
    company.organizationId,
  ])
  assert.equal(row?.purpose, 'subscription')
  const id = uuidOf('spay', first.id)
  assert.deepEqual(
    logged({ id, purpose: 'subscription' }),
    { subscription_payment_id: id },
    'as lines of the log name it',
  )
  const recharging = await samvad.request('GET', '/api/v1/billing/auto_recharge', { token: company.token })
  assert.equal(recharging.body.mandate, null, 'auto-recharge has no consent from it')
  await installed.mustAgree()
  samvad.setClock(null)
})

test('spec 23.21: razorpay: the debit is asked for a day before, so that it falls on the midnight, and renews once', async () => {
  const company = await subscribed('Bela Silks')
  samvad.setClock(later(-1))
  await settleDown(samvad)
  await settleDown(samvad)
  const order = await orderOf((await paymentsOf(samvad, company))[0])
  const waiting = [...fake.payments.values()].filter(
    ({ status, order_id }) => status === 'created' && order_id === order,
  )
  assert.equal(waiting.length, 1)
  samvad.setClock(later(0))
  await fake.settleDebits('success')
  await settleDown(samvad)
  assert.equal((await subscriptionOf(samvad, company)).current_period.from, end.getTime() / 1000)
  assert.equal((await invoicesOf(company)).length, 2)
  assert.equal(await balanceOf(samvad, company), '0.00')
  await installed.mustAgree()
  samvad.setClock(null)
})

test('spec 23.26: the checkout page names the plan, takes the payment, and the way back leads to the plan', async () => {
  samvad.setClock(start)
  const company = await installed.newCompany('Chitra Dairy')
  const { body } = await subscribe(samvad, company)
  const page = await request(samvad.url, 'GET', new URL(body.authorization_url).pathname)
  assert.equal(page.status, 200, page.text)
  assert.match(page.text, /premium plan, one month/)
  assert.match(page.text, /588\.82/)
  assert.match(page.text, /\/billing\/plan"/)
  const [payment] = await paymentsOf(samvad, company)
  assert.match(body.authorization_url, new RegExp(`${payment.id}$`))
  // It is not found under a recharge's URL.
  const other = new URL(body.authorization_url).pathname.replace('/subscriptions', '').replace('spay_', 'rech_')
  assert.equal((await request(samvad.url, 'GET', other)).status, 404)
  const path = `/api/v1/billing/recharges/${payment.id.replace('spay_', 'rech_')}`
  assert.equal((await samvad.request('GET', path, { token: company.token })).status, 404)
  const cancelled = await cancel(samvad, company)
  assert.equal(cancelled.body.status, 'free')
  const closed = await request(samvad.url, 'GET', new URL(body.authorization_url).pathname)
  assert.match(closed.text, /no longer needed/)
  assert.equal((await paymentsOf(samvad, company))[0].status, 'cancelled')
  samvad.setClock(null)
})

test('spec 23.27: a link and a debit that are both paid pay for one period; the other is refunded to its source once', async () => {
  const company = await subscribed('Divya Steels')
  samvad.setClock(later(-1))
  await settleDown(samvad)
  samvad.setClock(later(0))
  await fake.settleDebits('insufficient_funds')
  await settleDown(samvad)
  const grace = await subscriptionOf(samvad, company)
  assert.equal(grace.status, 'grace')
  const paying = await samvad.request('POST', `${SUBSCRIPTION}/pay`, { token: company.token })
  assert.equal(paying.body.authorization_url, grace.authorization_url)
  // The first day's retry is in progress while somebody pays manually.
  await settleDown(samvad)
  const link = (await paymentsOf(samvad, company)).find(({ kind }: { kind: string }) => kind === 'link')
  assert.match(grace.authorization_url, new RegExp(`${link.id}$`))
  await request(samvad.url, 'GET', new URL(grace.authorization_url).pathname)
  await fake.pay(await orderOf(link), { method: 'upi' })
  assert.equal((await subscriptionOf(samvad, company)).status, 'active')
  samvad.setClock(later(1))
  await fake.settleDebits('success')
  await settleDown(samvad)
  const payments = await paymentsOf(samvad, company)
  assert.equal(payments.filter(({ status }: { status: string }) => status === 'refunded').length, 1)
  assert.equal((await invoicesOf(company)).filter(({ kind }: { kind: string }) => kind === 'subscription').length, 2)
  const refunds = (await samvad.request('GET', '/api/v1/billing/refunds', { token: company.token })).body.data
  assert.equal(refunds.length, 1)
  assert.deepEqual([refunds[0].total, refunds[0].destination, refunds[0].transaction_id], ['588.82', 'source', null])
  assert.match(refunds[0].subscription_payment_id, /^spay_/)
  assert.equal(refunds[0].recharge_id, null)
  // spec 23.86: refunded without a request or approval.
  assert.deepEqual([refunds[0].automatic, refunds[0].requested_by, refunds[0].status], [true, null, 'completed'])
  const { from, by } = expectedDates(later(1), new Set([HOLIDAY]))
  assert.notDeepEqual({ from, by }, expectedDates(later(1), new Set()), 'the holiday counts')
  assert.deepEqual([refunds[0].expected_from, refunds[0].expected_by], [from, by])
  const audited = await samvad.rows<{ action: string; details: { automatic: boolean } }>(
    `select action, details from audit_log where org_id = $1 and action like 'refund.%' order by id`,
    [company.organizationId],
  )
  assert.deepEqual(
    audited.map(({ action, details }) => [action, details.automatic]),
    [
      ['refund.started', true],
      ['refund.completed', true],
    ],
  )
  assert.deepEqual(await told(samvad, company, 'refund'), ['refund.started', 'refund.processing', 'refund.completed'])
  assert.equal(await balanceOf(samvad, company), '0.00')
  await installed.mustAgree({ whileWaiting: true })
  samvad.setClock(null)
})

test('spec 23.28: a refund of a subscription goes to the source with a credit note, and never through the wallet', async () => {
  const company = await subscribed('Ekta Pharma')
  const [payment] = await paymentsOf(samvad, company)
  const json = { subscription_payment_id: payment.id, reason: 'service_downtime', amount: '100.00' }
  const asked = await samvad.request('POST', '/api/v1/billing/refunds', { token: company.token, json })
  assert.equal(asked.status, 201, asked.text)
  assert.deepEqual([asked.body.total, asked.body.destination], ['118.00', 'source'])
  const toWallet = await samvad.request('POST', '/api/v1/billing/refunds', {
    token: company.token,
    json: { ...json, destination: 'wallet' },
  })
  assert.equal(toWallet.status, 422)
  assert.equal(toWallet.body.errors[0].message, 'This payment can only be refunded to the account that paid it.')
  assert.equal((await paymentsOf(samvad, company))[0].refund_pending, true)
  const approved = await samvad.request(
    'POST',
    `/v1/organizations/${publicId('org', company.organizationId)}/refunds/${asked.body.id}/approve`,
    { token: operator, json: {} },
  )
  assert.equal(approved.status, 200, approved.text)
  await settleDown(samvad)
  for (const refund of fake.refunds.values())
    if (refund.status === 'pending') await fake.settleRefund(refund.id, 'processed')
  samvad.setClock(new Date(start.getTime() + DAY_MS))
  await settleDown(samvad)
  const [refund] = (await samvad.request('GET', '/api/v1/billing/refunds', { token: company.token })).body.data
  assert.equal(refund.status, 'completed', JSON.stringify(refund))
  assert.match(refund.credit_note_id, /^inv_/)
  assert.equal((await paymentsOf(samvad, company))[0].refunded, '118.00')
  assert.equal((await subscriptionOf(samvad, company)).status, 'active')
  assert.equal(await balanceOf(samvad, company), '0.00')
  assert.deepEqual(await samvad.rows('select id from transactions where org_id = $1', [company.organizationId]), [])
  samvad.setClock(null)
})

test('spec 23.28: a dispute that is lost is a credit note on the invoice, and takes nothing of the wallet', async () => {
  const company = await subscribed('Farah Foods')
  const [payment] = await paymentsOf(samvad, company)
  const order = await orderOf(payment)
  const paid = [...fake.payments.values()].find(({ order_id, status }) => order_id === order && status === 'captured')
  await fake.dispute(paid?.id as string, 'lost')
  const [claim] = await samvad.rows<{ purpose: string }>('select purpose from payment_claims where org_id = $1', [
    company.organizationId,
  ])
  assert.equal(claim?.purpose, 'subscription')
  const invoices = await invoicesOf(company)
  assert.deepEqual(invoices.map(({ kind, total }: { kind: string; total: string }) => [kind, total]).toSorted(), [
    ['credit_note', '588.82'],
    ['subscription', '588.82'],
  ])
  assert.equal(await balanceOf(samvad, company), '0.00')
  const again = { subscription_payment_id: payment.id, reason: 'service_downtime' }
  const refund = await samvad.request('POST', '/api/v1/billing/refunds', { token: company.token, json: again })
  assert.equal(refund.status, 409, refund.text)
  samvad.setClock(null)
})

test('spec 23.22: an unpaid renewal link starts the grace when it is due; cashfree knows no mandates', async () => {
  const other = await startSamvad({ SAMVAD_LOG_LEVEL: 'silent' })
  const cashfree = await install(other, 'cashfree')
  other.setClock(start)
  const company = await cashfree.newCompany('Hari Cottons')
  const asked = await subscribe(other, company)
  assert.equal(asked.status, 200, asked.text)
  const orderOfOther = async (payment: { id: string }) =>
    (
      await other.rows<{ gateway_order_id: string }>('select gateway_order_id from recharges where id = $1', [
        uuidOf('spay', payment.id),
      ])
    )[0]?.gateway_order_id as string
  await cashfree.fake.pay(await orderOfOther((await paymentsOf(other, company))[0]))
  assert.equal((await subscriptionOf(other, company)).next_payment_kind, 'link')
  other.setClock(later(-1))
  await settleDown(other)
  const due = await subscriptionOf(other, company)
  assert.equal(due.status, 'active')
  assert.ok(due.authorization_url)
  other.setClock(later(0.5))
  await settleDown(other)
  const grace = await subscriptionOf(other, company)
  assert.deepEqual([grace.status, grace.grace_until], ['grace', later(7).getTime() / 1000])
  assert.equal(grace.authorization_url, due.authorization_url)
  other.setClock(later(6.9))
  await cashfree.fake.pay(await orderOfOther((await paymentsOf(other, company))[0]))
  const paid = await subscriptionOf(other, company)
  assert.deepEqual([paid.status, paid.current_period.from], ['active', end.getTime() / 1000])
  assert.ok((await told(other, company, 'subscription')).includes('subscription.grace_started'))
  await cashfree.mustAgree()
  other.setClock(null)
})
