import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  autoRechargeOf,
  choose,
  type Recharging,
  rechargesOf,
  recharging,
  set,
  settleDown,
  spend,
  told,
} from '../../../test/auto-recharge.ts'
import { publicId, startSamvad, type TestSamvad } from '../../../test/harness.ts'
import { BALANCE, balanceOf, openRecharge, payAtCheckout } from '../../../test/payments.ts'

const DAY_MS = 24 * 3600_000
const STEP_MS = DAY_MS / 2
const start = new Date('2026-06-10T06:00:00Z')
const day = (days: number) => new Date(start.getTime() + days * DAY_MS)

const samvad = await startSamvad({ SAMVAD_LOG_LEVEL: 'silent' })
const notified = await startSamvad({ SAMVAD_LOG_LEVEL: 'silent', SAMVAD_SANDBOX_DEBIT_NOTICE: '86400' })

/** A company whose first automatic payment failed at `start` because of insufficient funds. */
async function failing(place: TestSamvad, name: string): Promise<Recharging> {
  place.setClock(new Date(start.getTime() - (place === notified ? DAY_MS : 0)))
  const sending = await recharging(place, name)
  await choose(place, sending, { outcome: 'insufficient_funds' })
  await spend(place, sending)
  await settleDown(place)
  place.setClock(start)
  await settleDown(place)
  return sending
}

/** In steps of half a day, so that jobs also run when nothing is due. */
async function letPass(place: TestSamvad, from: number, until: number): Promise<void> {
  const end = day(until).getTime()
  for (let at = day(from).getTime(); at < end; at += STEP_MS) await runAt(place, at)
  await runAt(place, end)
}

async function runAt(place: TestSamvad, at: number): Promise<void> {
  place.setClock(new Date(at))
  await settleDown(place)
}

const graceTold = (place: TestSamvad, { company }: Recharging) =>
  told(place, company, 'auto_recharge', 'grace', 'payment', 'recharge', 'mandate')

/** The days since the first failure on which automatic payments were attempted at the gateway. */
async function triedOn(place: TestSamvad, { company }: Recharging): Promise<number[]> {
  const rows = await place.rows<{ created_at: Date }>(
    `select p.created_at from sandbox_gateway_payments p
      join sandbox_gateway_debits d on d.org_id = p.org_id and d.order_id = p.order_id
      where p.org_id = $1 order by p.created_at`,
    [company.organizationId],
  )
  return rows.map(({ created_at }) => (created_at.getTime() - start.getTime()) / DAY_MS)
}

test('spec 10.22: a failed automatic payment is a failed transaction, an event, and seven days of grace', async () => {
  const sending = await failing(samvad, 'Asha Mills')
  const { company } = sending
  const { body } = await samvad.request('GET', '/api/v1/billing/transactions?status=failed', { token: company.token })
  assert.equal(body.data.length, 1)
  assert.equal(body.data[0].failure_reason, 'insufficient_funds')
  assert.equal(body.data[0].description, 'Automatic recharge')
  const shown = await autoRechargeOf(samvad, company)
  assert.equal(shown.status, 'retrying')
  assert.equal(shown.failed_attempts, 1)
  assert.equal(shown.grace_until, start.getTime() / 1000 + 7 * 86_400)
  assert.equal(shown.next_attempt_at, start.getTime() / 1000 + 86_400)
  const balance = (await samvad.request('GET', BALANCE, { token: company.token })).body
  assert.equal(balance.grace_until, shown.grace_until)
  assert.equal(balance.auto_recharge.status, 'retrying')
  assert.deepEqual((await graceTold(samvad, sending)).slice(3), [
    'auto_recharge.debit_requested',
    'payment.failed',
    'grace.started',
    'auto_recharge.retry_scheduled',
  ])
  assert.equal((await spend(samvad, sending)).body.data[0].status, 201, 'sending goes on while there is balance')
  await settleDown(samvad)
  assert.equal((await rechargesOf(samvad, company)).length, 2, 'and begins nothing by itself')
})

