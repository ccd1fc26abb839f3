// The complete state of an organization's auto-recharge: read with its wallet locked, changed in memory, and written as
// a whole, so that the watched threshold and the shown balance are always consistent with it.

import type { Scope } from '#kit/app.ts'
import type { Tx } from '#kit/database/database.ts'
import type { Uuid } from '#kit/ids.ts'
import { formatMicros } from '#kit/money.ts'
import { enqueueWork } from '#kit/work.ts'
import type { MandateRow } from '#money/recharges/mandate-queries.ts'
import * as mandateQueries from '#money/recharges/mandate-queries.ts'
import { usable } from '#money/recharges/mandates.ts'
import * as wallet from '#money/wallet/actions.ts'
import type { AutoRechargeStatus } from '#money/wallet/rules.ts'
import type { AttemptRow, SettingsRow } from './queries.ts'
import * as queries from './queries.ts'
import { type Grace, graceEnd, linkEnd, type Situation } from './rules.ts'
import { stateOf, statusOf } from './states.ts'

export interface Known {
  row: SettingsRow
  /** Mandates that have not ended or whose end was not reported to the gateway yet, and the newest one. */
  mandates: MandateRow[]
  open: AttemptRow | null
}

export interface State extends Known {
  walletState: wallet.WalletState
}

/** Null when auto-recharge was never configured. */
export async function read(tx: Tx, organizationId: Uuid): Promise<Known | null> {
  const [row, mandates, open] = await Promise.all([
    tx.row<SettingsRow>(queries.settings(organizationId)),
    tx.rows<MandateRow>(mandateQueries.living(organizationId, 'recharge')),
    tx.row<AttemptRow>(queries.openAttempt(organizationId)),
  ])
  return row ? { row, mandates, open: open ?? null } : null
}

/** Like `read`, with the wallet locked until the transaction ends. */
export async function lock(tx: Tx, organizationId: Uuid): Promise<State | null> {
  const walletState = await wallet.lock(tx, organizationId)
  const known = await read(tx, organizationId)
  return known && { ...known, walletState }
}

/**
 * Writes the state that was changed in memory, and everything derived from it. Attempts and mandates are written where
 * they change.
 */
export async function save(tx: Tx, { organizationId, at }: Scope, state: State): Promise<void> {
  const { row, walletState } = state
  const threshold = stateOf(situationOf(state)) === 'armed' ? row.threshold_micros : null
  // Only later deductions call; and a call ends with its reason.
  if (threshold !== null && walletState.rechargeBelow !== threshold) row.armed_version = walletState.version
  if (walletState.balance >= row.threshold_micros) row.called = false
  await tx.run(queries.save(organizationId, row))
  await wallet.setRechargeThreshold(tx, organizationId, walletState, threshold, at)
  const shown = {
    enabled: row.enabled,
    threshold: formatMicros(row.threshold_micros),
    amount: formatMicros(row.amount_micros),
    status: status(state, at),
  }
  await wallet.showAutoRecharge(tx, organizationId, walletState, shown, graceUntil(row))
  const due = dueAt(state)
  if (due) tx.onCommit(enqueueWork('auto_recharge', organizationId, due))
}

export function graceOf({ grace_started_at, retries_used, next_attempt_at }: SettingsRow): Grace | null {
  return grace_started_at && { startedAt: grace_started_at, used: retries_used, nextAttemptAt: next_attempt_at }
}

export const graceUntil = ({ grace_started_at }: SettingsRow): Date | null =>
  grace_started_at && graceEnd(grace_started_at)

export function situationOf({ row, open }: Known): Situation {
  return {
    enabled: row.enabled,
    open: open && { kind: open.kind, begunAt: open.begun_at },
    grace: graceOf(row),
    heldUntil: row.held_until,
  }
}

export function status(known: Known, at: Date): AutoRechargeStatus {
  const hasMandate = usable(known.mandates, at) !== null
  return statusOf(stateOf(situationOf(known)), { hasMandate, byLink: known.row.by_link })
}

/**
 * True when a recharge is wanted and none was started for it: because of a deduction since the threshold is watched, or
 * of a waiting call.
 */
export const isCalled = ({ row, walletState }: State): boolean => row.called || walletState.version > row.armed_version

/** When the next step is due without an external event. */
export function dueAt({ row, mandates, open }: Known): Date | null {
  const times = mandates.flatMap(({ check_at, cancel_at, expires_at, ended_at }) => [
    check_at,
    cancel_at,
    ended_at === null ? expires_at : null,
  ])
  if (open) times.push(open.ask_at)
  const grace = graceOf(row)
  if (open?.kind === 'link' && !grace) times.push(linkEnd(open.begun_at))
  if (row.enabled && grace)
    times.push(grace.nextAttemptAt ?? (open?.kind === 'debit' ? null : graceEnd(grace.startedAt)))
  if (row.enabled) times.push(row.held_until)
  const known = times.filter((time) => time !== null)
  return known.length === 0 ? null : new Date(Math.min(...known.map((time) => time.getTime())))
}
