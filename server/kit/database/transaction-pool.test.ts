// Connections that break at the worst moment, on a real PostgreSQL.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import pg from 'pg'
import { connectionsNotIdle } from '#kit/database-metrics.ts'
import { testDatabase } from '../../../test/harness.ts'
import { openDatabase } from './database.ts'
import { discardOldPlans, PLANS_KEPT_MS } from './plans-kept.ts'
import { type Statement, sql } from './sql.ts'
import { runTogether } from './statement-batch.ts'
import { openTransactionPool, type TransactionPool } from './transaction-pool.ts'

const connection = await testDatabase()

const counted = async (at: 'checkout' | 'return') =>
  (await connectionsNotIdle.get()).values.find(({ labels }) => labels.at === at)?.value ?? 0

const PID = sql`select pg_backend_pid() as pid`

/**
 * Two transactions on a pool of one connection, with `misuse` in the first. Returns how the second found its
 * connection.
 */
async function after(misuse: (client: pg.PoolClient, pool: TransactionPool) => Promise<unknown>) {
  const logged: { at: string; transaction_status: string; queries_in_flight: number }[] = []
  const log = { error: (fields: never) => void logged.push(fields) }
  const pool = openTransactionPool({ ...connection, pipeline: true } as pg.PoolConfig, 1, log as never)
  const before = (await counted('checkout')) + (await counted('return'))
  try {
    let first: number | undefined
    await pool
      .withClient('first', async (client) => {
        first = (client as unknown as { processID: number }).processID
        await misuse(client, pool)
      })
      .catch(() => {})
    const [second] = await pool.withClient('second', (client) => runTogether(client, [PID]))
    const row = second?.rows[0] as { pid: number } | undefined
    const count = (await counted('checkout')) + (await counted('return')) - before
    return { isSame: row?.pid === first, count, logged }
  } finally {
    await pool.close()
  }
}

test('an idle connection is used again, also a new one whose settings are still in flight', async () => {
  for (const use of [
    (client: pg.PoolClient) => runTogether(client, [sql`select 1`]),
    (client: pg.PoolClient) => runTogether(client, [sql`begin`, sql`select 1`, sql`commit`]),
    async () => {},
  ])
    assert.deepEqual(await after(use), { isSame: true, count: 0, logged: [] })
})

test('a connection that is returned with an open transaction is closed, and the next owner gets another', async () => {
  const found = await after((client) => runTogether(client, [sql`begin`, sql`select 1`]))
  assert.deepEqual(found, {
    isSame: false,
    count: 1,
    logged: [{ at: 'return', owner: 'first', transaction_status: 'T', queries_in_flight: 0 }],
  })
})

test('a connection that is returned with a failed transaction is closed', async () => {
  const { isSame, logged } = await after((client) => runTogether(client, [sql`begin`, sql`select 1 / 0`]))
  assert.deepEqual([isSame, logged.length, logged[0]?.at], [false, 1, 'return'])
})

test('a connection that is returned while a query is in flight is closed, however long the query takes', async () => {
  const { isSame, logged } = await after(async (client) => {
    await runTogether(client, [sql`select 1`])
    runTogether(client, [sql`select pg_sleep(3600)`]).catch(() => {})
  })
  assert.deepEqual([isSame, logged.length], [false, 1])
  assert.deepEqual([logged[0]?.transaction_status, logged[0]?.queries_in_flight], ['I', 1])
})

test('a connection in the pool that somebody opened a transaction on is closed at the checkout', async () => {
  const { isSame, logged } = await after(async (client, { pool }) => {
    await runTogether(client, [sql`select 1`])
    const returned = Promise.withResolvers<void>()
    pool.once('release', () => {
      void runTogether(client, [sql`begin`]).then(() => returned.resolve())
    })
    // The next checkout waits until it is open.
    const take = pool.connect.bind(pool)
    pool.connect = (async () => {
      await returned.promise
      pool.connect = take
      return take()
    }) as never
  })
  assert.deepEqual([isSame, logged[0]?.at], [false, 'checkout'])
})

test('a transaction whose rollback fails ends with its connection, and reports why it was rolled back', async () => {
  const database = openDatabase(connection, 1)
  const failing = (...statements: Statement[]) =>
    database.transaction(async (tx) => {
      const { pid } = (await tx.row<{ pid: number }>(sql`select pg_backend_pid() as pid`)) as { pid: number }
      for (const statement of statements) await tx.run(statement)
      throw new Error(`work ended on ${pid}`)
    })
  try {
    const before = await counted('return')
    let pid = ''
    await assert.rejects(failing(), ({ message }: Error) => {
      pid = message
      return true
    })
    // The first transaction has prepared the rollback: without its text on the server it fails.
    await assert.rejects(failing(sql`deallocate all`), { message: pid })
    assert.equal((await counted('return')) - before, 1)
    await assert.rejects(failing(), ({ message }: Error) => message !== pid)
  } finally {
    await database.close()
  }
})

test('a failed copy leaves its connection idle', async () => {
  const database = openDatabase(connection, 1)
  try {
    const before = await counted('return')
    const pid = async () => (await database.transaction((tx) => tx.row(sql`select pg_backend_pid() as pid`))) as unknown
    const first = await pid()
    for (let times = 0; times < 20; times++) await assert.rejects(database.copied(sql`select 1 / 0`), { code: '22012' })
    assert.deepEqual([await pid(), (await counted('return')) - before], [first, 0])
  } finally {
    await database.close()
  }
})

test('spec 19.1: a connection that breaks as it is handed out ends its transaction, and not the program', async () => {
  const { pool, withClient, close } = openTransactionPool({ ...connection, pipeline: true } as pg.PoolConfig, 1)
  try {
    // Like a socket whose first write fails: the error is emitted before the caller that waits for the connection
    // continues.
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

test('a connection makes the plans of its statements anew after ten seconds, also of a table that was empty before', async () => {
  const client = new pg.Client({ ...connection, pipeline: true } as pg.ClientConfig)
  await client.connect()
  try {
    await client.query(`create table filled (a int, b int); create index on filled (a); create index on filled (b);
      set plan_cache_mode = force_generic_plan; set enable_bitmapscan = off`)
    const byBoth = sql`select from filled where a = ${1} and b < ${2}`
    const plan = async () =>
      (await client.query(`explain execute ${byBoth.name}(1, 2)`)).rows[0]['QUERY PLAN'] as string
    assert.deepEqual(discardOldPlans(client, 0), [])
    await runTogether(client, [byBoth])
    const before = await plan()
    await client.query('insert into filled select n, 1 from generate_series(1, 5000) n')
    assert.equal(await plan(), before)
    assert.deepEqual(discardOldPlans(client, PLANS_KEPT_MS - 1), [])
    await runTogether(client, discardOldPlans(client, PLANS_KEPT_MS))
    assert.notEqual(await plan(), before)
  } finally {
    await client.end()
  }
})
