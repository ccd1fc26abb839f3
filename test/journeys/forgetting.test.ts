// Deletion leaves no word behind, in any column of any table: spec 3.17, 5.12, 14.4.

import assert from 'node:assert/strict'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { before, test } from 'node:test'
import { askForExport, exportOf } from '../exports.ts'
import { fund, startSamvad, uuidOf } from '../harness.ts'
import { askForImport, importOf } from '../imports.ts'
import { deliveriesOf, until } from '../mail-story.ts'
import { assertRefused, person } from '../story.ts'

const samvad = await startSamvad()
const asha = person(samvad)
const { organizationId } = samvad.company
await fund(samvad, organizationId, 100n)
samvad.startWorker()

/** Every text column of every table. */
let columns: { table_name: string; column_name: string; data_type: string }[] = []
before(async () => {
  columns = await samvad.rows(`
    select c.table_name, c.column_name, c.data_type from information_schema.columns c
      join information_schema.tables t using (table_schema, table_name)
     where c.table_schema = 'public' and t.table_type = 'BASE TABLE'
       and c.data_type in ('text', 'character varying', 'json', 'jsonb', 'bytea', 'ARRAY')`)
  assert.ok(columns.length > 100)
  // Message events are written only for subscribers.
  for (const type of ['message.sent', 'message.failed', 'message.received'])
    await samvad.rows("insert into event_subscriptions (org_id, event_type, subscriber) values ($1, $2, 'test')", [
      organizationId,
      type,
    ])
})

/** Where any of the words is found, as table.column. */
async function placesOf(...words: string[]): Promise<string[]> {
  const scans = columns.map(({ table_name, column_name, data_type }) => {
    const text = data_type === 'bytea' ? `encode(${column_name}, 'escape')` : `${column_name}::text`
    return `select '${table_name}.${column_name}' as place
             where exists (select from ${table_name} where ${text} ilike any ($1::text[]))`
  })
  const found = await samvad.rows<{ place: string }>(scans.join(' union all '), [words.map((word) => `%${word}%`)])
  return found.map(({ place }) => place).sort()
}

/** Number of files in attachment storage that contain the word: exports, originals, uploads. */
async function filesWith(word: string): Promise<number> {
  const folder = join(samvad.app.settings.dataDirectory, 'attachments')
  const files = (await readdir(folder, { recursive: true, withFileTypes: true })).filter((one) => one.isFile())
  const textOf = async (path: string) => {
    try {
      return await readFile(path, 'latin1')
    } catch (error) {
      // Deleted or renamed since the folder was listed: the next check sees the result.
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return ''
      throw error
    }
  }
  const texts = await Promise.all(files.map(({ parentPath, name }) => textOf(join(parentPath, name))))
  return texts.filter((text) => text.includes(word)).length
}

let count = 0
/** Unique words, which the mail contains unencoded. */
const newWord = () => `marigold${++count}x`

const keyed = (key: string) => ({ headers: { 'idempotency-key': key } })

async function company() {
  const name = newWord()
  const contactBody = {
    display_name: `Ravi ${name}`,
    email: `${name}@farm.example`,
    attributes: { note: `likes ${name}` },
  }
  const contact = (await asha.post('/v1/contacts', contactBody, keyed(`contact ${count}`))).body
  const replayContact = (
    (key) => () =>
      asha.post('/v1/contacts', contactBody, keyed(key))
  )(`contact ${count}`)
  await asha.put(`/v1/contacts/${contact.id}`, { display_name: `Ravi ${name} Rao` })
  const conversation = await asha.make('/v1/conversations', { contact_id: contact.id })
  return { name, contact, conversation, replayContact }
}

async function sent(...messages: { id: string }[]): Promise<void> {
  for (const message of messages)
    await until(
      () => deliveriesOf(samvad, message),
      (rows) => rows.length > 0 && rows.every(({ status }) => status === 'sent'),
    )
}

