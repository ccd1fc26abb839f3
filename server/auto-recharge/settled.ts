// What a recharge that was paid, or failed, means for auto-recharge. In the transaction that settles it.

import type { Tx } from '#kit/database.ts'
import type { Hook, Scope } from '#kit/hooks.ts'
import * as rechargeQueries from '#recharges/queries.ts'
import type { RechargeRow } from '#recharges/queries.ts'
import { endGrace, noteFailure } from './grace.ts'
import * as mandateQueries from './mandate-queries.ts'
import * as queries from './queries.ts'
import type { AttemptRow } from './queries.ts'
import { endAttempt, leaveLink, lock, save, type State } from './state.ts'

export const noteSettled: Hook<'recharge.settled'> = async (tx, scope, ids) => {
  const { organizationId } = scope
  // Most organizations have none: then this is one look.
  if (!(await tx.row(queries.settings(organizationId)))) return
  const state = await lock(tx, organizationId)
  if (!state) return
  for (const id of ids) {
    const recharge = await tx.row<RechargeRow>(rechargeQueries.byId(organizationId, id))
    const attempt = await tx.row<AttemptRow>(queries.attempt(organizationId, id))
    if (recharge?.status === 'succeeded') await paid(tx, scope, state, recharge, attempt)
    else if (recharge?.status === 'failed' && attempt) await failed(tx, scope, state, attempt, recharge)
  }
  await save(tx, scope, state)
}

/** Money came in, by itself or because somebody paid. */
async function paid(
  tx: Tx,
  scope: Scope,
  state: State,
  { origin }: RechargeRow,
  attempt: AttemptRow | undefined,
): Promise<void> {
  const { row, purse } = state
  // Money that comes in calls for none: if it leaves the balance below, the next deduction does.
  row.armed_version = purse.version
  // A success after a failure counts too: it is late, and the customer was charged by it. Unless they retried it by hand.
  const outcome = origin === 'auto' || attempt?.kind === 'link' ? 'succeeded' : 'left'
  if (attempt && attempt.outcome !== 'succeeded') await endAttempt(tx, scope, state, attempt, outcome)
  if (attempt) await endGrace(tx, scope, state, 'paid')
  if (purse.balance < row.threshold_micros) return
  // There is nothing left to charge for. What is being debited cannot be called back; what is only planned is not begun.
  await endGrace(tx, scope, state, 'funded')
  await leaveLink(tx, scope, state)
}

async function failed(tx: Tx, scope: Scope, state: State, attempt: AttemptRow, recharge: RechargeRow): Promise<void> {
  if (attempt.outcome !== null) return
  if (attempt.kind === 'link') {
    // Somebody tried to pay by hand and may try again at the same page, unless the gateway refused the order itself.
    if (recharge.gateway_order_id === null) await endAttempt(tx, scope, state, attempt, 'failed')
    return
  }
  // decisions §7: not its payment failed, its gateway is off for good, so no grace begins. What called for it still does.
  if (recharge.origin !== 'auto') {
    state.row.called = true
    return endAttempt(tx, scope, state, attempt, 'left')
  }
  await endAttempt(tx, scope, state, attempt, 'failed')
  // The mandate may be why: the gateway is asked what is with it.
  for (const mandate of state.mandates.filter(({ id, ended_at }) => id === attempt.mandate_id && ended_at === null)) {
    mandate.check_at = scope.at
    mandate.check_count = 0
    await tx.run(mandateQueries.saveState(scope.organizationId, mandate))
  }
  // Switched off meanwhile: the failure is told, and nothing follows from it.
  if (state.row.enabled) await noteFailure(tx, scope, state, Number(attempt.notice_ms))
}
