// What a connection of the program says, whatever its server, its database or its role would have: one that was given
// may have anything.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import pg from 'pg'
import { startSamvad, testDatabase } from '../../../test/harness.ts'
import { sql } from './sql.ts'

test('a database that compiles statements and reckons in a zone of its own is worked with as any other', async () => {
  const connection = await testDatabase()
  const client = new pg.Client(connection)
  await client.connect()
  const name = client.escapeIdentifier(connection.database as string)
  after(async () => {
    await client.query(`alter database ${name} reset jit; alter database ${name} reset timezone`)
    await client.end()
  })
  await client.query(`alter database ${name} set jit to on; alter database ${name} set timezone to 'Asia/Kolkata'`)

  const { database } = (await startSamvad({}, { connection })).app
  const said = sql`select current_setting('jit') as jit, current_setting('TimeZone') as zone`
  const expected = [{ jit: 'off', zone: 'UTC' }]
  assert.deepEqual(await database.transaction((tx) => tx.rows(said)), expected)
  assert.deepEqual(await database.reads.rows(said), expected)
  assert.deepEqual(await database.pipelinedConnection().send([said]), [expected])
})