/** A mail with unique words in every part. */
async function writeKeyed(conversation_id: string) {
  const word = newWord()
  const key = `message ${word.length} ${count}`
  const body = {
    conversation_id,
    channel: 'email',
    subject: `About ${word}`,
    text: `Dear ${word}`,
    html: `<p>${word}</p>`,
  }
  const message = (await asha.post('/v1/messages', body, keyed(key))).body
  return { word, message, replay: () => asha.post('/v1/messages', body, keyed(key)) }
}

async function writeBatch(conversation_id: string) {
  const words = [newWord(), newWord()]
  const key = `batch ${count}`
  // With unique subjects: a mail without one gets the thread's subject, which another message wrote.
  const messages = words.map((word) => ({
    conversation_id,
    channel: 'email',
    subject: `About ${word}`,
    text: `Dear ${word}`,
  }))
  const { data } = (await asha.post('/v1/messages/batch', { messages }, keyed(key))).body
  return {
    words,
    messages: data.map(({ message }: { message: { id: string } }) => message) as { id: string }[],
    replay: () => asha.post('/v1/messages/batch', { messages }, keyed(key)),
  }
}

async function hear(from: string) {
  const word = newWord()
  const body = { channel: 'email', from, subject: `Re ${word}`, text: `I write ${word}` }
  const key = `heard ${count}`
  const message = (await asha.post('/v1/sandbox/messages', body, keyed(key))).body
  const react = { emoji: '👍' }
  await asha.post(`/v1/messages/${message.id}/reactions`, react, keyed(`reaction ${count}`))
  return { word, message, replay: () => asha.post('/v1/sandbox/messages', body, keyed(key)) }
}

/** Checked before the deletion, so that a scan that finds nothing does not pass for a clean database. */
const everywhere = [
  'events.payload',
  'idempotency_keys.body',
  'messages.text',
  'sandbox_messages.raw',
  'sandbox_messages.text',
]
function assertEverywhere(places: string[]): void {
  for (const place of everywhere) assert.ok(places.includes(place), place)
}

test('spec 14.4: a deleted message is nowhere: not in events, kept answers or the sandbox; its neighbours stay', async () => {
  const { conversation, contact } = await company()
  const [gone, stays] = [await writeKeyed(conversation.id), await writeKeyed(conversation.id)]
  const batch = await writeBatch(conversation.id)
  const heard = await hear(contact.email)
  await sent(gone.message, stays.message, ...batch.messages)
  assertEverywhere(await placesOf(gone.word))
  assert.ok((await placesOf(heard.word)).includes('events.payload'))

  for (const { id } of [gone.message, heard.message, batch.messages[0] as { id: string }])
    assert.equal((await asha.delete(`/v1/messages/${id}`)).status, 204)

  assert.deepEqual(await placesOf(gone.word, heard.word, batch.words[0] as string), [])
  for (const { replay } of [gone, heard, batch]) assertRefused(await replay(), 410, 'gone')
  assertEverywhere(await placesOf(stays.word))
  assert.equal((await stays.replay()).headers.get('idempotency-replayed'), 'true')
  const other = await placesOf(batch.words[1] as string)
  assert.ok(other.includes('messages.text') && !other.includes('idempotency_keys.body'))

  // Tombstones: the same events, without any word.
  const events = await samvad.rows('select type, payload from events where object_id = $1 order by id', [
    uuidOf('msg', gone.message.id),
  ])
  assert.deepEqual(events, [
    { type: 'message.sent', payload: { deleted: true } },
    { type: 'message.deleted', payload: { id: gone.message.id, conversation_id: conversation.id } },
  ])
})

test('spec 14.4: of a deleted conversation nothing is left, whoever wrote it', async () => {
  const { conversation, contact, name, replayContact } = await company()
  const own = [await writeKeyed(conversation.id), await hear(contact.email)]
  const batch = await writeBatch(conversation.id)
  await sent(own[0]?.message as { id: string }, ...batch.messages)
  assert.equal((await asha.delete(`/v1/conversations/${conversation.id}`)).status, 204)
  assert.deepEqual(await placesOf(...own.map(({ word }) => word), ...batch.words), [])
  for (const { replay } of [...own, batch]) assertRefused(await replay(), 410, 'gone')
  // The contact stays, with replies about it.
  assert.ok((await placesOf(name)).includes('contacts.email'))
  assert.equal((await replayContact()).status, 201)
})

