// The state of a database when another test file has used it before.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import pg from 'pg'
import { openDatabase } from '#kit/database/database.ts'
import { givenDatabase } from '../given-database.ts'
import { cleanDatabases } from '../reused-databases.ts'
import { testDatabase } from '../test-database.ts'

const isAlone = givenDatabase() !== null || process.env.SAMVAD_TEST_QUEUE === undefined
const options = { skip: isAlone && 'only the files of a run use databases one after the other' }

/** Runs the statements as a file does, in the program's own pool. */
async function run(connection: pg.ClientConfig, text: string): Promise<unknown[]> {
  const database = openDatabase(connection, 1)
  try {
    return (await database.pool.query(text)).rows
  } finally {
    await database.close()
  }
}

/** The next file's database after a file that ran the statements. */
async function after(text: string): Promise<[used: pg.ClientConfig, next: pg.ClientConfig]> {
  const used = await testDatabase()
  await run(used, text)
  await cleanDatabases()
  return [used, await testDatabase()]
}

test('a file finds no rows of the file before, and the rows that the migrations wrote', options, async () => {
  const prices = 'select * from price_lists order by id'
  const before = await run(await testDatabase(), prices)
  const [used, next] = await after(`
    insert into users (id, email, display_name, created_at) values (uuidv7(), 'a@b.example', 'A', now());
    insert into price_lists select uuidv7(), org_id, name, effective_from, definition, now() from price_lists`)
  assert.equal(next.database, used.database)
  assert.deepEqual(await run(next, 'select count(*)::int as count from users'), [{ count: 0 }])
  assert.notEqual(before.length, 0)
  assert.deepEqual(await run(next, prices), before)
})

for (const [what, text] of [
  ['a table', 'create table more (id int)'],
  ['a column', 'alter table users alter display_name drop not null'],
  ['a function', 'create function no() returns trigger language plpgsql as $$ begin return null; end $$'],
  ['an index', 'drop index contacts_by_email'],
  ['the statistics', 'analyze price_lists'],
] as const)
  test(`a database in which a file changed ${what} is not used again`, options, async () => {
    const [used, next] = await after(text)
    assert.notEqual(next.database, used.database)
  })

test('a database to which a file left a connection is not used again', options, async () => {
  const connection = await testDatabase()
  const left = new pg.Client(connection)
  left.on('error', () => {})
  await left.connect()
  await cleanDatabases()
  assert.notEqual((await testDatabase()).database, connection.database)
})

test('the next file gets an open connection, without the settings and locks of the file before', options, async () => {
  const state = `select pg_backend_pid() as pid, current_setting('work_mem') as memory,
                        (select count(*)::int from pg_locks
                          where locktype = 'advisory' and pid = pg_backend_pid()) as locks`
  const [used, next] = await after(`select set_config('work_mem', '1MB', false), pg_advisory_lock(3)`)
  const [{ pid, ...before }] = (await run(used, state)) as [{ pid: number }]
  await cleanDatabases()
  const again = await testDatabase()
  assert.deepEqual([again.database, next.database], [used.database, used.database])
  assert.deepEqual(await run(again, state), [{ pid, ...before }])
  assert.deepEqual(before, { memory: '8MB', locks: 0 })
})
