// What follows a failed automatic payment: seven days of grace, retries on four of them, and an end, one way or the other.
// decisions §5 "Grace": each step is told.

import * as audit from '#audit/actions.ts'
import type { Tx } from '#kit/database.ts'
import { emit } from '#kit/events.ts'
import type { Scope } from '#kit/hooks.ts'
import { publicId } from '#kit/wire.ts'
import * as events from './events.ts'
import { nextRetry } from './rules.ts'
import { graceOf, leaveLink, type State } from './state.ts'

/** A debit failed: the grace begins with the first, and the next retry is set. */
export async function noteFailure(tx: Tx, scope: Scope, state: State, noticeMs: number): Promise<void> {
  const { organizationId, at } = scope
  const { row } = state
  const isFirst = row.grace_started_at === null
  row.grace_started_at ??= at
  row.failed_attempts++
  if (isFirst) await emit(tx, organizationId, at, [events.graceChanged(organizationId, row, null)])
  await scheduleRetry(tx, scope, state, noticeMs)
}

export async function scheduleRetry(tx: Tx, scope: Scope, state: State, noticeMs: number): Promise<void> {
  const { organizationId, at } = scope
  const { row } = state
  const grace = graceOf(row)
  if (!grace) return
  const { used, nextAttemptAt } = nextRetry(grace, at, noticeMs)
  row.retries_used = used
  row.next_attempt_at = nextAttemptAt
  if (nextAttemptAt)
    await emit(tx, organizationId, at, [events.autoRechargeChanged('retry_scheduled', organizationId, state, at)])
}

/** Nothing when there is none. */
export async function endGrace(tx: Tx, scope: Scope, state: State, outcome: events.GraceOutcome): Promise<void> {
  const { organizationId, at } = scope
  const { row } = state
  if (row.grace_started_at === null) return
  await emit(tx, organizationId, at, [events.graceChanged(organizationId, row, outcome)])
  row.grace_started_at = null
  row.failed_attempts = 0
  row.retries_used = 0
  row.next_attempt_at = null
}

/** The grace is over and nothing was paid. The mandate stays: switching on again needs no new one. */
export async function switchOff(tx: Tx, scope: Scope, state: State): Promise<void> {
  const { organizationId, at } = scope
  await leaveLink(tx, scope, state)
  await endGrace(tx, scope, state, 'switched_off')
  const { row } = state
  row.enabled = false
  row.held_until = null
  row.held_by = null
  row.updated_at = at
  await emit(tx, organizationId, at, [events.autoRechargeChanged('switched_off', organizationId, state, at)])
  audit.record(tx, scope, 'system', { action: 'auto_recharge.switched_off', object: publicId('org', organizationId) })
}
