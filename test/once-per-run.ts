// A folder shared by all files of a run, made by the first test file that needs it. It lies in the folder of the run's
// PostgreSQL, and is removed with it.

import { existsSync } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import pg from 'pg'
import { testPostgres } from './postgres.ts'

/** Any number but the one with which test/test-database.ts locks its template. */
const LOCK = 2

/** `name` must identify the sources that it is made of: `npm run test:postgres` keeps the folder while they change. */
export async function oncePerRun(name: string, make: (draft: string) => Promise<void>): Promise<string> {
  const client = new pg.Client(await testPostgres())
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [LOCK])
    const { rows } = await client.query('show data_directory')
    const folder = join(dirname(rows[0].data_directory), name)
    if (existsSync(folder)) return folder
    const draft = `${folder}-draft`
    await rm(draft, { recursive: true, force: true })
    await make(draft)
    await rename(draft, folder)
    return folder
  } finally {
    await client.end()
  }
}
