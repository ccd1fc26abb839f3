// The life of an archive: a program archives, writes, and is lost; a point in time between two writes is restored
// elsewhere. archive-store.test.ts covers an encrypted archive, and an unreachable store.

import assert from 'node:assert/strict'
import { copyFile, cp, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { Archive } from '#backup/archive-contents.ts'
import { isSegment } from '#backup/archive-rules.ts'
import { FolderStore } from '#backup/folder-store.ts'
import { readSettings } from '#kit/settings.ts'
import { startEmbeddedPostgres } from '#postgres/supervisor.ts'
import { openArchive } from '#program/archiving.ts'
import type { Ending } from '#program/ending.ts'
import { type Ran, runCommand } from '../command-line.ts'
import { isLong } from '../long-stories.ts'
import { prepareDataDirectory } from '../prepared-data-directory.ts'
import { eventually, newDataDirectory, type Program, removeDataDirectory, startProgram } from '../program.ts'
import { momentBetweenCommits } from './moments.ts'

/** Leaves the processor to the base backup. */
const BETWEEN_WRITES_MS = 20

const folder = await newDataDirectory()
const home = join(folder, 'home')
const archive = new Archive(new FolderStore(join(folder, 'archive')))
let program: Program | undefined
// For the program, and for the commands, which run in this process.
process.env.SAMVAD_TEST_ARCHIVE_LOOK_MS = '50'
after(async () => {
  delete process.env.SAMVAD_TEST_ARCHIVE_LOOK_MS
  await program?.stop()
  await removeDataDirectory(folder)
})

/** The parent process archives: no worker is needed. */
const settings = { SAMVAD_ARCHIVE: archive.place, ROLES: 'api' }

const restoreFrom = (place: string, dataDirectory: string, ...words: string[]): Promise<Ran> =>
  runCommand(['restore', '--from-archive', place, ...words], {
    DATABASE_URL: undefined,
    DATA_DIR: dataDirectory,
  })
const restore = (dataDirectory: string, ...words: string[]) => restoreFrom(archive.place, dataDirectory, ...words)

async function addContact(name: string): Promise<void> {
  const json = { display_name: name, email: `${name.toLowerCase()}@farm.example` }
  assert.equal((await (program as Program).request('POST', '/v1/contacts', { json })).status, 201)
}

async function inDatabaseOf<T>(dataDirectory: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const postgres = await startEmbeddedPostgres({ dataDirectory, log: { info() {}, warn() {}, error() {} } })
  const client = new pg.Client(postgres.connection)
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
    await postgres.stop()
  }
}

/** The names in the restored database, and whether it is fenced. */
const contactsIn = (dataDirectory: string): Promise<{ names: string[]; isFenced: boolean }> =>
  inDatabaseOf(dataDirectory, async (client) => {
    const contacts = await client.query('select display_name from contacts')
    const installation = await client.query('select fenced_since from installation')
    return {
      names: contacts.rows.map(({ display_name }) => display_name).sort(),
      isFenced: installation.rows[0].fenced_since !== null,
    }
  })

const isBaseThere = async () => (await archive.bases().catch(() => [])).length > 0

/** Written while the first base backup was made. */
const early: string[] = []

/** The points in time that the tests restore. */
const moments = { empty: '', between: '' }

before(async () => {
  await prepareDataDirectory(home)
  program = await startProgram(home, settings)
  while (!(await isBaseThere())) {
    const name = `Asha${early.length}`
    await addContact(name)
    early.push(name)
    await pause(BETWEEN_WRITES_MS)
  }
  moments.empty = (await archive.bases())[0]?.finished_at as string
  await addContact('Ravi')
  moments.between = await momentBetweenCommits()
  await addContact('Meera')
  // Stopping archives the last segment.
  await program.stop()
  program = undefined
})

