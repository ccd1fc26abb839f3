// The original of a received mail: spec 5.37.

import assert from 'node:assert/strict'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import type { Uuid } from '#kit/ids.ts'
import { attachmentJobs } from '#messaging/attachments/jobs.ts'
import { ORIGINAL_BYTES_MAX } from '#messaging/attachments/originals.ts'
import { exportContact } from '#privacy/export.ts'
import { publicId, startSamvad, uuidOf } from '../../../test/harness.ts'
import { inboundMail } from '../../../test/inbound-mail.ts'
import { answer } from '../../../test/mails.ts'
import { assertRefused, person } from '../../../test/story.ts'
import { receive } from './actions.ts'
import { createAttachmentTaker } from './attachments.ts'
import { createTakers } from './handing-on.ts'
import { arrivalJobs } from './jobs.ts'

const settings = { SAMVAD_LOG_LEVEL: 'silent', SAMVAD_MAIL_DOMAIN: 'in.samvad.example', SAMVAD_ATTACHMENTS_QUOTA: '1' }
const samvad = await startSamvad(settings)
const { app } = samvad
const { organizationId } = samvad.company
const asha = person(samvad)
const mail = inboundMail(samvad)

const pathOf = (id: string) => `/v1/messages/${publicId('msg', id)}/original`
const fetchOriginal = (id: string, who = samvad.company, method = 'GET') =>
  fetch(`${samvad.url}${pathOf(id)}`, { method, headers: { authorization: `Bearer ${who.token}` } })
const lastOf = async (organization = organizationId) => (await mail.received(organization)).at(-1)?.id as string

async function filesThere(): Promise<string[]> {
  const folder = join(app.settings.dataDirectory, 'attachments')
  const names = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  return names.filter((one) => one.isFile()).map(({ name }) => name)
}

async function removeFiles(): Promise<void> {
  for (const job of attachmentJobs(app)) while (await job.run(new AbortController().signal));
}

test('the original of a mail is served byte by byte, as a file and no page (spec 5.37)', async () => {
  const raw = `X-Trace: kept\r\n${answer({ text: 'Größe\r\n\r\n> quoted' })}`
  await mail.deliver(organizationId, { raw })
  const id = await lastOf()
  const response = await fetchOriginal(id)
  assert.equal(response.status, 200)
  assert.equal(await response.text(), raw)
  const headers = ['content-type', 'content-length', 'content-disposition', 'x-content-type-options'] as const
  assert.deepEqual(
    headers.map((name) => response.headers.get(name)),
    [
      'message/rfc822',
      String(Buffer.byteLength(raw)),
      `attachment; filename="${publicId('msg', id)}.eml"; filename*=UTF-8''${publicId('msg', id)}.eml`,
      'nosniff',
    ],
  )
  assert.equal(
    (await fetchOriginal(id, samvad.company, 'HEAD')).headers.get('content-length'),
    String(Buffer.byteLength(raw)),
  )
  assertRefused(await person(samvad, await samvad.newCompany('Others')).get(pathOf(id)), 404, 'not_found')
})

test('whoever does not see the message does not see its original (spec 5.37, 5.15)', async () => {
  await mail.deliver(organizationId, { raw: answer({ id: '<seen@shop.example>' }) })
  const member = await samvad.newMember(organizationId, 'agent')
  assertRefused(await person(samvad, { ...samvad.company, ...member }).get(pathOf(await lastOf())), 404, 'not_found')
})

test('a message that came in fields, or by another channel, has no original (spec 5.37)', async () => {
  const content = { subject: null, text: 'Hello', html: null, attachments: [] }
  const { message } = await app.database.transaction((tx) =>
    receive(
      tx,
      { organizationId, at: app.clock() },
      { channel: 'app', from: '+919876543210', providerId: 'wamid.1', content, time: app.clock() },
    ),
  )
  assertRefused(await asha.get(pathOf(message?.id as Uuid)), 404, 'not_found')
})

test('an original counts against no quota, is in the export of the contact, and goes with it (spec 5.37, 7.68)', async () => {
  const company = await samvad.newCompany('Large mails')
  const text = 'It leaves today.\r\n'.repeat(80_000)
  await mail.deliver(company.organizationId, { raw: answer({ text }) }, { raw: answer({ id: '<2@shop.example>' }) })
  const usage = await samvad.rows('select 1 from attachment_usage where org_id = $1', [company.organizationId])
  assert.deepEqual(usage, [])
  const [first, second] = await mail.received(company.organizationId)
  const response = await fetchOriginal(first?.id as string, company)
  assert.equal((await response.arrayBuffer()).byteLength, Buffer.byteLength(answer({ text })))
  const who = person(samvad, company)
  const { sender } = (await who.get(`/v1/messages/${publicId('msg', first?.id as string)}`)).body
  const exported = await app.database.transaction((tx) =>
    exportContact(tx, { organizationId: company.organizationId, at: app.clock() }, uuidOf('contact', sender)),
  )
  const sizes = exported.messages.map((one) => (one as { original: { size: number } }).original.size)
  assert.deepEqual(
    sizes,
    [answer({ text }), answer({ id: '<2@shop.example>' })].map((raw) => Buffer.byteLength(raw)),
  )

  const files = async () => (await filesThere()).filter((name) => name.startsWith(company.organizationId))
  assert.equal((await files()).length, 2)
  assert.equal((await who.delete(`/v1/messages/${publicId('msg', second?.id as string)}`)).status, 204)
  await removeFiles()
  assert.equal((await files()).length, 1)
  assert.equal((await who.delete(`/v1/contacts/${sender}`)).status, 204)
  await removeFiles()
  assert.deepEqual(await files(), [])
  const left = await samvad.rows('select 1 from message_originals where org_id = $1', [company.organizationId])
  assert.deepEqual(left, [])
})

test('a repetition stores no second original (spec 5.35, 5.37)', async () => {
  const raw = answer({ id: '<twice@shop.example>' })
  await mail.deliver(organizationId, { raw })
  const before = await filesThere()
  await mail.deliver(organizationId, { raw, to: 'sales@asha.example' }, { raw: `X-Relay: 1\r\n${raw}` })
  assert.deepEqual(await filesThere(), before)
})

test('a mail that is larger than the receiver takes has no original (spec 5.37)', async () => {
  const before = await filesThere()
  const stored = await createAttachmentTaker(app).storeOriginal(
    { organizationId, at: app.clock() },
    Buffer.alloc(ORIGINAL_BYTES_MAX + 1),
  )
  assert.equal(stored, null)
  assert.deepEqual(await filesThere(), before)
})

test('while the store takes no file a mail waits, and is received with its original (spec 5.37, 7.101)', async () => {
  const company = await samvad.newCompany('Store away')
  const takers = createTakers(app)
  const broken = { ...takers, storeOriginal: () => Promise.reject(new Error('the store is away')) }
  const work = async (jobs: ReturnType<typeof arrivalJobs>) => {
    for (const job of jobs) while (await job.run(new AbortController().signal));
  }
  const deliver = inboundMail(samvad, arrivalJobs(app, broken))
  await deliver.deliver(company.organizationId, { raw: answer() })
  assert.deepEqual(await mail.received(company.organizationId), [])
  samvad.setClock(new Date(app.clock().getTime() + 60_000))
  await work(arrivalJobs(app, takers))
  const response = await fetchOriginal(await lastOf(company.organizationId), company)
  assert.equal(await response.text(), answer())
})
