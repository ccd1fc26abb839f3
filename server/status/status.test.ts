// The status of an installation, part by part.

import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import type pg from 'pg'
import { forgetFailure, keepFailure } from '#backup/last-failure.ts'
import { enqueueWork } from '#kit/work.ts'
import { GUARD_MS } from '../../test/guard.ts'
import { startSamvad } from '../../test/harness.ts'
import { eventually } from '../../test/program.ts'
import { KEY_ID, S3Server, SECRET } from '../../test/s3/server.ts'
import { keepLastBackup } from './backups.ts'
import { beyond, databasePart } from './database.ts'
import { keepLastCheck } from './last-check.ts'
import { line } from './messages.ts'
import { fromOutside } from './outside.ts'
import type { Installation, Part } from './part.ts'
import { limitsAt, type PartStatus, readStatus, type Status } from './read.ts'

const samvad = await startSamvad()
const dataDirectory = await mkdtemp(join(tmpdir(), 'samvad-status-'))
after(() => rm(dataDirectory, { recursive: true, force: true }))

/** As the installation's own process reads it, without metrics unless given. */
const installation = (changes: Partial<Installation> = {}, metrics = ''): Installation => ({
  settings: { ...samvad.app.settings, dataDirectory, databaseUrl: 'postgres://a-server' },
  clock: samvad.app.clock,
  connection: async () => samvad.app.database.connection,
  program: async () => ({ pid: process.pid, url: samvad.url, isAnswering: true }),
  metrics: async () => metrics,
  ...changes,
})

const textOf = (messages: readonly { message: string }[]) => messages.map(({ message }) => message).join('\n')
/** `part: message`, as the API returns the problems. */
const problemsOf = ({ problems }: Status) => problems.map(({ part, message }) => `${part}: ${message}`)
const partOf = ({ parts }: Status, name: string) => parts.find((one) => one.name === name) as PartStatus
/** A machine busy with other tests may not answer at first. */
async function look(changes: Partial<Installation> = {}, metrics = ''): Promise<Status> {
  for (let tries = 1; ; tries++) {
    const status = await readStatus(installation(changes, metrics))
    const isLate = status.parts.some(({ problems }) => problems.some(({ code }) => code === 'part_timeout'))
    if (!isLate || tries === 10) return status
  }
}

test('spec 17.12: every part of a healthy installation is good and has its facts', async () => {
  const status = await look()
  assert.deepEqual([status.state, status.problems], ['good', []])
  const states = Object.fromEntries(status.parts.map(({ name, state }) => [name, state]))
  assert.deepEqual(states, {
    program: 'good',
    database: 'good',
    fence: 'good',
    queues: 'good',
    // Nothing was measured here.
    jobs: 'unknown',
    payments: 'good',
    channels: 'good',
    storage: 'good',
    backups: 'unknown',
    certificate: 'good',
    doctor: 'unknown',
  })
  const { facts } = partOf(status, 'database')
  const names = (facts.tables as { name: string }[]).map(({ name }) => name)
  assert.equal(names.length, 5)
  assert.ok((facts.size_bytes as number) > 1_000_000 && (facts.connections_used as number) > 0)
  assert.deepEqual(facts.pending_migrations, [])
  JSON.stringify(status.parts)
})

test('spec 17.12: a part that fails and a part that hangs hide no other part', async () => {
  const fine: Part = { name: 'fine', read: async () => ({ lines: [line('migrations_applied')], facts: {} }) }
  const broken: Part = {
    name: 'broken',
    read: () => Promise.reject(new Error('postgres://user:secret@host is not there')),
  }
  const hanging: Part = { name: 'hanging', read: () => new Promise(() => {}) }
  const status = await readStatus(installation(), [broken, hanging, fine])
  const { parts, state } = status
  assert.equal(state, 'wrong')
  assert.deepEqual(problemsOf(status), [
    'broken: could not be read: postgres://***@host is not there',
    'hanging: did not answer within 1.9 s',
  ])
  assert.deepEqual(partOf({ parts } as Status, 'fine').lines, [line('migrations_applied')])
})

