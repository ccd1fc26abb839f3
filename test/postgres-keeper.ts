// Keeps a PostgreSQL for tests running as long as its standard input stays open: however the tests end, kill -9
// included, the pipe closes, and the server and its folder go. Says on standard output where the server is, in one line
// of JSON.

import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { startEmbeddedPostgres } from '../server/postgres/supervisor.ts'

// Only the closed pipe ends it: Ctrl-C in a terminal reaches the tests, which then let go of it.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => {})

const folder = await mkdtemp(join(tmpdir(), 'samvad-test-postgres-'))
try {
  // Made closed to others; PostgreSQL, which runs as an account of its own when we are root, must pass.
  await chmod(folder, 0o711)
  const quiet = { info() {}, warn() {}, error() {} }
  const postgres = await startEmbeddedPostgres({ dataDirectory: folder, log: quiet, sharedBuffers: '128MB' })
  try {
    await relaxDurability(postgres.connection)
    console.log(JSON.stringify({ connection: postgres.connection }))
    process.stdin.resume()
    await new Promise((resolve) => process.stdin.once('end', resolve).once('error', resolve))
  } finally {
    await postgres.stop()
  }
} catch (error) {
  console.log(JSON.stringify({ error: (error as Error).message }))
} finally {
  await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 })
}

/**
 * Tests that kill it start a server of their own; here nothing outlives the run, and waiting for the disk tests
 * nothing.
 */
async function relaxDurability(connection: pg.ClientConfig): Promise<void> {
  const client = new pg.Client(connection)
  await client.connect()
  await client.query(`alter role ${client.escapeIdentifier(connection.user as string)} set synchronous_commit = off`)
  await client.end()
}