test('spec 17.10: a moment between two writes shows the first and not the second, fenced', async () => {
  const target = join(folder, 'between')
  const { code, out } = await restore(target, '--to-time', moments.between)
  assert.equal(code, 0, out)
  assert.match(out, /All checks passed/)
  assert.equal((await stat(join(target, 'secret.key'))).mode & 0o777, 0o600)
  assert.deepEqual((await readdir(target)).toSorted(), ['postgres', 'postgres-password', 'secret.key'])
  assert.deepEqual(await contactsIn(target), { names: [...early, 'Ravi'].sort(), isFenced: true })
})

test('spec 17.10: a moment that the archive does not reach is refused, and nothing is left', async () => {
  const target = join(folder, 'never')
  const tooEarly = await restore(target, '--to-time', '2020-01-01T00:00:00Z')
  assert.equal(tooEarly.code, 1)
  assert.match(tooEarly.out, new RegExp(`the archive starts at ${moments.empty}`))
  const vague = await restore(target, '--to-time', '2026-11-22 09:30')
  assert.equal(vague.code, 2)
  assert.match(vague.out, /must be a time with a UTC offset/)
  const late = await restore(target, '--to-time', new Date(Date.now() + 3_600_000).toISOString())
  assert.equal(late.code, 1)
  assert.match(late.out, /the archive has no transaction after/)
  assert.doesNotMatch(late.out, /FATAL/)
  const nowhere = await restoreFrom(join(folder, 'nowhere'), target)
  assert.match(nowhere.out, /no archive with a complete base copy/)
  assert.deepEqual(await readdir(target).catch(() => []), [])
})

test('spec 17.10: an archive with a hole, or with a copy that was changed, is refused', async () => {
  const damaged = new Archive(new FolderStore(join(folder, 'damaged')))
  await cp(archive.place, damaged.place, { recursive: true })
  const [base] = await damaged.bases()
  const target = join(folder, 'from-damaged')
  await rm(join(damaged.place, 'log', `${base?.first_segment}.gz`))
  const hole = await restoreFrom(damaged.place, target)
  assert.equal(hole.code, 1)
  assert.match(hole.out, new RegExp(`The archive is incomplete: ${base?.first_segment}.* is missing`))
  await cp(join(archive.place, 'log'), join(damaged.place, 'log'), { recursive: true })
  await copyFile(join(damaged.place, 'archive.json'), join(damaged.place, 'base', `${base?.id}.tar.gz`))
  const changed = await restoreFrom(damaged.place, target)
  assert.equal(changed.code, 1)
  assert.match(changed.out, /is damaged/)
})

test('spec 17.10: what was not archived for a while makes a new copy due at the next start, and without a moment all comes back', async () => {
  // Two segments are completed while nothing archives them.
  await inDatabaseOf(home, async (client) => {
    await client.query(`update contacts set display_name = 'Gita' where display_name = 'Ravi'`)
    await client.query('select pg_switch_wal()')
    await client.query(`update contacts set display_name = 'Hari' where display_name = 'Meera'`)
    await client.query('select pg_switch_wal()')
  })
  program = await startProgram(home, settings)
  await eventually('a second copy', async () => (await archive.bases()).length > 1)
  if (isLong) {
    const copied = await program.cli('archive', 'base')
    assert.equal(copied.code, 0, copied.out)
    assert.equal((await archive.bases()).length, 3)
  }
  await program.stop()
  program = undefined
  assert.ok((await archive.segments()).filter(isSegment).length > 1)
  assert.deepEqual(await readdir(join(home, 'archive-outbox')), [])
  const target = join(folder, 'after-the-hole')
  const { code, out } = await restore(target, '--no-check')
  assert.equal(code, 0, out)
  assert.deepEqual((await contactsIn(target)).names, [...early, 'Gita', 'Hari'].sort())
  // The restored installation has a history of its own from there on, and may not write to this archive.
  const ending = { stops: [], signal: new AbortController().signal } as unknown as Ending
  await assert.rejects(
    openArchive(readSettings({ ...settings, DATA_DIR: target }), ending),
    /belongs to another installation, or to the one that this installation was copied or restored from/,
  )
})
