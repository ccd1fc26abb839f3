// Runs the tests on an existing database, such as one of Citus: SAMVAD_TEST_DATABASE_URL. It is emptied for every file,
// so files run one after another, and its name must mark it as a test database.

import pg from 'pg'
import { migrate } from '#kit/database/migrate.ts'

export const TEST_DATABASE_VARIABLE = 'SAMVAD_TEST_DATABASE_URL'

/** The contents of its schema, apart from an extension's objects: Citus keeps some there. */
const EVERYTHING = `
  select c.oid::regclass::text as name from pg_class c
   where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v')
     and $1 = (case when relkind = 'v' then 'view' else 'table' end)
     and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
  union all
  select p.oid::regprocedure::text from pg_proc p
   where pronamespace = 'public'::regnamespace and $1 = 'function'
     and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')`

let takenCount = 0

/** Null where none is set. */
export function givenDatabase(): pg.ClientConfig | null {
  const address = process.env[TEST_DATABASE_VARIABLE]
  if (!address) return null
  const { hostname, port, username, password, pathname } = new URL(address)
  const database = decodeURIComponent(pathname.slice(1))
  if (!/(^|_)test(_|$)/.test(database))
    throw new Error(`${TEST_DATABASE_VARIABLE} names "${database}", which would be emptied: name it test, or test_…`)
  return {
    host: hostname,
    port: Number(port || 5432),
    user: decodeURIComponent(username),
    password: decodeURIComponent(password),
    database,
  }
}

/**
 * Empties the database and migrates it again. For a file that needs several databases, the others have the same name
 * with _2, _3, … appended.
 */
export async function emptied(given: pg.ClientConfig): Promise<pg.ClientConfig> {
  takenCount++
  const database = takenCount === 1 ? given.database : `${given.database}_${takenCount}`
  const connection = { ...given, database }
  const client = new pg.Client(connection)
  await client.connect()
  try {
    for (const kind of ['table', 'view', 'function']) {
      const { rows } = await client.query<{ name: string }>(EVERYTHING, [kind])
      const names = rows.map(({ name }) => name).join(', ')
      if (names !== '') await client.query(`drop ${kind} if exists ${names} cascade`)
    }
  } finally {
    await client.end()
  }
  await migrate(connection)
  return connection
}
