// Razorpay: orders, its hosted checkout, payments, refunds and webhooks. Facts: razorpay.com/docs/api.

import type { App } from '#kit/app.ts'
import { signature } from '#kit/crypto.ts'
import { parseTypeId, type Uuid } from '#kit/ids.ts'
import type { Micros } from '#kit/money.ts'
import { publicId } from '#kit/wire.ts'
import { checkoutPath, paymentOfReceipt, type Receipt, returnPath } from '../rules.ts'
import { type Caller, createCaller, Denied } from './call.ts'
import { type Entity, entity, list, maybeText, paise, paiseNumber, text } from './exact-json.ts'
import type { CheckoutOrder, Gateway, GatewayPaymentEvent, GatewayRefundEvent, NewOrder, NewRefund } from './gateway.ts'
import { eventsOf, paymentOf, refundOf, refused } from './razorpay-entities.ts'
import { createMandates, customerFor, fetchToken } from './razorpay-mandates.ts'
import { headerOf, mustBeSame, readWebhook } from './webhook.ts'

export interface RazorpayAccount {
  baseUrl: string
  keyId: string
  keySecret: string
  webhookSecret: string
  timeoutMs?: number
}

/** The longest name and description that its checkout shows. */
const NAME_MAX = 100

export function createRazorpay(app: App, account: RazorpayAccount): Gateway {
  const { baseUrl, keyId, keySecret, webhookSecret, timeoutMs } = account
  const key = Buffer.from(`${keyId}:${keySecret}`).toString('base64')
  const headers = { authorization: `Basic ${key}` }
  const call = createCaller(app, { name: 'razorpay', baseUrl, headers, timeoutMs })

  return {
    name: 'razorpay',
    checkoutUrl: (organizationId, receipt) => `${app.settings.publicUrl}${checkoutPath(organizationId, receipt)}`,
    // A mandate requires a customer whom the bank can reach.
    needs: ({ mandate }) => (mandate ? ['phone', 'email'] : []),
    createOrder: (order) => createOrder(call, order),
    verifyWebhook(_, rawBody, headers, at) {
      // Neither a time nor the event's id is signed: a replay is harmless because an event takes effect once.
      mustBeSame(headerOf(headers, 'x-razorpay-signature'), signature('sha256', webhookSecret, rawBody))
      return readWebhook(rawBody, (body) => eventsOf(body, at))
    },
    fetchPayments: (_, orderId) => fetchPayments(call, orderId, app.clock()),
    refund: (refund) => createRefund(call, refund),
    fetchRefund: (_, refund) => fetchRefund(call, refund),
    mandates: createMandates(call, app.clock),
    checkout: {
      title: 'Razorpay',
      form: (order) => ({
        action: `${baseUrl}/v1/checkout/embedded`,
        fields: formFields(app, keyId, order),
        origins: [new URL(baseUrl).origin, 'https://*.razorpay.com'],
      }),
      verifyReturn(orderId, fields) {
        // After a failure nothing is signed; the gateway is queried in any case.
        if (fields.razorpay_signature === undefined && fields.razorpay_payment_id === undefined) return false
        const signed = `${orderId}|${String(fields.razorpay_payment_id)}`
        mustBeSame(String(fields.razorpay_signature), signature('sha256', keySecret, signed))
        return true
      },
    },
  }
}

/**
 * Our references on orders and payments, which webhooks return: they identify our objects in an account shared with
 * other systems.
 */
const marksOf = (organizationId: Uuid, receipt: Receipt) => ({
  organization: publicId('org', organizationId),
  recharge: receipt,
})

// --- Orders ----------------------------------------------------------------------------------------------------------

async function createOrder(call: Caller, order: NewOrder): Promise<{ orderId: string; session: string | null }> {
  const { organizationId, receipt, total, customer, mandate, mayExist } = order
  // A second request with a receipt creates a second order, so an existing one is looked up.
  const known = mayExist ? await orderOf(call, receipt, total) : null
  if (known) return { orderId: text(known.id, 'order.id'), session: maybeText(known.customer_id) }
  const customerId = mandate === null ? null : await customerFor(call, customer)
  const body = {
    amount: paiseNumber(total),
    currency: 'INR',
    receipt,
    // Payments are captured by the gateway: an authorized one becomes captured without another call of ours.
    payment_capture: true,
    notes: marksOf(organizationId, receipt),
    ...(mandate === null ? {} : { customer_id: customerId, token: tokenFor(mandate) }),
  }
  const made = await call({ method: 'POST', path: '/v1/orders', body }).catch(async (error: unknown) => {
    if (!(error instanceof Denied)) throw error
    // The documentation calls the receipt unique: an account that refuses a known one has the order already.
    const refusedAs = await orderOf(call, receipt, total)
    if (refusedAs === null) throw refused(error)
    return refusedAs
  })
  const { id, amount } = entity(made, 'order')
  if (paise(amount, 'order.amount') !== total)
    throw new Error(`razorpay created an order with a different amount for ${receipt}`)
  return { orderId: text(id, 'order.id'), session: customerId }
}

