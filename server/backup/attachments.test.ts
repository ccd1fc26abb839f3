// Attachment files in a backup: spec 7.68.

import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { knownAmong } from '#messaging/attachments/look-over-queries.ts'
import { FolderStore } from '#messaging/attachments/store/folder-store.ts'
import type { AttachmentStore, FileKey } from '#messaging/attachments/store/store.ts'
import { attachmentStore } from '#messaging/attachments/store/stores.ts'
import { PDF, PNG, upload } from '../../test/attachments.ts'
import { exported } from '../../test/exports.ts'
import { submittedThings } from '../../test/forms.ts'
import { GUARD_MS } from '../../test/guard.ts'
import { fund, startSamvad, uuidOf } from '../../test/harness.ts'
import { inboundMail } from '../../test/inbound-mail.ts'
import { correspond, until, write } from '../../test/mail-story.ts'
import { answer } from '../../test/mails.ts'
import { emptyDatabase } from '../../test/postgres.ts'
import { assertRefused, person } from '../../test/story.ts'
import type { WrittenFiles } from './attachment-files.ts'
import { writeNewFile } from './new-file.ts'
import { attachmentsAfter } from './queries.ts'
import { checkBackup, restoreInto } from './restore.ts'
import { takeSnapshot } from './snapshot.ts'
import { backupOf } from './write.ts'

const samvad = await startSamvad()
const asha = person(samvad)
const { organizationId } = samvad.company
await fund(samvad, organizationId, 100n)
const folder = await mkdtemp(join(tmpdir(), 'samvad-backup-'))
after(() => rm(folder, { recursive: true, force: true }))
const store = attachmentStore(samvad.app.settings)
const LARGE = Buffer.alloc(3_000_001, 'abc')

const ids: string[] = []
for (const bytes of [PNG, PDF, LARGE]) ids.push(uuidOf('att', (await upload(samvad, { bytes })).body.id))
const keyOf = (id: string): FileKey => ({ organizationId, id })

async function bytesOf(from: AttachmentStore, id: string): Promise<Buffer> {
  const pieces: Buffer[] = []
  for await (const piece of await from.get(keyOf(id))) pieces.push(piece)
  return Buffer.concat(pieces)
}

async function backUp(name: string, meanwhile: () => Promise<unknown> = async () => {}): Promise<WrittenFiles> {
  let files: WrittenFiles | undefined
  const snapshot = await takeSnapshot(samvad.connection)
  await meanwhile()
  const onFiles = (written: WrittenFiles) => {
    files = written
  }
  const options = { version: '9.9.9', secretKey: 'ab'.repeat(32), passphrase: null, attachments: store, onFiles }
  await writeNewFile(join(folder, name), async () => backupOf(snapshot, options)).finally(() => snapshot.close())
  return files as WrittenFiles
}

async function restore(name: string, into: string) {
  const attachments = new FolderStore(join(folder, into))
  const backup = await restoreInto({
    connection: await emptyDatabase(),
    where: 'The database',
    file: join(folder, name),
    passphrase: null,
    signal: new AbortController().signal,
    attachments,
    onTable() {},
  })
  return { attachments, backup }
}

test('spec 7.68: a backup holds the files of attachments, and a restore puts each back', async () => {
  const written = await backUp('whole')
  assert.deepEqual([written.contents.rows, written.missing], [3, 0])
  assert.equal((await checkBackup(join(folder, 'whole'), null)).files, 3)
  const { attachments, backup } = await restore('whole', 'restored')
  assert.equal(backup.files, 3)
  assert.ok(!('attachments/' in backup.contents))
  for (const [index, bytes] of [PNG, PDF, LARGE].entries())
    assert.deepEqual(await bytesOf(attachments, ids[index] as string), bytes)
})

