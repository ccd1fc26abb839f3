// Migrated databases that the test files of a process use in turn. After a file its rows are deleted: the next file
// finds the rows of the migrations, and open connections. A database that cannot be cleaned in this way is dropped, so
// a file may alter tables or leave connections open.

import pg from 'pg'
import { createDatabase, dropDatabase, dropDatabases } from './postgres.ts'
import { atProcessEnd } from './runner/process-end.mjs'
import { processIdOf, WarmConnections } from './warm-connections.ts'

/** Deleting more takes longer than creating a database. */
const WRITTEN_BYTES_MAX = 4_000_000

interface Reused {
  connection: pg.ClientConfig & { database: string }
  warm: WarmConnections
  /** Connection that reads the state of the database and deletes rows. */
  cleaner: pg.Client
  /** A query for the names of the tables that have rows. */
  filled: string
  catalogs: string
  /** The rows of the migrations, by table. */
  seeds: ReadonlyMap<string, string | null>
}

const free: Reused[] = []
const inUse: Reused[] = []

/** Null before the first database; then whether other files of this process follow. */
let othersFollow: boolean | null = null

/** A freshly migrated database: a cleaned one, or a new copy of the template. */
export async function reusedDatabase(template: string): Promise<pg.ClientConfig> {
  othersFollow ??= atProcessEnd(closeDatabases)
  if (!othersFollow) return createDatabase(template)
  const database = free.pop() ?? (await create(template))
  inUse.push(database)
  return database.connection
}

/** The tables that have rows; null if the database is not one of these, or the file cut all its connections. */
export async function filledTables({ database: name }: pg.ClientConfig): Promise<Set<string> | null> {
  const database = inUse.find(({ connection }) => connection.database === name)
  if (!database) return null
  const names = await namesOfFilled(database).catch(() => null)
  return names && new Set(names)
}

/** After a test file: cleans its databases for the next one, and drops those with other changes. */
export async function cleanDatabases(): Promise<void> {
  for (const database of inUse.splice(0)) {
    const change = await clean(database).catch((error: Error) => error.message)
    if (change === null) free.push(database)
    else await close(database)
  }
  await dropDatabases(new Set(free.map(({ connection }) => connection.database)))
}

async function closeDatabases(): Promise<void> {
  for (const database of free.splice(0)) await close(database)
}

async function create(template: string): Promise<Reused> {
  const warm = new WarmConnections()
  const connection = { ...(await createDatabase(template)), Client: warm.Client } as Reused['connection']
  const cleaner = new pg.Client({ ...connection, application_name: 'samvad test cleaning' })
  cleaner.on('error', () => {})
  await cleaner.connect()
  const { rows } = await cleaner.query<{ filled: string }>(`
    select 'select array_remove(array[' || string_agg(
             format('case when exists (select from %I) then %L end', relname, relname), ', ') ||
             '], null) as names' as filled
      from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`)
  const seeds = new Map<string, string | null>()
  const database = { connection, warm, cleaner, filled: rows[0]?.filled as string, seeds, catalogs: '' }
  for (const table of await namesOfFilled(database)) seeds.set(table, await rowsOf(cleaner, table))
  database.catalogs = await catalogsOf(cleaner)
  return database
}

async function close({ connection, warm, cleaner }: Reused): Promise<void> {
  await warm.close()
  await cleaner.end()
  await dropDatabase(connection.database)
}

/** Null if the database equals a freshly migrated one, otherwise the difference. */
async function clean(database: Reused): Promise<string | null> {
  const { cleaner, warm, seeds } = database
  if (!(await warm.areIdle())) return 'a connection is in use'
  const others = await othersOn(cleaner, warm.processIds)
  if (others.length > 0) return `still connected: ${others.join(', ')}`
  if ((await catalogsOf(cleaner)) !== database.catalogs) return 'the schema or the statistics changed'
  const bytes = await bytesIn(cleaner)
  if (bytes > WRITTEN_BYTES_MAX) return `${bytes} bytes were written`
  await cleaner.query('begin')
  // Without triggers: some forbid deletion.
  await cleaner.query('set local session_replication_role = replica')
  for (const table of await namesOfFilled(database)) await empty(cleaner, table, seeds.get(table))
  for (const [table, rows] of seeds)
    if ((await rowsOf(cleaner, table)) !== rows) throw new Error(`the rows of ${table} are not as they were`)
  await cleaner.query('commit')
  return null
}

async function empty(cleaner: pg.Client, table: string, seed: string | null | undefined): Promise<void> {
  if (seed !== undefined && (await rowsOf(cleaner, table)) === seed) return
  await cleaner.query({ name: `delete from ${table}`, text: `delete from ${table}` })
  if (seed !== undefined)
    await cleaner.query(
      `insert into ${table} overriding system value select * from json_populate_recordset(null::${table}, $1)`,
      [seed],
    )
}

async function namesOfFilled({ cleaner, filled }: Pick<Reused, 'cleaner' | 'filled'>): Promise<string[]> {
  return (await cleaner.query({ name: 'filled', text: filled })).rows[0].names
}

async function rowsOf(cleaner: pg.Client, table: string): Promise<string | null> {
  const text = `select json_agg(t order by t::text)::text as rows from ${table} t`
  return (await cleaner.query({ name: `rows of ${table}`, text })).rows[0].rows
}

/** Creating, altering, dropping or analyzing anything changes a sum. */
async function catalogsOf(cleaner: pg.Client): Promise<string> {
  return (await cleaner.query({ name: 'catalogs', text: CATALOGS })).rows[0].catalogs
}

const CATALOGS = `select ${[
  'pg_class',
  'pg_attribute',
  'pg_constraint',
  'pg_trigger',
  'pg_index',
  'pg_proc',
  'pg_statistic',
  'pg_namespace',
  'pg_db_role_setting',
]
  .map((name) => `(select count(*) || ' ' || coalesce(sum(xmin::text::bigint), 0) from ${name})`)
  .join(` || ', ' || `)} as catalogs`

async function bytesIn(cleaner: pg.Client): Promise<number> {
  const text = `select sum(pg_relation_size(oid))::int as bytes from pg_class
                 where relkind = 'r' and relnamespace = 'public'::regnamespace`
  return (await cleaner.query({ name: 'bytes', text })).rows[0].bytes
}

async function othersOn(cleaner: pg.Client, own: readonly number[]): Promise<string[]> {
  const text = `select application_name from pg_stat_activity
                 where datname = current_database() and backend_type = 'client backend' and pid <> all($1::int[])`
  const { rows } = await cleaner.query({ name: 'others', text, values: [[...own, processIdOf(cleaner)]] })
  return rows.map(({ application_name }) => application_name)
}
