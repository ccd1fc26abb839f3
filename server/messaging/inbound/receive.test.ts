// Entry point for inbound messages of all channels.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Uuid } from '#kit/ids.ts'
import type { Incoming } from '#messaging/channels/arrivals/arrived.ts'
import type { ChannelName } from '#messaging/channels/channel.ts'
import { messageJobs } from '#messaging/messages/jobs.ts'
import type { MessageRow } from '#messaging/messages/queries.ts'
import { type Company, publicId, startSamvad, uuidOf } from '../../../test/harness.ts'
import { person } from '../../../test/story.ts'
import { receive } from './actions.ts'

const NOON = new Date('2026-03-10T06:30:00Z')
const HOUR_MS = 3_600_000
const samvad = await startSamvad()
samvad.setClock(NOON)
const banyan = await samvad.newCompany('Banyan Books')

const incoming = (changes: Partial<Incoming> = {}): Incoming => ({
  channel: 'app',
  from: '+919876543210',
  providerId: 'wamid.1',
  content: { subject: null, text: 'Is it ready?', html: null, attachments: [] },
  time: samvad.app.clock(),
  ...changes,
})

const bring = ({ organizationId }: Company, what: Incoming) =>
  samvad.app.database.transaction((tx) => receive(tx, { organizationId, at: samvad.app.clock() }, what))

const received = ({ organizationId }: Company) =>
  samvad.rows<{ text: string; channel: ChannelName }>(
    'select text, channel from messages where org_id = $1 order by id',
    [organizationId],
  )

test('spec 5.23: brought several times, also at once, it is one message and one event; what it changes later stays', async () => {
  const company = samvad.company
  const all = await Promise.all(Array.from({ length: 5 }, () => bring(company, incoming())))
  assert.equal(new Set(all.map(({ message }) => message?.id)).size, 1)
  assert.equal(all.filter(({ isRepeated }) => !isRepeated).length, 1)
  const state = () =>
    samvad.rows(
      `select c.last_active_at, t.last_inbound_at
        from conversations c join contacts t on t.org_id = c.org_id and t.id = c.contact_id
        where c.org_id = $1`,
      [company.organizationId],
    )
  const before = await state()
  assert.equal(before.length, 1, 'one contact with one conversation')
  samvad.setClock(new Date(NOON.getTime() + HOUR_MS))
  assert.equal((await bring(company, incoming({ time: NOON }))).isRepeated, true)
  assert.deepEqual(await state(), before)
  assert.equal((await received(company)).length, 1)
  const events = await samvad.rows("select 1 from events where org_id = $1 and type = 'message.received'", [
    company.organizationId,
  ])
  assert.equal(events.length, 1)
  samvad.setClock(NOON)
})

test('spec 5.23: what was deleted does not come back when its provider brings it again, nor does a deleted contact', async () => {
  const company = await samvad.newCompany('Gita Garments')
  const who = person(samvad, company)
  const brought = await bring(company, incoming({ from: '+919876500001', providerId: 'wamid.gone' }))
  const message = brought.message as MessageRow
  assert.equal((await who.delete(`/v1/messages/${publicId('msg', message.id)}`)).status, 204)
  const again = () => bring(company, incoming({ from: '+919876500001', providerId: 'wamid.gone' }))
  assert.deepEqual(await again(), { message: null, isRepeated: true })
  assert.equal(
    (await bring(await samvad.newCompany('Hema Hats'), incoming({ providerId: 'wamid.gone' }))).isRepeated,
    false,
  )
  assert.equal((await bring(company, incoming({ providerId: 'wamid.gone', channel: 'sms' }))).isRepeated, false)

  const other = await bring(company, incoming({ from: '+919876500001', providerId: 'wamid.other' }))
  const contact = other.message?.sender_id as Uuid
  assert.equal((await who.delete(`/v1/contacts/${publicId('contact', contact)}`)).status, 204)
  assert.deepEqual(
    [await again(), await bring(company, incoming({ from: '+919876500001', providerId: 'wamid.other' }))],
    [
      { message: null, isRepeated: true },
      { message: null, isRepeated: true },
    ],
  )
  const contacts = await samvad.rows('select phone_number from contacts where org_id = $1', [company.organizationId])
  assert.deepEqual(contacts, [{ phone_number: '+919876543210' }])
  const kept = await samvad.rows('select * from deleted_inbound where org_id = $1', [company.organizationId])
  assert.equal(kept.length, 2)

  samvad.setClock(new Date(NOON.getTime() + 30 * 24 * HOUR_MS))
  for (const job of messageJobs(samvad.app)) while (await job.run(new AbortController().signal));
  assert.equal((await again()).isRepeated, false, 'by then nobody brings it again')
  samvad.setClock(NOON)
})

