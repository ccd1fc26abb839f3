// Templates at the sandbox's Cloud API: spec 15.1, 16.51.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fund, startSamvad } from '../../test/harness.ts'
import { delivered } from '../../test/mail-story.ts'
import { person } from '../../test/story.ts'
import { readByContact } from './template-words.ts'

const samvad = await startSamvad()
const asha = person(samvad)
const { organizationId } = samvad.company
await fund(samvad, organizationId, 100n)
samvad.startWorker()

// Inbound events are processed within a second and then reduced to their fingerprint, so a trigger records them.
await samvad.rows('create schema probe')
await samvad.rows('create table probe.came (body bytea)')
await samvad.rows(`
  create function probe.note_came() returns trigger language plpgsql as $$
  begin insert into probe.came values (new.body); return new; end $$`)
await samvad.rows('create trigger came before insert on arrivals for each row execute function probe.note_came()')
async function decisions(): Promise<any[]> {
  const rows = await samvad.rows<{ body: Buffer }>('delete from probe.came returning body')
  return rows
    .map(({ body }) => JSON.parse(body.toString()).entry[0].changes[0])
    .filter(({ field }) => field === 'message_template_status_update')
    .map(({ value }) => [value.event, value.message_template_name])
}
const make = (more: object = {}) =>
  asha.make('/v1/templates', {
    name: 'arrived',
    channel: 'app',
    language: 'en',
    category: 'utility',
    text: 'Dear {{name}}, it has arrived.',
    ...more,
  })
const submit = async (id: string, headers = {}) => {
  const { status, body, text } = await samvad.request('POST', `/v1/templates/${id}/submit`, {
    token: samvad.company.token,
    headers,
  })
  assert.equal(status, 200, text)
  return body
}
const place = async (name: string) =>
  (
    await samvad.rows(
      `select t.provider_account, t.provider_id is not null as is_named, v.decided_by,
              v.registered_at is not null as is_told
         from templates t join template_versions v on v.template_id = t.id and v.version = t.version where t.name = $1`,
      [name],
    )
  )[0]

test('spec 15.1, 16.51: the sandbox is told by the registrar, and approves by a webhook; the answer waits for it', async () => {
  const template = await make()
  const approved = await submit(template.id)
  assert.deepEqual([approved.status, approved.approved_version, approved.reason], ['approved', 1, null])
  assert.deepEqual(await decisions(), [['APPROVED', 'arrived']])
  assert.deepEqual(await place('arrived'), {
    provider_account: '100000000000002',
    is_named: true,
    decided_by: 'provider',
    is_told: true,
  })
  const contact = await asha.make('/v1/contacts', { phone_number: '+919876543210', display_name: 'Ravi' })
  const conversation = await asha.make('/v1/conversations', { contact_id: contact.id })
  const variables = { name: 'Ravi' }
  const message = { conversation_id: conversation.id, channel: 'app', template_id: template.id, variables }
  await delivered(samvad, await asha.make('/v1/messages', message), 'read')
  const { data } = (await asha.get('/v1/sandbox/messages?channel=app')).body
  assert.equal(data[0].text, 'Dear Ravi, it has arrived.', 'spec 16.53: as the contact reads it')
})

test('spec 16.53: the sandbox shows a template with each value in its place, or its name where its words are unknown', () => {
  const told = (...values: string[]) => ({
    name: 'arrived',
    components: [
      { type: 'header', parameters: [{ text: 'a picture' }] },
      { type: 'body', parameters: values.map((text) => ({ text })) },
    ],
  })
  const text = 'Dear {{name}}, order {{order}} of {{name}} is here.'
  const inText = { text, components: null, provider_parameters: null }
  assert.equal(readByContact(told('Ravi', 'A-1'), inText).text, 'Dear Ravi, order A-1 of Ravi is here.')
  const inItsOrder = { text, components: null, provider_parameters: ['order', 'name'] }
  assert.equal(
    readByContact(told('A-1', '{{order}}'), inItsOrder).text,
    'Dear {{order}}, order A-1 of {{order}} is here.',
  )
  assert.equal(readByContact({ name: 'closed' }, { ...inText, text: 'We are closed.' }).text, 'We are closed.')
  assert.equal(readByContact(told('Ravi'), undefined).text, '[arrived]\nRavi')
})

test('spec 15.1, 16.51: what begins with reject_ it rejects, with the reason; mended, it is told again', async () => {
  const { id } = await make({ name: 'reject_order' })
  const refused = await submit(id)
  assert.equal(refused.status, 'rejected')
  assert.match(refused.reason, /reject_/)
  assert.deepEqual(await decisions(), [['REJECTED', 'reject_order']])
  await asha.put(`/v1/templates/${id}`, { text: 'Dear {{name}}, it is here.' })
  assert.equal((await submit(id)).status, 'rejected')
  assert.deepEqual(await decisions(), [['REJECTED', 'reject_order']])
})

test('spec 15.1, 16.51: a new version is changed there, and in use once that one is approved', async () => {
  const { id } = await make({ name: 'changed' })
  await submit(id)
  const changed = await asha.put(`/v1/templates/${id}`, { text: 'Dear {{name}}, it is here at {{hour}}.' })
  assert.equal(changed.status, 200, changed.text)
  const { status, version, approved_version } = await submit(id)
  assert.deepEqual([status, version, approved_version], ['approved', 2, 2])
  assert.deepEqual(await decisions(), [
    ['APPROVED', 'changed'],
    ['APPROVED', 'changed'],
  ])
})

test('spec 3.14, 16.51: the same key is answered as before, and submits nothing anew', async () => {
  const { id } = await make({ name: 'keyed' })
  const key = { 'idempotency-key': 'submitted once' }
  const first = await submit(id, key)
  assert.equal(first.status, 'approved')
  await asha.put(`/v1/templates/${id}`, { text: 'Another text' })
  assert.deepEqual(await submit(id, key), first)
  assert.equal((await asha.get(`/v1/templates/${id}`)).body.status, 'draft')
})

test('spec 16.51: one that was deleted is gone there, and its name is free', async () => {
  const { id } = await make({ name: 'again' })
  await submit(id)
  assert.equal((await asha.delete(`/v1/templates/${id}`)).status, 204)
  const other = await make({ name: 'again', text: 'Something else' })
  assert.equal((await submit(other.id)).status, 'approved')
})

test('spec 16.51: another organization decides nothing by it', async () => {
  const banyan = await samvad.newCompany('Banyan Books')
  const theirs = person(samvad, banyan)
  const body = { name: 'arrived', channel: 'app', language: 'en', category: 'utility', text: 'It has arrived.' }
  const { id } = await theirs.make('/v1/templates', body)
  const { status, text } = await theirs.post(`/v1/templates/${id}/submit`)
  assert.equal(status, 200, text)
  assert.equal((await theirs.get(`/v1/templates/${id}`)).body.status, 'approved')
  assert.equal((await theirs.get('/v1/templates')).body.data.length, 1)
})
