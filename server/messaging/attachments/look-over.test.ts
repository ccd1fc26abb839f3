// What the doctor reports about the attachment store: spec 7.68.

import assert from 'node:assert/strict'
import { mkdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { newUuid } from '#kit/ids.ts'
import { PDF, upload } from '../../../test/attachments.ts'
import { exported } from '../../../test/exports.ts'
import { submittedThings } from '../../../test/forms.ts'
import { startSamvad, uuidOf } from '../../../test/harness.ts'
import { attachmentNotes } from './look-over.ts'

const samvad = await startSamvad()
const { organizationId } = samvad.company
const folder = join(samvad.app.settings.dataDirectory, 'attachments')
const notes = () => attachmentNotes(samvad.app)
const fileOf = (id: string) => join(folder, id.slice(-2), `${organizationId}.${id}`)

test('spec 7.68: without a store, or with all files there, the doctor notes nothing', async () => {
  assert.deepEqual(await notes(), [])
  for (let count = 0; count < 3; count++) assert.equal((await upload(samvad)).status, 201)
  assert.deepEqual(await notes(), [])
})

test('spec 7.68: an attachment without its file, and a file without an attachment, are a note each', async () => {
  const [gone, other] = [await upload(samvad), await upload(samvad, { bytes: PDF })]
  const [id, stray] = [uuidOf('att', gone.body.id), newUuid()]
  await mkdir(join(folder, stray.slice(-2)), { recursive: true })
  await rename(fileOf(id), fileOf(stray))
  const [missing, unknown, ...others] = await notes()
  assert.match(
    missing ?? '',
    new RegExp(`^Of 1 attachments, originals, exports and files of forms the file is not .*${id}`),
  )
  assert.match(unknown ?? '', new RegExp(`^1 files in the store .*${stray}`))
  assert.deepEqual(others, [])
  await rename(fileOf(stray), fileOf(id))
  assert.deepEqual(await notes(), [])
  await rm(fileOf(uuidOf('att', other.body.id)))
  assert.equal((await notes()).length, 1)
})

test('spec 7.68: the file of an export is known, and missed where it is not there', async () => {
  const before = await notes()
  const { shown } = await exported(samvad, 'log', { from: '2026-01-01', to: '2026-01-31' })
  assert.deepEqual(await notes(), before)
  const [row] = await samvad.rows<{ file_id: string }>('select file_id from exports where id = $1', [
    uuidOf('exp', shown.id),
  ])
  await rm(fileOf(row?.file_id as string))
  assert.ok((await notes()).some((note) => note.includes(row?.file_id as string)))
})

test('spec 7.68: the file of a submission is known, and missed where it is not there', async () => {
  const before = await notes()
  const { sfile } = await submittedThings(samvad, samvad.company)
  assert.deepEqual(await notes(), before)
  const id = uuidOf('sfile', sfile?.[0] as string)
  await rm(fileOf(id))
  assert.ok((await notes()).some((note) => note.includes(id)))
})
