// How the doctor's statements are run.

import { type Statement, sql } from '#kit/sql.ts'
import type { Invariant } from './invariants.ts'

/** Enough to see what is wrong; a broken rule may break millions of rows. */
const ROWS_SHOWN_MAX = 20

export function brokenBy({ id, sql: text }: Invariant): Statement {
  return { text: `select * from (${text}) as broken limit ${ROWS_SHOWN_MAX}`, values: [], name: `doctor_${id}` }
}

/** To be run first in a transaction. */
export const useOneSnapshot: readonly Statement[] = [
  sql`set transaction isolation level repeatable read, read only`,
  sql`set local statement_timeout = 0`,
]