test('spec 5.23: the same name on another channel or in another organization is another message', async () => {
  const others = [
    await bring(samvad.company, incoming({ channel: 'sms' })),
    await bring(banyan, incoming()),
    await bring(banyan, incoming({ providerId: null })),
    await bring(banyan, incoming({ providerId: null })),
  ]
  assert.ok(others.every(({ isRepeated }) => !isRepeated))
  assert.deepEqual(
    (await received(samvad.company)).map(({ channel }) => channel),
    ['app', 'sms'],
  )
  assert.equal((await received(banyan)).length, 3)
})

test('spec 8.9, 8.10: the window counts from when the contact wrote, by the provider; one that comes late does not turn it back', async () => {
  const company = await samvad.newCompany('Chai House')
  const wrote = async () =>
    (
      await samvad.rows('select last_inbound_at from contacts where org_id = $1', [company.organizationId])
    )[0]?.last_inbound_at.getTime()
  await bring(company, incoming({ providerId: 'second', time: new Date(NOON.getTime() - HOUR_MS) }))
  assert.equal(await wrote(), NOON.getTime() - HOUR_MS)
  await bring(company, incoming({ providerId: 'first', time: new Date(NOON.getTime() - 2 * HOUR_MS) }))
  assert.equal(await wrote(), NOON.getTime() - HOUR_MS)
  await bring(company, incoming({ providerId: 'third', time: new Date(NOON.getTime() + HOUR_MS) }))
  assert.equal(await wrote(), NOON.getTime(), 'no clock of a provider is ahead of ours')
})

test('spec 18.4: a name that is too long for one loses no message', async () => {
  const company = await samvad.newCompany('Deepa Dairy')
  const providerId = 'क'.repeat(5000)
  assert.equal((await bring(company, incoming({ providerId }))).isRepeated, false)
  assert.deepEqual(await received(company), [{ text: 'Is it ready?', channel: 'app' }])
})

test('spec 5.34: a stranger is called by the name that they give themselves, where it is one', async () => {
  const company = await samvad.newCompany('Esha Eggs')
  const names: [from: string, name: string | null][] = [
    ['+919876500011', '  Ravi\nKumar '],
    ['+919876500012', ' \u0000'],
    ['+919876500013', null],
    ['+919876500014', 'x'.repeat(10_000)],
  ]
  for (const [from, name] of names) await bring(company, incoming({ from, name, providerId: from }))
  const rows = await samvad.rows('select display_name from contacts where org_id = $1 order by phone_number', [
    company.organizationId,
  ])
  assert.deepEqual(
    rows.map(({ display_name }) => display_name),
    ['Ravi Kumar', '+919876500012', '+919876500013', 'x'.repeat(100)],
  )
})

