// Streaming rows into PostgreSQL.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import pg from 'pg'
import { emptyDatabase } from '../../../test/postgres.ts'
import { copyIn } from './copy.ts'

const ROWS = 400
/** More than a socket accepts at once, so that each row waits for the previous one. */
const ROW_BYTES = 256 * 1024

test('spec 17.10, 17.20: however often a copy waits for the server, nothing is left listening', async () => {
  const client = new pg.Client(await emptyDatabase())
  await client.connect()
  const { stream } = (client as unknown as { connection: { stream: NodeJS.EventEmitter } }).connection
  const counts = () => ['drain', 'close'].map((name) => stream.listenerCount(name))
  try {
    await client.query('create table lines (line text)')
    const before = counts()
    let most = 0
    async function* rows(): AsyncGenerator<Buffer> {
      for (let count = 0; count < ROWS; count++) {
        most = Math.max(most, stream.listenerCount('close'))
        yield Buffer.from(`${'x'.repeat(ROW_BYTES)}\n`)
      }
    }
    assert.equal(await copyIn(client, 'copy lines from stdin', rows()), ROWS)
    assert.deepEqual(counts(), before)
    assert.ok(most <= (before[1] as number), `${most} were listening`)
  } finally {
    await client.end()
  }
})
