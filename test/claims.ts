// Disputes of payments and refunds begun at the gateway, in one vocabulary for both gateways.

import assert from 'node:assert/strict'
import type { PaymentClaim } from '#money/claims/schema.ts'
import { readyToSend } from './company.ts'
import type { FakeCashfree } from './gateways/cashfree.ts'
import type { FakeRazorpay } from './gateways/razorpay.ts'
import { type Installation, install, newOperator, orderOf, type RealName } from './gateways/scene.ts'
import type { Company, TestSamvad } from './harness.ts'
import { openRecharge, RECHARGES } from './payments.ts'
import { publish, tiers } from './prices.ts'
import { person } from './story.ts'

export type Stage = 'created' | 'under_review' | 'action_required' | 'won' | 'lost'

const cashfreeStages: Record<Stage, string> = {
  created: 'CHARGEBACK_CREATED',
  under_review: 'CHARGEBACK_UNDER_REVIEW',
  action_required: 'CHARGEBACK_INSUFFICIENT_EVIDENCE',
  won: 'CHARGEBACK_MERCHANT_WON',
  lost: 'CHARGEBACK_MERCHANT_LOST',
}

export interface Disputing extends Installation {
  operator: { token: string; userId: string }
  /** Tells of a dispute, or of a further stage of one; amounts in paise. Returns the gateway's name of it. */
  dispute(paymentId: string, stage: Stage, change?: { id?: string; amount?: bigint }): Promise<string>
  refundInDashboard(paymentId: string, amount: bigint, status?: 'pending' | 'processed' | 'failed'): Promise<string>
  settleRefund(refundId: string, status: 'processed' | 'failed'): Promise<void>
  /** 1,180.00 for a credit of 1,000.00. */
  paid(company: Company): Promise<Paid>
}

export interface Paid {
  recharge: { id: string }
  paymentId: string
}

export async function installDisputing(samvad: TestSamvad, name: RealName): Promise<Disputing> {
  const installation = await install(samvad, name)
  const razorpay = installation.fake as FakeRazorpay
  const cashfree = installation.fake as FakeCashfree
  return {
    ...installation,
    operator: { token: await newOperator(samvad), userId: '' },
    dispute: (paymentId, stage, change) =>
      name === 'razorpay'
        ? razorpay.dispute(paymentId, stage, change)
        : cashfree.dispute(paymentId, cashfreeStages[stage], change),
    refundInDashboard: (paymentId, amount, status) => installation.fake.refundInDashboard(paymentId, amount, status),
    settleRefund: (refundId, status) => installation.fake.settleRefund(refundId, status),
    async paid(company) {
      const recharge = await openRecharge(samvad, '1000.00', { payment_method: 'upi' }, company)
      const { paymentId } = await installation.fake.pay(await orderOf(samvad, recharge))
      return { recharge, paymentId }
    },
  }
}

/** The claims that the recharge shows. */
export async function claimsOf(samvad: TestSamvad, company: Company, { id }: { id: string }): Promise<PaymentClaim[]> {
  const { token } = company
  const answer = await samvad.request('GET', `${RECHARGES}/${id}`, { token })
  assert.equal(answer.status, 200, answer.text)
  const listed = await samvad.request('GET', RECHARGES, { token })
  const row = listed.body.data.find((one: { id: string }) => one.id === id)
  assert.deepEqual(row.claims, answer.body.claims, 'the list shows the same')
  return answer.body.claims
}

/** A company whose mails cost so much each, and its sending. */
export async function spender(samvad: TestSamvad, { operator }: Disputing, company: Company, price: string) {
  await publish(samvad, operator as never, company.organizationId, { email: { tiers: tiers(price) } })
  const { conversationId } = await readyToSend(samvad, company, 0n)
  const who = person(samvad, company)
  return () => who.post('/v1/messages', { conversation_id: conversationId, channel: 'email', text: 'Ready' })
}
