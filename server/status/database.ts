// The database: whether it answers, its size and load, and whether its schema is this version's.

import { readdir } from 'node:fs/promises'
import { basename } from 'node:path'
import type { Tx } from '#kit/database/database.ts'
import { DatabaseAway } from '#kit/database/look.ts'
import * as queries from './database-queries.ts'
import type { DatabaseFacts, TableFacts } from './facts.ts'
import { line, type Message, problem } from './messages.ts'
import type { Found, Part, View } from './part.ts'
import { NoAnswer, NotRunning } from './reachable.ts'
import { secondsSince } from './units.ts'

const MIGRATIONS_FOLDER = new URL('../../db/migrations/', import.meta.url)

/** Of the connections that PostgreSQL allows: beyond this share, a second program or a person may get none. */
const CONNECTIONS_USED_SHARE_MAX = 0.9
/** Only the doctor takes this long. A long transaction keeps VACUUM from removing dead rows. */
const TRANSACTION_SECONDS_MAX = 3600
/** PostgreSQL stops accepting writes at 2,000 million; autovacuum starts at 200 million. */
const TRANSACTION_AGE_MAX = 1_000_000_000
/** Times of both machines are compared: the ends of leases, and when work is due. */
const CLOCK_DIFFERENCE_MS_MAX = 1000

type AwayFacts = { is_answering: false }

export const databasePart: Part<DatabaseFacts | AwayFacts> = {
  name: 'database',
  async read(view) {
    try {
      return await look(view)
    } catch (error) {
      if (!(error instanceof DatabaseAway)) throw error
      return { problems: [awayProblem(error)], lines: [line('database_away')], facts: { is_answering: false } }
    }
  },
}

function awayProblem(error: DatabaseAway): Message {
  if (error instanceof NotRunning) return problem('database_not_running')
  if (error instanceof NoAnswer) return problem('database_timeout', { seconds: error.seconds })
  return problem('database_unavailable', { error: error.message })
}

async function look({ reads, settings }: View): Promise<Found<DatabaseFacts>> {
  // The first query also connects, so the second one measures a round trip.
  await reads.rows(queries.isMigrated())
  const askedAt = Date.now()
  const server = (await reads.row<queries.ServerRow>(queries.server())) as queries.ServerRow
  const roundTripMs = Date.now() - askedAt
  // The server read its clock at some moment of the round trip: only what lies outside it is a difference.
  const differenceMs = beyond(server.now.getTime() - askedAt, roundTripMs)
  const [activity, tables, machines, pending] = await Promise.all([
    reads.row<queries.ActivityRow>(queries.activity()) as Promise<queries.ActivityRow>,
    reads.rows<queries.TableRow>(queries.largestTables()),
    machinesOf(reads),
    pendingOf(reads),
  ])
  const now = server.now
  const { transaction_seconds: oldestSeconds, statement_seconds: slowestSeconds } = activity
  const problems = problemsOf(server, activity, pending, differenceMs)
  const upSeconds = Math.round(secondsSince(server.started_at, now))
  const facts: DatabaseFacts = {
    is_answering: true,
    version: server.version,
    is_embedded: settings.databaseUrl === null,
    uptime_seconds: upSeconds,
    size_bytes: Number(server.size),
    citus_machines: machines,
    connections_used: Number(activity.used),
    connections_max: server.connections_max,
    connections_of_samvad: Number(activity.ours),
    oldest_transaction:
      oldestSeconds === null
        ? null
        : {
            seconds: oldestSeconds,
            backend_pid: activity.transaction_pid,
            state: activity.transaction_state,
          },
    slowest_statement:
      slowestSeconds === null
        ? null
        : {
            seconds: slowestSeconds,
            backend_pid: activity.statement_pid,
            statement: activity.statement,
          },
    transactions_since_freeze: server.transaction_age,
    tables: tables.map(({ name, size, live, dead, vacuumed_at, analyzed_at }) => ({
      name,
      size_bytes: Number(size),
      rows: Number(live),
      dead_rows: Number(dead),
      vacuumed_at: secondsOf(vacuumed_at),
      analyzed_at: secondsOf(analyzed_at),
    })),
    pending_migrations: pending,
    round_trip_ms: roundTripMs,
    clock_difference_ms: differenceMs,
  }
  return { problems, lines: linesOf(facts, now), facts }
}