test('spec 7.68: what is deleted while a backup is read is in it, and goes from the store afterwards', async () => {
  const ravi = await correspond(asha, 'ravi@shop.example')
  const { body } = await upload(samvad, { bytes: PDF })
  const message = await write(asha, ravi, { attachments: [body.id] })
  const worker = samvad.startWorker()
  const written = await backUp('meanwhile', async () => {
    assert.equal((await asha.delete(`/v1/messages/${message.id}`)).status, 204)
    const due = "select from due_work where kind = 'attachment_removal' and lease_id is null and due_at > now()"
    await until(
      () => samvad.rows(due),
      (rows) => rows.length > 0,
    )
    assert.equal((await samvad.rows('select from attachment_removals where begun_at is not null')).length, 0)
  })
  assert.deepEqual([written.contents.rows, written.missing], [4, 0])
  await samvad.rows("update due_work set due_at = now() - interval '1 second' where kind = 'attachment_removal'")
  samvad.app.wake('attachment_removal')
  await until(
    () => store.sizeOf(keyOf(uuidOf('att', body.id))),
    (size) => size === null,
  )
  await worker.stop(GUARD_MS)
  assertRefused(await asha.get(`/v1/attachments/${body.id}`), 404, 'not_found')
})

test('spec 7.68: one that is missing is told; one that was changed in the backup is refused', async () => {
  await store.remove(keyOf(ids[0] as string))
  const written = await backUp('missing')
  assert.deepEqual([written.contents.rows, written.missing], [2, 1])
  const bytes = await readFile(join(folder, 'whole'))
  const { gunzipSync, gzipSync } = await import('node:zlib')
  const { writeFile, readdir } = await import('node:fs/promises')
  const tar = gunzipSync(bytes)
  const at = tar.indexOf('abcabcabcabc')
  assert.ok(at > 0)
  tar[at + 1000] = 0x78
  await writeFile(join(folder, 'changed'), gzipSync(tar))
  await assert.rejects(restore('changed', 'nowhere'), /its attachments were modified/)
  const left = await readdir(join(folder, 'nowhere'), { recursive: true, withFileTypes: true }).catch(() => [])
  assert.deepEqual(
    left.filter((one) => one.isFile()).map(({ name }) => name),
    [],
  )
})

test('spec 5.37, 7.68: the files of exports and submissions and the originals of mails are in it as well', async () => {
  const { contents, missing } = await backUp('attachments alone')
  assert.equal(missing, 1)
  const { shown, bytes } = await exported(samvad, 'transactions', { from: '2026-01-01', to: '2026-01-31' })
  await inboundMail(samvad).deliver(organizationId, { raw: answer() })
  const { sfile } = await submittedThings(samvad, samvad.company)
  const written = await backUp('with others')
  assert.deepEqual([written.contents.rows, written.missing], [contents.rows + 3, missing])
  const { attachments } = await restore('with others', 'others')
  // One attachment is missing, and the others exist.
  assert.equal(await attachments.sizeOf(keyOf(ids[0] as string)), null)
  assert.equal(await attachments.sizeOf(keyOf(ids[1] as string)), PDF.length)
  const [file] = await samvad.rows<{ file_id: string }>('select file_id from exports where id = $1', [
    uuidOf('exp', shown.id),
  ])
  assert.deepEqual(await bytesOf(attachments, file?.file_id as string), bytes)
  const [original] = await samvad.rows<{ id: string }>('select id from message_originals')
  assert.equal((await bytesOf(attachments, original?.id as string)).toString(), answer())
  assert.equal((await bytesOf(attachments, uuidOf('sfile', sfile?.[0] as string))).toString(), 'x')
})

test('spec 7.68: every table that names a file of the store is in a backup, and known to the doctor', async () => {
  const rows = await samvad.rows<{ name: string }>(
    `select c.relname::text as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'sha256'
      where c.relkind in ('r', 'p') and not c.relispartition and c.relnamespace = 'public'::regnamespace order by 1`,
  )
  const tables = rows.map(({ name }) => name)
  const backedUp = attachmentsAfter(null, tables).text
  const known = knownAmong([{ organizationId, id: organizationId }]).text
  assert.ok(tables.length >= 4, tables.join())
  for (const name of tables) {
    assert.match(backedUp, new RegExp(` from ${name}\\b`))
    assert.match(known, new RegExp(` from ${name}\\b`))
  }
})
