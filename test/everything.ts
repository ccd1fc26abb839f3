// The full content of a database, for tests that copy it elsewhere.

import pg from 'pg'
import { EXACT_TEXTS } from '../server/backup/queries.ts'
import { tablesOf } from '../server/backup/snapshot.ts'

/** Runs `work` on a separate connection. */
export async function ask<T>(connection: pg.ClientConfig, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(connection)
  await client.connect()
  return work(client).finally(() => client.end())
}

/** Every row of every table, as text. */
export const everything = (connection: pg.ClientConfig): Promise<Record<string, string[]>> =>
  ask(connection, async (client) => {
    await client.query(EXACT_TEXTS)
    const tables: Record<string, string[]> = {}
    for (const { name, columns } of await tablesOf(client)) {
      const list = columns.map((column) => `"${column}"`).join(', ')
      const { rows } = await client.query(`select (${list})::text as row from "${name}" order by 1`)
      tables[name] = rows.map(({ row }) => row)
    }
    return tables
  })
