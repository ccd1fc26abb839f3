// Behaviour when processes are killed. A sentinel file checks that the data directory survives.

import assert from 'node:assert/strict'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, test } from 'node:test'
import pg from 'pg'
import type { Outage } from '#kit/outage.ts'
import { onlyLong } from '../../test/long-stories.ts'
import { ask, askUntilAnswered, isRunning, Playground, postmasterPid, silent, until } from './harness.ts'
import type { Log } from './prepare.ts'

/** Short for this file: pauses that give a healthy PostgreSQL time would only delay the tests. */
const SHORT = { SAMVAD_TEST_POSTGRES_ORPHAN_MS: '200', SAMVAD_TEST_POSTGRES_SHORT_LIFE_PAUSE_MS: '10' }
Object.assign(process.env, SHORT)

const playground = new Playground()
after(async () => {
  await playground.end()
  for (const name of Object.keys(SHORT)) delete process.env[name]
})

function leaveSentinel(folder: string): () => void {
  const sentinel = join(folder, 'postgres', 'sentinel')
  writeFileSync(sentinel, 'still here')
  return () => {
    assert.equal(readFileSync(sentinel, 'utf8'), 'still here')
    rmSync(sentinel)
  }
}

test('Node is killed: the next start adopts PostgreSQL with everything that was committed', async () => {
  const folder = await playground.cluster()
  const child = playground.child(folder)
  const { connection } = await child.started()
  const sentinelIsThere = leaveSentinel(folder)
  await ask(connection, 'create table kept_from_node as select 1 as one')
  const pid = postmasterPid(folder) as number
  child.kill()

  const next = await playground.start(folder)
  assert.equal(next.adopted, true)
  assert.equal(postmasterPid(folder), pid)
  assert.deepEqual(next.connection, connection)
  assert.deepEqual(await ask(next.connection, 'select one from kept_from_node'), [{ one: 1 }])
  const using = "select from pg_stat_activity where application_name = 'samvad supervisor'"
  await until('PostgreSQL has noticed', async () => (await ask(next.connection, using)).length === 1)
  await next.stop()
  assert.equal(isRunning(pid), false)
  sentinelIsThere()
})

test('Node is killed while it makes the cluster: the next start makes a whole one', async () => {
  const folder = playground.folder()
  const child = playground.child(folder)
  await until('initdb has begun', () => child.log.includes('Creating a PostgreSQL'))
  child.kill()
  const next = await playground.start(folder)
  assert.deepEqual(await ask(next.connection, 'select 1 as one'), [{ one: 1 }])
})

test('the postmaster is killed: it comes back by itself with the data, and stop still works', async () => {
  const folder = await playground.cluster()
  const postgres = await playground.start(folder)
  const sentinelIsThere = leaveSentinel(folder)
  await ask(postgres.connection, 'create table kept_from_postmaster as select 1 as one')
  const pid = postmasterPid(folder) as number
  process.kill(pid, 'SIGKILL')
  await until('another postmaster is there', () => postmasterPid(folder) !== pid)
  assert.deepEqual(await askUntilAnswered(postgres.connection, 'select one from kept_from_postmaster'), [{ one: 1 }])
  const next = postmasterPid(folder) as number
  await postgres.stop()
  assert.equal(await postgres.exited, undefined)
  assert.equal(isRunning(next), false)
  sentinelIsThere()
})

test('the postmaster is killed again and again: it comes back every time', { skip: onlyLong }, async () => {
  const folder = await playground.cluster()
  const postgres = await playground.start(folder)
  for (let round = 0; round < 3; round += 1) {
    const pid = postmasterPid(folder) as number
    process.kill(pid, 'SIGKILL')
    await until('another postmaster is there', () => ![pid, undefined].includes(postmasterPid(folder)))
    await askUntilAnswered(postgres.connection, 'select 1')
  }
  await postgres.stop()
})

test('the postmaster is killed during a long query: the orphan does not keep it down', async () => {
  const folder = await playground.cluster()
  const postgres = await playground.start(folder)
  const client = new pg.Client(postgres.connection)
  client.on('error', () => {})
  await client.connect()
  const query = client.query('select count(*) from generate_series(1, 1e12)').catch((error) => error as Error)
  const busy = "select from pg_stat_activity where query like '%1e12%' and state = 'active' and pid <> pg_backend_pid()"
  await until('the query runs', async () => (await ask(postgres.connection, busy)).length === 1)
  process.kill(postmasterPid(folder) as number, 'SIGKILL')
  assert.ok((await query) instanceof Error)
  await askUntilAnswered(postgres.connection, 'select 1')
  await postgres.stop()
})

test('a backend is killed: PostgreSQL recovers and is still ours to stop', async () => {
  const folder = await playground.cluster()
  const postgres = await playground.start(folder)
  const supervisors = "select pid from pg_stat_activity where application_name = 'samvad supervisor'"
  const [supervisor] = await ask(postgres.connection, supervisors)
  process.kill(Number(supervisor?.pid), 'SIGKILL')
  await until('a new session of the supervisor', async () => {
    const [next] = await ask(postgres.connection, supervisors)
    return next !== undefined && next.pid !== supervisor?.pid
  })
  const pid = postmasterPid(folder) as number
  await postgres.stop()
  assert.equal(isRunning(pid), false)
})

