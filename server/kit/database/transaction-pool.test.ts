// Connections that break at the wrong moment, on a real PostgreSQL.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type pg from 'pg'
import { testDatabase } from '../../../test/harness.ts'
import { openTransactionPool } from './transaction-pool.ts'

test('spec 19.1: a connection that breaks as it is handed out ends its transaction, and not the program', async () => {
  const { pool, withClient, close } = openTransactionPool(
    { ...(await testDatabase()), pipeline: true } as pg.PoolConfig,
    1,
  )
  try {
    // As of a socket whose first write fails: told before whoever waits for the connection goes on.
    pool.once('connect', (client) => {
      process.nextTick(() => client.emit('error', Object.assign(new Error('write EPIPE'), { code: 'EPIPE' })))
    })
    await withClient('installation', (client) => client.query('select 1')).catch(() => {})
    const { rows } = await withClient('installation', (client) => client.query('select 1 as one'))
    assert.deepEqual(rows, [{ one: 1 }])
  } finally {
    await close()
  }
})
