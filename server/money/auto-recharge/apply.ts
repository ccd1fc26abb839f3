// Applies the transitions of the state table: updates stored state, ends and starts attempts, and emits an event for
// each step (spec 10.24).

import { emit } from '#events/actions.ts'
import type { Scope } from '#kit/app.ts'
import type { Tx } from '#kit/database/database.ts'
import { publicId } from '#kit/wire.ts'
import * as recharges from '#money/recharges/actions.ts'
import * as audit from '#people/audit/actions.ts'
import { autoRechargeChanged, graceChanged } from './events.ts'
import type { AttemptRow } from './queries.ts'
import * as queries from './queries.ts'
import { type GraceOutcome, type Limit, nextRetry, usedBy } from './rules.ts'
import { type Effect, type EventName, graceOutcomeOf, stateOf, transitionOf } from './states.ts'
import { graceOf, type State, situationOf } from './store.ts'

/** The data that an event's effects need. */
export interface About {
  /** For `open_attempt` and `end_attempt`. */
  attempt?: AttemptRow
  outcome?: Exclude<AttemptRow['outcome'], null>
  /** The gateway's notice period, for `count_retry` and `schedule_retry`. */
  noticeMs?: number
  /** For `hold`. */
  limit?: Limit
}

interface Doing {
  tx: Tx
  scope: Scope
  state: State
  about: About
  graceOutcome: GraceOutcome | undefined
}

/**
 * Throws when the event cannot happen in the current state, which then stays unchanged. The wallet must be locked; the
 * caller calls `save`.
 */
export async function apply(tx: Tx, scope: Scope, state: State, event: EventName, about: About = {}): Promise<void> {
  const { to, effects } = transitionOf(stateOf(situationOf(state)), event)
  const doing = { tx, scope, state, about, graceOutcome: graceOutcomeOf[event] }
  for (const effect of effects) await effectOf[effect](doing)
  const reached = stateOf(situationOf(state))
  if (reached !== to) throw new Error(`auto-recharge: ${event} leads to ${to}, and led to ${reached}`)
}

const effectOf: Readonly<Record<Effect, (doing: Doing) => Promise<void> | void>> = {
  switch_on({ state: { row } }) {
    row.enabled = true
  },
  switch_off({ state: { row } }) {
    row.enabled = false
  },
  async tell_switched_off({ tx, scope, state }) {
    const { organizationId, at } = scope
    state.row.updated_at = at
    await emit(tx, organizationId, at, [autoRechargeChanged('switched_off', organizationId, state, at)])
    audit.record(tx, scope, 'system', { action: 'auto_recharge.switched_off', object: publicId('org', organizationId) })
  },
  raise_call({ state: { row } }) {
    row.called = true
  },
  answer_call({ state: { row } }) {
    row.called = false
  },
  ignore_deductions({ state: { row, walletState } }) {
    row.armed_version = walletState.version
  },
  hold({ state: { row }, about }) {
    const { by, until } = needed(about.limit)
    row.held_until = until
    row.held_by = by
  },
  release({ state: { row } }) {
    row.held_until = null
    row.held_by = null
  },
  open_attempt({ state, about }) {
    state.open = needed(about.attempt)
  },
  async end_attempt({ tx, scope, state, about }) {
    // A successful attempt keeps its outcome.
    const attempt = needed(about.attempt)
    if (attempt.outcome !== 'succeeded') await endAttempt(tx, scope, state, attempt, needed(about.outcome))
  },
  async leave_link({ tx, scope, state }) {
    await endAttempt(tx, scope, state, needed(state.open), 'left')
  },
  async begin_grace({ tx, scope: { organizationId, at }, state: { row } }) {
    row.grace_started_at = at
    row.failed_attempts = 1
    await emit(tx, organizationId, at, [graceChanged(organizationId, row, null)])
  },
  count_failure({ state: { row } }) {
    row.failed_attempts++
  },
  count_retry({ scope: { at }, state: { row }, about }) {
    row.retries_used = usedBy(needed(graceOf(row)), at, needed(about.noticeMs))
    row.next_attempt_at = null
  },
  async schedule_retry({ tx, scope: { organizationId, at }, state, about }) {
    const { row } = state
    const { used, nextAttemptAt } = nextRetry(needed(graceOf(row)), at, needed(about.noticeMs))
    row.retries_used = used
    row.next_attempt_at = nextAttemptAt
    if (nextAttemptAt)
      await emit(tx, organizationId, at, [autoRechargeChanged('retry_scheduled', organizationId, state, at)])
  },
  async end_grace({ tx, scope: { organizationId, at }, state: { row }, graceOutcome }) {
    await emit(tx, organizationId, at, [graceChanged(organizationId, row, needed(graceOutcome))])
    row.grace_started_at = null
    row.failed_attempts = 0
    row.retries_used = 0
    row.next_attempt_at = null
  },
}

function needed<T>(value: T | null | undefined): T {
  if (value === null || value === undefined)
    throw new Error('auto-recharge: an event does not say what its effects need')
  return value
}

async function endAttempt(
  tx: Tx,
  scope: Scope,
  state: State,
  attempt: AttemptRow,
  outcome: Exclude<AttemptRow['outcome'], null>,
): Promise<void> {
  await tx.run(queries.end(scope.organizationId, attempt.recharge_id, outcome, scope.at))
  if (outcome === 'left') await recharges.leaveToCustomer(tx, scope, attempt.recharge_id)
  if (state.open?.recharge_id === attempt.recharge_id) state.open = null
}
