// The adapter of the sandbox gateway: how we talk to it. The gateway itself, a company of its own, is in ../sandbox.

import { compileCheck } from '#edge/validation.ts'
import type { App } from '#kit/app.ts'
import { sameSecret } from '#kit/crypto.ts'
import type { Uuid } from '#kit/ids.ts'
import type { Micros } from '#kit/money.ts'
import { Refusal } from '#kit/refusals.ts'
import { In, oneOf, publicId, type Static } from '#kit/wire.ts'
import { failureReasons, paymentMethods } from '../rules.ts'
import * as sandbox from '../sandbox/actions.ts'
import { signatureOf, webhookKey } from '../sandbox/signature.ts'
import { type Gateway, GatewayRefusal, type Headers, type PaymentReport } from './gateway.ts'

/** A signed report older or newer than this is a replay. */
const TIMESTAMP_TOLERANCE_MS = 5 * 60_000

const Webhook = In.object({
  type: oneOf(['payment.captured', 'payment.failed']),
  order_id: In.text(),
  payment_id: In.text(),
  amount: In.amount('paise'),
  currency: oneOf(['INR']),
  method: oneOf(paymentMethods),
  failure_reason: In.nullable(oneOf(failureReasons)),
})
const check = compileCheck(Webhook)

export function createSandbox(app: App): Gateway {
  return {
    name: 'sandbox',
    checkoutUrl: (organizationId, rechargeId) =>
      `${app.settings.publicUrl}${sandbox.checkoutPath(organizationId, sandbox.orderOf(rechargeId))}`,

    async createOrder({ organizationId, rechargeId, total }) {
      const receipt = publicId('rech', rechargeId)
      const order = { id: sandbox.orderOf(rechargeId), receipt, amount: total }
      await app.database.transaction((tx) => sandbox.placeOrder(tx, { organizationId, at: app.clock() }, order))
      return { orderId: publicId('order', order.id), session: null }
    },

    verifyWebhook(organizationId, rawBody, headers, at) {
      if (organizationId === null) throw forged()
      mustBeSigned(app, organizationId, rawBody, headers, at)
      return [readWebhook(rawBody)]
    },

    async fetchPayments(organizationId, orderId) {
      const payments = await sandbox.paymentsOf(app.database.reads, organizationId, orderId)
      return payments.map((payment) => eventOf(sandbox.reportOf(payment)))
    },

    async refund() {
      throw new GatewayRefusal('the sandbox gateway gives nothing back yet', 'gateway_error')
    },
    fetchRefund: async () => null,
    mandates: null,
  }
}

function mustBeSigned(app: App, organizationId: Uuid, rawBody: Buffer, headers: Headers, at: Date): void {
  const eventId = headers['x-samvad-event-id']
  const timestamp = headers['x-samvad-timestamp']
  const given = headers['x-samvad-signature']
  if (typeof eventId !== 'string' || typeof timestamp !== 'string' || typeof given !== 'string') throw forged()
  const expected = signatureOf(webhookKey(app.sealer, organizationId), { eventId, timestamp, body: rawBody })
  if (!sameSecret(given, expected)) throw forged()
  const age = Math.abs(at.getTime() - Number(timestamp) * 1000)
  // NaN is not within the tolerance either.
  if (!(age <= TIMESTAMP_TOLERANCE_MS)) throw forged()
}

const forged = () =>
  new Refusal('unauthenticated', 'The signature of this webhook is missing, wrong or too old; nothing was read of it.')

function readWebhook(rawBody: Buffer): PaymentReport {
  const body = parse(rawBody)
  const errors = check(body)
  if (errors.length > 0)
    throw new Refusal('invalid_content', 'The webhook is not of the shape that was agreed.', errors)
  const { type, order_id, payment_id, amount, method, failure_reason } = body as unknown as Static<typeof Webhook>
  return eventOf({ type, order_id, payment_id, method, failure_reason, amount_micros: amount })
}

function parse(rawBody: Buffer): Record<string, unknown> {
  const body: unknown = JSON.parse(rawBody.toString('utf8'))
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw new Refusal('invalid_content', 'The webhook must be an object.')
  return body as Record<string, unknown>
}

type Report = Omit<Static<typeof Webhook>, 'amount' | 'currency'> & { amount_micros: Micros }

function eventOf({ type, order_id, payment_id, amount_micros, method, failure_reason }: Report): PaymentReport {
  return {
    about: 'payment',
    outcome: type === 'payment.captured' ? 'captured' : 'failed',
    orderId: order_id,
    paymentId: payment_id,
    amount: amount_micros,
    method,
    bank: null,
    reason: failure_reason,
    mandate: null,
  }
}