test('spec 14.4, 6.33: of a deleted contact nothing is left: name, address, attributes, conversations, what groups sent to it, exports, rows that failed', async () => {
  const { conversation, contact, name, replayContact } = await company()
  const neighbour = await company()
  const own = [await writeKeyed(conversation.id), await hear(contact.email)]
  const group = await asha.make('/v1/groups', { name: 'Dealers', contacts: [contact.id, neighbour.contact.id] })
  const toAll = await writeKeyed((await asha.make('/v1/conversations', { group_id: group.id })).id)
  await sent(own[0]?.message as { id: string }, toAll.message)
  const exported = await askForExport(samvad, 'contacts', { from: '2026-01-01', to: Math.ceil(Date.now() / 1000) + 60 })
  const wrong = `Name,Email,Phone\nRavi ${name},${contact.email},nonsense\n`
  const mapping = { Name: 'display_name', Email: 'email', Phone: 'phone_number' }
  const importing = await askForImport(samvad, wrong, { mapping })
  await until(
    () => Promise.all([exportOf(samvad, exported.body), importOf(samvad, importing.body)]),
    (both) => both.every(({ status }) => status === 'completed'),
  )
  assert.ok((await filesWith(name)) >= 2, 'the export, and the original of what they wrote')
  assert.ok((await placesOf(name)).includes('import_faults.cells'))
  // Mails from before the sandbox recorded their organization: found by the address.
  await samvad.rows(
    'update sandbox_messages set message_id = null, conversation_id = null, contact_id = null where address = $1 and subject = $2',
    [contact.email, `About ${own[0]?.word}`],
  )
  assert.ok((await placesOf(name)).length > 5)

  assert.equal((await asha.delete(`/v1/contacts/${contact.id}`)).status, 204)

  assert.deepEqual(await placesOf(name, ...own.map(({ word }) => word)), [])
  await until(
    () => filesWith(name),
    (files) => files === 0,
  )
  assertRefused(await replayContact(), 410, 'gone')
  for (const { replay } of own) assertRefused(await replay(), 410, 'gone')
  // The group's message and its other recipient stay.
  assertEverywhere(await placesOf(toAll.word))
  assert.ok((await placesOf(neighbour.name)).includes('deliveries.address'))
  const told = await samvad.rows<{ payload: any }>(
    "select payload from events where object_id = $1 and type = 'message.sent' order by payload::text",
    [uuidOf('msg', toAll.message.id)],
  )
  assert.equal(told.length, 2)
  assert.equal(told.filter(({ payload }) => payload.deleted === true).length, 1)
})

test('spec 14.4: a mail that is on its way to the sandbox while its conversation is deleted is not kept there', async () => {
  const words: string[] = []
  for (let round = 0; round < 6; round++) {
    const { conversation, name } = await company()
    const { word } = await writeKeyed(conversation.id)
    const more = await writeBatch(conversation.id)
    words.push(word, ...more.words)
    const contact = conversation.contact_id
    assert.equal(
      (await asha.delete(round % 2 ? `/v1/contacts/${contact}` : `/v1/conversations/${conversation.id}`)).status,
      204,
    )
    if (round % 2) words.push(name)
  }
  // Deliveries in flight are settled, and nothing of them has appeared since.
  await until(
    () => samvad.rows("select 1 from deliveries where status in ('queued', 'sending')"),
    (rows) => rows.length === 0,
  )
  const left = await samvad.rows<{ text: string }>('select text from sandbox_messages')
  assert.deepEqual(
    words.filter((word) => left.some(({ text }) => text.includes(word))),
    [],
  )
  assert.deepEqual(await placesOf(...words), [])
})
