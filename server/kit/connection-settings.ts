// What holds on a connection of the program. Said by a statement, the first on it, and not among the startup parameters: a pooler
// refuses those that it does not know.

import type pg from 'pg'
import { nothing, sql } from './sql.ts'
import { runTogether } from './statement-batch.ts'

/** How long a statement of a request may wait for a row lock, before the caller is told to try again. */
const LOCK_TIMEOUT_MS = 1500
/** Without it the server keeps a dead peer's locks for hours. */
const IDLE_IN_TRANSACTION_MS = 30_000

export interface ConnectionSettings {
  statementTimeoutMs: number
  /**
   * For statements that look up rows one by one by their keys, however many: planned once a connection, and never by another way
   * that seemed better while the tables were small or had not been analyzed.
   */
  isByKeyOnly?: boolean
}

const byKeyOnly = sql`,
           set_config('plan_cache_mode', 'force_generic_plan', false), set_config('enable_seqscan', 'off', false),
           set_config('enable_hashjoin', 'off', false), set_config('enable_mergejoin', 'off', false), set_config('jit', 'off', false)`

/** Nobody waits for it: the server answers in order, so that it holds before the first statement behind it begins. */
export function setUp(
  client: pg.Client | pg.PoolClient,
  { statementTimeoutMs, isByKeyOnly = false }: ConnectionSettings,
): void {
  const statement = sql`
    select set_config('TimeZone', 'UTC', false), set_config('lock_timeout', ${String(LOCK_TIMEOUT_MS)}, false),
           set_config('statement_timeout', ${String(statementTimeoutMs)}, false),
           set_config('idle_in_transaction_session_timeout', ${String(IDLE_IN_TRANSACTION_MS)}, false)
           ${isByKeyOnly ? byKeyOnly : nothing}`
  // A connection that does not take it is of no use: it ends, and what waits on it is told so.
  runTogether(client, [statement]).catch(() => (client as pg.Client).end())
}
