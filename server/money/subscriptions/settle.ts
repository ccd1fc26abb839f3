// The effect of a captured or failed payment on the subscription, in the settling transaction.

import { emit } from '#events/actions.ts'
import type { Scope } from '#kit/app.ts'
import type { Tx } from '#kit/database/database.ts'
import { publicId } from '#kit/wire.ts'
import * as mandateQueries from '#money/recharges/mandate-queries.ts'
import type { PaymentPurpose } from '#money/recharges/purposes.ts'
import { refundSurplus } from '#money/refunds/surplus.ts'
import * as audit from '#people/audit/actions.ts'
import { type About, apply, surplusOf } from './apply.ts'
import { mismatched, tellOfFailure } from './events.ts'
import { stoppedSince } from './hold-queries.ts'
import type { PaymentRow } from './queries.ts'
import * as queries from './queries.ts'
import { captureEvent, failureEvent, overdue } from './rules.ts'
import { likelyMeans, periodOf, read, type State, save, situationOf } from './store.ts'

/**
 * Applies deadlines that have passed before any other event, so that a late worker changes no outcome. Opens no
 * payment.
 */
export async function catchUp(tx: Tx, scope: Scope, state: State, about: About): Promise<void> {
  // Deadlines do not pass while the installation is fenced or the organization suspended.
  const stopped = await tx.row<{ since: Date | null }>(stoppedSince(scope.organizationId))
  const at = stopped?.since && stopped.since < scope.at ? stopped.since : scope.at
  for (;;) {
    const event = overdue(situationOf(state, likelyMeans(state, at)), at)
    if (event === null) return
    await apply(tx, scope, state, event, { supplier: about.supplier, gateway: about.gateway })
  }
}

export const subscriptionPurpose: PaymentPurpose = {
  transactionOf: () => null,

  async captured(tx, scope, { row, gateway, payment: event, supplier, bankHolidays }) {
    const { organizationId, at } = scope
    const state = await read(tx, organizationId)
    const payment = await tx.row<PaymentRow>(queries.payment(organizationId, row.id))
    if (!state || !payment) throw new Error('a payment of a subscription that does not exist was captured')
    const about = { supplier, gateway, captured: { row, payment, gateway, event, bankHolidays } } satisfies About
    // Captured a second time.
    if (payment.outcome === 'used' || payment.outcome === 'refunded')
      return refundSurplus(tx, scope, row, surplusOf(about.captured, state))
    await catchUp(tx, scope, state, about)
    // `catchUp` may have changed its outcome to left or revoked.
    const now = (await tx.row<PaymentRow>(queries.payment(organizationId, row.id))) ?? payment
    const captured = {
      isOpen: state.open?.payment_id === row.id,
      revoked: now.outcome === 'revoked',
      isCheck: now.purpose === 'payment_method',
      period: periodOf(now),
    }
    const happened = captureEvent(situationOf(state, likelyMeans(state, at)), captured)
    await apply(tx, scope, state, happened, { ...about, captured: { ...about.captured, payment: now } })
    await save(tx, scope, state)
  },

  async failed(tx, scope, { row, gateway, supplier }) {
    const { organizationId, at } = scope
    const state = await read(tx, organizationId)
    const payment = await tx.row<PaymentRow>(queries.payment(organizationId, row.id))
    if (!state || !payment) throw new Error('a payment of a subscription that does not exist failed')
    const about: About = { supplier, gateway, failed: row }
    await catchUp(tx, scope, state, about)
    const isOpen = state.open?.payment_id === row.id
    audit.record(tx, scope, 'system', {
      action: 'subscription_payment.failed',
      object: publicId('spay', row.id),
      details: { failure_reason: row.failure_reason, gateway: row.gateway },
    })
    const happened = failureOf(
      state,
      { isOpen, isRefused: row.gateway_order_id === null, isGone: gateway === null },
      at,
    )
    if (happened === 'debit_failed' || happened === 'failed_early') await checkMandate(tx, scope, state, payment)
    if (happened !== null) await apply(tx, scope, state, happened, about)
    // A failed link payment can be repeated on the same page.
    const isTold = happened === 'debit_failed' || happened === 'failed_early' || gateway === null
    if (!isTold && payment.outcome !== 'revoked') await tellOfFailure(tx, scope, row, gateway)
    await save(tx, scope, state)
  },

  async mismatched(tx, { organizationId, at }, { row, gateway, payment }) {
    await emit(tx, organizationId, at, [mismatched(organizationId, row, gateway, payment)])
  },
}

interface Failure {
  isOpen: boolean
  isRefused: boolean
  isGone: boolean
}

function failureOf(state: State, { isOpen, isRefused, isGone }: Failure, at: Date) {
  const { open, row } = state
  // spec 16.5: its gateway is off for good. The job ends what was paid with test money, and decides what follows.
  if (isGone || !isOpen) return null
  const isLinkRefused = open?.kind === 'link' && isRefused
  if (isLinkRefused && ['pending', 'active', 'grace'].includes(row.status)) return 'link_refused'
  return failureEvent(situationOf(state, likelyMeans(state, at)), isOpen, at)
}

/** The mandate may be the reason: its status is queried from the gateway. */
async function checkMandate(tx: Tx, { organizationId, at }: Scope, state: State, { mandate_id }: PaymentRow) {
  for (const mandate of state.mandates.filter(({ id, ended_at }) => id === mandate_id && ended_at === null)) {
    mandate.check_at = at
    mandate.check_count = 0
    await tx.run(mandateQueries.saveState(organizationId, mandate))
  }
}
