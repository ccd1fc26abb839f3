// Attachments of contacts: spec 7.67.

import assert from 'node:assert/strict'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { after, test } from 'node:test'
import type { Incoming, IncomingAttachment } from '#messaging/channels/arrivals/arrived.ts'
import { PDF, PNG } from '../../../test/attachments.ts'
import { publicId, startSamvad } from '../../../test/harness.ts'
import { until } from '../../../test/mail-story.ts'
import { assertRefused, person } from '../../../test/story.ts'
import { INCOMING_MAX, MISSING_MAX } from '../attachments/incoming.ts'
import { FILE_BYTES_MAX, UNUSED_KEPT_MS } from '../attachments/rules.ts'
import { receive } from './actions.ts'
import { createAttachmentTaker } from './attachments.ts'

const samvad = await startSamvad({ SAMVAD_ATTACHMENTS_QUOTA: '1', SAMVAD_LOG_LEVEL: 'silent' })
const asha = person(samvad)
const { organizationId } = samvad.company
const taker = createAttachmentTaker(samvad.app)
const scope = () => ({ organizationId, at: samvad.app.clock() })

const attachment = (bytes: Buffer | Readable, filename: string | null = 'photo.png'): IncomingAttachment => ({
  filename,
  contentType: 'image/gif',
  open: async () => (Buffer.isBuffer(bytes) ? Readable.from([bytes]) : bytes),
})

let count = 0
async function write(attachments: IncomingAttachment[]): Promise<any> {
  const incoming: Incoming = {
    channel: 'email',
    from: 'ravi@shop.example',
    providerId: `<${++count}@shop.example>`,
    content: { subject: null, text: 'See there', html: null, attachments },
    time: new Date(),
  }
  const ids = await taker.keepAttachments(scope(), attachments)
  const id = await samvad.app.database.transaction(async (tx) => {
    const { message } = await receive(tx, scope(), incoming)
    await taker.attach(tx, scope(), message?.id as string, ids)
    return message?.id as string
  }, organizationId)
  return (await asha.get(`/v1/messages/${publicId('msg', id)}`)).body
}

async function filesThere(): Promise<string[]> {
  const folder = join(samvad.app.settings.dataDirectory, 'attachments')
  const names = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  return names.filter((one) => one.isFile()).map(({ name }) => name)
}

test('spec 7.67: what a contact attached is shown with the message, by its content, under a clean name', async () => {
  const shown = await write([attachment(PNG), attachment(PDF, '../bill\u202efdp.exe'), attachment(PNG, null)])
  assert.deepEqual(
    shown.attachments.map(({ filename, content_type, size }: Record<string, unknown>) => [
      filename,
      content_type,
      size,
    ]),
    [
      ['photo.png', 'image/png', PNG.length],
      ['billfdp.exe', 'application/pdf', PDF.length],
      ['file', 'image/png', PNG.length],
    ],
  )
  const read = await fetch(shown.attachments[1].url)
  assert.deepEqual(Buffer.from(await read.arrayBuffer()), PDF)
  const draft = { conversation_id: shown.conversation_id, channel: 'email', attachments: [shown.attachments[0].id] }
  assertRefused(await asha.post('/v1/messages', draft), 404, 'not_found', 'attachments[0]')
})

test('spec 7.67: one that the provider does not give just now keeps nothing and is tried again', async () => {
  const before = await filesThere()
  const broken = new Readable({
    read() {
      this.destroy(new Error('the provider hung up'))
    },
  })
  await assert.rejects(write([attachment(broken)]), /hung up/)
  assert.deepEqual(await filesThere(), before)
})

test('spec 7.67: too large, too many, empty, or beyond twice the quota: not stored, and the message says so (spec 7.181)', async () => {
  const piece = Buffer.alloc(1 << 20, 1)
  const endless = Readable.from(
    (function* () {
      for (let sent = 0; sent <= FILE_BYTES_MAX; sent += piece.length) yield piece
    })(),
  )
  const many = Array.from({ length: INCOMING_MAX + 5 }, () => attachment(PNG))
  const missing = ({ attachments, missing_attachments }: any) => [
    attachments.length,
    missing_attachments.map(({ state, reason }: any) => [state, reason]),
  ]
  assert.deepEqual(missing(await write([attachment(endless)])), [0, [['unavailable', 'too_large']]])
  assert.deepEqual(missing(await write([attachment(Buffer.alloc(0))])), [0, [['unavailable', 'empty']]])
  assert.deepEqual(missing(await write(many)), [
    INCOMING_MAX,
    Array.from({ length: 5 }, () => ['unavailable', 'too_many']),
  ])
  const bulk = await write(Array.from({ length: INCOMING_MAX + MISSING_MAX + 31 }, () => attachment(PNG)))
  assert.equal(bulk.attachments.length, INCOMING_MAX)
  assert.equal(bulk.missing_attachments.length, MISSING_MAX)
  assert.deepEqual(
    bulk.missing_attachments.reduce((sum: number, { count }: { count: number }) => sum + count, 0),
    MISSING_MAX + 31,
    'every file is counted',
  )
  const last = { filename: null, content_type: null, state: 'unavailable', reason: 'too_many', count: 32 }
  assert.deepEqual(bulk.missing_attachments.at(-1), last)
  assert.equal((await write([attachment(piece)])).attachments.length, 1, 'beyond the quota of uploads')
  const full = await write([attachment(piece), attachment(PNG)])
  assert.deepEqual(
    full.attachments.map(({ size }: { size: number }) => size),
    [PNG.length],
  )
  assert.deepEqual(missing(full)[1], [['unavailable', 'no_room']])
  assert.equal((await filesThere()).length, 3 + 2 * INCOMING_MAX + 2)
})

test('spec 7.67: what was kept and no message took goes by itself', async () => {
  const before = (await filesThere()).length
  await taker.keepAttachments(scope(), [attachment(PNG)])
  assert.equal((await filesThere()).length, before + 1)
  samvad.setClock(new Date(Date.now() + UNUSED_KEPT_MS + 60_000))
  await samvad.rows("update due_work set due_at = now() - interval '1 second' where kind = 'attachment_removal'")
  samvad.startWorker()
  await until(
    async () => (await filesThere()).length,
    (left) => left === before,
  )
  samvad.setClock(null)
})

test('a file that hangs holds its message up for a moment alone, and is fetched later (spec 7.180)', async () => {
  process.env.SAMVAD_TEST_FIRST_FETCH_MS = '20'
  after(() => {
    delete process.env.SAMVAD_TEST_FIRST_FETCH_MS
  })
  const hanging: IncomingAttachment = {
    ...attachment(PNG),
    open: (signal) => new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason))),
    reference: { source: 'nothing', media_id: '1' },
  }
  const shown = await write([hanging, attachment(PNG)])
  assert.equal(shown.text, 'See there')
  assert.equal(shown.attachments.length, 1)
  assert.deepEqual(shown.missing_attachments, [
    { filename: 'photo.png', content_type: 'image/gif', state: 'pending', reason: null, count: 1 },
  ])
})
