// A data folder with an initialized and migrated PostgreSQL on which no program has run: it has no key, no organization
// and no installation identity yet. initdb and the migrations are half of the cost of a first start, so they run once
// per test run, and tests that are not about them start from a copy.

import { execFile } from 'node:child_process'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { migrate } from '#kit/database/migrate.ts'
import { startEmbeddedPostgres } from '#postgres/supervisor.ts'
import { oncePerRun } from './once-per-run.ts'
import { schemaFingerprint } from './test-database.ts'

/** PostgreSQL copies, and a backup compresses, whole WAL segments: in tests those contain little. */
const SEGMENT_MB = '4'
const PARTS = ['postgres', 'postgres-password']
const run = promisify(execFile)

let original: Promise<string> | undefined

/** Fills a folder that is empty or absent. Windows has no `cp`: there the folder stays empty, and a start fills it. */
export async function prepareDataDirectory(dataDirectory: string): Promise<void> {
  if (process.platform === 'win32') return
  original ??= schemaFingerprint().then((fingerprint) => oncePerRun(`prepared-${fingerprint}`, make))
  const folder = await original
  await mkdir(dataDirectory, { recursive: true, mode: 0o711 })
  // Not fs.cp, which loses owners and writes out the holes of the sparse WAL segment.
  await run('cp', ['-a', ...PARTS.map((part) => join(folder, part)), dataDirectory])
}

async function make(draft: string): Promise<void> {
  await mkdir(draft, { mode: 0o711 })
  process.env.SAMVAD_TEST_POSTGRES_SEGMENT_MB = SEGMENT_MB
  const log = { info() {}, warn() {}, error() {} }
  const postgres = await startEmbeddedPostgres({ dataDirectory: draft, log, overrides: { fsync: 'off' } }).finally(
    () => {
      delete process.env.SAMVAD_TEST_POSTGRES_SEGMENT_MB
    },
  )
  try {
    await migrate(postgres.connection)
  } finally {
    await postgres.stop()
  }
}
