// A database that stops responding blocks no caller.

import assert from 'node:assert/strict'
import { after, type TestContext, test } from 'node:test'
import pg from 'pg'
import { cuttable } from '../../../test/cuttable-database.ts'
import { testPostgres } from '../../../test/postgres.ts'
import { letStatementsTake, mustAnswerWithin } from './answer-deadline.ts'
import { isConnectionFailure } from './errors.ts'
import { type Statement, sql } from './sql.ts'
import { runTogether } from './statement-batch.ts'

const database = await cuttable(await testPostgres())
after(() => database.close())

const WITHIN_MS = 1000

/** A connection with a response deadline of one second, on a clock that the test controls. */
async function connected(t: TestContext) {
  const client = new pg.Client({ ...database.connection, pipeline: true } as pg.ClientConfig)
  t.after(() => client.end().catch(() => {}))
  const ended = new Promise((resolve) => client.on('error', resolve))
  await client.connect()
  mustAnswerWithin(client, WITHIN_MS)
  return { client, ended, pass: timersOf(t) }
}

/** Timers that fire when the returned function advances the time. Node's mock timers ignore `refresh`. */
function timersOf(t: TestContext): (ms: number) => Promise<void> {
  const dueAt = new Map<object, { at: number; fire: () => void }>()
  let now = 0
  t.mock.method(globalThis, 'setTimeout', (fire: () => void, ms: number) => {
    const timer = {
      unref: () => timer,
      refresh: () => {
        dueAt.set(timer, { at: now + ms, fire })
        return timer
      },
    }
    return timer.refresh()
  })
  t.mock.method(globalThis, 'clearTimeout', (timer: object) => dueAt.delete(timer))
  return async (ms) => {
    now += ms
    for (const [timer, { at, fire }] of dueAt) {
      if (at > now) continue
      dueAt.delete(timer)
      fire()
    }
    // After work that a timer deferred to the next turn of the event loop.
    await new Promise((resolve) => setImmediate(() => setImmediate(resolve)))
  }
}

const one = sql`select 1 as one`

test('what is asked of a database that hangs fails as a connection that broke, all of it', async (t) => {
  const { client, ended, pass } = await connected(t)
  assert.deepEqual((await runTogether(client, [one]))[0]?.rows, [{ one: 1 }])
  database.cut()
  const asked = Promise.allSettled([1, 2, 3].map(() => runTogether(client, [one])))
  await pass(WITHIN_MS)
  for (const each of await asked) {
    assert.equal(each.status, 'rejected')
    assert.ok(isConnectionFailure((each as PromiseRejectedResult).reason), String(each.reason))
  }
  assert.match(String(await ended), /the database has not answered for 1000 ms/)
  database.mend()
})

test('what waits behind others is not given up while those are answered, and an idle connection is kept', async (t) => {
  const holder = new pg.Client(database.connection)
  await holder.connect()
  t.after(() => holder.end())
  await holder.query('select pg_advisory_lock(7)')
  const { client, pass } = await connected(t)
  const first = runTogether(client, [one])
  const behind = runTogether(client, [sql`select 2 as two from (select pg_advisory_lock(7)) as lock`])
  await pass(WITHIN_MS - 1)
  await first
  await pass(WITHIN_MS - 1)
  await holder.query('select pg_advisory_unlock(7)')
  assert.deepEqual((await behind)[0]?.rows, [{ two: 2 }])
  await pass(10 * WITHIN_MS)
  assert.deepEqual((await runTogether(client, [one]))[0]?.rows, [{ one: 1 }])
})

test('a statement that is refused counts as answered', async (t) => {
  const { client, pass } = await connected(t)
  for (let times = 0; times < 3; times++) {
    await assert.rejects(runTogether(client, [sql`select 1 / 0`]), /division/)
    await pass(WITHIN_MS)
  }
  database.cut()
  const asked = assert.rejects(runTogether(client, [one]), isConnectionFailure)
  await pass(WITHIN_MS)
  await asked
  database.mend()
})

test('a transaction that was given more time has it until its end, and no longer', async (t) => {
  const { client, pass } = await connected(t)
  async function afterLong(...statements: Statement[]) {
    database.cut()
    const asked = runTogether(client, statements)
    // Its failure is awaited below.
    asked.catch(() => {})
    await pass(10 * WITHIN_MS)
    database.mend()
    await asked
  }
  await afterLong(sql`begin`, letStatementsTake(null), one)
  await afterLong(one)
  await runTogether(client, [sql`commit`])
  await assert.rejects(afterLong(one), isConnectionFailure)
})

test('a statement whose value cannot be written is not waited for: its connection is kept', async (t) => {
  const { client, pass } = await connected(t)
  const circular: Record<string, unknown> = {}
  circular.self = circular
  await assert.rejects(runTogether(client, [sql`select ${circular}::jsonb`]), /circular/)
  await pass(WITHIN_MS)
  assert.deepEqual((await runTogether(client, [one]))[0]?.rows, [{ one: 1 }])
})
