// Failures around subscriptions, caused deliberately, at the sandbox gateway with a controlled clock.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { told } from '../../../test/auto-recharge.ts'
import { type Company, startSamvad } from '../../../test/harness.ts'
import { payAtCheckout } from '../../../test/payments.ts'
import {
  cancel,
  choose,
  givePremium,
  paymentsOf,
  settleDown,
  subscribe,
  subscriptionOf,
} from '../../../test/premium.ts'
import { newOperator } from '../../../test/prices.ts'
import { assertRefused, person } from '../../../test/story.ts'
import { payNow, resume, storedPayments } from '../../../test/subscriptions.ts'

const samvad = await startSamvad({ SAMVAD_LOG_LEVEL: 'silent' })
const boss = person(samvad, await newOperator(samvad))
const HOUR_MS = 3600_000
const DAY_MS = 24 * HOUR_MS
const at = (time: string, moreMs = 0) => new Date(new Date(`${time}+05:30`).getTime() + moreMs)
const seconds = (time: Date) => time.getTime() / 1000

/** Sets the clock to these times one after another, and runs the workers at each. */
async function pass(...times: Date[]): Promise<void> {
  for (const time of times) {
    samvad.setClock(time)
    await settleDown(samvad)
  }
}
const around = (end: Date, ...hours: number[]) => hours.map((hour) => new Date(end.getTime() + hour * HOUR_MS))
const statusOf = async (company: Company) => (await subscriptionOf(samvad, company)).status

test('spec 23.1, 23.2: a renewal that is paid at 23:59:59 on 28 February in India keeps the 31st', async () => {
  samvad.setClock(at('2027-01-31T09:00:00'))
  const company = await samvad.newCompany('Asha Mills')
  const page = await givePremium(samvad, company)
  await choose(samvad, page, { outcome: 'bank_declined' })
  const end = at('2027-02-28T00:00:00')
  await pass(...around(end, -24, 0, 1))
  assert.equal(await statusOf(company), 'grace')
  samvad.setClock(at('2027-02-28T23:59:59'))
  const { authorization_url } = await subscriptionOf(samvad, company)
  await payAtCheckout(authorization_url, 'success', 'upi')
  const { status, current_period } = await subscriptionOf(samvad, company)
  assert.equal(status, 'active')
  assert.deepEqual(current_period, { from: seconds(end), to: seconds(at('2027-03-31T00:00:00')) })
})

test('spec 23.1: who subscribes at 23:59:59 on 28 February pays on 28ths, a second later on firsts', async () => {
  const periods: unknown[] = []
  for (const [name, time] of [
    ['Bela Silks', at('2027-02-28T23:59:59')],
    ['Chitra Dairy', at('2027-03-01T00:00:00')],
  ] as const) {
    samvad.setClock(time)
    const company = await samvad.newCompany(name)
    await givePremium(samvad, company)
    const { from, to } = (await subscriptionOf(samvad, company)).current_period
    periods.push([from, to])
  }
  assert.deepEqual(periods, [
    [seconds(at('2027-02-28T00:00:00')), seconds(at('2027-03-28T00:00:00'))],
    [seconds(at('2027-03-01T00:00:00')), seconds(at('2027-04-01T00:00:00'))],
  ])
})

test('spec 23.3: two people who subscribe at once are led to one page, and one payment is opened', async () => {
  samvad.setClock(at('2027-03-05T09:00:00'))
  const company = await samvad.newCompany('Divya Steels')
  const colleague = { ...company, ...(await samvad.newMember(company.organizationId, 'billing')) }
  const answers = await Promise.all([company, colleague, company, colleague].map((one) => subscribe(samvad, one)))
  assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]))
  assert.equal(new Set(answers.map(({ body }) => body.authorization_url)).size, 1)
  assert.equal((await paymentsOf(samvad, company)).length, 1)
})

test('spec 23.3: a member without billing rights sees the plan and changes nothing', async () => {
  samvad.setClock(at('2027-03-06T09:00:00'))
  const company = await samvad.newCompany('Ekta Pharma')
  await givePremium(samvad, company)
  const agent = { ...company, ...(await samvad.newMember(company.organizationId, 'agent')) }
  assert.equal((await subscriptionOf(samvad, agent)).plan, 'premium')
  for (const answer of [await subscribe(samvad, agent), await cancel(samvad, agent), await resume(samvad, agent)])
    assertRefused(answer, 403, 'permission_denied')
})

test('spec 23.5: a mandate that ends during grace leaves reminders of the link, and grace ends on time', async () => {
  samvad.setClock(at('2027-03-10T09:00:00'))
  const company = await samvad.newCompany('Falguni Prints')
  const page = await givePremium(samvad, company)
  await choose(samvad, page, { outcome: 'bank_declined' })
  const end = at('2027-04-10T00:00:00')
  await pass(...around(end, -24, 0, 1))
  await choose(samvad, page, { status: 'cancelled' })
  await pass(...around(end, 2, 24, 72, 120, 167))
  const debits = (await storedPayments(samvad, company)).filter(({ kind }) => kind === 'debit')
  assert.ok(debits.length <= 2, 'no retry debits an ended mandate')
  assert.ok((await told(samvad, company, 'subscription')).includes('subscription.grace_reminder'))
  await pass(new Date(end.getTime() + 7 * DAY_MS - 1000))
  assert.equal(await statusOf(company), 'grace')
  await pass(new Date(end.getTime() + 7 * DAY_MS))
  assert.equal(await statusOf(company), 'free')
})

