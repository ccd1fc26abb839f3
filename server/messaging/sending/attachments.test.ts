// Messages with attachments: spec 7.23, 7.63, 7.64, 7.65, 7.66.

import assert from 'node:assert/strict'
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { PDF, PNG, upload } from '../../../test/attachments.ts'
import { GUARD_MS } from '../../../test/guard.ts'
import { fund, startSamvad, uuidOf } from '../../../test/harness.ts'
import { correspond, delivered, until } from '../../../test/mail-story.ts'
import { startMailbox } from '../../../test/mailbox.ts'
import { assertRefused, person } from '../../../test/story.ts'
import { UNUSED_KEPT_MS, USABLE_MS } from '../attachments/rules.ts'

const QUOTA_MB = 64
const mailbox = await startMailbox()
after(() => mailbox.close())
const samvad = await startSamvad({ SAMVAD_SMTP_URL: mailbox.url, SAMVAD_ATTACHMENTS_QUOTA: String(QUOTA_MB) })
const asha = person(samvad)
const { organizationId } = samvad.company
const neighbour = await samvad.newCompany('Banyan Books')
await fund(samvad, organizationId, 100n)
await fund(samvad, neighbour.organizationId, 100n)
const ravi = await correspond(asha, 'ravi@shop.example')
const folder = join(samvad.app.settings.dataDirectory, 'attachments')

const file = async (given: Parameters<typeof upload>[1] = {}) => {
  const { status, body, text } = await upload(samvad, given)
  assert.equal(status, 201, text)
  return body
}
/** A file whose row has this size: the rules check the row. */
async function fileOf(bytes: number, given: Parameters<typeof upload>[1] = {}) {
  const made = await file(given)
  const more = bytes - made.size
  await samvad.rows('update attachments set size = size + $2 where id = $1', [uuidOf('att', made.id), more])
  await samvad.rows('update attachment_usage set bytes = bytes + $2 where org_id = $1', [organizationId, more])
  return made
}
const send = (fields: object, to = ravi.conversationId) =>
  asha.post('/v1/messages', { conversation_id: to, channel: 'email', ...fields })
const balance = async () => (await asha.get('/api/v1/billing/balance')).body.balance
const filesThere = async () =>
  (await readdir(folder, { recursive: true, withFileTypes: true })).filter((one) => one.isFile()).length

test('spec 7.23, 7.64: a mail carries its files as they are; the message shows them with links, in the list too', async () => {
  const worker = samvad.startWorker()
  const [photo, bill] = [await file(), await file({ bytes: PDF, filename: 'बिल.pdf' })]
  const sent = await send({ text: 'See there', attachments: [bill.id, photo.id] })
  assert.equal(sent.status, 201, sent.text)
  const shown = [bill, photo].map(({ message_id, ...one }) => one)
  assert.deepEqual(sent.body.attachments, shown)
  await delivered(samvad, sent.body, 'sent')
  const [mail] = await mailbox.waitFor(({ text }) => text.includes('See there'))
  const arrived = mail?.parsed.attachments.map(({ filename, mimeType, content }) => [
    filename,
    mimeType,
    Buffer.from(content as ArrayBuffer),
  ])
  assert.deepEqual(arrived, [
    ['बिल.pdf', 'application/pdf', PDF],
    ['photo.png', 'image/png', PNG],
  ])
  const { body: read } = await asha.get(`/v1/messages/${sent.body.id}`)
  assert.deepEqual(read.attachments, shown)
  const { body: list } = await asha.get(`/v1/messages?conversation_id=${ravi.conversationId}`)
  assert.deepEqual(list.data[0].attachments, shown)
  const { body: one } = await asha.get(`/v1/attachments/${bill.id}`)
  assert.equal(one.message_id, sent.body.id)
  assert.equal((await fetch(one.url)).status, 200)
  await worker.stop(GUARD_MS)
})

test('spec 7.64: attachments alone are a mail, and an edit may leave them alone', async () => {
  const alone = await send({ attachments: [(await file()).id] })
  assert.equal(alone.status, 201, alone.text)
  const both = await send({ text: 'Words', attachments: [(await file()).id] })
  const edited = await asha.put(`/v1/messages/${both.body.id}`, { text: null })
  assert.deepEqual([edited.status, edited.body.text, edited.body.attachments.length], [200, null, 1], edited.text)
  const words = await send({ text: 'Words' })
  assertRefused(await asha.put(`/v1/messages/${words.body.id}`, { text: null }), 422, 'invalid_content', 'text')
})

