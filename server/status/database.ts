// The database: whether it answers, how full and how busy it is, and whether its schema is this version's.

import { readdir } from 'node:fs/promises'
import { basename } from 'node:path'
import type { Tx } from '#kit/database/database.ts'
import { DatabaseAway } from '#kit/database/look.ts'
import * as queries from './database-queries.ts'
import type { Found, Part, View } from './part.ts'
import { lasting, secondsSince, sized } from './words.ts'

const MIGRATIONS_FOLDER = new URL('../../db/migrations/', import.meta.url)

/** Of the connections that PostgreSQL allows: beyond this a second program, or a person, finds none. */
const CONNECTIONS_USED_SHARE_MAX = 0.9
/** Nothing of the program's takes so long but the doctor. Meanwhile no dead row goes. */
const TRANSACTION_SECONDS_MAX = 3600
/** PostgreSQL refuses to write at two thousand million; its own vacuum begins at two hundred. */
const TRANSACTION_AGE_MAX = 1_000_000_000
/** Times of one machine are compared with those of the other: leases, and when something is due. */
const CLOCK_DIFFERENCE_MS_MAX = 1000

export const databasePart: Part = {
  name: 'database',
  async read(view) {
    try {
      return await look(view)
    } catch (error) {
      if (!(error instanceof DatabaseAway)) throw error
      const problem = `The database cannot be used: ${error.message}.`
      return { problems: [problem], lines: ['does not answer'], facts: { is_answering: false } }
    }
  },
}

async function look({ reads, settings }: View): Promise<Found> {
  // The first also connects; so the second is what a round trip takes.
  await reads.rows(queries.isMigrated())
  const askedAt = Date.now()
  const server = (await reads.row<queries.ServerRow>(queries.server())) as queries.ServerRow
  const roundTripMs = Date.now() - askedAt
  // Somewhere in the round trip it was that time there: only what is beyond is a difference.
  const differenceMs = beyond(server.now.getTime() - askedAt, roundTripMs)
  const [activity, tables, machines, pending] = await Promise.all([
    reads.row<queries.ActivityRow>(queries.activity()) as Promise<queries.ActivityRow>,
    reads.rows<queries.TableRow>(queries.largestTables()),
    machinesOf(reads),
    pendingOf(reads),
  ])
  const now = server.now
  const { used, transaction_seconds: oldest, statement_seconds: slowest } = activity
  const problems = [
    ...(server.is_in_recovery ? ['It is a standby, which takes no writes: set DATABASE_URL to the primary.'] : []),
    ...(pending.length > 0
      ? [`Migrations wait: ${pending.join(', ')}. Run samvad migrate, or restart the program.`]
      : []),
    ...(Number(used) >= server.connections_max * CONNECTIONS_USED_SHARE_MAX
      ? [
          `${used} of ${server.connections_max} connections are used: raise max_connections, or lower SAMVAD_DATABASE_CONNECTIONS.`,
        ]
      : []),
    ...(oldest !== null && oldest > TRANSACTION_SECONDS_MAX
      ? [
          `A transaction has been open for ${lasting(oldest)} (backend ${activity.transaction_pid}): see whose it is in pg_stat_activity; pg_terminate_backend ends it.`,
        ]
      : []),
    ...(server.transaction_age > TRANSACTION_AGE_MAX
      ? [
          `${server.transaction_age} transactions since the last freeze: run VACUUM (FREEZE), and see why autovacuum does not.`,
        ]
      : []),
    ...(Math.abs(differenceMs) > CLOCK_DIFFERENCE_MS_MAX
      ? [`Its clock differs from that of this machine by ${(differenceMs / 1000).toFixed(1)} s: set both by NTP.`]
      : []),
  ]
  const upSeconds = secondsSince(server.started_at, now)
  const kind = settings.databaseUrl === null ? 'embedded' : 'DATABASE_URL'
  const spread = machines === null ? '' : `, Citus on ${machines} machines (sizes are the coordinator's)`
  const words = activity.statement === null ? '' : `: ${activity.statement}`
  const lines = [
    `PostgreSQL ${server.version} (${kind}) for ${lasting(upSeconds)}, ${sized(Number(server.size))}${spread}`,
    `connections ${used} of ${server.connections_max}, ${activity.ours} of them Samvad's`,
    `oldest transaction ${since(oldest)}, slowest statement running ${since(slowest)}${words}`,
    ...tables.map((table) => lineOf(table, now)),
    `migrations ${pending.length === 0 ? 'all applied' : `pending: ${pending.join(', ')}`}; clock differs by ${differenceMs} ms`,
  ]
  const facts = {
    is_answering: true,
    version: server.version,
    is_embedded: settings.databaseUrl === null,
    uptime_seconds: Math.round(upSeconds),
    size_bytes: Number(server.size),
    citus_machines: machines,
    connections_used: Number(used),
    connections_max: server.connections_max,
    connections_of_samvad: Number(activity.ours),
    oldest_transaction:
      oldest === null
        ? null
        : { seconds: oldest, backend_pid: activity.transaction_pid, state: activity.transaction_state },
    slowest_statement:
      slowest === null
        ? null
        : { seconds: slowest, backend_pid: activity.statement_pid, statement: activity.statement },
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
  return { problems, lines, facts }
}

/** How far `value` lies outside of 0 to `room`. Pure. */
export function beyond(value: number, room: number): number {
  return value < 0 ? value : Math.max(0, value - room)
}

const since = (seconds: number | null): string => (seconds === null ? 'none' : lasting(seconds))

const secondsOf = (time: Date | null): number | null => (time === null ? null : Math.floor(time.getTime() / 1000))

function lineOf({ name, size, live, dead, vacuumed_at }: queries.TableRow, now: Date): string {
  const vacuumed = vacuumed_at === null ? 'never vacuumed' : `vacuumed ${lasting(secondsSince(vacuumed_at, now))} ago`
  return `  ${name}  ${sized(Number(size))}  ${live} rows  ${dead} dead  ${vacuumed}`
}

async function machinesOf(reads: Tx): Promise<number | null> {
  const found = await reads.row<{ is_installed: boolean }>(queries.citus())
  if (!found?.is_installed) return null
  return Number((await reads.row<{ count: bigint }>(queries.machines()))?.count ?? 0)
}

/** What this version has and the database has not. */
async function pendingOf(reads: Tx): Promise<string[]> {
  const ours = (await readdir(MIGRATIONS_FOLDER)).filter((file) => file.endsWith('.sql')).toSorted()
  const isThere = (await reads.row<{ is_there: boolean }>(queries.isMigrated()))?.is_there
  const applied = isThere ? (await reads.rows<{ name: string }>(queries.migrations())).map(({ name }) => name) : []
  return ours.map((file) => basename(file, '.sql')).filter((name) => !applied.includes(name))
}
