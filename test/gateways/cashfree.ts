// A fake payment gateway with Cashfree's protocol, on loopback: orders, hosted checkout sessions, payments, refunds and
// webhooks. Its own book is its only state. Facts: cashfree.com/docs/api-reference, version 2025-01-01.

import { createHmac } from 'node:crypto'
import { answer } from './cashfree-api.ts'
import { createWebhooks, type Entry, type FakeServer, randomName, rawJson, startServer, type Webhooks } from './fake.ts'
import type { Paying } from './razorpay.ts'

/** Amounts in paise; shown as rupees with two decimals. */
export interface Order {
  order_id: string
  cf_order_id: string
  amount: bigint
  session: string
  customer: Record<string, string>
  return_url: string
}

export interface Payment {
  cf_payment_id: string
  order_id: string
  amount: bigint
  status: 'PENDING' | 'SUCCESS' | 'FAILED' | 'USER_DROPPED'
  group: string
  method: Record<string, unknown>
  error: { error_code: string; error_description: string; error_reason: string } | null
  refunded: bigint
}

export interface Refund {
  cf_refund_id: string
  refund_id: string
  cf_payment_id: string
  order_id: string
  amount: bigint
  status: 'PENDING' | 'SUCCESS' | 'CANCELLED' | 'ONHOLD'
  arn: string | null
}

export interface FakeCashfree extends FakeServer {
  clientId: string
  clientSecret: string
  webhooks: Webhooks
  clock: () => Date
  orders: Map<string, Order>
  payments: Map<string, Payment>
  refunds: Map<string, Refund>
  log: Entry[]
  /** The immediate status of refunds: `processed` by default. */
  refundsBecome: 'pending' | 'processed' | 'failed'
  pay(orderId: string, paying?: Paying): Promise<{ paymentId: string; returnUrl: string }>
  /** Captures a payment that had failed or that was unknown. */
  capture(paymentId: string): Promise<void>
  settleRefund(refundId: string, status: 'processed' | 'failed'): Promise<void>
  /** Refunds a payment in the dashboard, under an id of the gateway's. */
  refundInDashboard(paymentId: string, amount: bigint, status?: 'pending' | 'processed' | 'failed'): Promise<string>
  /** Sends an event of a dispute, such as `CHARGEBACK_CREATED`. */
  dispute(paymentId: string, disputeStatus: string, change?: { id?: string; amount?: bigint }): Promise<string>
}

export interface CashfreeOptions {
  clientId?: string
  clientSecret?: string
  webhookUrl?: string
  clock?: () => Date
}

const natively: Record<string, { error_code: string; error_reason: string }> = {
  insufficient_funds: { error_code: 'TRANSACTION_DECLINED', error_reason: 'insufficient_funds' },
  expired_card: { error_code: 'TRANSACTION_DECLINED', error_reason: 'card_expired' },
  daily_limit_reached: { error_code: 'TRANSACTION_DECLINED', error_reason: 'transaction_limit_exceeded' },
  bank_declined: { error_code: 'TRANSACTION_DECLINED', error_reason: 'declined_by_bank' },
}

function methodOf({ method = 'upi', bank = 'HDFC Bank', cardNumber = '4706131211212123' }: Paying) {
  switch (method) {
    case 'net_banking':
      return { netbanking: { channel: 'link', netbanking_bank_code: 3021, netbanking_bank_name: bank } }
    case 'upi':
      return { upi: { channel: 'collect', upi_id: 'asha@okbank' } }
    case 'wallet':
      return { app: { channel: 'link', provider: 'phonepe', phone: '9812345678' } }
    default: {
      const card_number = `XXXXXXXXXXXX${cardNumber.slice(-4)}`
      return { card: { channel: 'link', card_number, card_network: 'visa', card_type: method, card_bank_name: bank } }
    }
  }
}

