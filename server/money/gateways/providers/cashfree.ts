// Cashfree: orders, the hosted checkout of a session, payments, refunds and webhooks. Facts:
// cashfree.com/docs/api-reference. Saved mandates are a separate product of Cashfree (scheduled subscriptions), so
// auto-recharge uses payment links here.

import { createHmac } from 'node:crypto'
import type { App } from '#kit/app.ts'
import { parseTypeId, type Uuid } from '#kit/ids.ts'
import { publicId } from '#kit/wire.ts'
import { checkoutPath, returnPath } from '../rules.ts'
import { type Caller, createCaller, Denied } from './call.ts'
import { eventsOf, paymentOf, refundOf, refused } from './cashfree-entities.ts'
import { entity, list, rupees, rupeesNumber, text } from './exact-json.ts'
import { type Gateway, type GatewayRefundEvent, GatewayRefusal, type NewOrder, type NewRefund } from './gateway.ts'
import { forged, headerOf, mustBeSame, readWebhook } from './webhook.ts'

export interface CashfreeAccount {
  baseUrl: string
  clientId: string
  clientSecret: string
  timeoutMs?: number
}

const API_VERSION = '2025-01-01'
/** A signed event older or newer than this is a replay. */
const TIMESTAMP_TOLERANCE_MS = 5 * 60_000
/** The status when the order or refund exists already. */
const EXISTS = 409
const NAME_MIN = 3
const NAME_MAX = 100

export function createCashfree(app: App, account: CashfreeAccount): Gateway {
  const { baseUrl, clientId, clientSecret, timeoutMs } = account
  const call = createCaller(app, {
    name: 'cashfree',
    baseUrl,
    headers: { 'x-api-version': API_VERSION, 'x-client-id': clientId, 'x-client-secret': clientSecret },
    timeoutMs,
  })

  return {
    name: 'cashfree',
    checkoutUrl: (organizationId, receipt) => `${app.settings.publicUrl}${checkoutPath(organizationId, receipt)}`,
    needs: () => ['phone'],
    createOrder: (order) => createOrder(app, call, order),
    verifyWebhook(_, rawBody, headers, at) {
      const timestamp = headerOf(headers, 'x-webhook-timestamp')
      const expected = createHmac('sha256', clientSecret).update(timestamp).update(rawBody).digest('base64')
      mustBeSame(headerOf(headers, 'x-webhook-signature'), expected)
      const age = Math.abs(at.getTime() - Number(timestamp))
      // NaN is not within the tolerance either.
      if (!(age <= TIMESTAMP_TOLERANCE_MS)) throw forged()
      return readWebhook(rawBody, eventsOf)
    },
    async fetchPayments(_, orderId) {
      const payments = await call({ method: 'GET', path: `${pathOf(orderId)}/payments` })
      return list(payments, 'payments').flatMap((one) => {
        const { order_id, error_details } = entity(one, 'payment')
        return paymentOf(one, order_id, error_details) ?? []
      })
    },
    refund: (refund) => createRefund(call, refund),
    fetchRefund: (_, { orderId, refundId }) => fetchRefund(call, orderId, refundId),
    mandates: null,
    checkout: {
      title: 'Cashfree',
      form: ({ session }) => ({
        action: `${baseUrl}/pg/view/sessions/checkout`,
        fields: { payment_session_id: session ?? '' },
        origins: [new URL(baseUrl).origin, 'https://*.cashfree.com'],
      }),
      // Cashfree signs nothing in the browser's return.
      verifyReturn: () => false,
    },
  }
}

const pathOf = (orderId: string) => `/pg/orders/${encodeURIComponent(orderId)}`

// --- Orders ----------------------------------------------------------------------------------------------------------

async function createOrder(app: App, call: Caller, order: NewOrder): Promise<{ orderId: string; session: string }> {
  const { organizationId, receipt, total, customer } = order
  const { name, email, phone } = customer
  if (phone === null) throw new GatewayRefusal('cashfree needs a phone number of the customer', 'gateway_error')
  const orderId = receipt
  const { publicUrl } = app.settings
  const body = {
    order_id: orderId,
    order_amount: rupeesNumber(total),
    order_currency: 'INR',
    customer_details: {
      customer_id: publicId('org', organizationId),
      customer_phone: phone,
      ...(email === null ? {} : { customer_email: email }),
      ...(name.length < NAME_MIN ? {} : { customer_name: name.slice(0, NAME_MAX) }),
    },
    order_meta: {
      return_url: `${publicUrl}${returnPath(organizationId, receipt)}`,
      ...(publicUrl.startsWith('https:') ? { notify_url: `${publicUrl}/webhooks/gateways/cashfree` } : {}),
    },
  }
  const headers = { 'x-idempotency-key': orderId }
  const made = await call({ method: 'POST', path: '/pg/orders', headers, body }).catch((error: unknown) => {
    if (!(error instanceof Denied) || error.status !== EXISTS) throw refused(error)
    // Created by a request whose response was lost.
    return call({ method: 'GET', path: pathOf(orderId) })
  })
  const { order_id, order_amount, payment_session_id } = entity(made, 'order')
  if (order_id !== orderId || rupees(order_amount, 'order_amount') !== total)
    throw new Error(`cashfree created a different order than requested for ${orderId}`)
  return { orderId, session: text(payment_session_id, 'payment_session_id') }
}

// --- Refunds ---------------------------------------------------------------------------------------------------------

async function createRefund(call: Caller, { refundId, orderId, amount }: NewRefund): Promise<GatewayRefundEvent> {
  const name = publicId('rfnd', refundId)
  const body = {
    refund_id: name,
    refund_amount: rupeesNumber(amount),
    refund_speed: 'STANDARD',
    refund_note: `Refund ${name}`,
  }
  const request = {
    method: 'POST',
    path: `${pathOf(orderId)}/refunds`,
    headers: { 'x-idempotency-key': name },
    body,
  } as const
  try {
    return refundOf(await call(request))
  } catch (error) {
    if (!(error instanceof Denied)) throw error
    // The refusal may mean that it exists already, from a request whose response was lost.
    const known = await fetchRefund(call, orderId, name)
    if (known === null) throw refused(error)
    return known
  }
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

async function fetchRefund(call: Caller, orderId: string, refundId: string): Promise<GatewayRefundEvent | null> {
  const ours: Uuid | null = UUID.test(refundId) ? refundId : parseTypeId('rfnd', refundId)
  const name = ours === null ? refundId : publicId('rfnd', ours)
  try {
    return refundOf(await call({ method: 'GET', path: `${pathOf(orderId)}/refunds/${encodeURIComponent(name)}` }))
  } catch (error) {
    if (error instanceof Denied && error.status === 404) return null
    throw error
  }
}
