// How the doctor's statements are run.

import { letStatementsTake } from '#kit/database/answer-deadline.ts'
import { type Statement, sql } from '#kit/database/sql.ts'
import type { Invariant } from './invariants.ts'

/** Enough to see what is wrong; a broken rule may break millions of rows. */
const ROWS_SHOWN_MAX = 20

/**
 * Planned for all that is broken, as if there were no limit: PostgreSQL expects a lot of it, and would look for the
 * first rows in a way that takes for ever when there are none.
 */
export function brokenBy({ id, sql: text }: Invariant): Statement {
  return {
    text: `with broken as materialized (${text}) select * from broken limit ${ROWS_SHOWN_MAX}`,
    values: [],
    name: `doctor_${id}`,
  }
}

/** To be run first in a transaction. */
export const useOneSnapshot: readonly Statement[] = [
  sql`set transaction isolation level repeatable read, read only`,
  letStatementsTake(null),
]

/** Ends the statement that a backend of ours works on. */
export function cancel(backend: number): Statement {
  return sql`select pg_cancel_backend(${backend})`
}
