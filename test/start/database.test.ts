// DATABASE_URL: what a start waits for, what it refuses, and migrations of another version.

import assert from 'node:assert/strict'
import { connect as connectTo, createServer, type Server } from 'node:net'
import { test } from 'node:test'
import pg from 'pg'
import { MIGRATION_LOCK, migrate } from '#kit/database/migrate.ts'
import { mustAnswer } from '#kit/database/reachable.ts'
import { cuttable } from '../cuttable-database.ts'
import { testDatabase } from '../harness.ts'
import { urlOf } from '../postgres.ts'
import { eventually, freePort } from '../program.ts'

test('a database that is not up yet is waited for; one that says no is not asked twice', async () => {
  const database = await testDatabase()
  const port = await freePort()
  const url = `postgres://${database.user}:${database.password}@127.0.0.1:${port}/${database.database}`
  let proxy: Server | undefined
  const said: string[] = []
  // launch.test.ts starts a program whose database is not up.
  await mustAnswer(
    { connectionString: url },
    {
      say(sentence) {
        said.push(sentence)
        // PostgreSQL becomes reachable once the program waits for it.
        proxy ??= forward(port, database)
      },
    },
  )
  proxy?.close()
  assert.match(
    said.join('\n'),
    /^Waiting for the database \(127\.0\.0\.1:\d+, database "test_\w+"\): connection refused \(ECONNREFUSED\)$/,
  )

  const waiting = mustAnswer({ connectionString: url }, { limitMs: 0 })
  await assert.rejects(
    waiting,
    /^Error: DATABASE_URL \(127\.0\.0\.1:.*connection refused.*Check that PostgreSQL is running there/,
  )

  const wrong = urlOf({ ...database, password: 'hush-4' })
  await assert.rejects(mustAnswer({ connectionString: wrong }), ({ message }: Error) => {
    assert.match(message, /^DATABASE_URL .*: authentication failed for user "\w+"\. Check the user, the password/)
    assert.doesNotMatch(message, /hush/)
    return true
  })
  const absent = mustAnswer({ ...database, database: 'there_is_none' })
  await assert.rejects(absent, /: the database does not exist\. Create it first: createdb there_is_none/)
  const unreadable = mustAnswer({ connectionString: 'postgres://u:hush-5@[not-a-host/d' })
  await assert.rejects(unreadable, ({ message }: Error) => {
    assert.match(message, /DATABASE_URL \(set\): not a valid address/)
    assert.doesNotMatch(message, /hush/)
    return true
  })
})

test("spec 17.2: another version's migration and an edited one are refused before anything is changed", async () => {
  const connection = await testDatabase()
  const client = new pg.Client(connection)
  await client.connect()
  try {
    const hashes = 'select count(*)::int as all, count(text_hash)::int as hashed from schema_migrations'
    const { rows } = await client.query(hashes)
    assert.equal(rows[0].all, rows[0].hashed)

    // As if a start was killed between the two: recorded at the next start.
    await client.query('update schema_migrations set text_hash = null')
    await migrate(connection)
    assert.equal((await client.query(hashes)).rows[0].hashed, rows[0].all)

    await client.query(`insert into schema_migrations (name, run_on) values ('9000_of_tomorrow', now())`)
    await assert.rejects(
      migrate(connection),
      /another version of Samvad\. This version does not have 9000_of_tomorrow\. Start that version/,
    )
    await client.query(`delete from schema_migrations where name = '9000_of_tomorrow'`)

    await client.query(`update schema_migrations set text_hash = 'edited' where name = '0003_money'`)
    await assert.rejects(
      migrate(connection),
      /differ from their files: 0003_money in db\/migrations\. Restore the original files/,
    )
    await client.query(`update schema_migrations set text_hash = null where name = '0003_money'`)
    await migrate(connection)
  } finally {
    await client.end()
  }
})

test('spec 17.2: a connection that is lost while a start migrates fails the start, and leaves no error that nobody caught', async () => {
  const connection = await testDatabase()
  const network = await cuttable(connection)
  const holder = new pg.Client(connection)
  await holder.connect()
  try {
    await holder.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
    const migrating = assert.rejects(migrate(network.connection), /terminated unexpectedly/)
    await eventually('the migration waits for its turn', async () => {
      const { rowCount } = await holder.query(
        `select from pg_locks
          where locktype = 'advisory' and not granted
            and database = (select oid from pg_database where datname = current_database())`,
      )
      return rowCount === 1
    })
    // As when PostgreSQL has gone: the connection ends without a message.
    await network.close()
    await migrating
  } finally {
    await holder.end()
  }
})

function forward(port: number, { host, port: socket }: pg.ClientConfig): Server {
  const server = createServer((caller) => {
    const there = connectTo(`${host}/.s.PGSQL.${socket}`)
    for (const [from, to] of [
      [caller, there],
      [there, caller],
    ] as const)
      from
        .on('error', () => to.destroy())
        .on('close', () => to.destroy())
        .pipe(to)
  })
  return server.listen(port, '127.0.0.1').unref()
}
