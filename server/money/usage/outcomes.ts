// Delivery outcomes for the usage counters. The recorder of an outcome does not hold the wallet's lock and must not
// wait for it: it inserts a change row in its own transaction. A job adds these rows to the counters under the lock.
// Usage queries read both, so that numbers are never late.

import type { Tx } from '#kit/database/database.ts'
import type { Uuid } from '#kit/ids.ts'
import { indianDate } from '#kit/india/calendar.ts'
import type { PricedChannel, PriceKind } from '#money/pricing/rules.ts'
import * as wallet from '#money/wallet/actions.ts'
import * as queries from './outcome-queries.ts'
import { addOutcomes, type CountedOutcome } from './queries.ts'
import { endOf } from './rules.ts'

/** A delivery whose status has changed. */
export interface EndedRow {
  org_id: Uuid
  transaction_id: Uuid
  channel: string
  kind: PriceKind
  created_at: Date
  status: string
  /** The previous status; unset when the message had not been sent. */
  was?: string
}

/** Records the counted changes; most are delivery receipts. */
export function noteOutcomes(tx: Tx, rows: readonly EndedRow[], at: Date): void {
  const changes = changesOf(rows)
  if (changes.length > 0) tx.onCommit(queries.insertChanges(changes, at))
}

/** One change per charge, day and kind. */
export function changesOf(rows: readonly EndedRow[]): queries.Change[] {
  const found = new Map<string, queries.Change>()
  for (const { org_id, transaction_id, channel, kind, created_at, status, was } of rows) {
    const [before, after] = [was === undefined ? null : endOf(was), endOf(status)]
    if (before === after) continue
    const day = indianDate(created_at)
    const name = `${transaction_id} ${day} ${kind}`
    const change = found.get(name) ?? {
      organizationId: org_id,
      day,
      channel: channel as PricedChannel,
      kind,
      transactionId: transaction_id,
      delivered: 0,
      failed: 0,
    }
    if (before !== null) change[before]--
    if (after !== null) change[after]++
    found.set(name, change)
  }
  return [...found.values()].filter(({ delivered, failed }) => delivered !== 0 || failed !== 0)
}

/** Adds up to `limit` changes of an organization to its counters; returns how many. */
export async function countOutcomes(tx: Tx, organizationId: Uuid, limit: number): Promise<number> {
  await wallet.lock(tx, organizationId)
  const rows = await tx.rows<CountedOutcome>(queries.takeChanges(organizationId, limit))
  if (rows.length > 0) await tx.run(addOutcomes(organizationId, rows))
  return rows.length
}
