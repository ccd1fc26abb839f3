// Exports whose worker fails, stops, is killed, or is too late: spec 13.21, 13.32, 13.33.

import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { FolderStore } from '#messaging/attachments/store/folder-store.ts'
import type { AttachmentStore, FileKey } from '#messaging/attachments/store/store.ts'
import { type Assembled, assemble } from '#program/app.ts'
import { askForExport, csvRows, download, EXPORTS, exportOf, makeExports, removeFiles } from '../../../test/exports.ts'
import { startSamvad, uuidOf } from '../../../test/harness.ts'
import { eventually } from '../../../test/program.ts'
import { person } from '../../../test/story.ts'
import { grant } from '../../../test/usage.ts'
import { exportJobs } from './jobs.ts'
import { TRIES_MAX } from './rules.ts'

const samvad = await startSamvad({ SAMVAD_LOG_LEVEL: 'silent' })
const { app, company } = samvad
const asha = person(samvad)
const folder = join(app.settings.dataDirectory, 'attachments')
const PERIOD = { from: '2026-01-01', to: Math.ceil(Date.now() / 1000) + 3600 }
for (let credits = 0; credits < 5; credits++) await grant(samvad, company, 1_000_000n)

async function filesThere(): Promise<string[]> {
  const names = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  return names.filter((one) => one.isFile()).map(({ name }) => name)
}

const ask = async () => {
  const { status, body, text } = await askForExport(samvad, 'transactions', PERIOD)
  assert.equal(status, 202, text)
  return body
}

/** Makes delayed and leased work due. */
const dueNow = () =>
  samvad.rows(`update due_work set due_at = now() - interval '1 second', lease_until = null, lease_id = null
                where kind in ('export', 'attachment_removal')`)

const eventsOf = async ({ id }: { id: string }) =>
  (await samvad.rows<{ type: string }>('select type from events where object_id = $1', [uuidOf('exp', id)])).map(
    ({ type }) => type,
  )

/** A folder store that calls `before` first. */
function storeThat(before: (key: FileKey, bytes: AsyncIterable<Buffer>) => Promise<void>): AttachmentStore {
  const store = new FolderStore(folder)
  return {
    put: async (key, bytes) => {
      await before(key, bytes)
      await store.put(key, bytes)
    },
    get: (key) => store.get(key),
    sizeOf: (key) => store.sizeOf(key),
    remove: (key) => store.remove(key),
    list: () => store.list(),
  }
}

async function runWith(store: AttachmentStore, as: Assembled = app, signal = new AbortController().signal) {
  for (const job of exportJobs(as, store)) while (await job.run(signal));
}

async function mustBeWhole(made: { id: string }): Promise<void> {
  const shown = await exportOf(samvad, made)
  assert.equal(shown.status, 'completed')
  assert.equal((await csvRows(samvad, (await download(shown.url)).bytes)).length, 5)
  assert.deepEqual(await eventsOf(made), ['export.completed'])
  await removeFiles(samvad)
  assert.equal((await filesThere()).length, 1, 'of all tries one file stays')
  await asha.delete(`${EXPORTS}/${made.id}`)
  await removeFiles(samvad)
  assert.deepEqual(await filesThere(), [])
}

test('spec 13.33: a try that fails leaves no file, and the next one makes it', async () => {
  const made = await ask()
  let fails = 2
  const store = storeThat(async () => {
    if (fails-- > 0) throw new Error('the disk is away')
  })
  for (let tries = 0; tries < 3; tries++) {
    await dueNow()
    await runWith(store)
    await removeFiles(samvad)
    if (tries < 2) assert.deepEqual([(await exportOf(samvad, made)).status, await filesThere()], ['queued', []])
  }
  await mustBeWhole(made)
})

test('spec 13.21, 13.33: what fails every time has failed in the end, is told once, and hinders no other', async () => {
  const made = await ask()
  const store = storeThat(async () => Promise.reject(new Error('no')))
  for (let tries = 0; tries <= TRIES_MAX; tries++) {
    await dueNow()
    await runWith(store)
  }
  const shown = await exportOf(samvad, made)
  assert.deepEqual([shown.status, shown.error, shown.url], ['failed', 'kept_failing', null])
  assert.deepEqual(await eventsOf(made), ['export.failed'])
  const next = await ask()
  await dueNow()
  await makeExports(samvad)
  await mustBeWhole(next)
  await asha.delete(`${EXPORTS}/${made.id}`)
})

