// The complete state of an organization's subscription: read with its wallet locked, changed in memory, and written as
// a whole.

import type { Scope } from '#kit/app.ts'
import type { Tx } from '#kit/database/database.ts'
import type { Uuid } from '#kit/ids.ts'
import { enqueueWork } from '#kit/work.ts'
import type { MandateRow } from '#money/recharges/mandate-queries.ts'
import * as mandateQueries from '#money/recharges/mandate-queries.ts'
import { usable } from '#money/recharges/mandates.ts'
import * as wallet from '#money/wallet/actions.ts'
import type { PaymentRow, SubscriptionRow } from './queries.ts'
import * as queries from './queries.ts'
import { dueAt, type PaymentKind, type Situation } from './rules.ts'

export interface State {
  row: SubscriptionRow
  /** Mandates that have not ended or whose end was not reported to the gateway yet, and the newest one. */
  mandates: MandateRow[]
  /** The payment whose outcome is awaited. */
  open: PaymentRow | null
}

/** Null when nobody ever subscribed. */
export async function read(tx: Tx, organizationId: Uuid): Promise<State | null> {
  const row = await tx.row<SubscriptionRow>(queries.subscription(organizationId))
  if (!row) return null
  const mandates = await tx.rows<MandateRow>(mandateQueries.living(organizationId, 'subscription'))
  const open = row.open_payment_id
    ? await tx.row<PaymentRow>(queries.payment(organizationId, row.open_payment_id))
    : undefined
  return { row, mandates, open: open ?? null }
}

/** Like `read`, with the wallet locked until the transaction ends. */
export async function lock(tx: Tx, organizationId: Uuid): Promise<State | null> {
  await wallet.lock(tx, organizationId)
  return read(tx, organizationId)
}

/** Payments and mandates are written where they change. */
export async function save(tx: Tx, { organizationId, at }: Scope, state: State): Promise<void> {
  const { row, open } = state
  row.open_payment_id = open?.payment_id ?? null
  await tx.run(queries.save(organizationId, row))
  const due = nextDue(state, at)
  if (due) tx.onCommit(enqueueWork('subscription', organizationId, due))
}

export function newState(userId: Uuid, at: Date): State {
  const row: SubscriptionRow = {
    status: 'free',
    anchor_day: null,
    period_from: null,
    period_to: null,
    open_payment_id: null,
    opened_at: null,
    grace_started_at: null,
    retries_used: 0,
    next_debit_at: null,
    failed_attempts: 0,
    failure_reason: null,
    is_test_mode: false,
    subscribed_by: userId,
    updated_at: at,
  }
  return { row, mandates: [], open: null }
}

export const periodOf = ({ period_from: from, period_to: to }: Pick<SubscriptionRow, 'period_from' | 'period_to'>) =>
  from && to ? { from, to } : null

export function situationOf({ row, open }: State, means: PaymentKind): Situation {
  return {
    status: row.status,
    anchorDay: row.anchor_day,
    period: periodOf(row),
    open: open && { kind: open.kind, isFirst: open.purpose === 'first', dueAt: open.due_at },
    grace: row.grace_started_at && {
      startedAt: row.grace_started_at,
      used: row.retries_used,
      nextDebitAt: row.next_debit_at,
    },
    openedAt: row.opened_at,
    means,
  }
}

/** Without a usable mandate there are only links; with one, an additional step is harmless. */
export const likelyMeans = ({ mandates }: State, at: Date): PaymentKind => (usable(mandates, at) ? 'debit' : 'link')

/** When the next step is due without an external event. */
export function nextDue(state: State, at: Date): Date | null {
  const { mandates, open } = state
  const times = mandates.flatMap(({ check_at, cancel_at, expires_at, ended_at }) => [
    check_at,
    cancel_at,
    ended_at === null ? expires_at : null,
  ])
  if (open) times.push(open.ask_at)
  times.push(dueAt(situationOf(state, likelyMeans(state, at))))
  const known = times.filter((time) => time !== null)
  return known.length === 0 ? null : new Date(Math.min(...known.map((time) => time.getTime())))
}
