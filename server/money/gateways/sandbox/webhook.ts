// The sandbox gateway's webhooks: real HTTP to the merchant's address, signed, retried until accepted.

import { mustNotBeFenced } from '#installation/fence.ts'
import type { App } from '#kit/app.ts'
import { withinDeadline } from '#kit/deadlines.ts'
import type { Uuid } from '#kit/ids.ts'
import { formatMicros, type Micros } from '#kit/money.ts'
import { publicId, seconds } from '#kit/wire.ts'
import { eventBodyOf } from './actions.ts'
import type { PaymentRow } from './queries.ts'
import * as queries from './queries.ts'
import { retryAt } from './rules.ts'
import { signatureOf, webhookKey } from './signature.ts'

const DELIVERY_TIMEOUT_MS = 10_000
const DELIVERIES_AT_ONCE = 50

/** Delivers a merchant's due webhooks, and returns when the next is due. */
export async function deliverDue(app: App, organizationId: Uuid): Promise<Date | null> {
  const { reads } = app.database
  const due = await reads.rows<PaymentRow>(queries.undelivered(organizationId, app.clock(), DELIVERIES_AT_ONCE))
  for (const payment of due) await deliver(app, organizationId, payment)
  const row = await reads.row<{ due: Date | null }>(queries.nextDelivery(organizationId))
  return row?.due ?? null
}

/** Reports a payment and stores whether it was accepted. Never throws for a merchant that does not respond. */
export async function deliver(app: App, organizationId: Uuid, payment: PaymentRow): Promise<void> {
  const isTaken = await postEvent(app, organizationId, payment.id, eventBodyOf(payment))
  const at = app.clock()
  const note = isTaken
    ? queries.markDelivered(organizationId, payment.id, at)
    : queries.postponeDelivery(organizationId, payment.id, retryAt(payment.webhook_attempts, at))
  await app.database.transaction((tx) => tx.run(note), organizationId)
}

/** The reported object, with an amount in micro-rupees if there is one. */
type EventBody = { amount_micros?: Micros } & Record<string, unknown>

/** True when the merchant accepted the event; false, with a log line, when it could not be delivered. */
export async function postEvent(
  app: App,
  organizationId: Uuid,
  objectId: Uuid,
  eventBody: EventBody,
): Promise<boolean> {
  return post(app, organizationId, objectId, eventBody).catch((error: unknown) => {
    app.log.warn({ err: error, object_id: objectId }, 'sandbox gateway webhook failed')
    return false
  })
}

async function post(
  app: App,
  organizationId: Uuid,
  objectId: Uuid,
  { amount_micros, ...eventBody }: EventBody,
): Promise<boolean> {
  const money = amount_micros === undefined ? {} : { amount: formatMicros(amount_micros), currency: 'INR' }
  const body = Buffer.from(JSON.stringify({ ...eventBody, ...money }))
  // The id stays the same for all attempts; the timestamp is that of the attempt.
  const eventId = publicId('evt', objectId)
  const timestamp = String(seconds(app.clock()))
  // The program itself may be called while fenced; the public address may be the original's.
  if (app.settings.internalUrl === null) await mustNotBeFenced(app)
  const headers = {
    'content-type': 'application/json',
    'x-samvad-event-id': eventId,
    'x-samvad-timestamp': timestamp,
    'x-samvad-signature': signatureOf(webhookKey(app.sealer, organizationId), { eventId, timestamp, body }),
  }
  const url = webhookUrl(app, organizationId)
  return withinDeadline({ of: 'call', name: 'sandbox_gateway', ms: DELIVERY_TIMEOUT_MS }, async (signal) => {
    const response = await fetch(url, { method: 'POST', headers, body, redirect: 'error', signal })
    await response.body?.cancel()
    return response.ok
  })
}

/** The loopback address if known: the public one may lead through a proxy that this machine cannot reach. */
function webhookUrl(app: App, organizationId: Uuid): string {
  const base = app.settings.internalUrl ?? app.settings.publicUrl
  return `${base}/webhooks/gateways/sandbox/${publicId('org', organizationId)}`
}
