// Conflicting transactions on a real PostgreSQL.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { newTestDatabase } from '../../../test/test-database.ts'
import { openDatabase, type Tx } from './database.ts'
import { sql } from './sql.ts'

const database = openDatabase(await newTestDatabase())
after(() => database.close())

await database.pool.query('create table shelves (name text primary key, count int not null, notes text)')

await database.pool.query(`create function fail_with(code text) returns void language plpgsql as $$
  begin raise exception 'lost' using errcode = code; end $$`)

const add = (name: string) => sql`update shelves set count = count + 1 where name = ${name}`
const shelves = () => database.reads.rows(sql`select name, count, notes from shelves order by name`)
const noted = (notes: string) => sql`update shelves set notes = concat(notes, ${notes}::text) where name = 'a'`

async function begin(): Promise<void> {
  await database.pool.query(`delete from shelves; insert into shelves values ('a', 0, ''), ('b', 0, '')`)
}

test('one of two that wait for each other is run again, wholly, and both are done once', async () => {
  await begin()
  const held = [Promise.withResolvers<void>(), Promise.withResolvers<void>()] as const
  let runs = 0
  const crossing = (names: [string, string], own: 0 | 1) =>
    database.transaction(async (tx) => {
      runs++
      await tx.run(add(names[0]))
      tx.onCommit(noted(names[0]))
      held[own].resolve()
      await held[1 - own]?.promise
      await tx.run(add(names[1]))
    })
  await Promise.all([crossing(['a', 'b'], 0), crossing(['b', 'a'], 1)])
  assert.ok(runs > 2, 'they did wait for each other')
  const [a, b] = (await shelves()) as { count: number; notes: string }[]
  assert.deepEqual([a?.count, b?.count], [2, 2])
  assert.equal([...(a?.notes ?? '')].sort().join(''), 'ab')
})

test('one that loses every time is told to come again, and what fails for another reason is not run twice', async () => {
  await begin()
  for (const [code, times] of [
    ['40P01', 3],
    ['40001', 3],
    ['55P03', 1],
  ] as const) {
    let runs = 0
    const failing = database.transaction(async (tx) => {
      runs++
      await tx.run(add('a'))
      await tx.run(sql`select fail_with(${code})`)
    })
    await assert.rejects(failing, { code: 'temporarily_unavailable' })
    assert.equal(runs, times, code)
  }
  assert.deepEqual((await shelves())[0], { name: 'a', count: 0, notes: '' })
})

test('what rides with the commit of an empty transaction and fails leaves none open behind it', async () => {
  await begin()
  await Promise.all(
    Array.from({ length: 12 }, () =>
      assert.rejects(database.transaction(async (tx) => tx.onCommit(sql`insert into shelves values ('a', 0, '')`))),
    ),
  )
  const states = await database.pool.query(
    `select count(*)::int as open from pg_stat_activity
      where datname = current_database() and state like 'idle in transaction%'`,
  )
  assert.equal(states.rows[0].open, 0)
})

test('a part of the work that goes on when another has failed writes nothing any more', async () => {
  await begin()
  const failed = Promise.withResolvers<void>()
  const late = async (tx: Tx) => {
    await failed.promise
    await tx.run(add('b'))
  }
  let going: Promise<void> | undefined
  const work = database.transaction(async (tx) => {
    await tx.run(add('a'))
    going = late(tx)
    throw new Error('given up')
  })
  await assert.rejects(work, { message: 'given up' })
  failed.resolve()
  await assert.rejects(going as Promise<void>, { message: 'the transaction is over' })
  assert.deepEqual(
    ((await shelves()) as { count: number }[]).map(({ count }) => count),
    [0, 0],
  )
})
