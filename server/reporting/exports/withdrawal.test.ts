// Exports of contacts when one of their contacts is deleted: withdrawn, or restarted while being created. spec 13.35

import assert from 'node:assert/strict'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { FolderStore } from '#messaging/attachments/store/folder-store.ts'
import type { AttachmentStore } from '#messaging/attachments/store/store.ts'
import * as contacts from '#messaging/contacts/actions.ts'
import { eraseContact, extentOf } from '#privacy/erase.ts'
import {
  askForExport,
  csvRows,
  download,
  EXPORTS,
  exported,
  exportOf,
  makeExports,
  removeFiles,
} from '../../../test/exports.ts'
import { fund, startSamvad, uuidOf } from '../../../test/harness.ts'
import { askForImport, errorsOf, imported, workOnImports } from '../../../test/imports.ts'
import { lockWaits } from '../../../test/lock-waits.ts'
import { eventually } from '../../../test/program.ts'
import { assertRefused, person } from '../../../test/story.ts'
import { exportJobs } from './jobs.ts'
import { TRIES_MAX } from './rules.ts'

const samvad = await startSamvad({ SAMVAD_LOG_LEVEL: 'silent' })
const { app } = samvad
const asha = person(samvad)
const { organizationId } = samvad.company
await fund(samvad, organizationId, 100n)
const folder = join(app.settings.dataDirectory, 'attachments')
const PERIOD = { from: '2026-01-01', to: Math.ceil(Date.now() / 1000) + 3600 }
const scope = () => ({ organizationId, at: app.clock() })

let count = 0
const contact = (fields: object = {}) => asha.make('/v1/contacts', { email: `f${++count}@farm.example`, ...fields })

async function remove({ id }: { id: string }): Promise<void> {
  assert.equal((await asha.delete(`/v1/contacts/${id}`)).status, 204)
}

async function erase({ id }: { id: string }): Promise<void> {
  const contactId = uuidOf('contact', id)
  const extent = await extentOf(app.database.reads, scope(), contactId)
  await app.database.transaction((tx) => eraseContact(tx, scope(), contactId, extent), organizationId)
}

async function problemAt(url: string) {
  const response = await fetch(url)
  return { status: response.status, body: (await response.json()) as any }
}

async function filesThere(): Promise<string[]> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  return found.filter((one) => one.isFile()).map(({ name }) => name)
}

const eventsOf = async ({ id }: { id: string }) =>
  (
    await samvad.rows<{ type: string }>('select type from events where object_id = $1 order by id', [uuidOf('exp', id)])
  ).map(({ type }) => type)

const mailsIn = async (shown: { url: string }) =>
  (await csvRows(samvad, (await download(shown.url)).bytes)).map(({ email }) => email)

/** Stores like the folder store; `behind` runs once all but the end of the file is stored. */
function storeThat(behind: () => Promise<void>): AttachmentStore {
  const store = new FolderStore(folder)
  const put: AttachmentStore['put'] = (key, bytes) =>
    store.put(
      key,
      (async function* () {
        yield* bytes
        await behind()
      })(),
    )
  return {
    put,
    get: (key) => store.get(key),
    sizeOf: (key) => store.sizeOf(key),
    remove: (key) => store.remove(key),
    list: () => store.list(),
  }
}

async function runWith(store: AttachmentStore): Promise<void> {
  for (const job of exportJobs(app, store)) while (await job.run(new AbortController().signal));
}

for (const [how, away] of [
  ['deleted', remove],
  ['erased', erase],
] as const)
  test(`the link of an export answers 410 once a contact in it is ${how}, and says to make a new one (spec 13.35)`, async () => {
    const [gone, stays] = [await contact(), await contact()]
    const { shown } = await exported(samvad, 'contacts', PERIOD)
    const before = await exported(samvad, 'contacts', { from: '2026-01-01', to: '2026-01-31' })
    const log = await exported(samvad, 'log', PERIOD)
    assert.ok((await mailsIn(shown)).includes(gone.email))
    await away(gone)
    const { status, body } = await problemAt(shown.url)
    assert.deepEqual([status, body.code], [410, 'gone'])
    assert.equal(body.reason, 'export_withdrawn')
    const row = await exportOf(samvad, shown)
    assert.deepEqual(
      [row.status, row.error, row.url, row.size, row.sha256],
      ['withdrawn', 'contact_deleted', null, null, null],
    )
    assert.deepEqual(await eventsOf(shown), ['export.completed', 'export.withdrawn'])
    await removeFiles(samvad)
    assert.equal((await filesThere()).length, 2, 'its file is gone')
    // Exports that cannot contain the contact stay, and a new one does not include it.
    for (const other of [before, log]) assert.equal((await download(other.shown.url)).response.status, 200)
    const anew = await exported(samvad, 'contacts', PERIOD)
    const mails = await mailsIn(anew.shown)
    assert.deepEqual([mails.includes(gone.email), mails.includes(stays.email)], [false, true])
    for (const { id } of [shown, before.shown, log.shown, anew.shown])
      assert.equal((await asha.delete(`${EXPORTS}/${id}`)).status, 204)
    await removeFiles(samvad)
    assert.deepEqual(await filesThere(), [])
  })

