// Limits how long a connection uses the plans of its prepared statements.

import { interval } from '#kit/interval.ts'
import { type Statement, sql } from './sql.ts'

/**
 * PostgreSQL keeps a plan until the table is analyzed. A plan from when the table was small may read or sort all of it,
 * and an import or a busy first hour fills a table before it is analyzed.
 */
export const PLANS_KEPT_MS = interval('PLANS_KEPT', 10_000)

const plannedAt = new WeakMap<object, number>()

/** The statement that makes the connection plan again, once per `PLANS_KEPT_MS`; a new connection has no plans. */
export function discardOldPlans(client: object, now = performance.now()): readonly Statement[] {
  const since = plannedAt.get(client)
  if (since !== undefined && now - since < PLANS_KEPT_MS) return []
  plannedAt.set(client, now)
  return since === undefined ? [] : [DISCARD_PLANS]
}

const DISCARD_PLANS = sql`discard plans`
