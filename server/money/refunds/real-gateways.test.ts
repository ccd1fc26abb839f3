// Refunds with gateways that use the protocols of Razorpay and Cashfree, and lose responses and webhooks or reorder
// them: the result is verified by comparing the gateway's own records with the ledger.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Entry, FakeServer, Fault, Webhooks } from '../../../test/gateways/fake.ts'
import { askGateways, orderOf, PHONE, withCashfree, withRazorpay } from '../../../test/gateways/scene.ts'
import { verdict } from '../../../test/gateways/verdict.ts'
import { type Company, startSamvad, type TestSamvad } from '../../../test/harness.ts'
import { balanceOf, openRecharge } from '../../../test/payments.ts'
import { approvedRefund, refundNow, runJob } from '../../../test/refunds.ts'

const MINUTE_MS = 60_000
const REFUND = /^POST .*\/refunds?$/

/** The common part of both, in one vocabulary. */
interface Fake extends Pick<FakeServer, 'fail' | 'close'> {
  name: 'razorpay' | 'cashfree'
  operatorToken: string
  webhooks: Webhooks
  log: Entry[]
  pay(orderId: string): Promise<unknown>
  refundIds(): string[]
  settle(refundId: string, status: 'processed' | 'failed'): Promise<void>
  /** As if every payment had been refunded completely in the gateway's dashboard. */
  exhaust(): void
}

async function razorpayOf(samvad: TestSamvad): Promise<Fake> {
  const { fake, operator } = await withRazorpay(samvad)
  fake.refundsBecome = 'pending'
  return {
    ...fake,
    name: 'razorpay',
    operatorToken: operator,
    refundIds: () => [...fake.refunds.keys()],
    settle: (id, status) => fake.settleRefund(id, status),
    exhaust() {
      for (const payment of fake.payments.values()) payment.amount_refunded = payment.amount
    },
  }
}

async function cashfreeOf(samvad: TestSamvad): Promise<Fake> {
  const { fake, operator } = await withCashfree(samvad)
  fake.refundsBecome = 'pending'
  return {
    ...fake,
    name: 'cashfree',
    operatorToken: operator,
    refundIds: () => [...fake.refunds.keys()],
    settle: (id, status) => fake.settleRefund(id, status),
    exhaust() {
      for (const payment of fake.payments.values()) payment.refunded = payment.amount
    },
  }
}

