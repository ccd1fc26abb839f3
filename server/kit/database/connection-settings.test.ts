// Settings of the program's connections override those of the server, the database and the role: a database that an
// operator provides may have any settings.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import pg from 'pg'
import { startSamvad, testDatabase } from '../../../test/harness.ts'
import { useUsualLimits } from '../../../test/usual-limits.ts'
import { lockTimeoutBehind } from './connection-settings.ts'
import { openDatabase } from './database.ts'
import { sql } from './sql.ts'
import { connectionTimeoutMs } from './transaction-pool.ts'

useUsualLimits()

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

test('spec 19.6: a transaction that waited for its connection waits less for locks, so that all is over within 2 s', async (t) => {
  const database = openDatabase(await testDatabase(), 1)
  after(() => database.close())
  const lockTimeout = (owner: string) =>
    database.transaction(
      (tx) =>
        tx.row<{ ms: number }>(
          sql`select extract(milliseconds from current_setting('lock_timeout')::interval)::int as ms`,
        ),
      owner,
    )
  let nowMs = performance.now()
  t.mock.method(performance, 'now', () => nowMs)
  const usual = (await lockTimeout('asha'))?.ms as number
  for (let waitedMs = 0; waitedMs <= connectionTimeoutMs(); waitedMs += 50)
    assert.ok(waitedMs + 2 * (lockTimeoutBehind(waitedMs) ?? usual) <= 2000, `behind ${waitedMs} ms`)

  const WAITED_MS = 400
  const [isHeld, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const holding = database.transaction(() => {
    isHeld.resolve()
    return held.promise
  }, 'asha')
  await isHeld.promise
  const waiting = lockTimeout('ravi')
  await new Promise((resolve) => setImmediate(resolve))
  nowMs += WAITED_MS
  held.resolve()
  assert.equal((await waiting)?.ms, usual - WAITED_MS / 2)
  await holding
  assert.equal((await lockTimeout('ravi'))?.ms, usual, 'on the same connection, once nobody waits')
})

test('who waits for each other is noticed before they give up, whether the role may say when or not', async () => {
  const connection = await testDatabase()
  const client = new pg.Client(connection)
  await client.connect()
  const [user, password] = ['samvad_plain', 'plain']
  await client.query(`drop role if exists ${user}; create role ${user} login password '${password}'`)
  after(async () => {
    await client.query(`drop role ${user}`)
    await client.end()
  })
  const msOf = (name: string) => `extract(milliseconds from current_setting('${name}')::interval)::int`
  for (const role of [{}, { user, password }]) {
    const database = openDatabase({ ...connection, ...role }, 1)
    const { rows } = await database.pool.query(
      `select ${msOf('lock_timeout')} as lock, ${msOf('deadlock_timeout')} as deadlock`,
    )
    await database.close()
    assert.ok(rows[0].lock > rows[0].deadlock, JSON.stringify({ role, ...rows[0] }))
  }
})