test('spec 5.34: a contact of whom the provider says two addresses stays one, and takes nobody else’s', async () => {
  const company = await samvad.newCompany('Farah Fans')
  const from = (one: string, alsoFrom: string[] = []) =>
    bring(company, incoming({ from: one, alsoFrom, providerId: `${one} ${alsoFrom}` }))
  await from('+919876500021')
  await from('IN.77', ['+919876500021'])
  await from('IN.77')
  await from('+919876500022', ['IN.77'])
  const contacts = () =>
    samvad.rows('select phone_number, app_id from contacts where org_id = $1 order by id', [company.organizationId])
  assert.deepEqual(await contacts(), [{ phone_number: '+919876500021', app_id: 'IN.77' }])
  await from('+919876500023')
  await from('IN.77', ['+919876500023'])
  assert.deepEqual(await contacts(), [
    { phone_number: '+919876500021', app_id: 'IN.77' },
    { phone_number: '+919876500023', app_id: null },
  ])
})

test('spec 5.34: a proven conversation gets the answer of its own contact, and of nobody else', async () => {
  const company = await samvad.newCompany('Gopal Glass')
  const other = await samvad.newCompany('Hira Halls')
  const who = person(samvad, company)
  const from = '+919876500031'
  const first = (await bring(company, incoming({ from, providerId: 'a' }))).message as MessageRow
  const member = await samvad.newMember(company.organizationId, 'owner')
  const contactId = publicId('contact', first.sender_id as Uuid)
  const later = await person(samvad, { ...company, ...member }).make('/v1/conversations', { contact_id: contactId })
  const conversationId = uuidOf('conv', later.id)
  const into = async (providerId: string, changes: Partial<Incoming>) =>
    (await bring(company, incoming({ from, providerId, ...changes }))).message?.conversation_id
  assert.equal(await into('b', {}), first.conversation_id, 'the one that was active last')
  assert.equal(await into('c', { conversationId }), conversationId)
  const stranger = await into('d', { conversationId, from: '+919876500032' })
  assert.ok(stranger !== conversationId)
  const theirs = (await bring(other, incoming({ from, providerId: 'e' }))).message as MessageRow
  assert.equal(await into('f', { conversationId: theirs.conversation_id }), conversationId)
  await person(samvad, { ...company, ...member }).delete(`/v1/conversations/${later.id}`)
  assert.equal(await into('g', { conversationId }), first.conversation_id)
  assert.equal((await who.get(`/v1/conversations/${publicId('conv', first.conversation_id)}`)).status, 200)
})

test('spec 5.34, 3.11: what PostgreSQL has no place for is replaced, and loses no message', async () => {
  const company = await samvad.newCompany('Indu Inks')
  const content = { subject: null, text: 'a\u0000b\ud800', html: null, attachments: [] }
  await bring(company, incoming({ content }))
  assert.deepEqual(
    (await received(company)).map(({ text }) => text),
    ['a\ufffdb\ufffd'],
  )
})

test('spec 5.24, 5.67: an out-of-office answer stays in an archived conversation and is not unread; a bounce restores it', async () => {
  const company = await samvad.newCompany('Ganga Glass')
  const from = 'ravi@shop.example'
  const mail = (providerId: string, changes: Partial<Incoming>) =>
    bring(company, incoming({ channel: 'email', from, providerId, ...changes }))
  await mail('<first@shop.example>', {})
  const [{ id }] = (await samvad.rows('select id from conversations where org_id = $1', [company.organizationId])) as [
    { id: Uuid },
  ]
  const who = person(samvad, company)
  const path = `/v1/conversations/${publicId('conv', id)}`
  await who.post(`${path}/read`, {})
  await who.put(path, { archived_at: NOON.toISOString() })
  const state = async () => {
    const { archived_at, inbox } = (await who.get(`${path}?expand=inbox`)).body
    return [archived_at !== null, inbox.unread_count, inbox.last_message.preview]
  }

  const content = { subject: 'Automatic reply', text: 'I am back on Monday.', html: null, attachments: [] }
  await mail('<away@shop.example>', { isAutomatic: true, isAutomaticReply: true, content })
  assert.deepEqual(await state(), [true, 0, 'I am back on Monday.'])

  await mail('<bounce@shop.example>', { isAutomatic: true, isAutomaticReply: false })
  assert.deepEqual(await state(), [false, 1, 'Is it ready?'])
})
