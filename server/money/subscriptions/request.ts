// After the commit: requests the opened payment from the gateway. Repeatable, because the payment is the key of its
// order and the order that of its debit: after a crash or a lost response it is requested again.

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
import { apply } from './apply.ts'
import { mandates } from './mandates.ts'
import type { PaymentRow } from './queries.ts'
import * as queries from './queries.ts'
import { lock, read, save } from './store.ts'

interface Request {
  gateway: Gateway
  organizationId: Uuid
  money: RechargeRow
  payment: PaymentRow
}

/** Requests the awaited payment if it is due and not requested yet. */
export async function requestDue(app: App, gateways: Gateways, organizationId: Uuid): Promise<void> {
  const { reads } = app.database
  const payment = (await read(reads, organizationId))?.open
  const at = app.clock()
  if (!payment?.ask_at || payment.ask_at > at) return
  const claim = queries.claimRequest(organizationId, payment, new Date(at.getTime() + ASK_CLAIM_MS))
  if ((await app.database.transaction((tx) => tx.run(claim), organizationId)) === 0) return
  const money = await reads.row<RechargeRow>(rechargeQueries.byId(organizationId, payment.payment_id))
  const gateway = money && gateways.named(money.gateway)
  try {
    if (!money || !gateway) throw new Error('the gateway of this payment is disabled')
    await request(app, { gateway, organizationId, money, payment })
  } catch (error) {
    app.log.warn(
      { err: error, organization_id: organizationId, subscription_payment_id: payment.payment_id },
      'subscription payment request failed; will retry',
    )
    const again = queries.askAgain(organizationId, payment.payment_id, askAgainAt(payment.ask_count, app.clock()))
    await app.database.transaction((tx) => tx.run(again), organizationId)
  }
}

async function request(app: App, requested: Request): Promise<void> {
  const { gateway, organizationId, money, payment } = requested
  // Paid or attempted manually in the meantime: there is nothing to request.
  if (!isOpen(money.status) || money.closed_at !== null) return recordRequested(app, requested)
  let orderId: string
  try {
    orderId = money.gateway_order_id ?? (await place(app, gateway, organizationId, money))
  } catch (error) {
    // The payment has failed, and its effects were applied.
    if (error instanceof GatewayRefusal) return
    throw error
  }
  if (payment.kind === 'link') return recordRequested(app, requested)
  const known = await read(app.database.reads, organizationId)
  // Cancelled or paid after the decision: nothing is debited.
  if (known?.open?.payment_id !== payment.payment_id) return
  // Read after the claim: from then on the payment's mandate does not change.
  const mandate = known.mandates.find(({ id }) => id === known.open?.mandate_id)
  if (!mandate || !mayDebit(mandate, app.clock()) || !gateway.mandates) return requestByLink(app, requested)
  try {
    await gateway.mandates.debit({
      organizationId,
      orderId,
      receipt: receiptOf(money),
      total: money.total_micros,
      token: mandate.token,
      customerId: mandate.customer,
      customer: await customerOf(app, organizationId),
    })
  } catch (error) {
    if (!(error instanceof GatewayRefusal)) throw error
    return refused(app, requested, mandate, error)
  }
  await recordRequested(app, requested)
}

/**
 * A replaced mandate stays usable for a debit that may have been requested with it: a repetition makes the debit once.
 */
const mayDebit = ({ ended_at, cancel_at, check_count }: MandateRow, at: Date): boolean =>
  ended_at === null || (check_count === 0 && cancel_at !== null && cancel_at > at)

/** Without an event: it was emitted when the payment was opened. */
async function recordRequested(app: App, { organizationId, payment }: Request): Promise<void> {
  const requested = queries.markRequested(organizationId, payment.payment_id, app.clock())
  await app.database.transaction((tx) => tx.run(requested), organizationId)
}

/**
 * The gateway refuses to debit. If the mandate is the reason, somebody is asked to pay manually; otherwise it counts as
 * a failed payment.
 */
async function refused(app: App, requested: Request, mandate: MandateRow, error: GatewayRefusal): Promise<void> {
  const { gateway, organizationId, money } = requested
  const { token, customer: customerId } = mandate
  const report = await gateway.mandates?.fetch(organizationId, { token, customerId })
  if (report && !(await mandates.recordStatus(app, organizationId, mandate, report.status)))
    return requestByLink(app, requested)
  app.log.warn(
    { err: error, organization_id: organizationId, subscription_payment_id: money.id },
    'mandate debit rejected by gateway',
  )
  const scope: Scope = { organizationId, at: app.clock() }
  const refusal = { gateway, reason: error.reason, supplier: app.settings.supplier }
  await app.database.transaction((tx) => refuse(tx, scope, money.id, refusal, 'pending'), organizationId)
}

/** The payment stays open and becomes a link. */
async function requestByLink(app: App, { gateway, organizationId, payment }: Request): Promise<void> {
  const scope: Scope = { organizationId, at: app.clock() }
  await app.database.transaction(async (tx) => {
    const state = await lock(tx, organizationId)
    if (state?.open?.payment_id !== payment.payment_id || state.open.kind !== 'debit') return
    await apply(tx, scope, state, 'mandate_lost', { supplier: app.settings.supplier, gateway })
    await save(tx, scope, state)
  }, organizationId)
}