test('spec 13.32: one that is cancelled while it is written stops, and leaves no file', async () => {
  const made = await ask()
  const store = storeThat(async () => {
    assert.equal((await asha.delete(`${EXPORTS}/${made.id}`)).status, 204)
  })
  await runWith(store)
  assert.equal((await exportOf(samvad, made)).status, 'cancelled')
  assert.deepEqual(await eventsOf(made), [])
  await removeFiles(samvad)
  assert.deepEqual(await filesThere(), [])
})

test('spec 13.33: a worker that stops gives it back uncounted, and another makes it at once', async () => {
  const made = await ask()
  const stopping = new AbortController()
  await runWith(
    storeThat(async () => stopping.abort()),
    app,
    stopping.signal,
  )
  const [row] = await samvad.rows<{ tries: number; status: string }>(
    'select tries, status from exports where id = $1',
    [uuidOf('exp', made.id)],
  )
  assert.deepEqual(row, { tries: 0, status: 'queued' })
  await makeExports(samvad)
  await mustBeWhole(made)
})

test('spec 13.33: a worker that was away for so long that another made it adds nothing, and takes its own file away', async () => {
  const made = await ask()
  const other = await assemble(app.settings, samvad.connection, () => app.clock())
  try {
    await runWith(
      storeThat(async () => {
        await dueNow()
        await runWith(new FolderStore(folder), other)
      }),
    )
  } finally {
    await other.database.close()
  }
  await mustBeWhole(made)
})

test('a commit whose answer was lost has completed it: its file stays', async () => {
  const made = await ask()
  const { database } = app
  const { transaction } = database
  let isLost = false
  database.transaction = async (work, owner) => {
    const result = await transaction.call(database, work, owner)
    const [row] = await samvad.rows<{ status: string }>('select status from exports where id = $1', [
      uuidOf('exp', made.id),
    ])
    if (row?.status !== 'completed' || isLost) return result as never
    isLost = true
    throw new Error('the connection broke')
  }
  try {
    await runWith(new FolderStore(folder))
  } finally {
    database.transaction = transaction
  }
  assert.ok(isLost)
  await mustBeWhole(made)
})

const PROGRAM = `
import { assemble } from '#program/app.ts'
import { exportJobs } from '#reporting/exports/jobs.ts'
import { FolderStore } from '#messaging/attachments/store/folder-store.ts'
import { readSettings } from '#kit/settings.ts'
const { directory, connection } = JSON.parse(process.argv.at(-1))
const app = await assemble(readSettings({ DATA_DIR: directory, SAMVAD_LOG_LEVEL: 'silent' }), connection)
const store = new FolderStore(directory + '/attachments')
const put = store.put.bind(store)
store.put = (key, bytes) => put(key, (async function* () {
  for await (const chunk of bytes) yield chunk
  yield Buffer.alloc(1)
  process.stdout.write('written')
  await new Promise(() => setInterval(() => {}, 1000))
})())
for (const job of exportJobs(app, store)) await job.run(new AbortController().signal)
`

async function workerThatHangs(): Promise<ChildProcess> {
  const given = JSON.stringify({ directory: app.settings.dataDirectory, connection: samvad.connection })
  const child = spawn(process.execPath, ['--input-type=module', '-e', PROGRAM, given], {
    cwd: new URL('../../..', import.meta.url),
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await once(child.stdout as NodeJS.EventEmitter, 'data')
  return child
}

test('spec 13.33: a worker killed in the middle of a file: another begins anew, and nothing of the first one stays', async () => {
  const made = await ask()
  const child = await workerThatHangs()
  assert.equal((await exportOf(samvad, made)).status, 'running')
  await eventually('a part of a file is there', async () => (await filesThere()).length === 1)
  const ended = once(child, 'exit')
  child.kill('SIGKILL')
  await ended
  assert.match((await filesThere())[0] as string, /\.partial$/)
  await makeExports(samvad)
  assert.equal((await exportOf(samvad, made)).status, 'running', 'its lease is not over')
  await dueNow()
  await makeExports(samvad)
  await mustBeWhole(made)
})