test('spec 7.64, 1.1: an attachment goes with one message of its organization; else nothing is sent and nothing charged', async () => {
  const used = await file()
  assert.equal((await send({ attachments: [used.id] })).status, 201)
  const theirs = await upload(samvad, { token: neighbour.token })
  const old = await file()
  await samvad.rows(`update attachments set created_at = now() - interval '1 millisecond' * $2 where id = $1`, [
    uuidOf('att', old.id),
    USABLE_MS,
  ])
  const free = await file()
  const before = await balance()
  assertRefused(await send({ attachments: [free.id, used.id] }), 422, 'invalid_content', 'attachments[1]')
  assertRefused(await send({ attachments: [free.id, free.id] }), 422, 'invalid_content', 'attachments[1]')
  assertRefused(await send({ attachments: [theirs.body.id] }), 404, 'not_found', 'attachments[0]')
  assertRefused(await send({ attachments: [old.id] }), 404, 'not_found', 'attachments[0]')
  assertRefused(await send({ attachments: ['msg_1'] }), 422, 'invalid_content', 'attachments[0]')
  assertRefused(
    await send({ attachments: Array.from({ length: 21 }, () => free.id) }),
    422,
    'invalid_content',
    'attachments',
  )
  assert.equal(await balance(), before)
  assert.equal((await asha.get(`/v1/attachments/${free.id}`)).body.message_id, null)
  assert.equal((await send({ attachments: [free.id] })).status, 201, 'what was refused took it not')
})

test('spec 7.64: of sends at once that name the same file one has it, singly and in a batch', async () => {
  const { id } = await file()
  const outcomes = await Promise.all(
    Array.from({ length: 8 }, (_, index) => send({ text: `try ${index}`, attachments: [id] })),
  )
  assert.deepEqual(outcomes.map(({ status }) => status).toSorted(), [201, ...Array(7).fill(422)])
  const [one, other] = [await file(), await file()]
  const draft = { conversation_id: ravi.conversationId, channel: 'email', text: 'x' }
  const batch = await asha.post('/v1/messages/batch', {
    messages: [
      { ...draft, attachments: [one.id] },
      { ...draft, attachments: [one.id] },
      draft,
      { ...draft, attachments: [other.id] },
    ],
  })
  assert.deepEqual(
    batch.body.data.map(({ status }: { status: number }) => status),
    [201, 422, 201, 201],
  )
  assert.deepEqual(
    batch.body.data.map(({ message }: { message?: { attachments: { id: string }[] } }) =>
      message?.attachments.map(({ id }) => id),
    ),
    [[one.id], undefined, [], [other.id]],
  )
})

test('spec 3.13, 7.64: a send that is repeated with its key is answered as before', async () => {
  const { id } = await file()
  const draft = { conversation_id: ravi.conversationId, channel: 'email', attachments: [id] }
  for (const [path, body] of [
    ['/v1/messages', draft],
    ['/v1/messages/batch', { messages: [{ ...draft, attachments: [(await file()).id] }] }],
  ] as const) {
    const options = { headers: { 'idempotency-key': `send ${path}` } }
    const all = await Promise.all([1, 2, 3].map(() => asha.post(path, body, options)))
    for (const answer of all) {
      assert.ok(answer.status < 300, answer.text)
      assert.deepEqual(answer.body, all[0]?.body)
    }
  }
})

test('spec 7.63: what a channel does not take is refused before it is charged, by its field', async () => {
  const before = await balance()
  const large = [await fileOf(11 << 20), await fileOf(10 << 20)]
  assertRefused(await send({ attachments: large.map(({ id }) => id) }), 422, 'invalid_content', 'attachments')
  const [photo, other] = [await file(), await file()]
  const on = (channel: string, fields: object) => send({ channel, ...fields })
  assertRefused(await on('sms', { text: 'x', attachments: [photo.id] }), 422, 'invalid_content', 'attachments')
  assertRefused(await on('app', { attachments: [photo.id, other.id] }), 422, 'invalid_content', 'attachments')
  const image = await fileOf(6 << 20)
  assertRefused(await on('app', { attachments: [image.id] }), 422, 'invalid_content', 'attachments[0]')
  assert.equal(await balance(), before)
})

