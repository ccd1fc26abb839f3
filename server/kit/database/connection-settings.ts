// Settings of the program's connections. Sent as the first statement and not as startup parameters, because a pooler
// refuses parameters that it does not know.

import type pg from 'pg'
import { interval } from '#kit/interval.ts'
import { mustAnswerWithin } from './answer-deadline.ts'
import { nothing, type Statement, sql } from './sql.ts'
import { runTogether } from './statement-batch.ts'

/**
 * Lock timeout of a request's statement, after which it is refused with "try again". PostgreSQL applies it per lock: a
 * statement may wait for its place in the line first, and then for the row.
 */
const lockTimeoutMs = () => interval('LOCK', 900)
/**
 * PostgreSQL's deadlock check must run before the lock timeout, so that one of the transactions is retried instead. Not
 * every role may set it; the default is one second.
 */
const DEADLOCK_TIMEOUT_MS = 500
const lockTimeoutBehindASecondMs = () => interval('LOCK', 1100)
/** The minimum for a transaction that waited long for its connection. */
const LOCK_TIMEOUT_MIN_MS = 200
const WAITS_OF_A_LOCK = 2
/** Shorter waits are not worth a statement. */
const WAITED_AT_LEAST_MS = 100
/** Without it the server keeps a dead peer's locks for hours. */
const IDLE_IN_TRANSACTION_MS = 30_000

export interface Timeouts {
  /** The server's statement timeout. */
  statementTimeoutMs: number
  /** Our response deadline, a little longer, for a server that does not enforce its own: the connection is closed. */
  answerTimeoutMs: number
}

/** For each round trip of a transaction. */
export const TRANSACTION_TIMEOUTS: Timeouts = { statementTimeoutMs: 15_000, answerTimeoutMs: 16_000 }
const READ_ANSWER_MARGIN_MS = 200
/** For a single read, which is short: its caller must get a response within 2 s, spec 19.11. */
export function readTimeouts(): Timeouts {
  const statementTimeoutMs = interval('READ', 1700)
  return { statementTimeoutMs, answerTimeoutMs: statementTimeoutMs + READ_ANSWER_MARGIN_MS }
}

export interface ConnectionSettings extends Timeouts {
  /**
   * For statements that look up rows by key, however many: planned once per connection, and only with index lookups, so
   * that a plan chosen while tables were small or not analyzed is never used.
   */
  isByKeyOnly?: boolean
}

/**
 * Lock timeout of a transaction that waited for its connection: shortened, so that the caller gets a response within 2
 * s, spec 19.6. Null when the usual timeout applies.
 */
export function lockTimeoutBehind(waitedMs: number): number | null {
  if (waitedMs < WAITED_AT_LEAST_MS) return null
  return Math.max(LOCK_TIMEOUT_MIN_MS, Math.round(lockTimeoutMs() - waitedMs / WAITS_OF_A_LOCK))
}

/** Sets the lock timeout until the end of the transaction. */
export const waitForLocks = (ms: number): Statement => sql`select set_config('lock_timeout', ${String(ms)}, true)`

/** Citus plans for the statement's organization each time, and refuses generic plans. */
const byKeyOnly = sql`,
  set_config('plan_cache_mode', case when to_regclass('pg_catalog.pg_dist_partition') is null
                                     then 'force_generic_plan' else 'auto' end, false),
  set_config('enable_seqscan', 'off', false), set_config('enable_hashjoin', 'off', false),
  set_config('enable_mergejoin', 'off', false)`

/**
 * Queries need not wait for it: the server processes queries in order, so the settings apply from the first one.
 * Resolves with the server's response; a connection that refuses the settings is closed.
 */
export async function setUp(
  client: pg.Client | pg.PoolClient,
  { statementTimeoutMs, answerTimeoutMs, isByKeyOnly = false }: ConnectionSettings,
): Promise<void> {
  mustAnswerWithin(client, answerTimeoutMs)
  const statement = sql`
    select set_config('TimeZone', 'UTC', false),
           case when has_parameter_privilege('deadlock_timeout', 'SET')
                then set_config('deadlock_timeout', ${String(DEADLOCK_TIMEOUT_MS)}, false) end,
           set_config('lock_timeout', case when has_parameter_privilege('deadlock_timeout', 'SET')
                                           then ${String(lockTimeoutMs())}
                                           else ${String(lockTimeoutBehindASecondMs())} end, false),
           set_config('statement_timeout', ${String(statementTimeoutMs)}, false),
           set_config('idle_in_transaction_session_timeout', ${String(IDLE_IN_TRANSACTION_MS)}, false),
           set_config('jit', 'off', false)
           ${isByKeyOnly ? byKeyOnly : nothing}`
  try {
    await runTogether(client, [statement])
  } catch {
    await (client as pg.Client).end()
  }
}
