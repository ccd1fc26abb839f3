// A database that is far away: each packet takes 60 ms each way, and opening a connection 200 ms. So the program always
// waits long for a connection, and shortens the lock timeout of the transaction by a statement of its own.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type pg from 'pg'
import { takeSnapshot } from '#backup/snapshot.ts'
import { checkOneSnapshot } from '#doctor/actions.ts'
import { invariants } from '#doctor/invariants.ts'
import { doctorJobs } from '#doctor/jobs.ts'
import * as looks from '#doctor/look-queries.ts'
import { openDatabase } from '#kit/database/database.ts'
import { sql } from '#kit/database/sql.ts'
import { cuttable } from '../cuttable-database.ts'
import { startSamvad } from '../harness.ts'

const { app, connection: near } = await startSamvad()
const far = await cuttable(near as pg.ClientConfig, { packetMs: 60, openMs: 200 })
after(() => far.close())

/** Runs `work` on a database that has no connection yet. */
async function onNewConnection<T>(work: (database: ReturnType<typeof openDatabase>) => Promise<T>): Promise<T> {
  const database = openDatabase(far.connection, 1)
  try {
    return await work(database)
  } finally {
    await database.close()
  }
}

test('spec 19.10: a transaction has its isolation level and access mode however long its connection was waited for', async () => {
  const found = await onNewConnection((database) =>
    database.transaction(
      (tx) =>
        tx.row(sql`select current_setting('transaction_isolation') as isolation,
                          current_setting('transaction_read_only') as read_only,
                          (select setting::int < 900 from pg_settings where name = 'lock_timeout') as is_shortened`),
      { isolation: 'repeatable read', readOnly: true },
    ),
  )
  assert.deepEqual(found, { isolation: 'repeatable read', read_only: 'on', is_shortened: true })
})

test('spec 17.6, 17.60: the doctor and the doctor job of a worker check a slow database in one snapshot', async () => {
  await app.database.transaction((tx) => tx.run(looks.ask(app.clock())))
  const slow = { ...app, database: { ...app.database, connection: far.connection } }
  const reported: string[][] = []
  const [job] = doctorJobs(slow, async ({ broken }) => void reported.push(broken))
  const [findings] = await Promise.all([onNewConnection(checkOneSnapshot), job?.run(new AbortController().signal)])
  assert.deepEqual(findings, [])
  const look = await app.database.reads.row<looks.LookRow>(looks.look())
  assert.equal(look?.error, null)
  assert.deepEqual(reported, [[]], `all ${invariants.length} invariants hold`)
})

test('a backup reads a slow database in one snapshot', async () => {
  const snapshot = await takeSnapshot(far.connection)
  const { rows } = await snapshot.client.query(`select current_setting('transaction_isolation') as isolation`)
  assert.deepEqual(rows, [{ isolation: 'repeatable read' }])
  await snapshot.close()
})
