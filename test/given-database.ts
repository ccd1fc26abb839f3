// The tests on a database that somebody names, such as one of Citus: SAMVAD_TEST_DATABASE_URL. It is emptied for every
// file, so the files follow one another, and its name must say that it is for tests.

import pg from 'pg'
import { migrate } from '#kit/database/migrate.ts'

export const TEST_DATABASE_VARIABLE = 'SAMVAD_TEST_DATABASE_URL'

/** What is in its schema, apart from what belongs to an extension: Citus keeps some of itself there. */
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

/** Null where none is named. */
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
 * Emptied and migrated anew. For a file that needs several databases the next ones are called the same with _2, _3, …
 * behind it.
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
