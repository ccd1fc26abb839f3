// The state of the fake Razorpay, and its representations in the API and in webhooks.

import type { Entry } from './fake.ts'

export interface Order {
  id: string
  receipt: string
  amount: bigint
  notes: Record<string, string>
  customer_id: string | null
  token: { max_amount: bigint; expire_at: number; frequency: string } | null
  /** Notes from the checkout's form, which its payments carry; notes of the order are not copied to payments. */
  checkoutNotes: Record<string, string>
  attempts: number
  created_at: number
}

export interface Payment {
  id: string
  order_id: string
  amount: bigint
  status: 'created' | 'authorized' | 'captured' | 'failed'
  method: string
  card: { type: string; last4: string } | null
  bank: string | null
  wallet: string | null
  vpa: string | null
  customer_id: string | null
  token_id: string | null
  amount_refunded: bigint
  notes: Record<string, string>
  error: { code: string; description: string; reason: string } | null
  created_at: number
}

export interface Refund {
  id: string
  payment_id: string
  amount: bigint
  receipt: string | null
  status: 'pending' | 'processed' | 'failed'
  arn: string | null
  created_at: number
}

export interface Dispute {
  id: string
  payment_id: string
  amount: bigint
  amount_deducted: bigint
  reason_code: string
  respond_by: number
  status: string
  phase: string
  created_at: number
}

export interface Token {
  id: string
  customer_id: string
  max_amount: bigint
  expired_at: number
  status: string
}

export interface Books {
  orders: Map<string, Order>
  payments: Map<string, Payment>
  refunds: Map<string, Refund>
  /** Requests by idempotency key, with the refund that each made. */
  refundKeys: Map<string, { request: string; refundId: string }>
  customers: Map<string, { id: string; name: string; email: string; contact: string }>
  tokens: Map<string, Token>
  disputes: Map<string, Dispute>
  log: Entry[]
}

export const mandateEntry = ({ id, customer_id, max_amount, status }: Token): Entry => ({
  kind: 'mandate',
  token: id,
  customerId: customer_id,
  maxAmount: max_amount,
  status,
})

export function mustHave<T>(map: Map<string, T>, id: string): T {
  const found = map.get(id)
  if (found === undefined) throw new Error(`the fake gateway knows no ${id}`)
  return found
}

export const isPaid = ({ payments }: Books, { id }: Order): boolean =>
  [...payments.values()].some(({ order_id, status }) => order_id === id && status === 'captured')

// --- Representations ------------------------------------------------------------------------------------------------

export function showOrder(books: Books, order: Order) {
  const { token: _token, checkoutNotes: _notes, ...rest } = order
  const paid = isPaid(books, order)
  return {
    ...rest,
    entity: 'order',
    currency: 'INR',
    amount_paid: paid ? order.amount : 0n,
    amount_due: paid ? 0n : order.amount,
    status: paid ? 'paid' : order.attempts > 0 ? 'attempted' : 'created',
    offer_id: null,
  }
}

export function showPayment({ error, ...payment }: Payment) {
  return {
    ...payment,
    entity: 'payment',
    currency: 'INR',
    invoice_id: null,
    international: false,
    captured: payment.status === 'captured',
    status: payment.amount_refunded === payment.amount && payment.status === 'captured' ? 'refunded' : payment.status,
    refund_status:
      payment.amount_refunded === 0n ? null : payment.amount_refunded < payment.amount ? 'partial' : 'full',
    description: null,
    card_id: payment.card ? 'card_SamvadTests0' : null,
    email: 'accounts@company.example',
    contact: '+919812345678',
    notes: Object.keys(payment.notes).length === 0 ? [] : payment.notes,
    fee: 0,
    tax: 0,
    error_code: error?.code ?? null,
    error_description: error?.description ?? null,
    error_source: error ? 'customer' : null,
    error_step: error ? 'payment_authorization' : null,
    error_reason: error?.reason ?? null,
    acquirer_data: {},
  }
}

export function showRefund({ arn, ...refund }: Refund) {
  return {
    ...refund,
    entity: 'refund',
    currency: 'INR',
    notes: [],
    acquirer_data: { arn },
    batch_id: null,
    speed_processed: 'normal',
    speed_requested: 'normal',
  }
}

export const showDispute = (dispute: Dispute) => ({ ...dispute, entity: 'dispute', currency: 'INR' })

export function showToken({ status, ...token }: Token) {
  return {
    ...token,
    entity: 'token',
    recurring: true,
    method: 'card',
    recurring_details: { status, failure_reason: null },
  }
}
