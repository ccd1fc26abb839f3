// A database that hangs keeps nobody waiting.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import pg from 'pg'
import { cuttable } from '../../../test/cuttable-database.ts'
import { testPostgres } from '../../../test/postgres.ts'
import { letStatementsTake, mustAnswerWithin } from './answer-deadline.ts'
import { isConnectionFailure } from './errors.ts'
import { sql } from './sql.ts'
import { runTogether } from './statement-batch.ts'

const database = await cuttable(await testPostgres())
after(() => database.close())

async function connected(withinMs: number): Promise<{ client: pg.Client; ended: Promise<unknown> }> {
  const client = new pg.Client({ ...database.connection, pipeline: true } as pg.ClientConfig)
  const ended = new Promise((resolve) => client.on('error', resolve))
  await client.connect()
  mustAnswerWithin(client, withinMs)
  return { client, ended }
}

const one = sql`select 1 as one`

test('what is asked of a database that hangs fails as a connection that broke, all of it', async () => {
  const { client, ended } = await connected(200)
  assert.deepEqual((await runTogether(client, [one]))[0]?.rows, [{ one: 1 }])
  database.cut()
  const asked = [1, 2, 3].map(() => runTogether(client, [one]))
  for (const each of await Promise.allSettled(asked)) {
    assert.equal(each.status, 'rejected')
    assert.ok(isConnectionFailure((each as PromiseRejectedResult).reason), String(each.reason))
  }
  assert.match(String(await ended), /the database has not answered for 200 ms/)
  database.mend()
})

test('what waits behind others is not given up while those are answered, and an idle connection is kept', async () => {
  const { client } = await connected(1000)
  const slow = sql`select pg_sleep(0.4)`
  await Promise.all([1, 2, 3, 4].map(() => runTogether(client, [slow])))
  await runTogether(client, [sql`select pg_sleep(0.9)`])
  assert.deepEqual((await runTogether(client, [one]))[0]?.rows, [{ one: 1 }])
  await client.end()
})

test('a statement that is refused counts as answered', async () => {
  const { client } = await connected(500)
  for (let times = 0; times < 3; times++) await assert.rejects(runTogether(client, [sql`select 1 / 0`]), /division/)
  database.cut()
  await assert.rejects(runTogether(client, [one]), isConnectionFailure)
  database.mend()
})

test('a transaction that was given more time has it until its end, and no longer', async () => {
  const { client } = await connected(300)
  const slow = sql`select pg_sleep(0.6)`
  await runTogether(client, [sql`begin`, letStatementsTake(null), slow])
  await runTogether(client, [slow])
  await runTogether(client, [sql`commit`])
  await assert.rejects(runTogether(client, [slow]), isConnectionFailure)
})

test('a statement whose value cannot be written is not waited for: its connection is kept', async (t) => {
  const { client } = await connected(200)
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const circular: Record<string, unknown> = {}
  circular.self = circular
  await assert.rejects(runTogether(client, [sql`select ${circular}::jsonb`]), /circular/)
  t.mock.timers.tick(1000)
  await new Promise((resolve) => setImmediate(() => setImmediate(resolve)))
  assert.deepEqual((await runTogether(client, [one]))[0]?.rows, [{ one: 1 }])
  await client.end()
})
