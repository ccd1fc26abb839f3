// After the commit: requests the stored attempt from the gateway. Repeatable, because the recharge is the key of its
// order and the order that of its debit: after a crash or a lost response it is requested again.

import { emit } from '#events/actions.ts'
import type { App, Scope } from '#kit/app.ts'
import type { Uuid } from '#kit/ids.ts'
import { type Gateway, GatewayRefusal } from '#money/gateways/providers/gateway.ts'
import type { Gateways } from '#money/gateways/providers/index.ts'
import { receiptOf } from '#money/gateways/rules.ts'
import type { MandateRow } from '#money/recharges/mandate-queries.ts'
import { ASK_CLAIM_MS, askAgainAt } from '#money/recharges/mandate-times.ts'
import { customerOf, place } from '#money/recharges/orders.ts'
import type { RechargeRow } from '#money/recharges/queries.ts'
import * as rechargeQueries from '#money/recharges/queries.ts'
import { isOpen } from '#money/recharges/rules.ts'
import { refuse } from '#money/recharges/settle.ts'
import { showRecharge } from '#money/recharges/show.ts'
import { apply } from './apply.ts'
import { debitRequested, paymentRequested } from './events.ts'
import { mandates } from './mandates.ts'
import type { AttemptRow } from './queries.ts'
import * as queries from './queries.ts'
import { lock, read, save } from './store.ts'

interface Request {
  gateway: Gateway
  organizationId: Uuid
  recharge: RechargeRow
  attempt: AttemptRow
}

/** Requests the open attempt if it is due and not requested yet. */
export async function requestDue(app: App, gateways: Gateways, organizationId: Uuid): Promise<void> {
  const { reads } = app.database
  const attempt = await reads.row<AttemptRow>(queries.openAttempt(organizationId))
  const at = app.clock()
  if (!attempt?.ask_at || attempt.ask_at > at) return
  const claim = queries.claimRequest(organizationId, attempt, new Date(at.getTime() + ASK_CLAIM_MS))
  if ((await app.database.transaction((tx) => tx.run(claim), organizationId)) === 0) return
  const recharge = await reads.row<RechargeRow>(rechargeQueries.byId(organizationId, attempt.recharge_id))
  const gateway = recharge && gateways.named(recharge.gateway)
  try {
    if (!recharge || !gateway) throw new Error('the gateway of this recharge is disabled')
    await request(app, { gateway, organizationId, recharge, attempt })
  } catch (error) {
    app.log.warn({ err: error, recharge_id: attempt.recharge_id }, 'auto-recharge request failed; will retry')
    const again = queries.askAgain(organizationId, attempt.recharge_id, askAgainAt(attempt.ask_count, app.clock()))
    await app.database.transaction((tx) => tx.run(again), organizationId)
  }
}

async function request(app: App, requested: Request): Promise<void> {
  const { gateway, organizationId, recharge, attempt } = requested
  // Paid or attempted manually in the meantime: there is nothing to request.
  if (!isOpen(recharge.status)) return recordRequested(app, requested, null)
  let orderId: string
  try {
    orderId = recharge.gateway_order_id ?? (await place(app, gateway, organizationId, recharge))
  } catch (error) {
    // The recharge has failed, and its effects were applied.
    if (error instanceof GatewayRefusal) return
    throw error
  }
  if (attempt.kind === 'link') return recordRequested(app, requested, null)
  const known = await read(app.database.reads, organizationId)
  const mandate = known?.mandates.find(({ id }) => id === attempt.mandate_id)
  // The mandate was revoked after the decision: it is not used for a debit.
  if (!mandate || mandate.ended_at !== null || !gateway.mandates) return requestByLink(app, requested)
  try {
    await gateway.mandates.debit({
      organizationId,
      orderId,
      receipt: receiptOf(recharge),
      total: recharge.total_micros,
      token: mandate.token,
      customerId: mandate.customer,
      customer: await customerOf(app, organizationId),
    })
  } catch (error) {
    if (!(error instanceof GatewayRefusal)) throw error
    return refused(app, requested, mandate, error)
  }
  await recordRequested(app, requested, new Date(app.clock().getTime() + gateway.mandates.noticeMs))
}

/** Stores the request once and emits its event. */
async function recordRequested(
  app: App,
  { gateway, organizationId, recharge, attempt }: Request,
  debitAt: Date | null,
): Promise<void> {
  const at = app.clock()
  const shown = showRecharge(
    { ...recharge, status: 'pending' },
    gateway.checkoutUrl(organizationId, receiptOf(recharge)),
    [],
  )
  await app.database.transaction(async (tx) => {
    const isFirst = (await tx.run(queries.markRequested(organizationId, recharge.id, debitAt, at))) === 1
    if (!isFirst || !isOpen(recharge.status)) return
    const told = debitAt
      ? debitRequested(recharge.id, shown, debitAt)
      : paymentRequested(recharge.id, shown, attempt.link_reason)
    await emit(tx, organizationId, at, [told])
  }, organizationId)
}

/**
 * The gateway refuses to debit. If the mandate is the reason, somebody is asked to pay manually; otherwise it counts as
 * a failed payment.
 */
async function refused(app: App, requested: Request, mandate: MandateRow, error: GatewayRefusal): Promise<void> {
  const { gateway, organizationId, recharge } = requested
  const { token, customer: customerId } = mandate
  const report = await gateway.mandates?.fetch(organizationId, { token, customerId })
  if (report && !(await mandates.recordStatus(app, organizationId, mandate, report.status)))
    return requestByLink(app, requested)
  app.log.warn({ err: error, recharge_id: recharge.id }, 'mandate debit rejected by gateway')
  const scope: Scope = { organizationId, at: app.clock() }
  await app.database.transaction(
    (tx) =>
      refuse(tx, scope, recharge.id, { gateway, reason: error.reason, supplier: app.settings.supplier }, 'pending'),
    organizationId,
  )
}

/** The recharge stays open and becomes a payment link. */
async function requestByLink(app: App, requested: Request): Promise<void> {
  const { organizationId, recharge } = requested
  const scope: Scope = { organizationId, at: app.clock() }
  const link = await app.database.transaction(async (tx) => {
    const state = await lock(tx, organizationId)
    const row = await tx.row<AttemptRow>(queries.becomeLink(organizationId, recharge.id, 'no_mandate', scope.at))
    if (!state || !row) return null
    await apply(tx, scope, state, 'mandate_lost', { attempt: row, noticeMs: Number(row.notice_ms) })
    await save(tx, scope, state)
    return row
  }, organizationId)
  if (link) await recordRequested(app, { ...requested, attempt: link }, null)
}
