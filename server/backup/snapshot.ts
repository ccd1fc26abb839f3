// A snapshot of the database: a transaction that reads what was committed when it started, however long it takes. Only
// a migration that changes a table waits for it.

import pg from 'pg'
import { CannotStart } from '#kit/cannot-start.ts'
import { copyOut } from '#kit/database/copy.ts'
import { MIGRATION_LOCK } from '#kit/database/migrate.ts'
import { appliedTo } from '#kit/database/migration-texts.ts'
import type { BackupSequence, BackupTable } from './contents.ts'
import {
  copyOutOf,
  EXACT_TEXTS,
  IS_DISTRIBUTED,
  KEEP_FILES,
  LOCK,
  lockTables,
  MOMENT,
  SEQUENCES,
  TABLES,
} from './queries.ts'

/** How long a migration may hold a table. */
const LOCK_LIMIT_MS = 30_000
const LOCK_NOT_AVAILABLE = '55P03'

export interface Snapshot {
  takenAt: Date
  postgresVersion: string
  migrations: Awaited<ReturnType<typeof appliedTo>>
  tables: BackupTable[]
  sequences: BackupSequence[]
  rowsOf(table: BackupTable): AsyncGenerator<Buffer>
  close(): Promise<void>
  /** The connection of its transaction. */
  client: pg.Client
}

/**
 * `isHeld`: nobody else writes or migrates until it is closed, so that the data stays unchanged; its holder may write.
 */
export async function takeSnapshot(connection: pg.ClientConfig, isHeld = false): Promise<Snapshot> {
  const client = new pg.Client({ ...connection, application_name: isHeld ? 'samvad move' : 'samvad backup' })
  client.on('error', () => {})
  await client.connect()
  try {
    await client.query(EXACT_TEXTS)
    await mustBeOneMachine(client)
    if (isHeld) await lockMigrations(client)
    const migrations = await appliedTo(client)
    if (migrations.length === 0) throw new CannotStart('The database contains no installation to back up.')
    const before = await tablesOf(client)
    await client.query(`begin isolation level repeatable read${isHeld ? '' : ' read only'}`)
    await lockAll(client, before, isHeld)
    // Files of attachments that are deleted from now on are kept until the end of this transaction.
    await client.query(KEEP_FILES)
    const { rows } = await client.query(MOMENT)
    const tables = await tablesOf(client)
    if (JSON.stringify(tables) !== JSON.stringify(before))
      throw new CannotStart('A migration changed the tables during the backup. Run the backup again.')
    const { rows: sequences } = await client.query<BackupSequence>(SEQUENCES)
    return {
      takenAt: rows[0].taken_at,
      postgresVersion: rows[0].postgres_version,
      migrations,
      tables,
      sequences,
      rowsOf: (table) => copyOut(client, copyOutOf(table)),
      close: () => client.end(),
      client,
    }
  } catch (error) {
    await client.end().catch(() => {})
    throw error
  }
}

export async function mustBeOneMachine(client: pg.Client): Promise<void> {
  const { rowCount } = await client.query(IS_DISTRIBUTED)
  if (rowCount !== 0)
    throw new CannotStart(
      'This database uses Citus, which has no consistent snapshot across machines, so samvad backup does not work. Back up the machines themselves (docs/operating/backup.md).',
    )
}

/** In an order in which they can be filled. */
export async function tablesOf(client: pg.Client): Promise<BackupTable[]> {
  const { rows } = await client.query<BackupTable & { names: string[] }>(TABLES)
  return inOrder(rows).map(({ name, columns }) => ({ name, columns }))
}

/** Each table after those that it refers to. Pure. */
export function inOrder<T extends { name: string; names: string[] }>(tables: readonly T[]): T[] {
  const placed = new Set<string>()
  const ordered: T[] = []
  while (ordered.length < tables.length) {
    const next = tables.filter((one) => !placed.has(one.name) && one.names.every((name) => placed.has(name)))
    if (next.length === 0) throw new Error('circular foreign keys: the tables cannot be ordered')
    for (const one of next) placed.add(one.name)
    ordered.push(...next)
  }
  return ordered
}

/** Blocks migrations, and with them the start of a program. */
export async function lockMigrations(client: pg.Client): Promise<void> {
  await inTime(async () => {
    await client.query(`set lock_timeout to ${LOCK_LIMIT_MS}`)
    await client.query(LOCK, [MIGRATION_LOCK])
  })
}

async function lockAll(client: pg.Client, tables: readonly BackupTable[], isHeld: boolean): Promise<void> {
  await inTime(async () => {
    await client.query(`set local lock_timeout to ${LOCK_LIMIT_MS}`)
    const names = tables.map(({ name }) => name)
    await client.query(lockTables(names, isHeld))
  })
}

async function inTime(lock: () => Promise<void>): Promise<void> {
  try {
    await lock()
  } catch (error) {
    if ((error as { code?: string }).code !== LOCK_NOT_AVAILABLE) throw error
    throw new CannotStart('A table is locked, perhaps by a migration. Try again later.')
  }
}
