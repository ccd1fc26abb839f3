// Texts to +91 compared with approved DLT templates, through the whole program, with a third-party SMPP server.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { newUuid } from '#kit/ids.ts'
import { fund, startSamvad, uuidOf } from '../../../../test/harness.ts'
import { delivered, deliveriesOf, until } from '../../../../test/mail-story.ts'
import { balanceOf } from '../../../../test/payments.ts'
import { startSmppServer } from '../../../../test/smpp/server.ts'
import { SMS, setAccount, smppAccount, textTo, writeSms } from '../../../../test/smpp/story.ts'
import { assertRefused, type Person, person } from '../../../../test/story.ts'
import { look, type Words } from '../../templates/registered.ts'
import type { RegisteredTemplate } from '../sending-rules.ts'
import { readyTemplates } from './registered-index.ts'
import { smsSendingRule } from './sending-rules.ts'
import type { SmsSettings } from './settings.ts'

const server = await startSmppServer()
after(() => server.close())
const samvad = await startSamvad({ SAMVAD_ALLOWED_NETWORKS: '127.0.0.0/8' })
const asha = person(samvad)
const { organizationId } = samvad.company
await fund(samvad, organizationId, 1000n)
/** During the day in India. */
samvad.setClock(new Date('2026-03-10T06:30:00Z'))

/** Ids as people paste them: spec 3.29. */
const dlt = { entity_id: '11 01', chain: '1302' }
async function template(who: Person, name: string, more: object = {}): Promise<string> {
  const fields = { channel: 'sms', language: 'en', category: 'utility', registered_id: '1107' }
  const { id } = await who.make('/v1/templates', { name, ...fields, ...more })
  assert.equal((await who.post(`/v1/templates/${id}/submit`)).body.status, 'approved')
  return id
}
const ORDER = { text: 'Dear {#var#}, order {#numeric#} has left - Asha Textiles', registered_id: '1107-001' }
const CODE = { text: 'Your code is {{code}} - Asha Textiles', registered_id: '1107002', header: 'ASHAOT' }
const order = await template(asha, 'order_sent', ORDER)
const code = await template(asha, 'code', CODE)
await template(asha, 'without_id', { text: 'Welcome to us', registered_id: null })
const withoutId = await template(asha, 'plain', { text: 'Come {{when}}', registered_id: null })
const paused = await template(asha, 'sale', { text: 'Sale in {#var#} today', registered_id: '1107003' })
const neighbour = person(samvad, await samvad.newCompany('Banyan Books'))
await template(neighbour, 'theirs', { text: 'Books for {#var#}', registered_id: '9999' })
await setAccount(asha, smppAccount(server.port, { dlt }))
samvad.startWorker()

const send = (conversation_id: string, more: object) =>
  asha.post('/v1/messages', { conversation_id, channel: 'sms', ...more })
const written = async () => [
  await samvad.rows('select balance_micros from wallets where org_id = $1', [organizationId]),
  await samvad.rows('select count(*) from messages'),
  await samvad.rows('select count(*) from transactions'),
]
const sentTo = (number: string) => server.taken.filter(({ to }) => `+${to}` === number)

test('spec 7.80: a text of no approved template is refused before the charge, with the nearest one named', async () => {
  const ravi = await textTo(asha)
  const before = await written()
  const wrong = await send(ravi.conversationId, { text: 'Dear Ravi, order 12 has gone - Asha Textiles' })
  assertRefused(wrong, 422, 'dlt_template_missing', 'text')
  assert.deepEqual([wrong.body.reason, wrong.body.params.template], ['dlt_nearest_template', 'order_sent'])
  for (const text of [
    'Dear Ravi, order twelve has left - Asha Textiles',
    `Dear ${'R'.repeat(41)}, order 12 has left - Asha Textiles`,
    'Welcome to us',
    'Books for Ravi',
  ])
    assertRefused(await send(ravi.conversationId, { text }), 422, 'dlt_template_missing', 'text')
  const far = await send(ravi.conversationId, { text: 'क' })
  assert.equal(far.body.reason, 'dlt_no_template')
  const long = await send(ravi.conversationId, { text: `Dear ${'R'.repeat(3000)}, order 12 has left - Asha Textiles` })
  assertRefused(long, 422, 'dlt_template_missing', 'text')
  const estimate = await asha.post('/v1/messages/estimate', {
    conversation_id: ravi.conversationId,
    channel: 'sms',
    text: 'Hello',
  })
  assert.equal(estimate.status, 200, estimate.text)
  assert.deepEqual([estimate.body.total, estimate.body.unreachable[0].reason], ['0.00', 'dlt_template_missing'])
  assert.deepEqual(await written(), before, 'nothing is written, and nothing charged')
})