test('a withdrawn export is a 404 to who may not see contacts any more, and after its seven days (spec 13.31, 13.35)', async () => {
  const gone = await contact()
  const member = await samvad.newMember(organizationId, 'agent')
  const { shown } = await exported(samvad, 'contacts', PERIOD)
  const { url } = await exportOf(samvad, shown, member)
  await remove(gone)
  assert.equal((await problemAt(url)).status, 410)
  await samvad.rows('delete from memberships where org_id = $1 and user_id = $2', [organizationId, member.userId])
  assert.equal((await problemAt(url)).status, 404)
  samvad.setClock(new Date(shown.expires_at * 1000))
  assert.equal((await problemAt(shown.url)).status, 404)
  samvad.setClock(null)
  await asha.delete(`${EXPORTS}/${shown.id}`)
})

test('an export from before a merge is withdrawn with the contact that the absorbed one became part of (spec 13.35, 6.31)', async () => {
  const [into, from] = [await contact(), await contact()]
  const { shown } = await exported(samvad, 'contacts', PERIOD)
  assert.equal((await asha.post(`/v1/contacts/${into.id}/merge`, { from: from.id })).status, 200)
  // As if the remaining contact had been created after the export.
  await samvad.rows("update contacts set created_at = now() + interval '1 minute' where id = $1", [
    uuidOf('contact', into.id),
  ])
  await remove(into)
  assert.equal((await problemAt(shown.url)).status, 410)
  await asha.delete(`${EXPORTS}/${shown.id}`)
})

test('a contact that is deleted while an export is made is not in the file, which is begun anew (spec 13.35)', async () => {
  const [gone, stays] = [await contact(), await contact()]
  const { body } = await askForExport(samvad, 'contacts', PERIOD)
  let deletions = 0
  // The pages with the contact were read, but the file is not complete.
  await runWith(
    storeThat(async () => {
      if (deletions++ === 0) await remove(gone)
    }),
  )
  const shown = await exportOf(samvad, body)
  assert.equal(shown.status, 'completed')
  const mails = await mailsIn(shown)
  assert.deepEqual([deletions, mails.includes(gone.email), mails.includes(stays.email)], [2, false, true])
  assert.deepEqual(await eventsOf(body), ['export.completed'])
  await removeFiles(samvad)
  assert.equal((await filesThere()).length, 1, 'nothing of the first try stays')
  await asha.delete(`${EXPORTS}/${body.id}`)
})

test('where each try meets a deletion the export is withdrawn in the end (spec 13.35)', async () => {
  const gone = await Promise.all(Array.from({ length: TRIES_MAX }, () => contact()))
  const { body } = await askForExport(samvad, 'contacts', PERIOD)
  let tries = 0
  await runWith(storeThat(() => remove(gone[tries++] as { id: string })))
  const shown = await exportOf(samvad, body)
  assert.deepEqual([shown.status, shown.error, tries], ['withdrawn', 'contact_deleted', TRIES_MAX])
  assert.deepEqual(await eventsOf(body), ['export.withdrawn'])
  await asha.delete(`${EXPORTS}/${body.id}`)
})

test('an export does not begin over a deletion that has not ended, and finds the contact gone (spec 13.35)', async () => {
  const gone = await contact()
  const { body } = await askForExport(samvad, 'contacts', PERIOD)
  const [removed, mayEnd] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const deletion = app.database.transaction(async (tx) => {
    await contacts.remove(tx, scope(), uuidOf('contact', gone.id))
    removed.resolve()
    await mayEnd.promise
  }, organizationId)
  await removed.promise
  const making = makeExports(samvad)
  await eventually('the export waits for the deletion', async () => (await lockWaits(samvad)) > 0)
  assert.equal((await exportOf(samvad, body)).status, 'queued')
  mayEnd.resolve()
  await Promise.all([deletion, making])
  const shown = await exportOf(samvad, body)
  assert.equal(shown.status, 'completed')
  assert.ok(!(await mailsIn(shown)).includes(gone.email))
  await asha.delete(`${EXPORTS}/${body.id}`)
})

test('the error file of an import loses the rows of a contact that is deleted, by each of its addresses (spec 6.33)', async () => {
  const [one, other] = [await contact({ phone_number: '+919876501234' }), await contact()]
  await asha.post(`/v1/contacts/${one.id}/merge`, { from: other.id })
  const rows = [
    `Ravi,${one.email.toUpperCase()}x y,`,
    `Ravi,a b,098765 01234`,
    `Asha,${other.email} ?,`,
    `Meena,a b,12345`,
  ]
  const done = await imported(
    samvad,
    `Name,Email,Phone\n${[...rows, `Ravi,${one.email},nonsense`, `Asha, ${other.email} ,nonsense`].join('\n')}\n`,
    { mapping: { Name: 'display_name', Email: 'email', Phone: 'phone_number' } },
  )
  assert.equal(done.failed, 6)
  await remove(one)
  const left = await errorsOf(samvad, done)
  assert.deepEqual(
    ['nonsense', '098765 01234', 'Meena'].map((word) => left.includes(word)),
    [false, false, true],
  )
})

test('nobody is erased while a file is imported that may hold them: it says to wait, and nothing is deleted (spec 6.33)', async () => {
  const one = await contact()
  const asked = await askForImport(samvad, `Email\n${one.email}\n`, { mapping: { Email: 'email' } })
  assert.equal(asked.status, 202, asked.text)
  await assert.rejects(erase(one), /An import in progress may contain this contact/)
  assert.equal((await asha.get(`/v1/contacts/${one.id}`)).status, 200)
  await workOnImports(samvad)
  await erase(one)
  assertRefused(await asha.get(`/v1/contacts/${one.id}`), 404, 'not_found')
})
