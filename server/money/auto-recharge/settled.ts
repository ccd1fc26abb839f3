// The effect of a paid or failed recharge on auto-recharge, in the same transaction.

import type { Hook } from '#events/hooks.ts'
import type { Scope } from '#kit/app.ts'
import type { Tx } from '#kit/database/database.ts'
import * as mandateQueries from '#money/recharges/mandate-queries.ts'
import type { RechargeRow } from '#money/recharges/queries.ts'
import * as rechargeQueries from '#money/recharges/queries.ts'
import { apply } from './apply.ts'
import type { AttemptRow } from './queries.ts'
import * as queries from './queries.ts'
import { lock, type State, save } from './store.ts'

export const followRecharge: Hook<'recharge.settled'> = async (tx, scope, ids) => {
  const { organizationId } = scope
  // Most organizations have no settings: for them this is one read.
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

/** A payment arrived, automatic or manual. */
async function paid(
  tx: Tx,
  scope: Scope,
  state: State,
  { origin }: RechargeRow,
  attempt: AttemptRow | undefined,
): Promise<void> {
  // A success after a failure also counts, unless it was a manual retry.
  const outcome = origin === 'auto' || attempt?.kind === 'link' ? 'succeeded' : 'left'
  const event = !attempt ? 'paid_by_hand' : attempt.outcome === null ? 'open_paid' : 'earlier_paid'
  await apply(tx, scope, state, event, { attempt, outcome })
  if (state.walletState.balance >= state.row.threshold_micros) await apply(tx, scope, state, 'funded')
}

async function failed(tx: Tx, scope: Scope, state: State, attempt: AttemptRow, recharge: RechargeRow): Promise<void> {
  if (attempt.outcome !== null) return
  if (attempt.kind === 'link') {
    // A manual payment failed and can be repeated on the same page, unless the gateway refused the order itself.
    if (recharge.gateway_order_id === null)
      await apply(tx, scope, state, 'link_refused', { attempt, outcome: 'failed' })
    return
  }
  // spec 16.5: the payment did not fail; its gateway is off for good.
  if (recharge.origin !== 'auto') return apply(tx, scope, state, 'debit_gateway_gone', { attempt, outcome: 'left' })
  // The mandate may be the reason: its state is queried from the gateway.
  for (const mandate of state.mandates.filter(({ id, ended_at }) => id === attempt.mandate_id && ended_at === null)) {
    mandate.check_at = scope.at
    mandate.check_count = 0
    await tx.run(mandateQueries.saveState(scope.organizationId, mandate))
  }
  await apply(tx, scope, state, 'debit_failed', { attempt, outcome: 'failed', noticeMs: Number(attempt.notice_ms) })
}
