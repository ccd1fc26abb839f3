// The adapter of the sandbox gateway. The gateway itself, a separate company, is in ../sandbox.

import { compileCheck } from '#edge/validation.ts'
import type { App } from '#kit/app.ts'
import { sameSecret } from '#kit/crypto.ts'
import type { Uuid } from '#kit/ids.ts'
import { MICROS_PER_RUPEE, type Micros, parseMicros } from '#kit/money.ts'
import { invalidFields, Refusal, refusal } from '#kit/refusals.ts'
import { In, oneOf, publicId, type Static, Type } from '#kit/wire.ts'
import { failureReasons, paymentMethods } from '../rules.ts'
import * as sandbox from '../sandbox/actions.ts'
import * as sandboxMandates from '../sandbox/mandates.ts'
import type { RefundRow } from '../sandbox/refund-queries.ts'
import * as refunds from '../sandbox/refunds.ts'
import { mandateStates } from '../sandbox/rules.ts'
import { signatureOf, webhookKeys } from '../sandbox/signature.ts'
import {
  type AuthorizedMandate,
  type Gateway,
  type GatewayEvent,
  type GatewayMandateEvent,
  type GatewayPaymentEvent,
  type GatewayRefundEvent,
  GatewayRefusal,
  type Headers,
  type Mandates,
} from './gateway.ts'

/** A signed event older or newer than this is a replay. */
const TIMESTAMP_TOLERANCE_MS = 5 * 60_000

/** The Reserve Bank's limit for a debit without the customer's second factor. */
const DEBIT_MAX: Micros = 15_000n * MICROS_PER_RUPEE

const Mandate = In.object({
  token: In.line(),
  customer: In.line(),
  status: oneOf(mandateStates),
  max_amount: In.line(),
  expires_at: Type.Integer(),
})

const Webhook = In.object({
  type: oneOf(['payment.captured', 'payment.failed']),
  order_id: In.line(),
  payment_id: In.line(),
  amount: In.amount('paise'),
  currency: oneOf(['INR']),
  method: oneOf(paymentMethods),
  failure_reason: In.nullable(oneOf(failureReasons)),
  mandate: Type.Optional(In.nullable(Mandate)),
})
const check = compileCheck(Webhook)

const RefundWebhook = In.object({
  type: oneOf(['refund.processed', 'refund.failed']),
  refund_id: In.line(),
  payment_id: In.line(),
  receipt: In.line(),
  amount: In.amount('paise'),
  currency: oneOf(['INR']),
  status: oneOf(['processed', 'failed']),
  reference: In.nullable(In.line()),
})
const checkRefund = compileCheck(RefundWebhook)

const MandateWebhook = In.object({
  type: oneOf(['mandate.updated']),
  token: In.line(),
  status: oneOf(mandateStates),
})
const checkMandate = compileCheck(MandateWebhook)

export const SANDBOX = 'sandbox'

export function createSandbox(app: App): Gateway {
  return {
    name: SANDBOX,
    isTestMode: true,
    checkoutUrl: (organizationId, receipt) =>
      `${app.settings.publicUrl}${sandbox.checkoutPath(organizationId, sandbox.orderOf(receipt))}`,

    async createOrder({ organizationId, receipt, total, mandate }) {
      const order = { id: sandbox.orderOf(receipt), receipt, amount: total, mandate }
      await app.database.transaction(
        (tx) => sandbox.placeOrder(tx, { organizationId, at: app.clock() }, order),
        organizationId,
      )
      return { orderId: publicId('order', order.id), session: null }
    },

    verifyWebhook(organizationId, rawBody, headers, at) {
      if (organizationId === null) throw forged()
      mustBeSigned(app, organizationId, rawBody, headers, at)
      return [readWebhook(rawBody)]
    },

    async fetchPayments(organizationId, orderId) {
      const payments = await sandbox.paymentsOf(app.database.reads, organizationId, orderId)
      return payments.map((payment) => eventOf(sandbox.eventBodyOf(payment)))
    },

    async refund({ organizationId, refundId, paymentId, amount }) {
      const wanted = { paymentId, receipt: publicId('rfnd', refundId), amount }
      try {
        return refundOf(
          await app.database.transaction(
            (tx) => refunds.createRefund(tx, { organizationId, at: app.clock() }, wanted),
            organizationId,
          ),
        )
      } catch (error) {
        throw asGatewayRefusal(error, 'gateway_error')
      }
    },

    async fetchRefund(organizationId, { refundId }) {
      const found = await refunds.find(app.database.reads, organizationId, refundId)
      return found === null ? null : refundOf(found)
    },

    mandates: mandatesOf(app),
  }
}

