// Runs the doctor's statements.

import { letStatementsTake } from '#kit/database/answer-deadline.ts'
import type { TransactionOptions } from '#kit/database/database.ts'
import { areShards } from '#kit/database/shards.ts'
import { type Statement, sql } from '#kit/database/sql.ts'
import type { Invariant } from './invariants.ts'
import { ROWS_SHOWN_MAX } from './messages.ts'

/**
 * Planned for all violating rows, as if there were no limit: PostgreSQL overestimates their number, and its plan for
 * the first rows takes very long when there are none.
 */
export function brokenBy({ id, sql }: Invariant): Statement[] {
  const texts = typeof sql === 'string' ? { '': sql } : sql
  return Object.entries(texts).map(([table, text]) => ({
    text: `with broken as materialized (${text}) select * from broken limit ${ROWS_SHOWN_MAX}`,
    values: [],
    name: `doctor_${id}_${table}`,
  }))
}

/**
 * Each statement reads whole tables and compares them by key: hash joins, whose cost does not depend on statistics, and
 * memory for them and for sorts. Only one statement runs at a time.
 */
const planForAll = (): Statement => (areShards() ? sql`select` : planningForAll)

const planningForAll = sql`
  select set_config('work_mem', '96MB', true), set_config('enable_nestloop', 'off', true),
         set_config('enable_mergejoin', 'off', true)`

/** All invariants are checked against one snapshot of the database. */
export const ONE_SNAPSHOT: TransactionOptions = { isolation: 'repeatable read', readOnly: true }

/** The first statements of the check's transaction. */
export const prepareCheck = (): readonly Statement[] => [letStatementsTake(null), planForAll()]

/** Cancels the statement of one of our backends. */
export function cancel(backend: number): Statement {
  return sql`select pg_cancel_backend(${backend})`
}