export async function startFakeCashfree(options: CashfreeOptions = {}): Promise<FakeCashfree> {
  const {
    clientId = 'TEST10001SAMVAD',
    clientSecret = 'cashfree-client-secret-of-the-tests',
    webhookUrl = null,
    clock = () => new Date(),
  } = options
  const server = await startServer((asked) => answer(fake, asked))
  const webhooks = createWebhooks(webhookUrl, (body) => {
    const timestamp = String(fake.clock().getTime())
    return {
      'x-webhook-timestamp': timestamp,
      'x-webhook-signature': createHmac('sha256', clientSecret).update(`${timestamp}${body}`).digest('base64'),
      'x-webhook-version': '2025-01-01',
      'x-idempotency-key': randomName(20),
    }
  })
  const tell = (type: string, data: unknown) =>
    webhooks.tell(type, { data, event_time: fake.clock().toISOString(), type })

  function tellPayment(type: string, payment: Payment): Promise<void> {
    const order = fake.orders.get(payment.order_id) as Order
    const { order_id, entity, is_captured, order_amount, order_currency, error_details, ...shown } =
      showPayment(payment)
    return tell(type, {
      order: { order_id, order_amount, order_currency, order_tags: null },
      payment: shown,
      customer_details: order.customer,
      ...(error_details === null ? {} : { error_details }),
    })
  }

  async function settle(payment: Payment, outcome: string): Promise<void> {
    const { order_id: orderId, cf_payment_id: paymentId, amount } = payment
    if (outcome === 'success') {
      if (isPaid(fake, orderId)) throw new Error(`${orderId} is paid already`)
      payment.status = 'SUCCESS'
      payment.error = null
      fake.log.push({ kind: 'capture', paymentId, orderId, amount })
      return tellPayment('PAYMENT_SUCCESS_WEBHOOK', payment)
    }
    if (outcome === 'dropped') {
      payment.status = 'USER_DROPPED'
      fake.log.push({ kind: 'failure', paymentId, orderId, reason: outcome })
      return tellPayment('PAYMENT_USER_DROPPED_WEBHOOK', payment)
    }
    const words = natively[outcome] ?? { error_code: 'TRANSACTION_DECLINED', error_reason: outcome }
    payment.status = 'FAILED'
    payment.error = { ...words, error_description: 'The payment could not be completed.' }
    fake.log.push({ kind: 'failure', paymentId, orderId, reason: words.error_reason })
    return tellPayment('PAYMENT_FAILED_WEBHOOK', payment)
  }

  const fake: FakeCashfree = {
    ...server,
    clientId,
    clientSecret,
    webhooks,
    clock,
    orders: new Map(),
    payments: new Map(),
    refunds: new Map(),
    log: [],
    refundsBecome: 'processed',
    async pay(orderId, paying = {}) {
      const order = fake.orders.get(orderId)
      if (!order) throw new Error(`the fake gateway knows no ${orderId}`)
      if (isPaid(fake, orderId)) throw new Error(`${orderId} is paid already`)
      const { method = 'upi', outcome = 'success' } = paying
      const payment: Payment = {
        cf_payment_id: randomName(12, '123456789'),
        order_id: orderId,
        amount: order.amount,
        status: 'PENDING',
        group: method,
        method: methodOf(paying),
        error: null,
        refunded: 0n,
      }
      const { cf_payment_id: paymentId, amount } = payment
      fake.payments.set(paymentId, payment)
      fake.log.push({ kind: 'attempt', paymentId, orderId, amount, method, token: null })
      if (outcome !== 'pending') await settle(payment, outcome)
      return { paymentId, returnUrl: order.return_url.replace('{order_id}', orderId) }
    },
    capture: (paymentId) => settle(fake.payments.get(paymentId) as Payment, 'success'),
    async settleRefund(refundId, status) {
      const refund = fake.refunds.get(refundId) as Refund
      const paymentId = refund.cf_payment_id
      refund.status = status === 'processed' ? 'SUCCESS' : 'CANCELLED'
      refund.arn = status === 'processed' ? randomName(12, '0123456789') : null
      fake.log.push({ kind: 'refund_settled', refundId, paymentId, status })
      if (status === 'failed') (fake.payments.get(paymentId) as Payment).refunded -= refund.amount
      await tell('REFUND_STATUS_WEBHOOK', { refund: showRefund(refund) })
    },
    async refundInDashboard(paymentId, amount, status = 'processed') {
      const payment = fake.payments.get(paymentId) as Payment
      const refund: Refund = {
        cf_refund_id: randomName(8, '123456789'),
        refund_id: `refund_${randomName(10)}`,
        cf_payment_id: paymentId,
        order_id: payment.order_id,
        amount,
        status: 'PENDING',
        arn: null,
      }
      fake.refunds.set(refund.refund_id, refund)
      payment.refunded += amount
      fake.log.push({ kind: 'refund', refundId: refund.refund_id, receipt: refund.refund_id, paymentId, amount })
      if (status === 'pending') await tell('REFUND_STATUS_WEBHOOK', { refund: showRefund(refund) })
      else await fake.settleRefund(refund.refund_id, status)
      return refund.refund_id
    },
    async dispute(paymentId, disputeStatus, { id = randomName(9, '123456789'), amount } = {}) {
      const payment = fake.payments.get(paymentId) as Payment
      const type = disputeStatus.replace(/_(CREATED|DOCS|UNDER|MERCHANT|INSUFFICIENT)_?.*$/, '')
      const event = disputeStatus.endsWith('_CREATED')
        ? 'CREATED'
        : disputeStatus.includes('_MERCHANT_')
          ? 'CLOSED'
          : 'UPDATED'
      await tell(`DISPUTE_${event}`, {
        dispute: {
          dispute_id: id,
          dispute_type: type,
          reason_code: '13.1',
          reason_description: 'Merchandise / Services Not Received',
          dispute_amount: rupees(amount ?? payment.amount),
          dispute_amount_currency: 'INR',
          created_at: fake.clock().toISOString(),
          respond_by: new Date(fake.clock().getTime() + 7 * 86_400_000).toISOString(),
          dispute_status: disputeStatus,
          cf_dispute_remarks: '',
          dispute_action_on: 'MERCHANT',
        },
        order_details: {
          order_id: payment.order_id,
          order_amount: rupees(payment.amount),
          order_currency: 'INR',
          cf_payment_id: rawJson(paymentId),
          payment_amount: rupees(payment.amount),
          payment_currency: 'INR',
        },
        customer_details: {},
      })
      return id
    },
  }
  return fake
}

