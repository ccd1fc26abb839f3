import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gatewayJobs } from '#money/gateways/jobs.ts'
import type { Job } from '#worker/job.ts'
import { told } from '../../../test/auto-recharge.ts'
import { startSamvad } from '../../../test/harness.ts'
import { balanceOf, payAtCheckout } from '../../../test/payments.ts'
import {
  cancel,
  choose,
  givePremium,
  paymentsOf,
  SUBSCRIPTION,
  settleDown,
  subscribe,
  subscriptionOf,
} from '../../../test/premium.ts'
import { subscriptionJobs } from './jobs.ts'

const samvad = await startSamvad({ SAMVAD_LOG_LEVEL: 'silent' })
const HOUR_MS = 3600_000
const DAY_MS = 24 * HOUR_MS
const at = (time: string, moreMs = 0) => new Date(new Date(`${time}+05:30`).getTime() + moreMs)
const run = async (jobs: Job[]) => {
  for (const job of jobs) while (await job.run(new AbortController().signal));
}
const seconds = (time: Date) => time.getTime() / 1000

test('spec 23.20, 23.24: subscribing and paying the first month begins premium, with one invoice and no credit', async () => {
  samvad.setClock(at('2026-06-10T11:30:00'))
  const company = await samvad.newCompany('Asha Mills')
  const free = await subscriptionOf(samvad, company)
  assert.deepEqual([free.plan, free.status, free.total], ['free', 'free', '588.82'])
  const asked = await subscribe(samvad, company)
  assert.equal(asked.status, 200, asked.text)
  assert.deepEqual([asked.body.plan, asked.body.status], ['free', 'pending'])
  const again = await subscribe(samvad, company)
  assert.equal(again.body.authorization_url, asked.body.authorization_url, 'one page, however often it is asked for')
  await payAtCheckout(asked.body.authorization_url, 'success', 'upi')
  const shown = await subscriptionOf(samvad, company)
  assert.deepEqual([shown.plan, shown.status, shown.authorization_url], ['premium', 'active', null])
  assert.deepEqual(shown.current_period, {
    from: seconds(at('2026-06-10T00:00:00')),
    to: seconds(at('2026-07-10T00:00:00')),
  })
  assert.equal(shown.next_debit_at, shown.current_period.to)
  assert.equal(shown.mandate.status, 'active')
  assert.equal(shown.mandate.max_amount, '1177.64')
  assert.equal(await balanceOf(samvad, company), '0.00')
  const [payment, ...more] = await paymentsOf(samvad, company)
  assert.deepEqual(more, [])
  assert.deepEqual([payment.status, payment.total, payment.period], ['succeeded', '588.82', shown.current_period])
  const invoices = (await samvad.request('GET', '/api/v1/billing/invoices', { token: company.token })).body.data
  assert.equal(invoices.length, 1)
  assert.equal(invoices[0].kind, 'subscription')
  assert.equal(invoices[0].id, payment.invoice_id)
  const lists = ['/api/v1/billing/transactions', '/api/v1/billing/recharges']
  for (const path of lists)
    assert.deepEqual((await samvad.request('GET', path, { token: company.token })).body.data, [], path)
  assert.deepEqual(await told(samvad, company, 'subscription', 'payment', 'recharge', 'invoice'), [
    'subscription.pending',
    'invoice.generated',
    'subscription.activated',
  ])
  samvad.setClock(null)
})

