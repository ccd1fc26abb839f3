// A fake payment gateway with Razorpay's protocol, on loopback: orders, hosted checkout, payments, refunds, mandates
// and webhooks. Its own book is its only state. Facts: razorpay.com/docs/api, as far as they are public.

import { createHmac } from 'node:crypto'
import { createWebhooks, type FakeServer, randomName, startServer, type Webhooks } from './fake.ts'
import { answer } from './razorpay-api.ts'
import {
  type Books,
  type Dispute,
  isPaid,
  mandateEntry,
  mustHave,
  type Order,
  type Payment,
  type Refund,
  showDispute,
  showOrder,
  showPayment,
  showRefund,
  showToken,
  type Token,
} from './razorpay-books.ts'

export interface Paying {
  method?: 'credit_card' | 'debit_card' | 'net_banking' | 'upi' | 'wallet'
  /** `success`, one of the specification's reasons, or one of the gateway's own error reasons. */
  outcome?: string
  /** The gateway's code of the bank. */
  bank?: string
  cardNumber?: string
}

/** The fields with which the gateway's page redirects the browser back. */
export interface Paid {
  paymentId: string
  fields: Record<string, string>
}

export interface FakeRazorpay extends FakeServer, Books {
  keyId: string
  keySecret: string
  webhooks: Webhooks
  clock: () => Date
  /** The immediate status of refunds: `processed` by default. */
  refundsBecome: Refund['status']
  /** True: an order with a known receipt is refused; usually another order is created. */
  refusesReceipts: boolean
  /** Creates an event from entities, and sends it as a webhook. */
  tell(event: string, payload: Record<string, unknown>): Promise<void>
  /** The customer pays, or tries to; webhooks are sent before it resolves. */
  pay(orderId: string, paying?: Paying): Promise<Paid>
  /** Captures a failed or authorized payment. */
  capture(paymentId: string): Promise<void>
  settleRefund(refundId: string, status: 'processed' | 'failed'): Promise<void>
  /** Refunds a payment in the dashboard, without an id of ours; returns the gateway's id of the refund. */
  refundInDashboard(paymentId: string, amount: bigint, status?: Refund['status']): Promise<string>
  /** Opens a dispute of the payment, or advances it. */
  dispute(paymentId: string, status: DisputeEvent, change?: Partial<Dispute>): Promise<string>
  /** The bank answers a requested debit under a mandate; without an id, all pending ones. */
  settleDebits(outcome: string, paymentId?: string): Promise<void>
  /** confirmed, paused, cancelled, rejected; expired has no webhook. */
  setToken(tokenId: string, status: string): Promise<void>
}

export type DisputeEvent = 'created' | 'under_review' | 'action_required' | 'won' | 'lost' | 'closed'

export interface RazorpayOptions {
  keyId?: string
  keySecret?: string
  webhookSecret?: string
  webhookUrl?: string
  clock?: () => Date
}

const natively: Record<string, string> = {
  expired_card: 'card_expired',
  daily_limit_reached: 'transaction_limit_exceeded',
  bank_declined: 'card_declined',
}
const methods: Record<NonNullable<Paying['method']>, string> = {
  credit_card: 'card',
  debit_card: 'card',
  net_banking: 'netbanking',
  upi: 'upi',
  wallet: 'wallet',
}