for (const [what, place] of [
  ['without a notice', samvad],
  ['with a notice of a day', notified],
] as const) {
  test(`spec 10.22, 10.23: ${what}, retries fall on days 1, 3, 5 and 7,
    and then auto-recharge is switched off`, async () => {
    const sending = await failing(place, 'Bela Silks')
    const { company } = sending
    await letPass(place, 0, 6.99)
    assert.equal((await autoRechargeOf(place, company)).enabled, true, 'not before seven days are over')
    await letPass(place, 7, 9)
    assert.deepEqual(await triedOn(place, sending), [0, 1, 3, 5, 7])
    const shown = await autoRechargeOf(place, company)
    assert.equal(shown.enabled, false)
    assert.equal(shown.status, 'off')
    assert.equal(shown.grace_until, null)
    assert.equal(shown.next_attempt_at, null)
    assert.equal(shown.mandate.status, 'active', 'the mandate stays')
    const balance = (await place.request('GET', BALANCE, { token: company.token })).body
    assert.equal(balance.grace_until, null)
    assert.deepEqual(balance.auto_recharge, { enabled: false, threshold: '199.00', amount: '200.00', status: 'off' })
    assert.equal(balance.balance, '197.75')
    const retry = ['auto_recharge.debit_requested', 'payment.failed', 'auto_recharge.retry_scheduled']
    assert.deepEqual((await graceTold(place, sending)).slice(3), [
      'auto_recharge.debit_requested',
      'payment.failed',
      'grace.started',
      'auto_recharge.retry_scheduled',
      ...retry,
      ...retry,
      ...retry,
      'auto_recharge.debit_requested',
      'payment.failed',
      'grace.ended',
      'auto_recharge.switched_off',
    ])
    const recorded = await place.rows(
      `select actor from audit_log where org_id = $1 and action = 'auto_recharge.switched_off'`,
      [company.organizationId],
    )
    assert.deepEqual(recorded, [{ actor: 'system' }])
    // Still below the threshold, and no further attempt starts.
    await spend(place, sending)
    await settleDown(place)
    assert.equal((await rechargesOf(place, company)).length, 6)
  })
}

test('spec 10.24: a retry that succeeds ends the grace', async () => {
  const sending = await failing(samvad, 'Chitra Dairy')
  const { company } = sending
  await letPass(samvad, 0, 2)
  await choose(samvad, sending, { outcome: 'success' })
  await letPass(samvad, 2, 8)
  assert.deepEqual(await triedOn(samvad, sending), [0, 1, 3])
  const shown = await autoRechargeOf(samvad, company)
  assert.equal(shown.status, 'active')
  assert.equal(shown.grace_until, null)
  assert.equal(shown.failed_attempts, 0)
  assert.equal(await balanceOf(samvad, company), '397.75')
  assert.deepEqual((await graceTold(samvad, sending)).slice(-3), [
    'auto_recharge.debit_requested',
    'recharge.completed',
    'grace.ended',
  ])
})

test('spec 10.22: retries that were missed while nothing ran are one retry', async () => {
  const sending = await failing(samvad, 'Divya Steels')
  samvad.setClock(day(5.5))
  await settleDown(samvad)
  await letPass(samvad, 5.5, 8)
  assert.deepEqual(await triedOn(samvad, sending), [0, 5.5, 7])
  assert.equal((await autoRechargeOf(samvad, sending.company)).enabled, false)
})

test('spec 10.23: when nothing ran until the seven days were over, nothing more is tried', async () => {
  const sending = await failing(samvad, 'Ekta Pharma')
  samvad.setClock(day(7.1))
  await settleDown(samvad)
  assert.deepEqual(await triedOn(samvad, sending), [0])
  assert.equal((await autoRechargeOf(samvad, sending.company)).enabled, false)
})

