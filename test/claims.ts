// Disputes of payments and refunds started at the gateway, in one vocabulary for both gateways.

import assert from 'node:assert/strict'
import type { PaymentClaim } from '#money/claims/schema.ts'
import { readyToSend } from './company.ts'
import type { FakeCashfree } from './gateways/cashfree.ts'
import type { FakeRazorpay } from './gateways/razorpay.ts'
import { type Installation, install, newOperator, orderOf, type RealName } from './gateways/scene.ts'
import type { Company, TestSamvad } from './harness.ts'
import { balanceOf, openRecharge, RECHARGES } from './payments.ts'
import { publish, tiers } from './prices.ts'
import { person } from './story.ts'

const SECOND_MS = 1000

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
  /** Reports a dispute, or a further stage of one; amounts in paise. Returns the gateway's id of the dispute. */
  dispute(paymentId: string, stage: Stage, change?: { id?: string; amount?: bigint }): Promise<string>
  refundInDashboard(paymentId: string, amount: bigint, status?: 'pending' | 'processed' | 'failed'): Promise<string>
  settleRefund(refundId: string, status: 'processed' | 'failed'): Promise<void>
  /** A payment of ₹1,180.00 for a credit of ₹1,000.00. */
  paid(company: Company): Promise<Paid>
  /** A new company that has made such a payment and has the credit. */
  paying(title: string): Promise<Paid & { company: Company }>
  /** Advances the clock, which otherwise stands still. */
  pass(seconds?: number): void
  /** Events about claims, each with the claim's status. */
  eventsOf(company: Company): Promise<[string, string][]>
  invoice(company: Company, id: string | null | undefined): Promise<Record<string, any>>
  transaction(company: Company, id: string | null | undefined): Promise<Record<string, any>>
}

export interface Paid {
  recharge: { id: string }
  paymentId: string
}

export async function installDisputing(samvad: TestSamvad, name: RealName): Promise<Disputing> {
  const installation = await install(samvad, name)
  const razorpay = installation.fake as FakeRazorpay
  const cashfree = installation.fake as FakeCashfree
  let now = Math.floor(Date.now() / SECOND_MS) * SECOND_MS
  samvad.setClock(new Date(now))
  const disputing: Disputing = {
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
    async paying(title) {
      disputing.pass()
      installation.fake.fail(null)
      installation.fake.webhooks.mode = 'deliver'
      installation.fake.refundsBecome = 'processed'
      const company = await installation.newCompany(title)
      const paid = await disputing.paid(company)
      assert.equal(await balanceOf(samvad, company), '1000.00')
      disputing.pass()
      return { company, ...paid }
    },
    pass(seconds = 60) {
      samvad.setClock(new Date((now += seconds * SECOND_MS)))
    },
    async eventsOf({ organizationId }) {
      const rows = await samvad.rows<{ type: string; status: string }>(
        `select type, payload ->> 'status' as status from events
          where org_id = $1 and type in ('payment.disputed', 'payment.refunded_at_gateway', 'payment.taken_back')
          order by id`,
        [organizationId],
      )
      return rows.map(({ type, status }) => [type, status])
    },
    async invoice({ token }, id) {
      const headers = { accept: 'application/json' }
      return (await samvad.request('GET', `/api/v1/billing/invoices/${id}`, { token, headers })).body
    },
    transaction: async ({ token }, id) =>
      (await samvad.request('GET', `/api/v1/billing/transactions/${id}`, { token })).body,
  }
  return disputing
}

/** The claims shown with the recharge. */
export async function claimsOf(samvad: TestSamvad, company: Company, { id }: { id: string }): Promise<PaymentClaim[]> {
  const { token } = company
  const answer = await samvad.request('GET', `${RECHARGES}/${id}`, { token })
  assert.equal(answer.status, 200, answer.text)
  const listed = await samvad.request('GET', RECHARGES, { token })
  const row = listed.body.data.find((one: { id: string }) => one.id === id)
  assert.deepEqual(row.claims, answer.body.claims, 'the list shows the same')
  return answer.body.claims
}

/** Sets a company's price per email, and returns its sender. */
export async function spender(samvad: TestSamvad, { operator }: Disputing, company: Company, price: string) {
  await publish(samvad, operator as never, company.organizationId, { email: { tiers: tiers(price) } })
  const { conversationId } = await readyToSend(samvad, company, 0n)
  const who = person(samvad, company)
  return () => who.post('/v1/messages', { conversation_id: conversationId, channel: 'email', text: 'Ready' })
}
