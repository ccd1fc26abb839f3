// A distant database. The program waits long for connections, and therefore shortens a transaction's lock timeout with
// a separate statement.

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
import { connectionTimeoutMs } from '#kit/database/transaction-pool.ts'
import { runCommand } from '../command-line.ts'
import { type CuttableDatabase, cuttable, type Delays } from '../cuttable-database.ts'
import { environmentOf, installed, mayAct, samvad, tryMove } from '../moving.ts'
import { emptyDatabase } from '../postgres.ts'
import { useUsualLimits } from '../usual-limits.ts'

useUsualLimits()

const { app, connection: near } = samvad
const far = await cuttable(near as pg.ClientConfig, { packetMs: 60, openMs: 200 })
/** Slow to open, fast to answer: the doctor sends some hundred statements, each of which would be delayed. */
const opensSlowly = await cuttable(near as pg.ClientConfig, { openMs: 400 })
after(() => Promise.all([far.close(), opensSlowly.close()]))

/** Runs `work` with a pool that has no connection yet. */
async function onNewConnection<T>(
  { connection }: CuttableDatabase,
  work: (database: ReturnType<typeof openDatabase>) => Promise<T>,
): Promise<T> {
  const database = openDatabase(connection, 1)
  try {
    return await work(database)
  } finally {
    await database.close()
  }
}

test('spec 19.10: a transaction has its isolation level and access mode however long its connection was waited for', async () => {
  for (const proxy of [far, opensSlowly]) {
    const found = await onNewConnection(proxy, (database) =>
      database.transaction(
        (tx) =>
          tx.row(sql`select current_setting('transaction_isolation') as isolation,
                            current_setting('transaction_read_only') as read_only,
                            (select setting::int < 900 from pg_settings where name = 'lock_timeout') as is_shortened`),
        { isolation: 'repeatable read', readOnly: true },
      ),
    )
    assert.deepEqual(found, { isolation: 'repeatable read', read_only: 'on', is_shortened: true })
  }
})

test('spec 17.6, 17.60: the doctor and the doctor job of a worker check a slow database in one snapshot', async () => {
  await app.database.transaction((tx) => tx.run(looks.ask(app.clock())))
  const slow = { ...app, database: { ...app.database, connection: opensSlowly.connection } }
  const reported: string[][] = []
  const [job] = doctorJobs(slow, async ({ broken }) => void reported.push(broken))
  const [findings] = await Promise.all([
    onNewConnection(opensSlowly, checkOneSnapshot),
    job?.run(new AbortController().signal),
  ])
  assert.deepEqual(findings, [])
  const look = await app.database.reads.row<looks.LookRow>(looks.look())
  assert.equal(look?.error, null)
  assert.deepEqual(reported, [[]], `all ${invariants.length} invariants hold`)
})

test('a backup reads a slow database in one snapshot', async () => {
  const snapshot = await takeSnapshot(opensSlowly.connection)
  const { rows } = await snapshot.client.query(`select current_setting('transaction_isolation') as isolation`)
  assert.deepEqual(rows, [{ isolation: 'repeatable read' }])
  await snapshot.close()
})

test('spec 17.6, 17.20: samvad doctor and samvad move are not refused where opening a connection takes long', async () => {
  // Only opening is slow: a move has some hundred statements, each of whose packets would be delayed.
  const target: Delays = { openMs: 200 }
  const [from, to] = [await installed(), await emptyDatabase()]
  const [farFrom, farTo] = await Promise.all([cuttable(from, { openMs: 200 }), cuttable(to, target)])
  after(() => Promise.all([farFrom.close(), farTo.close()]))
  const doctor = await runCommand(['doctor'], environmentOf(farFrom.connection))
  assert.equal(doctor.code, 0, doctor.out)
  const { findings } = await tryMove(farFrom.connection, farTo.connection, {
    say(sentence) {
      if (sentence === 'all rows copied') Object.assign(target, { openMs: connectionTimeoutMs() + 100 })
    },
  })
  assert.deepEqual(findings, [])
  assert.deepEqual([await mayAct(from), await mayAct(to)], [false, true])
})