export const isPaid = ({ payments }: Pick<FakeCashfree, 'payments'>, orderId: string): boolean =>
  [...payments.values()].some(({ order_id, status }) => order_id === orderId && status === 'SUCCESS')

// --- Representations ------------------------------------------------------------------------------------------------

/** Rupees with two decimals, as a JSON number. */
const rupees = (paise: bigint) => rawJson(`${paise / 100n}.${String(paise % 100n).padStart(2, '0')}`)

export function showOrder(fake: FakeCashfree, order: Order) {
  return {
    cf_order_id: order.cf_order_id,
    order_id: order.order_id,
    entity: 'order',
    order_currency: 'INR',
    order_amount: rupees(order.amount),
    order_status: isPaid(fake, order.order_id) ? 'PAID' : 'ACTIVE',
    payment_session_id: order.session,
    customer_details: order.customer,
    order_meta: { return_url: order.return_url, notify_url: null, payment_methods: null },
  }
}

export function showPayment({ cf_payment_id, order_id, amount, status, group, method, error }: Payment) {
  return {
    cf_payment_id,
    order_id,
    entity: 'payment',
    is_captured: status === 'SUCCESS',
    order_amount: rupees(amount),
    order_currency: 'INR',
    payment_amount: rupees(amount),
    payment_currency: 'INR',
    payment_status: status,
    payment_message: error?.error_description ?? 'Transaction success',
    payment_time: '2026-04-01T12:20:29+05:30',
    bank_reference: '234928698581',
    auth_id: null,
    payment_method: method,
    payment_group: group,
    error_details: error,
  }
}

export function showRefund({ amount, arn, status, ...refund }: Refund) {
  return {
    ...refund,
    entity: 'refund',
    refund_amount: rupees(amount),
    refund_currency: 'INR',
    refund_type: 'MERCHANT_INITIATED',
    refund_arn: arn,
    refund_status: status,
    status_description: '',
    refund_note: null,
    refund_mode: 'STANDARD',
  }
}