test('spec 7.66: beyond the quota nothing is uploaded, until something is gone', async () => {
  const { body: message } = await send({ attachments: [(await fileOf(15 << 20)).id] })
  const [usage] = await samvad.rows<{ bytes: bigint }>('select bytes from attachment_usage where org_id = $1', [
    organizationId,
  ])
  const bytes = Buffer.alloc(100_000, 3)
  // Space for two of the three.
  await fileOf(QUOTA_MB * 2 ** 20 - Number(usage?.bytes) - 2 * bytes.length)
  const many = await Promise.all([1, 2, 3].map(() => upload(samvad, { bytes })))
  const refused = many.filter(({ status }) => status !== 201)
  assert.equal(refused.length, 1)
  for (const one of refused) assertRefused(one, 422, 'invalid_content', 'file')
  assert.equal((await upload(samvad, { token: neighbour.token })).status, 201, 'a neighbour has room')
  assert.equal((await asha.delete(`/v1/messages/${message.id}`)).status, 204)
  const worker = samvad.startWorker()
  await until(
    () => upload(samvad, { bytes }),
    ({ status }) => status === 201,
  )
  await worker.stop(GUARD_MS)
})

test('spec 7.69: with its file gone from the store a message is refused and given back', async () => {
  const { id } = await file({ bytes: PDF, filename: 'gone.pdf' })
  const sent = await send({ attachments: [id] })
  const before = await balance()
  await rm(join(folder, uuidOf('att', id).slice(-2)), { recursive: true })
  const worker = samvad.startWorker()
  const delivery = await delivered(samvad, sent.body, 'failed')
  assert.equal(delivery.error_code, 'attachment_missing')
  assert.match(delivery.error_detail ?? '', /gone\.pdf/)
  assert.ok(Number(await balance()) > Number(before))
  await worker.stop(GUARD_MS)
})

test('spec 7.65: attachments go with their message, conversation and contact: rows and links at once, files behind it', async () => {
  const meena = await correspond(asha, 'meena@shop.example')
  const sends = []
  for (let count = 0; count < 3; count++)
    sends.push((await send({ attachments: [(await file({ bytes: PDF })).id] }, meena.conversationId)).body)
  const urls = sends.map(({ attachments }) => attachments[0].url)
  const statuses = () => Promise.all(urls.map(async (url) => (await fetch(url)).status))
  assert.deepEqual(await statuses(), [200, 200, 200])
  const count = await filesThere()
  assert.equal((await asha.delete(`/v1/messages/${sends[0].id}`)).status, 204)
  assert.deepEqual(await statuses(), [404, 200, 200])
  assertRefused(await asha.get(`/v1/attachments/${sends[0].attachments[0].id}`), 404, 'not_found')
  assert.equal((await asha.delete(`/v1/contacts/${meena.contactId}`)).status, 204)
  assert.deepEqual(await statuses(), [404, 404, 404])
  assert.equal(await filesThere(), count)
  const worker = samvad.startWorker()
  await until(filesThere, (left) => left === count - 3)
  await until(
    () => samvad.rows('select from attachment_removals where size > 0 and org_id = $1', [organizationId]),
    (rows) => rows.length === 0,
  )
  const [usage] = await samvad.rows<{ bytes: bigint; sum: bigint }>(
    `select bytes, (select sum(size)::int8 from attachments a where a.org_id = u.org_id) as sum
       from attachment_usage u where org_id = $1`,
    [organizationId],
  )
  assert.equal(usage?.bytes, usage?.sum)
  await worker.stop(GUARD_MS)
})

test('spec 7.65: what no message takes within a day goes, and nothing else', async () => {
  const { id: kept } = await file()
  const sent = await send({ attachments: [kept] })
  const unused = await file()
  samvad.setClock(new Date(Date.now() + UNUSED_KEPT_MS + 60_000))
  await samvad.rows("update due_work set due_at = now() - interval '1 second' where kind = 'attachment_removal'")
  const worker = samvad.startWorker()
  await until(
    () => samvad.rows('select from attachments where message_id is null and org_id = $1', [organizationId]),
    (rows) => rows.length === 0,
  )
  assertRefused(await asha.get(`/v1/attachments/${unused.id}`), 404, 'not_found')
  assert.equal((await asha.get(`/v1/messages/${sent.body.id}`)).body.attachments.length, 1)
  await worker.stop(GUARD_MS)
  samvad.setClock(null)
})
