// Keeps a PostgreSQL and a folder for tests as long as its standard input stays open: however the tests end, kill -9
// included, the pipe closes, and the server and the folder go. Says on standard output where they are, in one line of
// JSON.

import { execFile } from 'node:child_process'
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { startEmbeddedPostgres } from '../server/postgres/supervisor.ts'
import { memoryFolder } from './memory-folder.ts'

// Only the closed pipe ends it: Ctrl-C in a terminal reaches the tests, which then let go of it.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => {})

/**
 * Nothing outlives the run, so what guards against a crash of the machine is work for nothing. Tests that kill
 * PostgreSQL start one of their own. Nor does it tidy up beside the tests, of which hundreds have a database each.
 */
const FORGETFUL = {
  fsync: 'off',
  full_page_writes: 'off',
  synchronous_commit: 'off',
  wal_compression: 'off',
  autovacuum: 'off',
  plan_cache_mode: 'force_generic_plan',
}

// A database is 950 files, which a file system on a disk takes ten times as long to make as memory.
const folder = await mkdtemp(join((await memoryFolder()) ?? tmpdir(), 'samvad-tests-'))
const files = join(folder, 'tmp')
try {
  // Made closed to others; PostgreSQL, which runs as an account of its own when we are root, must pass.
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
  // Where databases are left, they are many thousands of files: `rm` takes less than half of what Node does.
  if (process.platform === 'win32') await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 })
  else await promisify(execFile)('rm', ['-rf', folder])
}
