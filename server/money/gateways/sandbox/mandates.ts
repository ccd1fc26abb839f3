// Mandates of the sandbox gateway: authorized with a payment, and the debits that follow. The gateway notifies the
// customer, waits for the notice period, and debits by itself; the result is chosen on the mandate's page beforehand.

import type { App, Scope } from '#kit/app.ts'
import type { Tx } from '#kit/database/database.ts'
import { newUuid, parseTypeId, type Uuid } from '#kit/ids.ts'
import { formatMicros, type Micros } from '#kit/money.ts'
import { absent, refusal } from '#kit/refusals.ts'
import { publicId } from '#kit/wire.ts'
import { enqueueWork } from '#kit/work.ts'
import type { PaymentMethod } from '../rules.ts'
import type { DebitRow, MandateRow } from './mandate-queries.ts'
import * as queries from './mandate-queries.ts'
import type { OrderRow, PaymentRow } from './queries.ts'
import * as orderQueries from './queries.ts'
import { FIRST_RETRY_AFTER_MS, type MandateState, type Outcome, retryAt } from './rules.ts'
import { deliver, postEvent } from './webhook.ts'

const DEBITS_AT_ONCE = 50

export function mandatePath(organizationId: Uuid, id: Uuid): string {
  return `/sandbox/mandates/${publicId('org', organizationId)}/${publicId('mand', id)}`
}

/** The mandate that the order requested, if any: identified by the order, and authorized by paying it. */
export async function insertMandate(tx: Tx, { organizationId, at }: Scope, order: OrderRow, method: PaymentMethod) {
  const { id, mandate_max_micros: max, mandate_expires_at: expiresAt } = order
  if (max === null || expiresAt === null) return
  await tx.run(queries.insert(organizationId, { id, method, max, expiresAt }, at))
}

export async function find(tx: Tx, organizationId: Uuid, token: string): Promise<MandateRow> {
  const id = parseTypeId('mand', token)
  const row = id === null ? undefined : await tx.row<MandateRow>(queries.byId(organizationId, id))
  if (!row) throw absent('mandate')
  return row
}

export interface NewDebit {
  orderId: string
  token: string
  total: Micros
  noticeMs: number
}

/** Schedules a debit for the end of the notice period; idempotent by order. 409 when the mandate does not allow it. */
export async function createDebit(tx: Tx, { organizationId, at }: Scope, asked: NewDebit): Promise<void> {
  const mandate = await find(tx, organizationId, asked.token)
  const orderId = parseTypeId('order', asked.orderId)
  if (orderId === null) throw absent('order')
  if (await tx.row(queries.debit(organizationId, orderId))) return
  const order = await tx.row<OrderRow>(orderQueries.order(organizationId, orderId))
  if (!order) throw absent('order')
  if (order.amount_micros !== asked.total) throw refusal('conflict', 'order_of_other_amount')
  if (mandate.status !== 'active') throw refusal('conflict', 'mandate_not_active', { status: mandate.status })
  if (mandate.expires_at <= at) throw refusal('conflict', 'mandate_expired')
  if (asked.total > mandate.max_micros)
    throw refusal('conflict', 'mandate_exceeded', { max: formatMicros(mandate.max_micros) })
  const dueAt = new Date(at.getTime() + asked.noticeMs)
  await tx.run(queries.insertDebit(organizationId, { orderId, mandateId: mandate.id, dueAt }, at))
  tx.onCommit(enqueueWork('sandbox_webhook', organizationId, dueAt))
}

export interface Choice {
  outcome?: Outcome
  status?: MandateState
}

/** The customer or their bank changes the mandate: 409 once it is cancelled. */
export async function choose(
  tx: Tx,
  { organizationId, at }: Scope,
  id: Uuid,
  { outcome, status }: Choice,
): Promise<MandateRow> {
  const found = await tx.row<MandateRow>(queries.lock(organizationId, id))
  if (!found) throw absent('mandate')
  if (found.status === 'cancelled') {
    if (status === 'cancelled') return found
    throw refusal('conflict', 'mandate_cancelled')
  }
  if (outcome !== undefined) await tx.run(queries.chooseOutcome(organizationId, id, outcome))
  if (status !== undefined && status !== found.status) {
    const retry = new Date(at.getTime() + FIRST_RETRY_AFTER_MS)
    await tx.run(queries.changeStatus(organizationId, id, status, retry))
    tx.onCommit(enqueueWork('sandbox_webhook', organizationId, retry))
  }
  return { ...found, outcome: outcome ?? found.outcome, status: status ?? found.status }
}

/** Attempts debits after their notice period, reports changed mandates, and returns when there is more to do. */
export async function debitDue(app: App, organizationId: Uuid): Promise<Date | null> {
  const { reads } = app.database
  const at = app.clock()
  for (const debit of await reads.rows<DebitRow>(queries.debitsDue(organizationId, at, DEBITS_AT_ONCE))) {
    const payment = await app.database.transaction((tx) => tryDebit(tx, { organizationId, at }, debit), organizationId)
    if (payment) await deliver(app, organizationId, payment)
  }
  for (const mandate of await reads.rows<MandateRow>(queries.undelivered(organizationId, at, DEBITS_AT_ONCE)))
    await tell(app, organizationId, mandate)
  const row = await reads.row<{ due: Date | null }>(queries.nextDue(organizationId))
  return row?.due ?? null
}

/** Null when another process attempts it, or when the order was paid manually. */
async function tryDebit(tx: Tx, { organizationId, at }: Scope, debit: DebitRow): Promise<PaymentRow | null> {
  const { order_id: orderId, mandate_id: mandateId } = debit
  await tx.row(orderQueries.lockOrder(organizationId, orderId))
  if ((await tx.run(queries.claimDebit(organizationId, orderId))) === 0) return null
  const earlier = await tx.rows<PaymentRow>(orderQueries.payments(organizationId, orderId))
  if (earlier.some(({ status }) => status === 'captured')) return null
  const mandate = await tx.row<MandateRow>(queries.byId(organizationId, mandateId))
  if (!mandate) throw absent('mandate')
  const isAllowed = mandate.status === 'active' && mandate.expires_at > at
  const outcome = isAllowed ? mandate.outcome : 'bank_declined'
  const payment: orderQueries.NewPayment = {
    id: newUuid(at.getTime()),
    orderId,
    status: outcome === 'success' ? 'captured' : 'failed',
    method: mandate.method,
    reason: outcome === 'success' ? null : outcome,
  }
  const retry = new Date(at.getTime() + FIRST_RETRY_AFTER_MS)
  await tx.run(orderQueries.insertPayment(organizationId, payment, retry, at))
  tx.onCommit(enqueueWork('sandbox_webhook', organizationId, retry))
  return (await tx.rows<PaymentRow>(orderQueries.payments(organizationId, orderId))).at(-1) ?? null
}

/** Reports a mandate's state and stores whether it was accepted. */
export async function tell(app: App, organizationId: Uuid, mandate: MandateRow): Promise<void> {
  const { id, status, webhook_attempts } = mandate
  const event = { type: 'mandate.updated', token: publicId('mand', id), status }
  const isTaken = await postEvent(app, organizationId, id, event)
  const due = isTaken ? null : retryAt(webhook_attempts, app.clock())
  await app.database.transaction((tx) => tx.run(queries.noteDelivery(organizationId, mandate, due)), organizationId)
}