test('spec 23.21: a day before the period ends the debit is announced, and made at its midnight in India', async () => {
  samvad.setClock(at('2026-01-31T23:00:00'))
  const company = await samvad.newCompany('Bela Silks')
  await givePremium(samvad, company)
  const end = at('2026-02-28T00:00:00')
  samvad.setClock(new Date(end.getTime() - DAY_MS - 1000))
  await settleDown(samvad)
  assert.equal((await paymentsOf(samvad, company)).length, 1)
  samvad.setClock(new Date(end.getTime() - DAY_MS))
  await settleDown(samvad)
  assert.equal((await told(samvad, company, 'subscription')).at(-1), 'subscription.payment_due')
  const [due] = await paymentsOf(samvad, company)
  assert.deepEqual([due.status, due.kind, due.due_at], ['created', 'debit', seconds(end)])
  samvad.setClock(new Date(end.getTime() - 1000))
  await settleDown(samvad)
  assert.equal((await paymentsOf(samvad, company))[0].status, 'pending', 'not debited before it is due')
  samvad.setClock(end)
  await settleDown(samvad)
  const shown = await subscriptionOf(samvad, company)
  assert.equal(shown.status, 'active')
  assert.deepEqual(shown.current_period, { from: seconds(end), to: seconds(at('2026-03-31T00:00:00')) })
  assert.equal((await told(samvad, company, 'subscription')).at(-1), 'subscription.renewed')
  assert.equal((await paymentsOf(samvad, company)).length, 2)
  samvad.setClock(null)
})

test('spec 23.22: a failed debit starts a grace of exactly 7 days with retries, at whose end the plan is free', async () => {
  samvad.setClock(at('2026-06-10T11:30:00'))
  const company = await samvad.newCompany('Chitra Dairy')
  const page = await givePremium(samvad, company)
  await choose(samvad, page, { outcome: 'insufficient_funds' })
  const end = at('2026-07-10T00:00:00')
  const looks = [-30, -24, 0, 1, 24, 47, 48, 72, 96, 120, 143, 144, 166, 167]
  for (const hour of looks) {
    samvad.setClock(new Date(end.getTime() + hour * HOUR_MS))
    await settleDown(samvad)
  }
  const shown = await subscriptionOf(samvad, company)
  assert.deepEqual([shown.status, shown.plan, shown.failure_reason], ['grace', 'premium', 'insufficient_funds'])
  assert.equal(shown.grace_until, seconds(new Date(end.getTime() + 7 * DAY_MS)))
  assert.equal(shown.failed_attempts, 5)
  assert.ok(shown.authorization_url)
  const debits = (await paymentsOf(samvad, company)).filter(({ kind }: { kind: string }) => kind === 'debit')
  assert.deepEqual(
    debits
      .map(({ due_at }: { due_at: number }) => (due_at - seconds(end)) / 3600)
      .toSorted((a: number, b: number) => a - b),
    [0, 24, 72, 120, 167],
  )
  samvad.setClock(new Date(end.getTime() + 7 * DAY_MS - 1))
  await settleDown(samvad)
  assert.equal((await subscriptionOf(samvad, company)).status, 'grace')
  samvad.setClock(new Date(end.getTime() + 7 * DAY_MS))
  await settleDown(samvad)
  const free = await subscriptionOf(samvad, company)
  assert.deepEqual([free.status, free.plan, free.grace_until], ['free', 'free', null])
  assert.equal((await told(samvad, company, 'subscription')).at(-1), 'subscription.ended')
  samvad.setClock(null)
})

test('spec 23.23: a payment within the grace ends it and keeps the anchor', async () => {
  samvad.setClock(at('2026-06-10T11:30:00'))
  const company = await samvad.newCompany('Divya Steels')
  const page = await givePremium(samvad, company)
  await choose(samvad, page, { outcome: 'bank_declined' })
  const end = at('2026-07-10T00:00:00')
  for (const hours of [-24, 0, 12]) {
    samvad.setClock(new Date(end.getTime() + hours * HOUR_MS))
    await settleDown(samvad)
  }
  const paying = await samvad.request('POST', `${SUBSCRIPTION}/pay`, { token: company.token })
  assert.equal(paying.status, 200, paying.text)
  samvad.setClock(new Date(end.getTime() + 3 * DAY_MS))
  await payAtCheckout(paying.body.authorization_url, 'success', 'upi')
  await settleDown(samvad)
  const shown = await subscriptionOf(samvad, company)
  assert.deepEqual([shown.status, shown.grace_until, shown.failed_attempts], ['active', null, 0])
  assert.deepEqual(shown.current_period, { from: seconds(end), to: seconds(at('2026-08-10T00:00:00')) })
  samvad.setClock(null)
})