test('spec 23.2, 23.7: a payment that comes after the end of grace begins anew on its day', async () => {
  samvad.setClock(at('2027-04-20T09:00:00'))
  const company = await samvad.newCompany('Gauri Tours')
  const page = await givePremium(samvad, company)
  await choose(samvad, page, { outcome: 'bank_declined' })
  const end = at('2027-05-20T00:00:00')
  await pass(...around(end, -24, 0, 24, 72, 120, 167))
  const { authorization_url } = await subscriptionOf(samvad, company)
  await pass(new Date(end.getTime() + 7 * DAY_MS))
  assert.equal(await statusOf(company), 'free')
  samvad.setClock(at('2027-05-28T15:00:00'))
  await payAtCheckout(authorization_url, 'success', 'upi')
  const { status, current_period } = await subscriptionOf(samvad, company)
  assert.equal(status, 'active')
  assert.deepEqual(current_period, {
    from: seconds(at('2027-05-28T00:00:00')),
    to: seconds(at('2027-06-28T00:00:00')),
  })
})

test('spec 23.11: a new price applies to the next payment, is announced with it, and above the mandate is asked for by link', async () => {
  samvad.setClock(at('2027-06-10T09:00:00'))
  const company = await samvad.newCompany('Hari Traders')
  await givePremium(samvad, company)
  const priced = async (premium_price: string) => {
    const shown = await samvad.request('GET', '/v1/organization', { token: company.token })
    const organization_id = shown.body.id
    await boss.make('/v1/plan_lists', { name: 'Hari', organization_id, premium_price })
  }
  samvad.setClock(at('2027-06-20T09:00:00'))
  await priced('549.00')
  assert.equal((await storedPayments(samvad, company)).length, 1, 'nothing changes in a period that is paid for')
  await pass(...around(at('2027-07-10T00:00:00'), -24))
  const due = await samvad.rows<{ payload: any }>(
    `select payload from events where org_id = $1 and type = 'subscription.payment_due'`,
    [company.organizationId],
  )
  assert.deepEqual(
    due.map(({ payload }) => [payload.payment.total, payload.previous_total, payload.payment.kind]),
    [['647.82', '588.82', 'debit']],
  )
  // Announced already: a new price applies to the next payment.
  await priced('999.00')
  await pass(...around(at('2027-07-10T00:00:00'), 0))
  assert.equal((await paymentsOf(samvad, company))[0].total, '647.82')
  // The mandate's maximum is 1,177.64, twice the first price.
  await pass(...around(at('2027-08-10T00:00:00'), -24))
  const [link] = await paymentsOf(samvad, company)
  assert.deepEqual([link.kind, link.total], ['link', '1178.82'])
  const { authorization_url, next_payment_kind } = await subscriptionOf(samvad, company)
  assert.equal(next_payment_kind, 'link')
  await payAtCheckout(authorization_url, 'success', 'credit_card')
  await pass(...around(at('2027-08-10T00:00:00'), 0))
  assert.equal(await statusOf(company), 'active')
})

test('spec 10.25, 23.4: a failing subscription ends premium alone; auto-recharge is not touched', async () => {
  samvad.setClock(at('2027-09-10T09:00:00'))
  const company = await samvad.newCompany('Indu Seeds')
  const page = await givePremium(samvad, company)
  await choose(samvad, page, { outcome: 'bank_declined' })
  const end = at('2027-10-10T00:00:00')
  await pass(...around(end, -24, 0, 24, 72, 120, 167, 168))
  assert.equal(await statusOf(company), 'free')
  assert.deepEqual(await told(samvad, company, 'auto_recharge', 'grace'), [])
  assert.equal((await payNow(samvad, company)).status, 409)
})

test('spec 23.8: cancelled and resumed on the last day, it is debited once, a day after the notice', async () => {
  samvad.setClock(at('2027-11-10T09:00:00'))
  const company = await samvad.newCompany('Jaya Foods')
  await givePremium(samvad, company)
  const end = at('2027-12-10T00:00:00')
  await pass(...around(end, -24, -10))
  assert.equal((await cancel(samvad, company)).body.status, 'cancelling')
  samvad.setClock(new Date(end.getTime() - 5 * HOUR_MS))
  assert.equal((await resume(samvad, company)).body.status, 'active')
  await pass(...around(end, -5, 0, 18, 19, 20))
  assert.equal(await statusOf(company), 'active')
  const payments = await storedPayments(samvad, company)
  assert.deepEqual(
    payments.map(({ outcome, captures }) => [outcome, captures]),
    [
      ['used', 1],
      ['revoked', 0],
      ['used', 1],
    ],
  )
  assert.equal(+(payments[2]?.due_at as Date), +around(end, 19)[0]!)
})
