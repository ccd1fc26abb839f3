import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import pg from 'pg'
import { testDatabase } from '../../../test/harness.ts'
import { sql, unnamed } from './sql.ts'
import { runTogether } from './statement-batch.ts'

const client = new pg.Client({ ...(await testDatabase()), pipeline: true } as pg.ClientConfig)
await client.connect()
after(() => client.end())

const rowsOf = async (...statements: Parameters<typeof runTogether>[1]) =>
  (await runTogether(client, statements)).map(({ rows }) => rows)

test('what travels together is one transaction: all of it, or nothing', async () => {
  await runTogether(client, [sql`create table stories (name text primary key)`])
  await assert.rejects(
    runTogether(client, [sql`insert into stories values (${'a'})`, sql`select 1 / ${0}::int as none`]),
    { code: '22012' },
  )
  assert.deepEqual(await rowsOf(sql`select name from stories`), [[]])
  await runTogether(client, [sql`insert into stories values (${'a'})`, sql`insert into stories values (${'b'})`])
  assert.deepEqual(await rowsOf(sql`select name from stories order by name`), [[{ name: 'a' }, { name: 'b' }]])
})

test('a statement that was skipped behind a failure is there for those who were sent meanwhile', async () => {
  const skipped = (value: number) => sql`select ${value}::int as skipped_once`
  // Sent before the first response has arrived, as a writer's flushes are.
  const first = runTogether(client, [sql`select 1 / ${0}::int as fails`, skipped(1)])
  const second = runTogether(client, [skipped(2)])
  const third = runTogether(client, [skipped(3), skipped(4)])
  await assert.rejects(first, { code: '22012' })
  assert.deepEqual((await second)[0]?.rows, [{ skipped_once: 2 }])
  assert.deepEqual(
    (await third).map(({ rows }) => rows),
    [[{ skipped_once: 3 }], [{ skipped_once: 4 }]],
  )
  assert.deepEqual(await rowsOf(skipped(5)), [[{ skipped_once: 5 }]])
})

test('a statement that fails works again with other values, with its columns', async () => {
  const divide = (by: number) => sql`select 10 / ${by}::int as result`
  assert.deepEqual(await rowsOf(divide(5)), [[{ result: 2 }]])
  await assert.rejects(rowsOf(divide(0)), { code: '22012' })
  assert.deepEqual(await rowsOf(divide(2)), [[{ result: 5 }]])
})

test('rows, counts and commands belong to their statement', async () => {
  const results = await runTogether(client, [
    sql`delete from stories`,
    sql`insert into stories values ('x'), ('y')`,
    sql`select name from stories`,
  ])
  assert.deepEqual(
    results.map(({ command, count }) => [command, count]),
    [
      ['DELETE', 2],
      ['INSERT', 2],
      ['SELECT', 2],
    ],
  )
  assert.equal(results[2]?.rows.length, 2)
})

test('an unnamed statement is not prepared, and several in one batch keep their columns', async () => {
  const prepared = sql`select count(*)::int4 as n from pg_prepared_statements`
  const count = async () => (await runTogether(client, [prepared]))[0]?.rows[0]
  await count()
  const before = await count()
  const chosen = unnamed(sql`select ${1}::int as one`)
  const other = sql`select ${2}::int as two, ${'x'}::text as letter where ${unnamed(sql`true`)}`
  assert.equal(other.name, '')
  assert.deepEqual(await rowsOf(chosen, other, chosen), [[{ one: 1 }], [{ two: 2, letter: 'x' }], [{ one: 1 }]])
  assert.deepEqual(await count(), before)
})
