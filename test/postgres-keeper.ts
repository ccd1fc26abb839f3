// Keeps a PostgreSQL and a folder for tests as long as its standard input stays open: however the tests end, kill -9
// included, the pipe closes, and the server stops and the folder is removed. Prints their locations to standard output,
// as one line of JSON.

import { execFile } from 'node:child_process'
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { startEmbeddedPostgres } from '../server/postgres/supervisor.ts'
import { memoryFolder } from './memory-folder.ts'

// Only the closed pipe ends it: Ctrl-C in a terminal reaches the tests, which then close the pipe.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => {})

/**
 * Nothing outlives the run, so protection against a crash of the machine is wasted work. Tests that kill PostgreSQL
 * start their own. Autovacuum is off too: hundreds of databases would each be vacuumed in parallel with the tests.
 */
const FORGETFUL = {
  fsync: 'off',
  full_page_writes: 'off',
  synchronous_commit: 'off',
  wal_compression: 'off',
  autovacuum: 'off',
  plan_cache_mode: 'force_generic_plan',
}

// A database is 950 files; creating them takes ten times as long on a disk's file system as in memory.
const folder = await mkdtemp(join((await memoryFolder()) ?? tmpdir(), 'samvad-tests-'))
const files = join(folder, 'tmp')
try {
  // Created private; PostgreSQL must pass, which runs as a separate account when we are root.
  await chmod(folder, 0o711)
  await mkdir(files, { mode: 0o711 })
  const quiet = { info() {}, warn() {}, error() {} }
  const postgres = await startEmbeddedPostgres({
    dataDirectory: folder,
    log: quiet,
    sharedBuffers: '128MB',
    overrides: FORGETFUL,
  })
  try {
    console.log(JSON.stringify({ connection: postgres.connection, folder: files }))
    process.stdin.resume()
    await new Promise((resolve) => process.stdin.once('end', resolve).once('error', resolve))
  } finally {
    await postgres.stop()
  }
} catch (error) {
  console.log(JSON.stringify({ error: (error as Error).message }))
} finally {
  // Remaining databases are many thousands of files: `rm` takes less than half of the time that Node does.
  if (process.platform === 'win32') await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 })
  else await promisify(execFile)('rm', ['-rf', folder])
}
