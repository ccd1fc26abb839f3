// Starting, stopping, and restarting.

import assert from 'node:assert/strict'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { FSYNC_VARIABLE } from '../../test/postgres.ts'
import { prepareDataDirectory } from '../../test/prepared-data-directory.ts'
import { ask, isRunning, Playground, postmasterPid } from './harness.ts'
import type { Connection } from './supervisor.ts'

const playground = new Playground()
after(() => playground.end())

test('the second start finds what the first one stored', async (t) => {
  // As in production: the test run changes it for the PostgreSQL of its programs.
  const given = process.env[FSYNC_VARIABLE]
  delete process.env[FSYNC_VARIABLE]
  t.after(() => Object.assign(process.env, given === undefined ? {} : { [FSYNC_VARIABLE]: given }))
  const folder = playground.folder()
  const first = await playground.start(folder)
  assert.equal(first.adopted, false)
  await ask(first.connection, "create table greeting as select 'नमस्ते' as text")
  await first.stop()
  assert.equal(await first.exited, undefined)

  const second = await playground.start(folder)
  assert.equal(second.adopted, false)
  assert.deepEqual(second.connection, first.connection)
  assert.deepEqual(await ask(second.connection, 'select text, upper(text) from greeting'), [
    { text: 'नमस्ते', upper: 'नमस्ते' },
  ])
  const settings = await ask(
    second.connection,
    `select (select setting from pg_settings where name = 'server_encoding') as encoding,
            (select datlocprovider::text from pg_database where datname = current_database()) as provider,
            current_setting('fsync') as fsync, current_setting('full_page_writes') as full_page_writes,
            current_setting('wal_segment_size') as wal_segment_size,
            current_setting('synchronous_commit') as synchronous_commit, current_setting('timezone') as timezone`,
  )
  assert.deepEqual(settings, [
    {
      encoding: 'UTF8',
      provider: 'b',
      fsync: 'on',
      full_page_writes: 'on',
      wal_segment_size: '64MB',
      synchronous_commit: 'on',
      timezone: 'UTC',
    },
  ])
})

test('only the account itself can reach the socket and the password', async () => {
  const folder = await playground.cluster()
  const { connection, stop } = await playground.start(folder)
  assert.equal(statSync(join(folder, 'postgres-password')).mode & 0o777, 0o600)
  assert.equal(statSync(connection.host).mode & 0o777, 0o700)
  await assert.rejects(ask({ ...connection, password: 'password' }, 'select 1'), { code: '28P01' })
  const [role] = await ask(connection, 'select rolpassword from pg_authid where rolname = current_user')
  assert.match(String(role?.rolpassword), /^SCRAM-SHA-256\$1:/)
  await stop()
})

test('stop leaves nothing running, and may be called twice', async () => {
  const folder = await playground.cluster()
  const postgres = await playground.start(folder)
  const pid = postmasterPid(folder) as number
  await Promise.all([postgres.stop(), postgres.stop()])
  assert.equal(isRunning(pid), false)
  assert.equal(postmasterPid(folder), undefined)
  await assert.rejects(ask(postgres.connection, 'select 1'))
})

test('two starts at once share one PostgreSQL, which the last one stops', async () => {
  const folder = playground.folder()
  const [one, two] = [playground.child(folder), playground.child(folder)]
  const started = await Promise.all([one.started(), two.started()])
  assert.deepEqual(started[0]?.connection, started[1]?.connection)
  assert.deepEqual(started.map(({ adopted }) => adopted).sort(), [false, true])
  const pid = postmasterPid(folder) as number

  await one.stop()
  assert.equal(isRunning(pid), true)
  assert.deepEqual(await ask((started[0] as { connection: Connection }).connection, 'select 1 as one'), [{ one: 1 }])
  await two.stop()
  assert.equal(isRunning(pid), false)
  assert.deepEqual(readdirSync(folder).sort(), ['postgres', 'postgres-password', 'postgres.log', 'run'])
})

test('two that stop at once leave nothing running', async () => {
  const folder = await playground.cluster()
  const [one, two] = [await playground.start(folder), await playground.start(folder)]
  const pid = postmasterPid(folder) as number
  await Promise.all([one.stop(), two.stop()])
  assert.equal(isRunning(pid), false)
})

test('a start while another process stops waits and starts again', async () => {
  const folder = await playground.cluster()
  const first = await playground.start(folder)
  const [second] = await Promise.all([playground.start(folder), first.stop()])
  assert.deepEqual(await ask(second.connection, 'select 1 as one'), [{ one: 1 }])
  await second.stop()
})

test('a path that is too long for a socket gets one elsewhere', async () => {
  const folder = join(playground.folder(), 'long'.repeat(30))
  await prepareDataDirectory(folder)
  const postgres = await playground.start(folder)
  assert.equal(postgres.connection.host.startsWith(folder), false)
  assert.equal(statSync(postgres.connection.host).mode & 0o777, 0o700)
  const adopting = await playground.start(folder)
  assert.equal(adopting.adopted, true)
  assert.deepEqual(adopting.connection, postgres.connection)
  await Promise.all([adopting.stop(), postgres.stop()])
  rmSync(postgres.connection.host, { recursive: true })
})

test('a folder with something else in it is refused and left as it is', async () => {
  const folder = playground.folder()
  mkdirSync(join(folder, 'postgres'))
  writeFileSync(join(folder, 'postgres', 'diary'), 'dear')
  await assert.rejects(playground.start(folder), /contains no PostgreSQL data/)
  assert.deepEqual(readdirSync(join(folder, 'postgres')), ['diary'])
})

test('data of another version is refused and left as it is', async () => {
  const folder = playground.folder()
  mkdirSync(join(folder, 'postgres'))
  writeFileSync(join(folder, 'postgres', 'PG_VERSION'), '17\n')
  await assert.rejects(
    playground.start(folder),
    /written by PostgreSQL 17, but this version of Samvad includes PostgreSQL 18/,
  )
  assert.deepEqual(readdirSync(join(folder, 'postgres')), ['PG_VERSION'])
})

test('the rest of a killed initdb is cleaned up; what others left is not', async () => {
  const folder = await playground.cluster()
  const ours = join(folder, 'postgres-new-99999999-00c0ffee')
  const alive = join(folder, `postgres-new-${process.ppid}-00c0ffee`)
  const others = join(folder, 'postgres-new-year-pictures')
  for (const name of [ours, alive, others]) mkdirSync(name)
  await (await playground.start(folder)).stop()
  assert.deepEqual([ours, alive, others].map(existsSync), [false, true, true])
})

test('a lost password is replaced, and the data stays', async () => {
  const folder = await playground.cluster()
  const first = await playground.start(folder)
  await ask(first.connection, 'create table kept as select 1 as one')
  await first.stop()
  rmSync(join(folder, 'postgres-password'))

  const second = await playground.start(folder)
  assert.notEqual(second.connection.password, first.connection.password)
  assert.deepEqual(await ask(second.connection, 'select one from kept'), [{ one: 1 }])
  assert.equal(readFileSync(join(folder, 'postgres-password'), 'utf8').trim(), second.connection.password)
  await second.stop()
})