test('spec 17.12: the command ends two seconds after it was typed, however long it took to start, and leaves nothing open', async () => {
  assert.deepEqual(
    [0, 499.6, 10_000].map((ageMs) => limitsAt(ageMs).allMs),
    [1900, 1400, 1200],
  )
  const { allMs, greetingMs, metricsMs, statementMs } = limitsAt(0)
  assert.ok(greetingMs + metricsMs < allMs && statementMs < allMs)

  const aborted: string[] = []
  const note = (name: string, signal: AbortSignal) => signal.addEventListener('abort', () => aborted.push(name))
  const metrics: Installation['metrics'] = (_program, signal) => new Promise(() => note('metrics', signal))
  const quick: Part['read'] = async ({ signal }) => {
    note('part', signal)
    return { lines: [], facts: {} }
  }
  // Found only after the status was returned: no connection to it is opened any more.
  const found = Promise.withResolvers<pg.ClientConfig | null>()
  const status = await readStatus(
    installation({ connection: () => found.promise, metrics }),
    [databasePart, { name: 'quick', read: quick }],
    { ...limitsAt(0), allMs: GUARD_MS, greetingMs: 100, metricsMs: 100 },
  )
  assert.deepEqual(
    status.problems.map(({ part, code, params }) => ({ part, code, params })),
    [{ part: 'database', code: 'database_timeout', params: { seconds: 0.1 } }],
  )
  assert.deepEqual(aborted.sort(), ['metrics', 'part'])

  const sockets = new Set<Socket>()
  const silent = createServer((socket) => sockets.add(socket)).listen(0, '127.0.0.1')
  await once(silent, 'listening')
  const { port } = silent.address() as AddressInfo
  const url = `http://127.0.0.1:${port}`
  found.resolve({ host: '127.0.0.1', port })
  const outside = fromOutside({ ...samvad.app.settings, dataDirectory })
  const asked = once(silent, 'connection')
  await readStatus(
    {
      ...installation({ connection: async () => null, metrics: outside.metrics }),
      program: async () => ({ pid: process.pid, url, isAnswering: true }),
    },
    [{ name: 'waiting', read: () => asked.then(() => ({ lines: [], facts: {} })) }],
    { ...limitsAt(0), allMs: GUARD_MS },
  )
  const [socket] = (await asked) as [Socket]
  if (!socket.closed) await once(socket.resume(), 'close')
  silent.close()
  assert.deepEqual([...sockets], [socket])
})

test('spec 17.12: without a database the other parts are still shown', async () => {
  const status = await readStatus(
    installation({ connection: async () => null, program: async () => null, metrics: () => Promise.reject() }),
  )
  assert.deepEqual(
    status.problems.map(({ part, code }) => [part, code]),
    [
      ['program', 'program_not_running_here'],
      ['database', 'database_not_running'],
    ],
  )
  assert.equal(partOf(status, 'queues').state, 'unknown')
  assert.equal(partOf(status, 'storage').state, 'good')
})

test('spec 17.12: late work is a problem, and the work of a suspended organization is not late', async () => {
  const { organizationId } = samvad.company
  const long = new Date(Date.now() - 3_600_000)
  await samvad.app.database.transaction((tx) => tx.run(enqueueWork('dispatch', organizationId, long)), organizationId)
  const late = await look()
  assert.match(
    textOf(late.problems),
    /^Work of the kind dispatch has been due for 1 h\. Check that the worker is running/,
  )
  await samvad.rows('update organizations set suspended_at = now() where id = $1', [organizationId])
  assert.deepEqual((await look()).problems, [])
  await samvad.rows('update organizations set suspended_at = null where id = $1', [organizationId])
  await samvad.rows('delete from due_work where org_id = $1', [organizationId])
})

test('spec 17.12: a pending migration and a clock that differs are problems', async () => {
  const [last] = await samvad.rows('select * from schema_migrations order by id desc limit 1')
  await samvad.rows('delete from schema_migrations where id = $1', [last?.id])
  assert.deepEqual((await look()).problems, [
    {
      part: 'database',
      code: 'migrations_pending',
      params: { names: [last?.name] },
      message: `Pending migrations: ${last?.name}. Run samvad migrate, or restart Samvad.`,
    },
  ])
  await samvad.rows('insert into schema_migrations (id, name, run_on, text_hash) values ($1, $2, $3, $4)', [
    last?.id,
    last?.name,
    last?.run_on,
    last?.text_hash,
  ])
  assert.deepEqual([beyond(-3000, 10), beyond(5, 10), beyond(2010, 10)], [-3000, 0, 2000])
})

test("spec 17.6, 17.12: the rules that the doctor's last check found broken are a problem", async () => {
  const at = new Date(Date.now() - 7_200_000)
  await keepLastCheck(dataDirectory, { at, broken: ['L1', 'A1'] })
  assert.deepEqual(problemsOf(await look()), ['doctor: 2 h ago, these rules did not hold: L1, A1. Run samvad doctor.'])
  await keepLastCheck(dataDirectory, { at, broken: [] })
  assert.equal(partOf(await look(), 'doctor').state, 'good')
  await writeFile(join(dataDirectory, 'doctor.json'), '{"at"')
  assert.equal(partOf(await look(), 'doctor').state, 'unknown', 'a file that is damaged is none')
})