for (const name of ['razorpay', 'cashfree'] as const) {
  const samvad = await startSamvad({ SAMVAD_LOG_LEVEL: 'silent' })
  const gateway = await (name === 'razorpay' ? razorpayOf : cashfreeOf)(samvad)
  const operator = { token: gateway.operatorToken, userId: '' }
  after(() => gateway.close())
  let now = Date.now()
  samvad.setClock(new Date(now))
  const pass = (ms: number) => samvad.setClock(new Date((now += ms)))

  /** A company that has paid 1,180.00 for a recharge of 1,000.00, and requests a refund of half of it. */
  const companyWithRefund = async (called: string) => {
    const company = await samvad.newCompany(called)
    const json = { phone: PHONE, email: 'accounts@company.example', state_code: '29' }
    const profile = await samvad.request('PUT', '/api/v1/billing/profile', { token: company.token, json })
    assert.equal(profile.status, 200, profile.text)
    gateway.fail(null)
    gateway.webhooks.mode = 'deliver'
    const recharge = await openRecharge(samvad, '1000.00', { payment_method: 'upi' }, company)
    await gateway.pay(await orderOf(samvad, recharge))
    await askGateways(samvad)
    assert.equal(await balanceOf(samvad, company), '1000.00')
    const refund = await approvedRefund(samvad, operator, { recharge_id: recharge.id, amount: '500.00' }, company)
    return { company, refund }
  }
  const mustAgree = async (company: Company, balance: string) => {
    assert.equal(await balanceOf(samvad, company), balance)
    assert.deepEqual(await verdict(samvad.rows, name, gateway.log), [])
  }
  const idOfLast = () => gateway.refundIds().at(-1) as string

  test(`spec 11.4: ${name} pays out half of a payment, and its webhook completes it`, async () => {
    const { company, refund } = await companyWithRefund('Asha Mills')
    await runJob(samvad, 'refund')
    assert.equal((await refundNow(samvad, refund, company)).status, 'processing')
    await gateway.settle(idOfLast(), 'processed')
    const done = await refundNow(samvad, refund, company)
    assert.equal(done.status, 'completed', 'by the webhook alone')
    assert.ok(done.reference)
    await mustAgree(company, '500.00')
  })

  test(`spec 19.4: webhooks of ${name} repeated, reversed and late change nothing more`, async () => {
    const { company, refund } = await companyWithRefund('Bela Silks')
    gateway.webhooks.mode = 'hold'
    await runJob(samvad, 'refund')
    await gateway.settle(idOfLast(), 'processed')
    const held = [...gateway.webhooks.waiting]
    assert.ok(held.length > 0)
    await gateway.webhooks.sendWaiting((waiting) => waiting.toReversed())
    for (let times = 0; times < 3; times++) for (const webhook of held) await gateway.webhooks.send(webhook)
    assert.equal((await refundNow(samvad, refund, company)).status, 'completed')
    await mustAgree(company, '500.00')
  })

  test(`spec 11.11: ${name} says nothing at all by webhook: asking is enough, within 15 minutes`, async () => {
    const { company, refund } = await companyWithRefund('Chand Papers')
    gateway.webhooks.mode = 'dead'
    await runJob(samvad, 'refund')
    await gateway.settle(idOfLast(), 'processed')
    for (let minute = 0; minute < 15; minute++) {
      pass(MINUTE_MS)
      await runJob(samvad, 'refund')
    }
    assert.equal((await refundNow(samvad, refund, company)).status, 'completed')
    await mustAgree(company, '500.00')
  })

  for (const fault of ['cut_after', 'error_after', 'cut_before', 'error_before'] satisfies Fault[]) {
    test(`spec 11.11: ${name} fails (${fault}) at being asked: one refund in the end, and nobody guessed`, async () => {
      const { company, refund } = await companyWithRefund(`Deepa Tools ${fault}`)
      gateway.webhooks.mode = 'dead'
      gateway.fail({ fault, times: 2, only: REFUND })
      const made = gateway.refundIds().length
      await runJob(samvad, 'refund')
      assert.equal((await refundNow(samvad, refund, company)).status, 'approved', 'nobody knows')
      assert.equal(await balanceOf(samvad, company), '500.00')
      for (let minute = 0; minute < 15; minute++) {
        pass(MINUTE_MS)
        await runJob(samvad, 'refund')
      }
      assert.equal((await refundNow(samvad, refund, company)).status, 'processing')
      assert.equal(gateway.refundIds().length, made + 1)
      await gateway.settle(idOfLast(), 'processed')
      pass(24 * 60 * MINUTE_MS)
      await runJob(samvad, 'refund')
      assert.equal((await refundNow(samvad, refund, company)).status, 'completed')
      await mustAgree(company, '500.00')
    })
  }

  test(`spec 11.10: what ${name} cannot bring to the customer returns to the wallet`, async () => {
    const { company, refund } = await companyWithRefund('Esha Toys')
    await runJob(samvad, 'refund')
    await gateway.settle(idOfLast(), 'failed')
    await runJob(samvad, 'refund')
    const failed = await refundNow(samvad, refund, company)
    assert.deepEqual([failed.status, failed.failure_reason], ['failed', 'not_paid_out'])
    await mustAgree(company, '1000.00')
  })

  test(`spec 11.10: ${name} refuses, because all of it was given back at its dashboard: the credit returns`, async () => {
    const { company, refund } = await companyWithRefund('Farid Seeds')
    gateway.exhaust()
    await runJob(samvad, 'refund')
    const failed = await refundNow(samvad, refund, company)
    assert.deepEqual([failed.status, failed.failure_reason], ['failed', 'refused'])
    await mustAgree(company, '1000.00')
  })
}
