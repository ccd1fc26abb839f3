// Queries on a database that is closed or closing.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import pg from 'pg'
import { newTestDatabase } from '../../../test/test-database.ts'
import { openDatabase } from './database.ts'
import { isTemporary } from './errors.ts'
import { sql } from './sql.ts'

const connection = await newTestDatabase()

test('whoever asks too late is refused, and leaves no connection behind that would keep the process from ending', async () => {
  const watching = new pg.Client({ ...connection, application_name: 'watching' })
  await watching.connect()
  const others = async () =>
    (
      await watching.query(
        "select count(*)::int as count from pg_stat_activity where datname = current_database() and application_name = 'samvad 2'",
      )
    ).rows[0].count
  try {
    for (const isUsed of [true, false]) {
      const database = openDatabase(connection)
      const pipelined = database.pipelinedConnection()
      const [read, send] = [() => database.reads.rows(sql`select 1`), () => pipelined.send([sql`select 1`])]
      if (isUsed) {
        await Promise.all([read(), send()])
        assert.equal(await others(), 2)
      }
      // A query in flight at the time of closing fails with the others.
      const last = Promise.allSettled([read(), send()])
      await database.close()
      await last
      await assert.rejects(read(), isTemporary)
      await assert.rejects(send(), /Client was closed/)
      for (let left = await others(); left > 0; left = await others()) continue
    }
  } finally {
    await watching.end()
  }
})