test('spec 7.81: a text of a template is a message of it, and leaves with its DLT id and its header', async () => {
  const ravi = await textTo(asha)
  const message = await writeSms(asha, ravi, 'Dear Ravi, order 12 has left - Asha Textiles')
  assert.deepEqual([message.template_id, message.template_version, message.variables], [order, 1, null])
  assert.deepEqual((await asha.get(`/v1/messages/${message.id}`)).body.template_id, order)
  await delivered(samvad, message, 'sent')
  const [sms] = sentTo(ravi.phone_number)
  assert.deepEqual(sms?.tlvs, { [0x1400]: '1101', [0x1401]: '1107001', [0x1402]: '1302' })
  assert.equal(sms?.from, 'ASHATX')
  const other = await textTo(asha)
  await delivered(samvad, await writeSms(asha, other, 'Your code is 4711 - Asha Textiles'), 'sent')
  const [withHeader] = sentTo(other.phone_number)
  assert.deepEqual([withHeader?.from, withHeader?.tlvs[0x1401]], ['ASHAOT', '1107002'])
})

test('spec 7.80: from a template too: it needs a DLT id, and no value may be longer than its place', async () => {
  const { conversationId } = await textTo(asha)
  const before = await written()
  const without = await send(conversationId, { template_id: withoutId, variables: { when: 'today' } })
  assertRefused(without, 422, 'dlt_template_missing', 'template_id')
  const long = await send(conversationId, { template_id: code, variables: { code: '1'.repeat(41) } })
  assertRefused(long, 422, 'invalid_content', 'variables.code')
  const unfilled = await send(conversationId, { template_id: order })
  assertRefused(unfilled, 422, 'invalid_content', 'template_id')
  assert.deepEqual(await written(), before)
  const taken = await send(conversationId, { template_id: code, variables: { code: '1'.repeat(40) } })
  assert.equal(taken.status, 201, taken.text)
})

test('spec 7.80: of a batch each by itself; of a group those at +91, who are named with the reason', async () => {
  const [ravi, other] = [await textTo(asha), await textTo(asha)]
  const abroad = await textTo(asha, '+4915112345678')
  const items = [ravi, other, abroad].map(({ conversationId: conversation_id }, index) => ({
    conversation_id,
    channel: 'sms',
    text: index === 0 ? 'Dear Ravi, order 1 has left - Asha Textiles' : 'Hello',
  }))
  const batch = await asha.post('/v1/messages/batch', { messages: items })
  assert.deepEqual(
    batch.body.data.map((one: { status: number }) => one.status),
    [201, 422, 201],
  )
  assert.equal(batch.body.data[2].message.template_id, null)

  const contactOf = async (conversationId: string) =>
    (await asha.get(`/v1/conversations/${conversationId}`)).body.contact_id as string
  const members = await Promise.all([ravi, abroad].map(({ conversationId }) => contactOf(conversationId)))
  const group = await asha.make('/v1/groups', { name: 'All', contacts: members })
  const { id } = await asha.make('/v1/conversations', { group_id: group.id })
  const mixed = await asha.make('/v1/messages', { conversation_id: id, channel: 'sms', text: 'Hello' })
  assert.deepEqual(mixed.unreachable, [{ contact_id: members[0], reason: 'dlt_template_missing' }])
  assert.equal((await deliveriesOf(samvad, mixed)).length, 1)
})

test('spec 7.81: what waits leaves as it was accepted, also when its template is paused; nothing new is of it (7.82)', async () => {
  const ravi = await textTo(asha)
  const at = samvad.app.clock()
  await until(
    () => send(ravi.conversationId, { text: 'Sale in Pune today', send_at: at.getTime() / 1000 + 3600 }),
    ({ status }) => status === 201,
  )
  await asha.post(`/v1/templates/${paused}/pause`)
  const before = await written()
  // Effective from the response to the pause on, although this process caches its templates (spec 7.82).
  const again = await Promise.all([1, 2, 3].map(() => send(ravi.conversationId, { text: 'Sale in Pune today' })))
  for (const one of again) assertRefused(one, 422, 'dlt_template_missing', 'text')
  assert.deepEqual(await written(), before)
  samvad.setClock(new Date(at.getTime() + 3600_000))
  const rows = await until(
    async () => sentTo(ravi.phone_number),
    (all) => all.some(({ tlvs }) => tlvs[0x1401] === '1107003'),
  )
  assert.ok(rows.length > 0)
})

test('spec 7.81: what is edited before it leaves is looked at anew', async () => {
  const ravi = await textTo(asha)
  const later = samvad.app.clock().getTime() / 1000 + 3600
  const message = await asha.make('/v1/messages', {
    conversation_id: ravi.conversationId,
    channel: 'sms',
    text: 'Dear Ravi, order 1 has left - Asha Textiles',
    send_at: later,
  })
  const path = `/v1/messages/${message.id}`
  assertRefused(await asha.put(path, { text: 'Hello Ravi' }), 422, 'dlt_template_missing', 'text')
  assert.equal((await asha.get(path)).body.text, message.text)
  const changed = await asha.put(path, { text: 'Your code is 99 - Asha Textiles' })
  assert.deepEqual([changed.status, changed.body.template_id, changed.body.variables], [200, code, null])
})

