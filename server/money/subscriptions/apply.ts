// Applies the transitions of the state table: updates stored state, opens and ends payments, books them, and emits
// events.

import { emit } from '#events/actions.ts'
import { runHooks } from '#events/hooks.ts'
import type { Scope } from '#kit/app.ts'
import type { Tx } from '#kit/database/database.ts'
import { publicId, seconds } from '#kit/wire.ts'
import type { Gateway, GatewayPaymentEvent } from '#money/gateways/providers/gateway.ts'
import * as invoices from '#money/invoices/actions.ts'
import { readTax } from '#money/invoices/rules.ts'
import { cancelAll } from '#money/recharges/mandate-end.ts'
import type { RechargeRow } from '#money/recharges/queries.ts'
import * as rechargeQueries from '#money/recharges/queries.ts'
import { refundSurplus, type Surplus } from '#money/refunds/surplus.ts'
import * as audit from '#people/audit/actions.ts'
import { subscriptionTold, type Told, tellOfFailure } from './events.ts'
import { openLink } from './open.ts'
import { firstPeriod, type Period } from './periods.ts'
import type { PaymentRow } from './queries.ts'
import * as queries from './queries.ts'
import { newPeriod, nextRetry, usedBy } from './rules.ts'
import { type Effect, type EventName, endReasonOf, transitionOf } from './states.ts'
import { likelyMeans, periodOf, type State, situationOf } from './store.ts'

/** The captured payment of an event. */
export interface Captured {
  row: RechargeRow
  payment: PaymentRow
  gateway: Gateway
  event: GatewayPaymentEvent
  bankHolidays: ReadonlySet<string>
}

/** The data that an event's effects need. */
export interface About {
  supplier: invoices.Supplier
  /** The gateway for payment links. */
  gateway: Gateway | null
  doer?: audit.Doer
  /** For `open_attempt`. */
  attempt?: PaymentRow
  captured?: Captured
  /** The payment that failed. */
  failed?: RechargeRow
}

interface Doing {
  tx: Tx
  scope: Scope
  state: State
  about: About
  event: EventName
}

/**
 * Throws when the event cannot happen in the current state, which then stays unchanged. The wallet must be locked; the
 * caller calls `save`.
 */
export async function apply(tx: Tx, scope: Scope, state: State, event: EventName, about: About): Promise<void> {
  const { row } = state
  const { to, effects } = transitionOf(row.status, event)
  const from = row.status
  row.status = to
  row.updated_at = scope.at
  for (const effect of effects) await effectOf[effect]({ tx, scope, state, about, event })
  if (from === to && effects.length === 0) return
  const details = { event, from, to, payment_id: publicId('spay', paymentOf(state, about)) }
  audit.record(tx, scope, about.doer ?? 'system', {
    action: actionOf[event] ?? 'subscription.changed',
    object: publicId('org', scope.organizationId),
    details,
  })
}

/** The audit actions of users' requests; other events are audited as `subscription.changed`. */
const actionOf: Partial<Readonly<Record<EventName, audit.Entry['action']>>> = {
  subscribed: 'subscription.requested',
  withdrawn: 'subscription.cancelled',
  cancelled: 'subscription.cancelled',
  cancelled_late: 'subscription.cancelled',
  resumed: 'subscription.resumed',
}

const paymentOf = ({ open }: State, { captured, failed, attempt }: About) =>
  captured?.payment.payment_id ?? failed?.id ?? attempt?.payment_id ?? open?.payment_id ?? null