test('spec 17.10, 17.12: the last backup is shown, and an archive that misses copies or log segments is a problem', async () => {
  const anHourAgo = new Date(Date.now() - 3_600_000)
  await keepLastBackup(dataDirectory, { at: anHourAgo, file: '/backup/samvad.age' })
  assert.equal(textOf(partOf(await look(), 'backups').lines), 'Last backup: /backup/samvad.age, 1 h ago')

  const archive = join(dataDirectory, 'archive')
  const settings = { ...installation().settings, archive }
  assert.match(textOf((await look({ settings })).problems), /^The archive in .* cannot be read/)
  await mkdir(join(archive, 'base'), { recursive: true })
  assert.match(textOf((await look({ settings })).problems), /has no full copy yet/)
  const base = (at: Date) =>
    writeFile(join(archive, 'base', 'one.json'), JSON.stringify({ id: 'one', finished_at: at }))
  await base(new Date(Date.now() - 3 * 86_400_000))
  assert.match(textOf((await look({ settings })).problems), /^The last full copy in the archive .* is 3 d old\./)
  await base(anHourAgo)
  assert.deepEqual((await look({ settings })).problems, [])

  const waiting = join(dataDirectory, 'archive-outbox', '000000010000000000000001')
  await mkdir(join(dataDirectory, 'archive-outbox'))
  await writeFile(waiting, '')
  assert.deepEqual((await look({ settings })).problems, [])
  await utimes(waiting, anHourAgo, anHourAgo)
  assert.match(
    textOf((await look({ settings })).problems),
    /^1 log segment could not be stored in .*; the oldest has waited for 1 h\./,
  )
})

test('spec 17.12, 17.70: operators read the status over the API, with codes and parameters, and without a secret', async () => {
  const { organizationId } = samvad.company
  const operator = await samvad.newMember(organizationId, 'viewer')
  await samvad.rows('update users set is_operator = true where id = $1', [operator.userId])
  const { status, body, text } = await samvad.request('GET', '/v1/installation/status', { token: operator.token })
  assert.equal(status, 200, text)
  assert.deepEqual(Object.keys(body), ['state', 'at', 'version', 'problems', 'problem_details', 'parts'])
  const [, database, , queues] = body.parts
  assert.equal(database.facts.is_answering, true)
  assert.deepEqual(
    [queues.facts.deliveries_in_flight, queues.facts.deliveries_in_hand],
    [0, 0],
    'a fact keeps its earlier name, too',
  )
  assert.deepEqual(
    database.line_details.map(({ message }: { message: string }) => message),
    database.lines,
  )
  const applied = { code: 'migrations_applied', params: {}, message: 'Migrations: all applied' }
  assert.deepEqual(database.line_details.at(-2), applied)
  const { password } = samvad.connection as { password?: string }
  assert.ok(!password || !text.includes(password))
  assert.equal((await samvad.request('GET', '/v1/installation/status')).status, 403, 'an owner is no operator')
})

test('spec 17.12, 17.18: a store that refuses is a problem, and a slow store does not delay the status', async () => {
  const store = new S3Server()
  await store.start()
  after(() => store.stop())
  const settings = {
    ...installation().settings,
    archive: 's3://archive/samvad',
    archiveEndpoint: store.endpoint,
    archiveRegion: 'us-east-1',
    archiveKeyId: KEY_ID,
    archiveSecret: SECRET,
  }
  const lookAt = async (changes: object = {}, metrics = '') =>
    partOf(await look({ settings: { ...settings, ...changes } }, metrics), 'backups')
  const finished = new Date(Date.now() - 3_600_000)
  const base = JSON.stringify({ id: 'one', finished_at: finished })
  store.objects.put('samvad/base/one.json', Buffer.from(base), {}, new Date())
  // A status waits for a store for less than a second; on a busy machine the request may not even start by then.
  await eventually('it is read', async () => /^Last full copy: 1 h ago$/m.test(textOf((await lookAt()).lines)))
  await eventually('it says no', async () =>
    /cannot be read: .* SAMVAD_ARCHIVE_SECRET is not the secret of SAMVAD_ARCHIVE_KEY_ID/.test(
      textOf((await lookAt({ archiveSecret: 'another' })).problems),
    ),
  )

  store.misbehave = () => 'hang'
  assert.match(
    textOf((await lookAt()).problems),
    /cannot be read: the store at .* did not list what is there: no answer in time/,
  )
  const known = `samvad_archive_last_copy_timestamp_seconds ${finished.getTime() / 1000}`
  assert.match(textOf((await lookAt({}, known)).lines), /^Last full copy: 1 h ago$/m)

  store.misbehave = () => undefined
  await keepFailure(dataDirectory, { at: new Date(), reason: 'the store is full' })
  await eventually('it says why archiving fails', async () =>
    /^Archiving to s3:\/\/archive\/samvad fails: the store is full$/m.test(textOf((await lookAt()).problems)),
  )
  await forgetFailure(dataDirectory)
  assert.doesNotMatch(textOf((await lookAt()).problems), /Archiving/)
})
