import assert from 'node:assert/strict'
import { test } from 'node:test'
import { forgetAccounts } from '#money/gateways/accounts/actions.ts'
import { startFakeRazorpay } from '../../../test/gateways/razorpay.ts'
import * as scene from '../../../test/gateways/scene.ts'
import { startSamvad } from '../../../test/harness.ts'
import { balanceOf } from '../../../test/payments.ts'
import { approvedRefund, newOperator, paidRecharge, refundNow, runJob } from '../../../test/refunds.ts'

const NOTICED_AFTER_MS = 6000
const samvad = await startSamvad({ SAMVAD_LOG_LEVEL: 'silent' })
const fake = await startFakeRazorpay()
test.after(() => fake.close())

test('spec 16.5: when the first real gateway comes, a refund that the sandbox still owed returns to the wallet, once', async () => {
  const operator = await newOperator(samvad)
  const company = await samvad.newCompany('Asha Mills')
  const asked = await paidRecharge(samvad, '300.00', company)
  const accepted = await paidRecharge(samvad, '200.00', company)
  const taken = await approvedRefund(samvad, operator, { transaction_id: accepted.transaction_id }, company)
  await runJob(samvad, 'refund')
  assert.equal((await refundNow(samvad, taken, company)).status, 'processing')
  const waiting = await approvedRefund(samvad, operator, { transaction_id: asked.transaction_id }, company)
  assert.equal(await balanceOf(samvad, company), '0.00')

  const json = scene.razorpayAccount(fake)
  const token = await scene.newOperator(samvad)
  assert.equal((await samvad.request('PUT', '/v1/gateways/razorpay', { token, json })).status, 200)
  samvad.setClock(new Date(Date.now() + NOTICED_AFTER_MS))
  forgetAccounts(samvad.app)
  for (let time = 0; time < 3; time++) await runJob(samvad, 'refund')
  samvad.setClock(new Date(Date.now() + 3600_000))
  for (let time = 0; time < 3; time++) await runJob(samvad, 'refund')
  samvad.setClock(null)
  for (const refund of [taken, waiting]) assert.equal((await refundNow(samvad, refund, company)).status, 'failed')
  assert.equal(await balanceOf(samvad, company), '500.00')
})