test('spec 23.25: cancelling keeps what is paid for; a debit that is captured afterwards is refunded once', async () => {
  samvad.setClock(at('2026-06-10T11:30:00'))
  const company = await samvad.newCompany('Ekta Pharma')
  await givePremium(samvad, company)
  const end = at('2026-07-10T00:00:00')
  samvad.setClock(new Date(end.getTime() - DAY_MS))
  await settleDown(samvad)
  // Requested from the gateway, which debits it regardless of later changes here.
  samvad.setClock(end)
  await run(subscriptionJobs(samvad.app))
  samvad.setClock(new Date(end.getTime() - 1000))
  const cancelled = await cancel(samvad, company)
  assert.equal(cancelled.status, 200, cancelled.text)
  assert.deepEqual(
    [cancelled.body.status, cancelled.body.plan, cancelled.body.cancel_at_period_end],
    ['cancelling', 'premium', true],
  )
  samvad.setClock(new Date(end.getTime() + 1000))
  await run(gatewayJobs(samvad.app))
  assert.equal((await paymentsOf(samvad, company))[0].status, 'refunded')
  await settleDown(samvad)
  assert.equal((await subscriptionOf(samvad, company)).plan, 'free')
  samvad.setClock(new Date(end.getTime() + DAY_MS))
  await settleDown(samvad)
  const refunds = await samvad.rows<{ status: string; purpose: string }>(
    'select status, purpose from refunds where org_id = $1',
    [company.organizationId],
  )
  assert.deepEqual(refunds, [{ status: 'completed', purpose: 'subscription' }])
  assert.equal(await balanceOf(samvad, company), '0.00')
  assert.equal((await cancel(samvad, company)).status, 409)
  samvad.setClock(null)
})

test('spec 23.25: a cancelled subscription is resumed until its last moment', async () => {
  samvad.setClock(at('2026-06-10T11:30:00'))
  const company = await samvad.newCompany('Farah Foods')
  await givePremium(samvad, company)
  assert.equal((await cancel(samvad, company)).status, 200)
  const resume = () => samvad.request('POST', `${SUBSCRIPTION}/resume`, { token: company.token })
  samvad.setClock(at('2026-07-09T23:59:59'))
  const resumed = await resume()
  assert.equal(resumed.status, 200, resumed.text)
  assert.deepEqual([resumed.body.status, resumed.body.cancel_at_period_end], ['active', false])
  assert.equal((await resume()).status, 409)
  await settleDown(samvad)
  assert.equal((await subscriptionOf(samvad, company)).next_debit_at, seconds(at('2026-07-10T23:59:59')), 'with notice')
  samvad.setClock(at('2026-07-10T23:59:59'))
  await settleDown(samvad)
  const { current_period } = await subscriptionOf(samvad, company)
  assert.deepEqual(current_period, { from: seconds(at('2026-07-10T00:00:00')), to: seconds(at('2026-08-10T00:00:00')) })
  samvad.setClock(null)
})

test('spec 23.20: who never subscribed is told that nothing can be resumed or paid, not that nothing can be cancelled', async () => {
  const company = await samvad.newCompany('Gauri Looms')
  const { token } = company
  const reasonOf = async (method: 'DELETE' | 'POST', path: string) => {
    const answer = await samvad.request(method, path, { token })
    assert.equal(answer.status, 409, answer.text)
    return answer.body.reason
  }
  const reasons = async () => [
    await reasonOf('DELETE', SUBSCRIPTION),
    await reasonOf('POST', `${SUBSCRIPTION}/resume`),
    await reasonOf('POST', `${SUBSCRIPTION}/pay`),
  ]
  const expected = ['nothing_to_cancel', 'subscription_not_cancelled', 'no_payment_due']
  assert.deepEqual(await reasons(), expected)
  await subscribe(samvad, company)
  await cancel(samvad, company)
  assert.deepEqual(await reasons(), expected, 'as after a subscription that is over')
})