test('spec 10.24: a recharge by hand that lifts the balance above the threshold ends it', async () => {
  const sending = await failing(samvad, 'Farah Foods')
  const { company } = sending
  const little = await openRecharge(samvad, '100.00', {}, company)
  await set(samvad, { threshold: '400.00' }, company)
  await payAtCheckout(little.checkout_url, 'success')
  assert.equal((await autoRechargeOf(samvad, company)).status, 'retrying', 'not one that leaves it below')
  const enough = await openRecharge(samvad, '200.00', {}, company)
  await payAtCheckout(enough.checkout_url, 'success')
  assert.equal((await autoRechargeOf(samvad, company)).status, 'active')
  await letPass(samvad, 0, 8)
  assert.deepEqual(await triedOn(samvad, sending), [0])
  const [ended] = await samvad.rows(
    `select payload ->> 'outcome' as outcome from events where org_id = $1 and type = 'grace.ended'`,
    [company.organizationId],
  )
  assert.equal(ended?.outcome, 'funded')
})

test('spec 10.23: an outcome that is still open at its end is waited for', async () => {
  const sending = await failing(notified, 'Gita Papers')
  const { company } = sending
  await letPass(notified, 0, 6.5)
  // The last debit is requested; then the gateway does not respond until after the seven days.
  const [debit] = await notified.rows<{ due_at: Date }>(
    'select max(due_at) as due_at from sandbox_gateway_debits where org_id = $1',
    [company.organizationId],
  )
  await notified.rows('update sandbox_gateway_debits set due_at = $2 where org_id = $1 and due_at is not null', [
    company.organizationId,
    new Date((debit as { due_at: Date }).due_at.getTime() + DAY_MS),
  ])
  await choose(notified, sending, { outcome: 'success' })
  await letPass(notified, 6.6, 7.9)
  assert.equal((await autoRechargeOf(notified, company)).status, 'charging')
  await letPass(notified, 7.9, 8.1)
  assert.equal((await autoRechargeOf(notified, company)).status, 'active')
  assert.equal(await balanceOf(notified, company), '397.75')
})

test('spec 10.24: switching auto-recharge off ends it, and switching it on again begins afresh', async () => {
  const sending = await failing(samvad, 'Hari Cottons')
  const { company } = sending
  const off = await set(samvad, { enabled: false }, company)
  assert.equal(off.body.grace_until, null)
  await letPass(samvad, 0, 2)
  assert.deepEqual(await triedOn(samvad, sending), [0])
  await choose(samvad, sending, { outcome: 'success' })
  // The balance is below the threshold already, and at 0 there will be no deduction that could call.
  assert.equal((await set(samvad, { enabled: true }, company)).body.status, 'active')
  await settleDown(samvad)
  assert.equal(await balanceOf(samvad, company), '397.75')
})

test('spec 10.24: a debit that fails after auto-recharge was switched off is told, and nothing follows from it', async () => {
  notified.setClock(start)
  const sending = await recharging(notified, 'Isha Traders')
  const { company } = sending
  await choose(notified, sending, { outcome: 'bank_declined' })
  await spend(notified, sending)
  await settleDown(notified)
  await set(notified, { enabled: false }, company)
  await letPass(notified, 0.5, 1.5)
  assert.deepEqual(await triedOn(notified, sending), [1])
  const shown = await autoRechargeOf(notified, company)
  assert.equal(shown.grace_until, null)
  assert.equal(shown.open_recharge_id, null)
  assert.deepEqual(await told(notified, company, 'payment', 'grace'), ['payment.failed'])
})

test('spec 10.24: a failed automatic recharge that the customer retries by hand ends the grace, and was not automatic', async () => {
  const sending = await failing(samvad, 'Jaya Looms')
  const { company } = sending
  const [, failed] = await rechargesOf(samvad, company)
  const path = `/api/v1/billing/recharges/${publicId('rech', failed?.id as string)}/retry`
  const retried = await samvad.request('POST', path, { token: company.token })
  assert.equal(retried.status, 200, retried.text)
  await letPass(samvad, 1, 1)
  assert.equal((await rechargesOf(samvad, company)).length, 3, 'the automatic retry is one of its own')
  await payAtCheckout(retried.body.checkout_url, 'success')
  const shown = await autoRechargeOf(samvad, company)
  assert.equal(shown.grace_until, null)
  assert.equal(shown.charged_this_month, '0.00')
  await letPass(samvad, 1, 8)
  // The last one was paid manually.
  assert.deepEqual(await triedOn(samvad, sending), [0, 1, 1])
  assert.equal(await balanceOf(samvad, company), '397.75')
})