const tell =
  (told: Told) =>
  async ({ tx, scope, state, about, event }: Doing): Promise<void> => {
    const { organizationId, at } = scope
    // In a grace period, the payment that can be made manually.
    const isToPay = told === 'grace_started' || told === 'grace_reminder'
    const id = (isToPay && state.open?.payment_id) || paymentOf(state, about)
    const payment = id && (await tx.row<queries.ShownPaymentRow>(queries.shown(organizationId, id)))
    const money = id && (await tx.row<RechargeRow>(rechargeQueries.byId(organizationId, id)))
    const shown = payment && money ? { payment, money, gateway: about.gateway } : null
    const previous = await tx.row<{ total_micros: bigint }>(queries.lastPaid(organizationId, id))
    const besides = { endReason: endReasonOf[event] ?? null, previousTotal: previous?.total_micros ?? null }
    await emit(tx, organizationId, at, [subscriptionTold(told, organizationId, state, shown, besides, at)])
  }

const effectOf: Readonly<Record<Effect, (doing: Doing) => Promise<void> | void>> = {
  open_attempt({ scope, state, about }) {
    state.open = needed(about.attempt)
    // A period paid with test money does not count any more.
    if (state.row.is_test_mode !== state.open.is_test_mode) state.row.period_from = state.row.period_to = null
    state.row.is_test_mode = state.open.is_test_mode
    if (state.open.purpose === 'first') state.row.opened_at = scope.at
  },
  async ask_by_link({ tx, scope, state, about }) {
    if (about.gateway) state.open = await openLink(tx, scope, state, about.supplier, about.gateway)
  },
  async become_link({ tx, scope, state }) {
    const row = await tx.row<PaymentRow>(
      queries.becomeLink(scope.organizationId, needed(state.open).payment_id, scope.at),
    )
    state.open = row ?? state.open
  },
  async end_attempt({ tx, scope, state, about }) {
    // A captured payment gets its outcome with the period that it pays for.
    if (!about.captured && state.open)
      await tx.run(queries.end(scope.organizationId, state.open.payment_id, 'failed', scope.at))
    state.open = null
  },
  async leave_open({ tx, scope, state }) {
    if (state.open) await tx.run(queries.end(scope.organizationId, state.open.payment_id, 'left', scope.at))
    state.open = null
  },
  // Also revokes payments that are no longer awaited: a period that is paid for is not paid again.
  async close_open({ tx, scope, state, about }) {
    await revokeUnpaid(tx, scope, needed(about.captured).payment.payment_id)
    state.open = null
  },
  async revoke_unpaid({ tx, scope, state }) {
    await revokeUnpaid(tx, scope, null)
    state.open = null
  },
  async begin_period(doing) {
    const { row } = doing.state
    const { anchorDay, period } = newPeriod(row.period_to, doing.scope.at)
    row.anchor_day = anchorDay
    await use(doing, period)
  },
  async next_period(doing) {
    const { row } = doing.state
    const period = needed(periodOf(needed(doing.about.captured).payment))
    if (row.period_to?.getTime() !== period.from.getTime()) row.anchor_day = firstPeriod(period.from).anchorDay
    await use(doing, period)
  },
  start_grace({ scope, state: { row, open }, event }) {
    row.grace_started_at = event === 'link_overdue' ? needed(open).due_at : scope.at
    row.retries_used = 0
    row.failed_attempts = 0
  },
  count_failure({ state: { row }, about }) {
    row.failed_attempts++
    row.failure_reason = about.failed?.failure_reason ?? null
  },
  count_retry({ scope, state, about }) {
    const { row } = state
    row.retries_used = usedBy(graceOf(state), about.attempt?.due_at ?? scope.at)
    row.next_debit_at = null
  },
  schedule_retry({ scope, state }) {
    const { used, debitAt } = nextRetry(graceOf(state), scope.at)
    state.row.retries_used = used
    state.row.next_debit_at = debitAt
  },
  end_grace({ state: { row } }) {
    row.grace_started_at = null
    row.retries_used = 0
    row.next_debit_at = null
    row.failed_attempts = 0
    row.failure_reason = null
  },
  async gain_premium({ tx, scope }) {
    await runHooks('premium.changed', tx, scope, { hasPremium: true })
  },
  async lose_premium({ tx, scope }) {
    await runHooks('premium.changed', tx, scope, { hasPremium: false })
  },
  async cancel_mandate({ tx, scope, state, about }) {
    await cancelAll(tx, scope, state, about.doer ?? 'system', 'subscription_ended')
  },
  async refund_surplus({ tx, scope, state, about }) {
    const captured = needed(about.captured)
    const { row, payment, event } = captured
    await tx.run(queries.end(scope.organizationId, payment.payment_id, 'refunded', scope.at))
    await tx.run(rechargeQueries.recordHowPaid(scope.organizationId, row.id, event))
    await tx.run(rechargeQueries.close(scope.organizationId, row.id, scope.at))
    await refundSurplus(tx, scope, row, surplusOf(captured, state))
  },
  tell_pending: tell('pending'),
  tell_activated: tell('activated'),
  tell_payment_due: tell('payment_due'),
  tell_renewed: tell('renewed'),
  async tell_payment_failed({ tx, scope, about }) {
    await tellOfFailure(tx, scope, needed(about.failed), about.gateway)
  },
  tell_grace_started: tell('grace_started'),
  tell_grace_reminder: tell('grace_reminder'),
  tell_cancelled: tell('cancelled'),
  tell_resumed: tell('resumed'),
  tell_ended: tell('ended'),
}

