import assert from 'node:assert/strict'
import { test } from 'node:test'
import { raiseFence } from '#installation/actions.ts'
import type { FakeRazorpay } from '../../../test/gateways/razorpay.ts'
import { install, newOperator, withRazorpay } from '../../../test/gateways/scene.ts'
import { type Company, publicId, startSamvad, uuidOf } from '../../../test/harness.ts'
import { balanceOf } from '../../../test/payments.ts'
import {
  choose,
  givePremium,
  paymentsOf,
  SUBSCRIPTION,
  settleDown,
  subscribe,
  subscriptionOf,
} from '../../../test/premium.ts'
import { postponeAfterFence } from './hold.ts'
import { subscriptionJobs } from './jobs.ts'

const DAY_MS = 24 * 3600_000
const start = new Date('2026-06-10T06:00:00Z')
const end = new Date('2026-07-10T00:00:00+05:30')
const later = (days: number) => new Date(end.getTime() + days * DAY_MS)

async function usedOf(samvad: Awaited<ReturnType<typeof startSamvad>>, { organizationId }: Company) {
  return samvad.rows<{ outcome: string | null }>(
    'select outcome from subscription_payments where org_id = $1 order by payment_id',
    [organizationId],
  )
}

test('spec 23.31: two workers, a lost answer and repeated webhooks leave one payment and one invoice a period', async () => {
  const samvad = await startSamvad({ SAMVAD_LOG_LEVEL: 'silent' })
  const installed = await install(samvad, 'razorpay')
  const fake = installed.fake as FakeRazorpay
  samvad.setClock(start)
  const company = await installed.newCompany('Bela Silks')
  await subscribe(samvad, company)
  const orderOf = async ({ id }: { id: string }) =>
    (
      await samvad.rows<{ gateway_order_id: string }>('select gateway_order_id from recharges where id = $1', [
        uuidOf('spay', id),
      ])
    )[0]?.gateway_order_id as string
  await fake.pay(await orderOf((await paymentsOf(samvad, company))[0]), { method: 'upi' })
  samvad.setClock(later(-1))
  // Killed after the gateway accepted the debit and before it was recorded: requested again, it is made once.
  fake.fail({ fault: 'cut_after', only: /^POST \/v1\/payments\/create\/recurring$/ })
  const worker = async () => {
    for (const job of subscriptionJobs(samvad.app)) await job.run(new AbortController().signal)
  }
  const work = () => Promise.all([worker(), worker()])
  await work()
  fake.fail(null)
  for (let minute = 1; minute <= 8; minute += 2) {
    samvad.setClock(new Date(later(-1).getTime() + minute * 60_000))
    await work()
  }
  const waiting = [...fake.payments.values()].filter(({ status, token_id }) => status === 'created' && token_id)
  assert.equal(waiting.length, 1)
  samvad.setClock(later(0.1))
  await fake.settleDebits('success')
  await settleDown(samvad)
  assert.deepEqual(await usedOf(samvad, company), [{ outcome: 'used' }, { outcome: 'used' }])
  const invoices = await samvad.rows(`select id from invoices where org_id = $1 and kind = 'subscription'`, [
    company.organizationId,
  ])
  assert.equal(invoices.length, 2)
  await installed.mustAgree()
  samvad.setClock(null)
})

test('spec 23.29: the first real gateway ends what test money paid for', async () => {
  const samvad = await startSamvad({ SAMVAD_LOG_LEVEL: 'silent' })
  const company = await samvad.newCompany('Chitra Dairy')
  await givePremium(samvad, company)
  await withRazorpay(samvad)
  await settleDown(samvad)
  const shown = await subscriptionOf(samvad, company)
  assert.deepEqual([shown.plan, shown.status, shown.mandate?.status], ['free', 'free', 'cancelled'])
})

test('spec 23.30: while the organization is suspended no grace runs and nothing is debited', async () => {
  const samvad = await startSamvad({ SAMVAD_LOG_LEVEL: 'silent' })
  const operator = await newOperator(samvad)
  samvad.setClock(start)
  const company = await samvad.newCompany('Divya Steels')
  const page = await givePremium(samvad, company)
  await choose(samvad, page, { outcome: 'bank_declined' })
  for (const days of [-1, 0]) {
    samvad.setClock(later(days))
    await settleDown(samvad)
  }
  assert.equal((await subscriptionOf(samvad, company)).status, 'grace')
  const path = `/v1/organizations/${publicId('org', company.organizationId)}`
  samvad.setClock(later(1.5))
  const suspended = await samvad.request('POST', `${path}/suspend`, { token: operator, json: { reason: 'Unpaid' } })
  assert.equal(suspended.status, 200, suspended.text)
  samvad.setClock(later(9.5))
  await settleDown(samvad)
  assert.equal((await samvad.request('POST', `${path}/resume`, { token: operator })).status, 200)
  await settleDown(samvad)
  const shown = await subscriptionOf(samvad, company)
  assert.deepEqual([shown.status, shown.grace_until], ['grace', later(15).getTime() / 1000])
  assert.equal(await balanceOf(samvad, company), '0.00')
  const pay = await samvad.request('POST', `${SUBSCRIPTION}/pay`, { token: company.token })
  assert.equal(pay.status, 200, pay.text)
  samvad.setClock(later(15))
  await settleDown(samvad)
  assert.equal((await subscriptionOf(samvad, company)).status, 'free')
  samvad.setClock(null)
})

test('spec 23.30: a suspended organization opens no first payment', async () => {
  const samvad = await startSamvad({ SAMVAD_LOG_LEVEL: 'silent' })
  const operator = await newOperator(samvad)
  const company = await samvad.newCompany('Farah Foods')
  const path = `/v1/organizations/${publicId('org', company.organizationId)}`
  const suspended = await samvad.request('POST', `${path}/suspend`, { token: operator, json: { reason: 'Unpaid' } })
  assert.equal(suspended.status, 200, suspended.text)
  const refused = await subscribe(samvad, company)
  assert.deepEqual([refused.status, refused.body.code], [403, 'organization_suspended'])
  assert.deepEqual(await paymentsOf(samvad, company), [])
  assert.equal((await subscriptionOf(samvad, company)).status, 'free')
})

test('spec 23.30, 23.85: a fence postpones the grace by as long as it was up, once', async () => {
  const samvad = await startSamvad({ SAMVAD_LOG_LEVEL: 'silent' })
  samvad.setClock(start)
  const company = await samvad.newCompany('Ekta Pharma')
  const page = await givePremium(samvad, company)
  await choose(samvad, page, { outcome: 'bank_declined' })
  for (const days of [-1, 0]) {
    samvad.setClock(later(days))
    await settleDown(samvad)
  }
  const untilOf = async () => (await subscriptionOf(samvad, company)).grace_until
  assert.equal(await untilOf(), later(7).getTime() / 1000)
  const { database } = samvad.app
  await database.transaction((tx) => postponeAfterFence(tx, later(1), later(3)))
  assert.equal(await untilOf(), later(9).getTime() / 1000)
  // A fence from before the grace period counts from the beginning of the grace period.
  await database.transaction((tx) => postponeAfterFence(tx, later(-2), later(3)))
  assert.equal(await untilOf(), later(10).getTime() / 1000)
  // spec 23.85: the sandbox gateway is part of the program, so that a copy can be tested.
  await database.transaction((tx) => raiseFence(tx, 'a copy', samvad.app.clock()))
  assert.equal((await subscribe(samvad, await samvad.newCompany('Gita Prints'))).status, 200)
  samvad.setClock(null)
})