test('spec 7.81: whose number is one of India by the time it leaves is looked at then, and given back', async () => {
  const conversation = await textTo(asha, '+4915112345699')
  const contact = (await asha.get(`/v1/conversations/${conversation.conversationId}`)).body.contact_id
  const before = await balanceOf(samvad)
  const at = samvad.app.clock()
  const send_at = at.getTime() / 1000 + 600
  const both = await Promise.all(
    ['Hello', 'Your code is 5 - Asha Textiles'].map((text) =>
      asha.make('/v1/messages', { conversation_id: conversation.conversationId, channel: 'sms', text, send_at }),
    ),
  )
  const moved = await asha.put(`/v1/contacts/${contact}`, { phone_number: '+919812300001' })
  assert.equal(moved.status, 200, moved.text)
  samvad.setClock(new Date(at.getTime() + 600_000))
  samvad.app.wake('dispatch')
  const failed = await delivered(samvad, both[0], 'failed')
  assert.equal(failed.error_code, 'dlt_template_missing')
  await delivered(samvad, both[1], 'sent')
  assert.equal(sentTo('+919812300001')[0]?.tlvs[0x1401], '1107002')
  assert.equal(Math.round((Number(before) - Number(await balanceOf(samvad))) * 100), 25, 'one was given back')
})

test('a text that is looked at when it leaves is not of a template that was paused just before (spec 7.82)', async () => {
  const conversation = await textTo(asha, '+4915112345698')
  const contact = (await asha.get(`/v1/conversations/${conversation.conversationId}`)).body.contact_id
  const at = samvad.app.clock()
  const messageAt = (send_at: number) =>
    asha.make('/v1/messages', {
      conversation_id: conversation.conversationId,
      channel: 'sms',
      text: 'Your code is 6 - Asha Textiles',
      send_at,
    })
  const [first, second] = [await messageAt(at.getTime() / 1000 + 600), await messageAt(at.getTime() / 1000 + 1200)]
  await asha.put(`/v1/contacts/${contact}`, { phone_number: '+919812300002' })
  samvad.setClock(new Date(at.getTime() + 600_000))
  samvad.app.wake('dispatch')
  // From here on, the worker has the templates cached.
  await delivered(samvad, first, 'sent')
  assert.equal((await asha.post(`/v1/templates/${code}/pause`)).status, 200)
  samvad.setClock(new Date(at.getTime() + 1_200_000))
  samvad.app.wake('dispatch')
  assert.equal((await delivered(samvad, second, 'failed')).error_code, 'dlt_template_missing')
  assert.equal(sentTo('+919812300002').length, 1)
  assert.equal((await asha.post(`/v1/templates/${code}/resume`)).status, 200)
})

test('spec 7.80: without DLT any text goes', async () => {
  await setAccount(neighbour, smppAccount(server.port))
  await fund(samvad, uuidOf('org', (await neighbour.get('/v1/organization')).body.id), 10n)
  const ravi = await textTo(neighbour)
  const message = await writeSms(neighbour, ravi, 'Anything at all')
  assert.equal(message.template_id, null)
  await delivered(samvad, message, 'sent')
  assert.deepEqual(sentTo(ravi.phone_number)[0]?.tlvs, {})
  assert.equal((await asha.get(SMS)).body.settings.quiet_hours, 'refuse')
})

const registered = (name: string, text: string): RegisteredTemplate => ({
  id: newUuid(),
  version: 1,
  name,
  category: 'service',
  registeredId: '1',
  header: null,
  text,
})

test('spec 7.82: of many templates the one that says most is found, and looking is bounded whatever they say', () => {
  const many = [
    registered('anything', '{#var#}{#var#}'),
    ...Array.from({ length: 997 }, (_, index) => registered(`t${index}`, `Dear {#var#}, number ${index} is {#var#}`)),
    registered('constructor', 'Tag {#constructor#} and {#valueof#}'),
  ]
  const index = readyTemplates(many)
  const found = (text: string) => index.find(text).found?.name
  assert.equal(found('Dear Ravi, number 500 is ready'), 't500')
  assert.equal(found('Tag a and b'), 'constructor')
  assert.equal(found('What else'), 'anything')
  // Each of them passes the quick check, and none matches.
  const alike = readyTemplates(Array.from({ length: 1000 }, (_, n) => registered(`a${n}`, '{#numeric#}a'.repeat(50))))
  const { found: none, work } = alike.find(`${'x'.repeat(100)}${'a'.repeat(1800)}`)
  assert.equal(none, null)
  assert.ok(work < 3_000_000, String(work))
  assert.equal(readyTemplates([registered('places', '{#var#}a'.repeat(51))]).find('a'.repeat(51)).found, null)
})

test('spec 7.82: a text of more than 2,000 characters is of no template, and none is asked for', async () => {
  const words = smsSendingRule({ dlt } as unknown as SmsSettings).words as Words
  const longest = 'a'.repeat(2000)
  const all = () => words.ready([registered('long', longest), registered('longer', `${longest}a`)])
  assert.equal((await look(longest, words, all)).found?.name, 'long')
  const asked = () => assert.fail('no template is asked for')
  assert.equal((await look(`${longest}a`, words, asked)).found, null)
})