export const surplusOf = ({ payment, event, bankHolidays }: Captured, { row }: State): Surplus => ({
  paymentId: event.paymentId,
  requestedBy: row.subscribed_by,
  bankHolidays,
  reason: payment.purpose === 'payment_method' ? 'payment_method_check' : 'duplicate_charge',
})

/**
 * Revoked payments are refunded when they are captured later. `except`: a captured payment, which pays for its own
 * period; then payment method checks stay valid too.
 */
async function revokeUnpaid(tx: Tx, { organizationId, at }: Scope, except: string | null): Promise<void> {
  for (const { payment_id: id, purpose } of await tx.rows<PaymentRow>(queries.unpaid(organizationId))) {
    if (id === except || (except !== null && purpose === 'payment_method')) continue
    await tx.run(queries.end(organizationId, id, 'revoked', at))
    await tx.run(rechargeQueries.close(organizationId, id, at))
  }
}

/** The payment pays for the period: issues the invoice and starts the period. spec 23.24. */
async function use({ tx, scope, state, about }: Doing, period: Period): Promise<void> {
  const { organizationId, at } = scope
  const { row, payment, gateway, event } = needed(about.captured)
  const paymentMethod = event.method ?? row.payment_method
  const { id: invoiceId, issued } = await invoices.issue(tx, scope, {
    kind: 'subscription',
    isTestMode: gateway.isTestMode === true,
    supplier: about.supplier,
    placeOfSupply: row.place_of_supply,
    lines: [{ description: 'Premium plan, one month', quantity: 1, unitPrice: row.amount_micros }],
    taxes: row.taxes.map(readTax),
    period,
    transactionId: null,
    rechargeId: row.id,
    paymentMethod,
    paymentReference: event.paymentId,
  })
  const success = { transactionId: null, invoiceId, paid: event }
  await tx.run(rechargeQueries.markSucceeded(organizationId, row.id, success, at))
  await tx.run(queries.use(organizationId, payment.payment_id, period, at))
  await emit(tx, organizationId, at, [issued])
  audit.record(tx, scope, 'system', {
    action: 'subscription_payment.succeeded',
    object: publicId('spay', row.id),
    details: { invoice_id: publicId('inv', invoiceId), from: seconds(period.from), to: seconds(period.to) },
  })
  state.row.period_from = period.from
  state.row.period_to = period.to
  state.row.opened_at = null
  state.row.is_test_mode = gateway.isTestMode === true
}

function graceOf(state: State) {
  return needed(situationOf(state, likelyMeans(state, state.row.updated_at)).grace)
}

function needed<T>(value: T | null | undefined): T {
  if (value === null || value === undefined)
    throw new Error('subscription: an event does not say what its effects need')
  return value
}