/** The oldest if there are several: customers have seen no other. */
async function orderOf(call: Caller, receipt: string, total: Micros): Promise<Entity | null> {
  const found = entity(await call({ method: 'GET', path: `/v1/orders?receipt=${receipt}&count=100` }), 'orders')
  const orders = list(found.items, 'orders.items').map((one) => entity(one, 'order'))
  const same = orders.filter((one) => one.receipt === receipt && paise(one.amount, 'order.amount') === total)
  return same.toSorted((one, other) => Number(one.created_at) - Number(other.created_at))[0] ?? null
}

const tokenFor = (mandate: NonNullable<NewOrder['mandate']>) => ({
  max_amount: paiseNumber(mandate.maxAmount),
  expire_at: Math.floor(mandate.expiresAt.getTime() / 1000),
  // A recharge is debited when the balance needs it. A subscription is debited monthly, and when a retry succeeds in
  // the next month, twice in that month: 'monthly' would refuse the second.
  frequency: 'as_presented',
})

function formFields(app: App, keyId: string, order: CheckoutOrder): Record<string, string> {
  const { organizationId, receipt, orderId, session, total, hasMandate } = order
  const { publicUrl, supplier } = app.settings
  return {
    key_id: keyId,
    order_id: orderId,
    amount: String(paiseNumber(total)),
    currency: 'INR',
    name: supplier.name.slice(0, NAME_MAX),
    description: paymentOfReceipt(receipt)?.purpose === 'subscription' ? 'Premium plan' : 'Wallet recharge',
    // Without customer data: anybody with the page's URL can read this form, and the gateway asks for what it needs.
    ...Object.fromEntries(Object.entries(marksOf(organizationId, receipt)).map(([k, v]) => [`notes[${k}]`, v])),
    ...(hasMandate && session !== null ? { customer_id: session, recurring: '1' } : {}),
    callback_url: `${publicUrl}${returnPath(organizationId, receipt)}`,
    cancel_url: `${publicUrl}${checkoutPath(organizationId, receipt)}`,
  }
}

// --- Payments and refunds --------------------------------------------------------------------------------------------

async function fetchPayments(call: Caller, orderId: string, at: Date): Promise<GatewayPaymentEvent[]> {
  const path = `/v1/orders/${encodeURIComponent(orderId)}/payments?expand[]=card`
  const { items } = entity(await call({ method: 'GET', path }), 'payments')
  const payments = list(items, 'payments.items').flatMap((one) => paymentOf(one) ?? [])
  for (const payment of payments) {
    if (payment.mandate === null) continue
    const { token, customer } = payment.mandate
    const state = await fetchToken(call, { token, customerId: customer }, at)
    payment.mandate = { ...payment.mandate, ...state }
  }
  return payments
}

async function createRefund(call: Caller, { refundId, paymentId, amount }: NewRefund): Promise<GatewayRefundEvent> {
  const receipt = publicId('rfnd', refundId)
  const path = `/v1/payments/${encodeURIComponent(paymentId)}/refund`
  const headers = { 'x-refund-idempotency': receipt }
  const body = { amount: paiseNumber(amount), speed: 'normal', receipt, notes: { refund: receipt } }
  try {
    return refundOf(await call({ method: 'POST', path, headers, body }))
  } catch (error) {
    throw refused(error)
  }
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** By the gateway's id, or by ours, which is the receipt: after a lost response only ours is known. */
async function fetchRefund(
  call: Caller,
  { paymentId, refundId }: { paymentId: string; refundId: string },
): Promise<GatewayRefundEvent | null> {
  const ours: Uuid | null = UUID.test(refundId) ? refundId : parseTypeId('rfnd', refundId)
  const ofPayment = `/v1/payments/${encodeURIComponent(paymentId)}/refunds`
  try {
    if (ours === null)
      return refundOf(await call({ method: 'GET', path: `${ofPayment}/${encodeURIComponent(refundId)}` }))
    const { items } = entity(await call({ method: 'GET', path: `${ofPayment}?count=100` }), 'refunds')
    const refunds = list(items, 'refunds.items').map(refundOf)
    return refunds.find(({ receipt }) => receipt === publicId('rfnd', ours)) ?? null
  } catch (error) {
    // The response to an unknown id is a refusal.
    if (error instanceof Denied) return null
    throw error
  }
}
