// Pays as a customer at the sandbox gateway's checkout does, and sends the gateway's signed webhooks.

import assert from 'node:assert/strict'
import { newUuid } from '#kit/ids.ts'
import { receiptOf } from '#money/gateways/rules.ts'
import { signatureOf, webhookKey } from '#money/gateways/sandbox/signature.ts'
import { type Answer, type Company, publicId, request, type TestSamvad } from './harness.ts'

export const RECHARGES = '/api/v1/billing/recharges'
export const BALANCE = '/api/v1/billing/balance'

export async function openRecharge(
  samvad: TestSamvad,
  amount: string,
  options: object = {},
  company: Company = samvad.company,
) {
  const answer = await samvad.request('POST', RECHARGES, { token: company.token, json: { amount, ...options } })
  assert.equal(answer.status, 201, answer.text)
  return answer.body
}

/** Submits the checkout's form as a browser does, and follows redirects to the page that shows the result. */
export async function payAtCheckout(checkoutUrl: string, outcome: string, method = 'upi'): Promise<Answer> {
  const { origin, pathname } = new URL(checkoutUrl)
  const answer = await request(origin, 'POST', pathname, { form: { method, outcome } })
  if (answer.status !== 303) return answer
  return request(origin, 'GET', answer.headers.get('location') as string)
}

export async function balanceOf(samvad: TestSamvad, company: Company = samvad.company): Promise<string> {
  return (await samvad.request('GET', BALANCE, { token: company.token })).body.balance
}

export interface Told {
  type?: 'payment.captured' | 'payment.failed'
  order_id: string
  payment_id: string
  amount: string
  currency?: string
  method?: string
  failure_reason?: string | null
}

export interface Delivery {
  /** Whose webhook address and key are used; by default the first company's. */
  organizationId?: string
  signedFor?: string
  timestamp?: number
  /** Changes the request after it was signed. */
  tamper?: (request: { headers: Record<string, string>; body: string }) => void
}

/** Sends a webhook as the sandbox gateway does, or as an impostor would. */
export async function sendWebhook(samvad: TestSamvad, told: Told, delivery: Delivery = {}): Promise<Answer> {
  const { organizationId = samvad.company.organizationId, tamper } = delivery
  const body = JSON.stringify({
    type: 'payment.captured',
    currency: 'INR',
    method: 'upi',
    failure_reason: null,
    ...told,
  })
  const timestamp = String(delivery.timestamp ?? Math.floor(samvad.app.clock().getTime() / 1000))
  const eventId = `evt_${told.payment_id}`
  const key = webhookKey(samvad.app.sealer, delivery.signedFor ?? organizationId)
  const sent = {
    body,
    headers: {
      'content-type': 'application/json',
      'x-samvad-event-id': eventId,
      'x-samvad-timestamp': timestamp,
      'x-samvad-signature': signatureOf(key, { eventId, timestamp, body: Buffer.from(body) }),
    },
  }
  tamper?.(sent)
  return request(samvad.url, 'POST', `/webhooks/gateways/sandbox/${publicId('org', organizationId)}`, sent)
}

/** The gateway's id of a recharge's order, which the checkout's address contains. */
export function orderOf(recharge: { checkout_url: string }): string {
  return recharge.checkout_url.split('/').at(-1) as string
}

/** The receipt of a recharge that does not exist. */
export const newReceipt = () => receiptOf({ purpose: 'recharge', id: newUuid() })
