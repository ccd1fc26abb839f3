// A PostgreSQL in another container with the same volume: its processes are not visible here, but its socket is.

import assert from 'node:assert/strict'
import { readdirSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { newPreparedDirectory, removeDataDirectory } from '../../test/program.ts'
import { startEmbeddedPostgres } from './supervisor.ts'

const SILENT = { info() {}, warn() {}, error() {} }

test('spec 17.2: on a data folder whose PostgreSQL answers from another container none is started', async () => {
  const dataDirectory = await newPreparedDirectory()
  after(() => removeDataDirectory(dataDirectory))
  const start = () => startEmbeddedPostgres({ dataDirectory, log: SILENT })
  const first = await start()
  const socket = readdirSync(join(dataDirectory, 'run')).find((name) => /^\.s\.PGSQL\.\d+$/.test(name)) as string
  await first.stop()

  const elsewhere = createServer((connection) => connection.destroy())
  await new Promise<void>((resolve) => elsewhere.listen(join(dataDirectory, 'run', socket), resolve))
  await assert.rejects(start(), /PostgreSQL is already running on .*, in another container .*docker exec/)
  await new Promise((resolve) => elsewhere.close(resolve))

  // A killed PostgreSQL leaves a socket that nobody listens on.
  rmSync(join(dataDirectory, 'run', socket), { force: true })
  const second = await start()
  await second.stop()
})
