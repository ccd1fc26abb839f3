// A data folder whose PostgreSQL exists and is migrated, and which no program has run on: it has no key, no
// organization and no installation identity yet. initdb and the migrations are half of what a first start costs, so
// they run once per test run, and tests that are not about them begin with a copy.

import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { migrate } from '#kit/database/migrate.ts'
import { startEmbeddedPostgres } from '#postgres/supervisor.ts'
import { schemaFingerprint } from './harness.ts'
import { testPostgres } from './postgres.ts'

/** Any number but the one with which test/harness.ts locks its template. */
const LOCK = 2
const PARTS = ['postgres', 'postgres-password']
const run = promisify(execFile)

let original: Promise<string> | undefined

/** Fills a folder that is empty or absent. Windows has no `cp`: there the folder stays empty, and a start fills it. */
export async function prepareDataDirectory(dataDirectory: string): Promise<void> {
  if (process.platform === 'win32') return
  original ??= makeOnce()
  const folder = await original
  await mkdir(dataDirectory, { recursive: true, mode: 0o711 })
  // Not fs.cp, which loses owners and writes the holes of the 64 MB log segment.
  await run('cp', ['-a', ...PARTS.map((part) => join(folder, part)), dataDirectory])
}

/** In the folder of the test run's PostgreSQL, with which it is removed. */
async function makeOnce(): Promise<string> {
  const client = new pg.Client(await testPostgres())
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [LOCK])
    const { rows } = await client.query('show data_directory')
    const folder = join(dirname(rows[0].data_directory), `prepared-${await schemaFingerprint()}`)
    if (!existsSync(folder)) await make(folder)
    return folder
  } finally {
    await client.end()
  }
}

async function make(folder: string): Promise<void> {
  const draft = `${folder}-draft`
  await rm(draft, { recursive: true, force: true })
  await mkdir(draft, { mode: 0o711 })
  const log = { info() {}, warn() {}, error() {} }
  const postgres = await startEmbeddedPostgres({ dataDirectory: draft, log, overrides: { fsync: 'off' } })
  try {
    await migrate(postgres.connection)
  } finally {
    await postgres.stop()
  }
  await rename(draft, folder)
}