export async function startFakeRazorpay(options: RazorpayOptions = {}): Promise<FakeRazorpay> {
  const {
    keyId = 'rzp_test_samvad0000001',
    keySecret = 'razorpay-key-secret-of-the-tests',
    webhookSecret = 'razorpay-webhook-secret-of-the-tests',
    webhookUrl = null,
    clock = () => new Date(),
  } = options
  const server = await startServer((asked) => answer(fake, asked))
  const webhooks = createWebhooks(webhookUrl, (body) => ({
    'x-razorpay-signature': createHmac('sha256', webhookSecret).update(body).digest('hex'),
    'x-razorpay-event-id': randomName(14),
  }))
  const seconds = () => Math.floor(fake.clock().getTime() / 1000)

  const tell: FakeRazorpay['tell'] = (event, payload) =>
    webhooks.tell(event, {
      entity: 'event',
      account_id: 'acc_SamvadTests00',
      event,
      contains: Object.keys(payload),
      payload: Object.fromEntries(Object.entries(payload).map(([name, entity]) => [name, { entity }])),
      created_at: seconds(),
    })

  async function settle(payment: Payment, outcome: string): Promise<void> {
    const order = mustHave(fake.orders, payment.order_id)
    if (outcome === 'authorized') {
      payment.status = 'authorized'
      return tell('payment.authorized', { payment: showPayment(payment) })
    }
    if (outcome !== 'success') {
      const reason = natively[outcome] ?? outcome
      payment.status = 'failed'
      payment.error = { code: 'BAD_REQUEST_ERROR', description: 'Your payment could not be completed.', reason }
      fake.log.push({ kind: 'failure', paymentId: payment.id, orderId: order.id, reason })
      return tell('payment.failed', { payment: showPayment(payment) })
    }
    if (isPaid(fake, order)) throw new Error(`${order.id} is paid already`)
    payment.status = 'captured'
    payment.error = null
    fake.log.push({ kind: 'capture', paymentId: payment.id, orderId: order.id, amount: payment.amount })
    await tell('payment.authorized', { payment: { ...showPayment(payment), status: 'authorized', captured: false } })
    await tell('payment.captured', { payment: showPayment(payment) })
    await tell('order.paid', { payment: showPayment(payment), order: showOrder(fake, order) })
  }

  const fake: FakeRazorpay = {
    ...server,
    keyId,
    keySecret,
    webhooks,
    clock,
    refundsBecome: 'processed',
    refusesReceipts: false,
    tell,
    orders: new Map(),
    payments: new Map(),
    refunds: new Map(),
    refundKeys: new Map(),
    customers: new Map(),
    tokens: new Map(),
    disputes: new Map(),
    log: [],

    async pay(orderId, { method = 'upi', outcome = 'success', bank = 'HDFC', cardNumber = '4111111111111111' } = {}) {
      const order = mustHave(fake.orders, orderId)
      if (isPaid(fake, order)) throw new Error(`${orderId} is paid already`)
      const isCard = methods[method] === 'card'
      const payment: Payment = {
        id: `pay_${randomName(14)}`,
        order_id: orderId,
        amount: order.amount,
        status: 'created',
        method: methods[method],
        card: isCard ? { type: method === 'credit_card' ? 'credit' : 'debit', last4: cardNumber.slice(-4) } : null,
        bank: method === 'net_banking' ? bank : null,
        wallet: method === 'wallet' ? 'payzapp' : null,
        vpa: method === 'upi' ? 'asha@okbank' : null,
        customer_id: order.customer_id,
        token_id: null,
        amount_refunded: 0n,
        notes: order.checkoutNotes,
        error: null,
        created_at: seconds(),
      }
      fake.payments.set(payment.id, payment)
      order.attempts++
      fake.log.push({
        kind: 'attempt',
        paymentId: payment.id,
        orderId,
        amount: payment.amount,
        method,
        token: null,
      })
      if (order.token && outcome === 'success') giveToken(order, payment)
      await settle(payment, outcome)
      const token = payment.token_id
      if (token) await fake.setToken(token, 'confirmed')
      const signature = createHmac('sha256', keySecret).update(`${orderId}|${payment.id}`).digest('hex')
      const fields: Record<string, string> =
        payment.status === 'failed'
          ? { 'error[code]': 'BAD_REQUEST_ERROR', 'error[description]': 'Your payment could not be completed.' }
          : { razorpay_payment_id: payment.id, razorpay_order_id: orderId, razorpay_signature: signature }
      return { paymentId: payment.id, fields }
    },
    capture: (paymentId) => settle(mustHave(fake.payments, paymentId), 'success'),
    async settleRefund(refundId, status) {
      const refund = mustHave(fake.refunds, refundId)
      refund.status = status
      refund.arn = status === 'processed' ? randomName(12, '0123456789') : null
      fake.log.push({ kind: 'refund_settled', refundId, paymentId: refund.payment_id, status })
      const payment = mustHave(fake.payments, refund.payment_id)
      if (status === 'failed') payment.amount_refunded -= refund.amount
      await tell(`refund.${status}`, { refund: showRefund(refund), payment: showPayment(payment) })
    },
    async refundInDashboard(paymentId, amount, status = 'processed') {
      const payment = mustHave(fake.payments, paymentId)
      const refund: Refund = {
        id: `rfnd_${randomName(14)}`,
        payment_id: paymentId,
        amount,
        receipt: null,
        status: 'pending',
        arn: null,
        created_at: seconds(),
      }
      fake.refunds.set(refund.id, refund)
      payment.amount_refunded += amount
      fake.log.push({ kind: 'refund', refundId: refund.id, receipt: null, paymentId, amount })
      await tell('refund.created', { refund: showRefund(refund), payment: showPayment(payment) })
      if (status !== 'pending') await fake.settleRefund(refund.id, status)
      return refund.id
    },
    async dispute(paymentId, status, change = {}) {
      const payment = mustHave(fake.payments, paymentId)
      const known = [...fake.disputes.values()].find((one) => one.id === change.id)
      const amount = change.amount ?? known?.amount ?? payment.amount
      const dispute: Dispute = {
        id: `disp_${randomName(14)}`,
        payment_id: paymentId,
        amount,
        reason_code: 'goods_or_services_not_received',
        respond_by: seconds() + 7 * 86_400,
        phase: 'chargeback',
        created_at: seconds(),
        ...known,
        status: status === 'created' || status === 'action_required' ? 'open' : status,
        amount_deducted: status === 'lost' ? amount : 0n,
        ...change,
      }
      fake.disputes.set(dispute.id, dispute)
      await tell(`payment.dispute.${status}`, { payment: showPayment(payment), dispute: showDispute(dispute) })
      return dispute.id
    },
    async settleDebits(outcome, paymentId) {
      for (const payment of fake.payments.values()) {
        if (payment.status === 'created' && (paymentId ?? payment.id) === payment.id) await settle(payment, outcome)
      }
    },
    async setToken(tokenId, status) {
      const token = mustHave(fake.tokens, tokenId)
      token.status = status
      fake.log.push(mandateEntry(token))
      if (status !== 'expired') await tell(`token.${status}`, { token: showToken(token) })
    },
  }

  function giveToken(order: Order, payment: Payment): void {
    const { max_amount, expire_at } = order.token as NonNullable<Order['token']>
    const customer_id = order.customer_id as string
    const token: Token = {
      id: `token_${randomName(14)}`,
      customer_id,
      max_amount,
      expired_at: expire_at,
      status: 'initiated',
    }
    fake.tokens.set(token.id, token)
    fake.log.push(mandateEntry(token))
    payment.token_id = token.id
  }

  return fake
}
