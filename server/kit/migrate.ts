// Brings a database to this version's schema. Forward only; two at once are safe: the second waits, then finds nothing to do.

import { readFile } from 'node:fs/promises'
import { runner } from 'node-pg-migrate'
import pg from 'pg'

const MIGRATIONS_FOLDER = new URL('../../db/migrations', import.meta.url).pathname
/** What is not data: views and functions, made anew each time. */
const DEFINITIONS = ['ledger', 'audit'].map((name) => new URL(`../../db/${name}.sql`, import.meta.url))
/** Any constant; the same in every version, so that two versions also wait for each other. */
const MIGRATION_LOCK = 5_316_201_127
const POSTGRES_VERSION_LEAST = 150_000

export async function migrate(
  connection: pg.ClientConfig,
  log: Record<'warn' | 'error', (message: string) => void> = console,
): Promise<{ applied: string[] }> {
  const client = new pg.Client(connection)
  await client.connect()
  try {
    const { rows } = await client.query("select current_setting('server_version_num')::int as version")
    if (rows[0].version < POSTGRES_VERSION_LEAST) throw new Error('PostgreSQL 15 or newer is needed')
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
    const applied = await runner({
      dbClient: client,
      dir: MIGRATIONS_FOLDER,
      direction: 'up',
      migrationsTable: 'schema_migrations',
      noLock: true,
      log: () => {},
      logger: { debug() {}, info() {}, warn: log.warn.bind(log), error: log.error.bind(log) },
    })
    for (const file of DEFINITIONS) await client.query(await readFile(file, 'utf8'))
    return { applied: applied.map(({ name }) => name) }
  } finally {
    await client.end()
  }
}
