// spec 9.6: pending_transactions counts payments in progress, not abandoned pages.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { autoRechargeOf, recharging, runJob, spend } from '../../../test/auto-recharge.ts'
import { askGateways, orderOf, withRazorpay } from '../../../test/gateways/scene.ts'
import { type Company, startSamvad } from '../../../test/harness.ts'
import { BALANCE, openRecharge } from '../../../test/payments.ts'

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
const real = await startSamvad({ SAMVAD_LOG_LEVEL: 'silent' })
/** A gateway that waits a day before a debit, like real ones. */
const notified = await startSamvad({ SAMVAD_LOG_LEVEL: 'silent', SAMVAD_SANDBOX_DEBIT_NOTICE: '86400' })

const pendingOf = async (samvad: typeof real, { token }: Company = samvad.company) =>
  (await samvad.request('GET', BALANCE, { token })).body.pending_transactions
const NONE = { count: 0, amount: '0.00' }

test('spec 9.6: a payment that the gateway has and has not decided counts, until it is decided or nothing is heard of it any more', async () => {
  const { fake } = await withRazorpay(real)
  fake.webhooks.mode = 'dead'
  const start = new Date()
  real.setClock(start)
  const recharge = await openRecharge(real, '1000.00')
  const other = await openRecharge(real, '500.00')
  assert.deepEqual(await pendingOf(real), NONE, 'nobody has paid')
  await fake.pay(await orderOf(real, recharge), { outcome: 'authorized' })
  assert.deepEqual(await pendingOf(real), NONE, 'nobody has asked')
  real.setClock(new Date(start.getTime() + MINUTE_MS))
  await askGateways(real)
  assert.deepEqual(await pendingOf(real), { count: 1, amount: '1000.00' })
  assert.equal((await real.request('GET', BALANCE)).body.balance, '0.00', 'and nothing is credited for it')
  real.setClock(new Date(start.getTime() + 3 * DAY_MS))
  assert.deepEqual(await pendingOf(real), NONE, 'bounded in time')
  await askGateways(real)
  assert.deepEqual(await pendingOf(real), { count: 1, amount: '1000.00' }, 'asked again, it still is')
  await fake.pay(await orderOf(real, other), { outcome: 'bank_declined' })
  for (const [id] of fake.payments) if (fake.payments.get(id)?.status === 'authorized') await fake.capture(id)
  real.setClock(new Date(start.getTime() + 5 * DAY_MS))
  await askGateways(real)
  assert.deepEqual(await pendingOf(real), NONE)
  assert.equal((await real.request('GET', BALANCE)).body.balance, '1000.00')
  real.setClock(null)
})

test('spec 9.6: an automatic debit counts from when it is asked for until it is settled; the page for its mandate never does', async () => {
  const sending = await recharging(notified, 'Asha Mills')
  const { company } = sending
  assert.deepEqual(await pendingOf(notified, company), NONE)
  await spend(notified, sending)
  await runJob(notified, 'auto_recharge')
  assert.equal((await autoRechargeOf(notified, company)).status, 'charging')
  assert.deepEqual(await pendingOf(notified, company), { count: 1, amount: '200.00' })
  notified.setClock(new Date(Date.now() + 2 * DAY_MS))
  for (const name of ['sandbox_webhook', 'settle_recharge', 'auto_recharge']) await runJob(notified, name)
  assert.deepEqual(await pendingOf(notified, company), NONE)
  notified.setClock(null)
})