test('spec 17.7: a backend is killed and the end is asked for at once: nothing is left running', async () => {
  const folder = await playground.cluster()
  for (let round = 0; round < 2; round += 1) {
    const postgres = await playground.start(folder)
    const client = new pg.Client(postgres.connection)
    client.on('error', () => {})
    await client.connect()
    const { rows } = await client.query('select pg_backend_pid() as pid')
    const lost = new Promise((resolve) => client.once('end', resolve))
    const pid = postmasterPid(folder) as number
    process.kill(rows[0].pid, 'SIGKILL')
    // At once, before its end is known, and while PostgreSQL recovers.
    if (round > 0) await lost
    await postgres.stop()
    assert.equal(isRunning(pid), false)
    assert.equal(postmasterPid(folder), undefined)
  }
})

test('one of two that use it ends while PostgreSQL recovers: the other goes on with it', async () => {
  const folder = await playground.cluster()
  const postgres = await playground.start(folder)
  const child = playground.child(folder)
  await child.started()
  const client = new pg.Client(postgres.connection)
  client.on('error', () => {})
  await client.connect()
  const { rows } = await client.query('select pg_backend_pid() as pid')
  process.kill(rows[0].pid, 'SIGKILL')
  await child.stop()
  assert.deepEqual(await askUntilAnswered(postgres.connection, 'select 1 as one'), [{ one: 1 }])
  const pid = postmasterPid(folder) as number
  await postgres.stop()
  assert.equal(isRunning(pid), false)
})

test('Node and PostgreSQL are killed together: the next start recovers', async () => {
  const folder = await playground.cluster()
  const child = playground.child(folder)
  const { connection } = await child.started()
  const sentinelIsThere = leaveSentinel(folder)
  await ask(connection, 'create table kept_from_both as select 1 as one')
  child.kill()
  process.kill(postmasterPid(folder) as number, 'SIGKILL')
  const next = await playground.start(folder)
  assert.equal(next.adopted, false)
  assert.deepEqual(await ask(next.connection, 'select one from kept_from_both'), [{ one: 1 }])
  await next.stop()
  sentinelIsThere()
})

test('stop while PostgreSQL is being brought back ends at once and leaves nothing running', async () => {
  const folder = await playground.cluster()
  const postgres = await playground.start(folder)
  const pid = postmasterPid(folder) as number
  process.kill(pid, 'SIGKILL')
  await until('the postmaster is gone', () => !isRunning(pid))
  await postgres.stop()
  assert.equal(await postgres.exited, undefined)
  assert.equal(isRunning(postmasterPid(folder) ?? pid), false)
})

test('a PostgreSQL that cannot start says why, and its data stays', async () => {
  const folder = await playground.cluster()
  const sentinelIsThere = leaveSentinel(folder)
  const access = join(folder, 'postgres', 'pg_hba.conf')
  const sound = readFileSync(access)
  writeFileSync(access, 'nonsense\n')
  const warnings: string[] = []
  const starting = playground.start(folder, { ...silent, warn: (message) => warnings.push(message) })
  const says = /did not start, retrying: .*could not load .*pg_hba\.conf/
  await until('it says what is wrong', () => warnings.some((warning) => says.test(warning)))
  writeFileSync(access, sound)
  const postgres = await starting
  assert.deepEqual(await ask(postgres.connection, 'select 1 as one'), [{ one: 1 }])
  await postgres.stop()
  sentinelIsThere()
})

test('spec 19.20: a running PostgreSQL that cannot start again is started until it can, and it is said why', async () => {
  /** Shorter than any failing start takes. */
  const START_LIMIT_MS = 1
  const FAILURES = 3
  const folder = await playground.cluster()
  const access = join(folder, 'postgres', 'pg_hba.conf')
  const sound = readFileSync(access)
  const outages: (Outage | null)[] = []
  const lines: string[] = []
  const log: Log = { info: (line) => lines.push(line), warn: silent.warn, error: (line) => lines.push(line) }
  const onOutage = (outage: Outage | null) => void outages.push(outage)
  // `startLimitMs` limits only the first start; later starts may take longer.
  const postgres = await playground.start(folder, log, { onOutage, startLimitMs: START_LIMIT_MS })
  writeFileSync(access, 'nonsense\n')
  process.kill(postmasterPid(folder) as number, 'SIGKILL')
  await until('it failed again and again', () => outages.length >= FAILURES)
  for (const outage of outages) {
    assert.equal(outage?.reason, 'database_unavailable')
    assert.match(outage?.detail ?? '', /^PostgreSQL does not start: .*could not load .*pg_hba\.conf/)
  }
  writeFileSync(access, sound)
  assert.deepEqual(await askUntilAnswered(postgres.connection, 'select 1 as one'), [{ one: 1 }])
  await until('it is said that it is over', () => outages.at(-1) === null)
  assert.deepEqual(
    lines.map((line) => /is down|Failed starts|is up again/.exec(line)?.[0]),
    ['is down', 'Failed starts', 'is up again'],
    'a line of each, however often it failed',
  )
  await postgres.stop()
})