function mandatesOf(app: App): Mandates {
  const noticeMs = app.settings.sandboxDebitNoticeSeconds * 1000
  return {
    noticeMs,
    debitMax: DEBIT_MAX,

    async debit({ organizationId, orderId, token, total }) {
      const at = app.clock()
      try {
        await app.database.transaction(
          (tx) => sandboxMandates.createDebit(tx, { organizationId, at }, { orderId, token, total, noticeMs }),
          organizationId,
        )
      } catch (error) {
        throw asGatewayRefusal(error, 'bank_declined')
      }
      app.wake('sandbox_webhook')
    },

    async fetch(organizationId, { token }) {
      const { status, expires_at } = await sandboxMandates.find(app.database.reads, organizationId, token)
      const isExpired = status !== 'cancelled' && expires_at <= app.clock()
      return { object: 'mandate', token, status: isExpired ? 'expired' : status }
    },

    async cancel(organizationId, { token }) {
      const at = app.clock()
      await app.database.transaction(async (tx) => {
        const { id } = await sandboxMandates.find(tx, organizationId, token)
        await sandboxMandates.choose(tx, { organizationId, at }, id, { status: 'cancelled' })
      }, organizationId)
    },
  }
}

/** Turns errors that a repetition does not change into gateway refusals; other errors stay unchanged. */
function asGatewayRefusal(error: unknown, reason: GatewayRefusal['reason']): unknown {
  return error instanceof Refusal && ['conflict', 'not_found'].includes(error.code)
    ? new GatewayRefusal(error.message, reason)
    : error
}

function mustBeSigned(app: App, organizationId: Uuid, rawBody: Buffer, headers: Headers, at: Date): void {
  const eventId = headers['x-samvad-event-id']
  const timestamp = headers['x-samvad-timestamp']
  const given = headers['x-samvad-signature']
  if (typeof eventId !== 'string' || typeof timestamp !== 'string' || typeof given !== 'string') throw forged()
  const expected = (key: Buffer) => signatureOf(key, { eventId, timestamp, body: rawBody })
  if (!webhookKeys(app.sealer, organizationId).some((key) => sameSecret(given, expected(key)))) throw forged()
  const age = Math.abs(at.getTime() - Number(timestamp) * 1000)
  // NaN is not within the tolerance either.
  if (!(age <= TIMESTAMP_TOLERANCE_MS)) throw forged()
}

const forged = () => refusal('unauthenticated', 'gateway_webhook_forged')

function readWebhook(rawBody: Buffer): GatewayEvent {
  const body = parse(rawBody)
  const object = String(body.type).split('.')[0]
  const errors = object === 'refund' ? checkRefund(body) : object === 'mandate' ? checkMandate(body) : check(body)
  if (errors.length > 0) throw invalidFields('invalid_content', errors)
  if (object === 'mandate') {
    const { token, status } = body as unknown as Static<typeof MandateWebhook>
    return { object, token, status } satisfies GatewayMandateEvent
  }
  if (object === 'refund') {
    const { amount, ...eventBody } = body as unknown as Static<typeof RefundWebhook>
    return refundEventOf({ ...eventBody, amount_micros: amount })
  }
  const { amount, ...eventBody } = body as unknown as Static<typeof Webhook>
  return eventOf({ ...eventBody, amount_micros: amount })
}

function parse(rawBody: Buffer): Record<string, unknown> {
  const body: unknown = JSON.parse(rawBody.toString('utf8'))
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw refusal('invalid_content', 'gateway_webhook_not_readable', { problem: 'it is not an object' })
  return body as Record<string, unknown>
}

type EventBody = Omit<Static<typeof Webhook>, 'amount' | 'currency'> & { amount_micros: Micros }

function eventOf({
  type,
  order_id,
  payment_id,
  amount_micros,
  method,
  failure_reason,
  mandate,
}: EventBody): GatewayPaymentEvent {
  return {
    object: 'payment',
    outcome: type === 'payment.captured' ? 'captured' : 'failed',
    orderId: order_id,
    paymentId: payment_id,
    amount: amount_micros,
    method,
    bank: null,
    reason: failure_reason,
    mandate: mandate ? authorizedMandateOf(mandate) : null,
  }
}

function authorizedMandateOf({
  token,
  customer,
  status,
  max_amount,
  expires_at,
}: Static<typeof Mandate>): AuthorizedMandate {
  return { token, customer, status, maxAmount: parseMicros(max_amount), expiresAt: new Date(expires_at * 1000) }
}

const refundOf = (row: RefundRow): GatewayRefundEvent => refundEventOf(refunds.eventBodyOf(row))

function refundEventOf(eventBody: ReturnType<typeof refunds.eventBodyOf>): GatewayRefundEvent {
  const { refund_id, payment_id, receipt, amount_micros, status, reference } = eventBody
  return {
    object: 'refund',
    refundId: refund_id,
    paymentId: payment_id,
    receipt,
    amount: amount_micros,
    status,
    reference,
  }
}
