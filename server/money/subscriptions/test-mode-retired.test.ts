// spec 16.5, 23.29: the first real gateway ends subscriptions paid with test money.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { told } from '../../../test/auto-recharge.ts'
import type { FakeRazorpay } from '../../../test/gateways/razorpay.ts'
import { givePhone, install } from '../../../test/gateways/scene.ts'
import { startSamvad } from '../../../test/harness.ts'
import { givePremium, settleDown, subscribe, subscriptionOf } from '../../../test/premium.ts'
import { storedPayments } from '../../../test/subscriptions.ts'

const samvad = await startSamvad({ SAMVAD_LOG_LEVEL: 'silent' })
const seconds = (time: string) => new Date(`${time}+05:30`).getTime() / 1000

test('spec 16.5, 23.29: premium of test money ends with the sandbox gateway, and real money begins a period of its own', async () => {
  const company = await samvad.newCompany('Asha Mills')
  await givePhone(samvad, company)
  await givePremium(samvad, company)
  const { fake } = await install(samvad, 'razorpay')
  await settleDown(samvad)
  const ended = await subscriptionOf(samvad, company)
  assert.deepEqual([ended.plan, ended.status, ended.authorization_url], ['free', 'free', null])
  assert.equal((await told(samvad, company, 'subscription')).at(-1), 'subscription.ended')

  // On a day within the month paid with test money.
  const now = new Date(Date.now() + 3 * 24 * 3600_000)
  samvad.setClock(now)
  const asked = await subscribe(samvad, company)
  assert.equal(asked.status, 200, asked.text)
  const [, payment] = await storedPayments(samvad, company)
  await (fake as FakeRazorpay).pay(payment?.order_id as string, { method: 'credit_card' })
  await settleDown(samvad)
  const { status, current_period } = await subscriptionOf(samvad, company)
  const today = new Date(now.getTime() + 5.5 * 3600_000).toISOString().slice(0, 10)
  assert.deepEqual([status, current_period.from], ['active', seconds(`${today}T00:00:00`)])
  samvad.setClock(null)
})
