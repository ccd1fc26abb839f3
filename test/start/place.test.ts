// Whether an installation recognizes its recorded identity, with a real database and real files.

import assert from 'node:assert/strict'
import { cp, mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import pg from 'pg'
import * as installation from '#installation/actions.ts'
import { openDatabase } from '#kit/database/database.ts'
import { liftFence } from '../../server/program/lift-fence.ts'
import { settleIn } from '../../server/program/place.ts'
import { givenDatabase } from '../given-database.ts'
import { startSamvad, testDatabase } from '../harness.ts'

const samvad = await startSamvad()
const folders = await mkdtemp(join(tmpdir(), 'samvad-place-'))
after(() => rm(folders, { recursive: true, force: true }))
const isGiven = givenDatabase() !== null && 'makes databases beside its own'

type Environment = Partial<{ place: string | null; databaseUrl: string | null; dataDirectory: string }>

/** The program on this database, as it finds it at its starts. */
async function programOn(connection: pg.ClientConfig) {
  const database = openDatabase(connection)
  after(() => database.close())
  const app = (environment: Environment) => ({
    ...samvad.app,
    database,
    settings: { ...samvad.app.settings, databaseUrl: 'postgres://elsewhere', ...environment },
  })
  return {
    lift: (environment: Environment = {}) => liftFence(app(environment), null),
    /** Why it is fenced after a start; null when it is not. */
    async start(environment: Environment = {}): Promise<string | null> {
      await settleIn(app(environment))
      return (await installation.find(database.reads)).fenced_reason
    },
  }
}

async function query(connection: pg.ClientConfig, ...texts: string[]): Promise<void> {
  const client = new pg.Client(connection)
  await client.connect()
  for (const text of texts) await client.query(text)
  await client.end()
}

test('spec 17.16: the first start that keeps a place is at home, and so is every later one, of any folder, on the same database', {
  skip: isGiven,
}, async () => {
  const { start } = await programOn(await testDatabase())
  for (const dataDirectory of ['/one', '/one', '/another']) assert.equal(await start({ dataDirectory }), null)
})

test('spec 17.16: on a copy of the database it is fenced, and stays so with the same reason until that is lifted', {
  skip: isGiven,
}, async () => {
  const original = await testDatabase()
  const first = await programOn(original)
  assert.equal(await first.start(), null)

  const copy = { ...original, database: `${original.database}_copy` }
  await query(
    { ...original, database: 'postgres' },
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${original.database}'`,
    `create database ${copy.database} template ${original.database}`,
  )
  const second = await programOn(copy)
  assert.match((await second.start()) as string, /copied or restored/)
  assert.match((await second.start()) as string, /copied or restored/)
  assert.match((await second.lift())?.fence.reason as string, /copied or restored/)
  assert.equal(await second.start(), null)
  assert.equal(await second.lift(), null)
  assert.equal(await first.start(), null)
})

test('spec 17.16: in a database that was filled anew from a dump it is fenced', { skip: isGiven }, async () => {
  const connection = await testDatabase()
  const { start } = await programOn(connection)
  assert.equal(await start(), null)
  await query(
    connection,
    `create table restored (like installation including all)`,
    `insert into restored select * from installation`,
    `drop table installation`,
    `alter table restored rename to installation`,
  )
  assert.match((await start()) as string, /dump/)
})

test('spec 17.16: a PostgreSQL that does not let itself be asked for its identity keeps nobody from starting', {
  skip: isGiven,
}, async () => {
  const connection = await testDatabase()
  const { start } = await programOn(connection)
  assert.equal(await start(), null)
  const role = `${connection.database}_role`
  await query(
    connection,
    `create role ${role} login superuser password 'as-the-test-wants-it'`,
    `revoke execute on function pg_control_system() from public`,
    `alter role ${role} nosuperuser`,
    `grant all on all tables in schema public to ${role}`,
  )
  const limited = await programOn({ ...connection, user: role, password: 'as-the-test-wants-it' })
  assert.equal(await limited.start(), null)
  assert.equal(await start(), null)
})

test('spec 17.16, 17.17: another SAMVAD_PLACE fences; a command without it lifts for the one of the last start', {
  skip: isGiven,
}, async () => {
  const { start, lift } = await programOn(await testDatabase())
  assert.equal(await start({ place: 'production' }), null)
  assert.match((await start({ place: 'staging' })) as string, /SAMVAD_PLACE was "production"/)
  await lift({ place: null })
  assert.equal(await start({ place: 'staging' }), null)
  assert.match((await start({ place: null })) as string, /is not set now/)
})

test('spec 17.16: the embedded database: copied or put back it is fenced, renamed or written to it is not', {
  skip: isGiven,
}, async () => {
  const { start, lift } = await programOn(await testDatabase())
  const home = join(folders, 'home')
  const control = (folder: string) => join(folder, 'postgres', 'global', 'pg_control')
  await mkdir(join(home, 'postgres', 'global'), { recursive: true })
  await writeFile(control(home), 'made by initdb')
  const begin = (dataDirectory: string) => start({ databaseUrl: null, dataDirectory })
  assert.equal(await begin(home), null)
  await writeFile(control(home), 'written in place')
  assert.equal(await begin(home), null)
  const moved = join(folders, 'moved')
  await rename(home, moved)
  assert.equal(await begin(moved), null)

  const copy = join(folders, 'copy')
  await cp(moved, copy, { recursive: true, preserveTimestamps: true })
  assert.match((await begin(copy)) as string, /copied or restored/)
  await lift({ databaseUrl: null, dataDirectory: copy })
  assert.equal(await begin(copy), null)

  // As rsync and tar do: a new file replaces the old one.
  await cp(control(moved), `${control(copy)}.new`, { preserveTimestamps: true })
  await rename(`${control(copy)}.new`, control(copy))
  assert.match((await begin(copy)) as string, /copied or restored/)
})
