// All that auto-recharge knows of an organization: read with its wallet locked, changed in memory, and written back as a whole,
// so that the threshold that sending watches and what the balance shows never say anything else.

import type { Tx } from '#kit/database.ts'
import type { Uuid } from '#kit/ids.ts'
import { formatMicros } from '#kit/money.ts'
import type { Scope } from '#kit/hooks.ts'
import { noteWork } from '#kit/work.ts'
import * as recharges from '#recharges/actions.ts'
import * as wallet from '#wallet/actions.ts'
import type { AutoRechargeStatus } from '#wallet/rules.ts'
import * as mandateQueries from './mandate-queries.ts'
import type { MandateRow } from './mandate-queries.ts'
import * as queries from './queries.ts'
import type { AttemptRow, SettingsRow } from './queries.ts'
import { type Grace, graceEnd, isArmed, linkEnd, statusOf } from './rules.ts'

export interface Known {
  row: SettingsRow
  /** Those that have not ended or whose end the gateway is yet to be told, and the newest of all. */
  mandates: MandateRow[]
  open: AttemptRow | null
}

export interface State extends Known {
  purse: wallet.Purse
}

/** Null where auto-recharge was never set. */
export async function read(tx: Tx, organizationId: Uuid): Promise<Known | null> {
  const [row, mandates, open] = await Promise.all([
    tx.row<SettingsRow>(queries.settings(organizationId)),
    tx.rows<MandateRow>(mandateQueries.living(organizationId)),
    tx.row<AttemptRow>(queries.openAttempt(organizationId)),
  ])
  return row ? { row, mandates, open: open ?? null } : null
}

/** As `read`, with the wallet locked: nobody else changes any of it until the transaction ends. */
export async function lock(tx: Tx, organizationId: Uuid): Promise<State | null> {
  const purse = await wallet.lock(tx, organizationId)
  const known = await read(tx, organizationId)
  return known && { ...known, purse }
}

/** Writes what was changed in memory, and what follows from it. Attempts and mandates are written where they change. */
export async function save(tx: Tx, { organizationId, at }: Scope, state: State): Promise<void> {
  const { row, purse } = state
  const threshold = isArmed(situationOf(state)) ? row.threshold_micros : null
  if (threshold !== null && purse.rechargeBelow !== threshold) row.armed_version = purse.version
  if (purse.balance >= row.threshold_micros) row.called = false
  await tx.run(queries.save(organizationId, row))
  await wallet.callForRechargeBelow(tx, organizationId, purse, threshold, at)
  const shown = {
    enabled: row.enabled,
    threshold: formatMicros(row.threshold_micros),
    amount: formatMicros(row.amount_micros),
    status: status(state, at),
  }
  await wallet.showAutoRecharge(tx, organizationId, purse, shown, graceUntil(row))
  const due = dueAt(state)
  if (due) tx.later(noteWork('auto_recharge', organizationId, due))
}

export function graceOf({ grace_started_at, retries_used, next_attempt_at }: SettingsRow): Grace | null {
  return grace_started_at && { startedAt: grace_started_at, used: retries_used, nextAttemptAt: next_attempt_at }
}

export const graceUntil = ({ grace_started_at }: SettingsRow): Date | null =>
  grace_started_at && graceEnd(grace_started_at)

export function situationOf({ row, open }: Known) {
  return {
    enabled: row.enabled,
    open: open && { kind: open.kind, begunAt: open.begun_at },
    grace: graceOf(row),
    heldUntil: row.held_until,
  }
}

export function status(known: Known, at: Date): AutoRechargeStatus {
  const hasMandate = usable(known.mandates, at) !== null
  return statusOf({ ...situationOf(known), hasMandate, byLink: known.row.by_link })
}

/** The mandate that debits may be made with: the newest, when there are two for a moment; `through` one gateway, where it matters. */
export function usable(mandates: readonly MandateRow[], at: Date, through?: string): MandateRow | null {
  const found = mandates.find(
    ({ status, expires_at, gateway: name }) =>
      status === 'active' && (expires_at === null || expires_at > at) && (through === undefined || name === through),
  )
  return found ?? null
}

/** The one to show: that which is usable, else one that may yet be, else the last there was. */
export function current(mandates: readonly MandateRow[], at: Date): MandateRow | null {
  return usable(mandates, at) ?? mandates.find(({ ended_at }) => ended_at === null) ?? mandates[0] ?? null
}

/** When there is something to do without anybody asking for it. */
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

/** Nobody waits for the open link any longer; it can still be paid, as any recharge. */
export async function leaveLink(tx: Tx, scope: Scope, state: State): Promise<void> {
  if (state.open?.kind !== 'link') return
  await endAttempt(tx, scope, state, state.open, 'left')
}

export async function endAttempt(
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
