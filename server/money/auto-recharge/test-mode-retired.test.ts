import assert from 'node:assert/strict'
import { test } from 'node:test'
import { forgetAccounts } from '#money/gateways/accounts/actions.ts'
import {
  autoRechargeOf,
  choose,
  rechargesOf,
  recharging,
  runJob,
  settleDown,
  spend,
  told,
} from '../../../test/auto-recharge.ts'
import { startFakeRazorpay } from '../../../test/gateways/razorpay.ts'
import { givePhone, newOperator, razorpayAccount } from '../../../test/gateways/scene.ts'
import { startSamvad } from '../../../test/harness.ts'
import { balanceOf } from '../../../test/payments.ts'

const NOTICED_AFTER_MS = 6000
const samvad = await startSamvad({ SAMVAD_SANDBOX_DEBIT_NOTICE: '86400', SAMVAD_LOG_LEVEL: 'silent' })
const fake = await startFakeRazorpay({ clock: () => samvad.app.clock() })
test.after(() => fake.close())

test('spec 16.5: when the first real gateway comes, mandates of the sandbox end, what they were debiting is left without a grace, and the customer is asked anew', async () => {
  const charging = await recharging(samvad, 'Asha Mills')
  const resting = await recharging(samvad, 'Bela Silks')
  const linked = await recharging(samvad, 'Chitra Dairy')
  await choose(samvad, linked, { status: 'cancelled' })
  for (const one of [charging, linked]) {
    assert.equal((await spend(samvad, one)).status, 200)
    await givePhone(samvad, one.company)
  }
  await runJob(samvad, 'auto_recharge')
  assert.equal((await autoRechargeOf(samvad, charging.company)).status, 'charging')
  assert.equal((await autoRechargeOf(samvad, linked.company)).status, 'payment_link')
  assert.equal((await autoRechargeOf(samvad, resting.company)).status, 'active')

  const operator = await newOperator(samvad)
  const answer = await samvad.request('PUT', '/v1/gateways/razorpay', { token: operator, json: razorpayAccount(fake) })
  assert.equal(answer.status, 200, answer.text)
  samvad.setClock(new Date(Date.now() + NOTICED_AFTER_MS))
  forgetAccounts(samvad.app)
  // Whichever job runs first.
  await runJob(samvad, 'settle_recharge')
  await settleDown(samvad)

  const rested = await autoRechargeOf(samvad, resting.company)
  assert.deepEqual([rested.status, rested.mandate.status], ['authorization_required', 'cancelled'])
  for (const { company } of [charging, linked]) {
    const shown = await autoRechargeOf(samvad, company)
    assert.deepEqual([shown.status, shown.grace_until], ['payment_link', null])
    assert.match(shown.payment_url, /\/checkout\/org_/)
    assert.doesNotMatch(shown.payment_url, /sandbox/)
    assert.equal(await balanceOf(samvad, company), '197.75', 'nothing was credited by it')
    const [, left, asked] = await rechargesOf(samvad, company)
    assert.deepEqual([left?.status, left?.origin, asked?.origin], ['failed', 'customer', 'auto'])
    assert.deepEqual(await told(samvad, company, 'grace'), [])
  }
  samvad.setClock(null)
})