/** How far `value` lies outside of 0 to `room`. Pure. */
export function beyond(value: number, room: number): number {
  return value < 0 ? value : Math.max(0, value - room)
}

function problemsOf(
  server: queries.ServerRow,
  { used, transaction_seconds: oldest, transaction_pid: pid }: queries.ActivityRow,
  pending: readonly string[],
  differenceMs: number,
): Message[] {
  const limit = server.connections_max
  return [
    ...(server.is_in_recovery ? [problem('database_standby')] : []),
    ...(pending.length > 0 ? [problem('migrations_pending', { names: pending })] : []),
    ...(Number(used) >= limit * CONNECTIONS_USED_SHARE_MAX
      ? [problem('connections_high', { used: Number(used), limit })]
      : []),
    ...(oldest !== null && oldest > TRANSACTION_SECONDS_MAX
      ? [problem('transaction_long', { seconds: oldest, pid: pid ?? 0 })]
      : []),
    ...(server.transaction_age > TRANSACTION_AGE_MAX
      ? [problem('freeze_overdue', { transactions: server.transaction_age })]
      : []),
    ...(Math.abs(differenceMs) > CLOCK_DIFFERENCE_MS_MAX
      ? [problem('clock_differs', { seconds: Number((Math.abs(differenceMs) / 1000).toFixed(1)) })]
      : []),
  ]
}

function linesOf(facts: DatabaseFacts, now: Date): Message[] {
  const { version, citus_machines: machines, oldest_transaction: oldest, slowest_statement: slowest } = facts
  const { connections_used: used, connections_max: limit, connections_of_samvad: samvad } = facts
  const { pending_migrations: names } = facts
  return [
    facts.is_embedded ? line('database_embedded', { version }) : line('database_external', { version }),
    line('database_uptime', { seconds: facts.uptime_seconds }),
    line('database_size', { size_bytes: facts.size_bytes }),
    ...(machines === null ? [] : [line('citus_machines', { machines })]),
    line('connections', { used, limit, samvad }),
    oldest === null ? line('oldest_transaction_none') : line('oldest_transaction', { seconds: oldest.seconds }),
    slowest === null ? line('slowest_statement_none') : statementLine(slowest),
    ...facts.tables.map((table) => tableLine(table, now)),
    names.length === 0 ? line('migrations_applied') : line('migrations_missing', { names }),
    line('clock_difference', { milliseconds: facts.clock_difference_ms }),
  ]
}

const statementLine = ({ seconds, statement }: NonNullable<DatabaseFacts['slowest_statement']>): Message =>
  statement === null ? line('slowest_statement', { seconds }) : line('slowest_statement_text', { seconds, statement })

function tableLine({ name: table, size_bytes, rows, dead_rows, vacuumed_at }: TableFacts, now: Date): Message {
  const params = { table, size_bytes, rows, dead_rows }
  return vacuumed_at === null
    ? line('database_table_not_vacuumed', params)
    : line('database_table', { ...params, seconds: secondsSince(new Date(vacuumed_at * 1000), now) })
}

const secondsOf = (time: Date | null): number | null => (time === null ? null : Math.floor(time.getTime() / 1000))

async function machinesOf(reads: Tx): Promise<number | null> {
  const found = await reads.row<{ is_installed: boolean }>(queries.citus())
  if (!found?.is_installed) return null
  return Number((await reads.row<{ count: bigint }>(queries.machines()))?.count ?? 0)
}

/** The migrations of this version that were not applied to the database. */
async function pendingOf(reads: Tx): Promise<string[]> {
  const ours = (await readdir(MIGRATIONS_FOLDER)).filter((file) => file.endsWith('.sql')).toSorted()
  const isThere = (await reads.row<{ is_there: boolean }>(queries.isMigrated()))?.is_there
  const applied = isThere ? (await reads.rows<{ name: string }>(queries.migrations())).map(({ name }) => name) : []
  return ours.map((file) => basename(file, '.sql')).filter((name) => !applied.includes(name))
}
