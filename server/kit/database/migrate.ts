// Migrates a database to this version's schema. Forward only. Concurrent runs are safe: the second waits, then finds
// nothing to do.

import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { CannotStart, sentenceOf } from '#kit/cannot-start.ts'
import { takeOverFromBefore } from './before-releases.ts'
import { migrationTexts, mustBeOurs, noteTexts } from './migration-texts.ts'
import { mustKeepSessions } from './pooler.ts'

const MIGRATIONS_FOLDER = fileURLToPath(new URL('../../../db/migrations', import.meta.url))
const textOf = (name: string) => readFile(new URL(`../../../db/${name}.sql`, import.meta.url), 'utf8')
/** Views and functions, which contain no data and are recreated each time. */
const DEFINITIONS = ['ledger', 'audit', 'tables']
/** An arbitrary constant, the same in every version, so that two versions also wait for each other. */
export const MIGRATION_LOCK = 5_316_201_127
const POSTGRES_VERSION_LEAST = 150_000

/** This version's migrations with their hashes, in order. */
export const knownMigrations = (): Promise<Map<string, string>> => migrationTexts(MIGRATIONS_FOLDER)

/**
 * Runs these migrations on an empty database in the caller's transaction, so that a backup is restored into its own
 * schema. The caller stores the list of them.
 */
export async function applyWithin(client: pg.Client, names: readonly string[]): Promise<void> {
  for (const name of names) await client.query(await textOf(`migrations/${name}`))
}

/** Throws CannotStart, without changing anything, when this version cannot use the database. */
export async function migrate(connection: pg.ClientConfig): Promise<{ applied: string[] }> {
  await mustKeepSessions(connection)
  const texts = await migrationTexts(MIGRATIONS_FOLDER)
  const client = new pg.Client(connection)
  // A lost connection also fails the next statement; an unhandled error event would end the process.
  client.on('error', () => {})
  await client.connect()
  try {
    const { rows } = await client.query(
      "select current_setting('server_version_num')::int as version, current_setting('server_version') as called",
    )
    if (rows[0].version < POSTGRES_VERSION_LEAST)
      throw new CannotStart(`PostgreSQL 15 or newer is required, but the database runs PostgreSQL ${rows[0].called}.`)
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
    await takeOverFromBefore(client, texts)
    const before = await mustBeOurs(client, texts)
    // Most starts have nothing to apply and skip the migration tool, which takes 60 ms to load.
    const applied = before.length === texts.size ? [] : await run(client)
    await noteTexts(client, texts)
    for (const name of DEFINITIONS) await client.query(await textOf(name))
    if (await mayDistribute(client)) await client.query(await textOf('citus'))
    return { applied }
  } finally {
    await client.end()
  }
}

/** True when Citus is installed and has worker nodes: the extension alone distributes nothing. */
async function mayDistribute(client: pg.Client): Promise<boolean> {
  const { rowCount: installed } = await client.query("select from pg_extension where extname = 'citus'")
  if (installed === 0) return false
  const { rowCount: machines } = await client.query('select from pg_dist_node where isactive and shouldhaveshards')
  return machines !== 0
}

async function run(client: pg.Client): Promise<string[]> {
  const said: string[] = []
  const keep = (text: unknown) => void said.push(String(text))
  try {
    const { runner } = await import('node-pg-migrate')
    const applied = await runner({
      dbClient: client,
      dir: MIGRATIONS_FOLDER,
      direction: 'up',
      migrationsTable: 'schema_migrations',
      noLock: true,
      log: () => {},
      logger: { debug() {}, info() {}, warn: keep, error: keep },
    })
    return applied.map(({ name }) => name)
  } catch (error) {
    const about = said.map((text) => text.split('\n', 1)[0]).join(' ')
    throw new CannotStart(`Database migration failed: ${sentenceOf(error)}. ${about}`.trim(), { cause: error })
  }
}
