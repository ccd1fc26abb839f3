// Contacts whose numbers people, SMS carriers and WhatsApp write in different notations: one person, one contact.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { receive } from '#messaging/inbound/actions.ts'
import { startCloudStory } from '../../../test/cloud-api/story.ts'
import { written } from '../../../test/cloud-api/webhooks.ts'
import { askForImport, importOf } from '../../../test/imports.ts'
import { delivered, until } from '../../../test/mail-story.ts'

const { api, samvad, asha, say, contactsBy, messagesIn } = await startCloudStory()
const { organizationId } = samvad.company
let count = 0
const writesByApp = (from: string, fields: object = {}) =>
  say(written({ id: `wamid.in.${count++}`, at: new Date(), from, name: 'Ana', ...fields }))
const writesBySms = (from: string, text: string) =>
  samvad.app.database.transaction((tx) =>
    receive(
      tx,
      { organizationId, at: new Date() },
      {
        channel: 'sms',
        from,
        providerId: `sms-${count++}`,
        content: { subject: null, text, html: null, attachments: [] },
        time: new Date(),
      },
    ),
  )
const idsOf = (found: any[]) => found.map(({ id }) => id)

/** As typed by people, as WhatsApp reports it, and as SMS carriers report it. */
const people: [country: string, typed: string, waId: string, bySms: string][] = [
  ['Mexico', '+52 55 1234 5678', '5215512345678', '+525512345678'],
  ['Argentina', '+54 11 4567 8901', '5491145678901', '+541145678901'],
  ['Brazil', '+55 62 98123 4567', '556281234567', '+5562981234567'],
]
for (const [country, typed, waId, bySms] of people)
  test(`spec 6.32: a contact of ${country} who writes by WhatsApp and by SMS is one contact, and is answered by the number that WhatsApp named`, async () => {
    const contact = await asha.make('/v1/contacts', { display_name: 'Ana', phone_number: typed })
    await writesByApp(waId)
    await writesByApp(waId, { userId: `IN.${waId}` })
    await writesBySms(bySms, 'By SMS')
    await writesBySms(`+${waId}`, 'By another SMS')
    for (const form of [typed, `+${waId}`, bySms])
      assert.deepEqual(idsOf(await contactsBy({ phone_number: form })), [contact.id], form)
    const [{ conversation_id, phone_number }] = await contactsBy({ phone_number: typed })
    assert.equal((await messagesIn(conversation_id)).length, 4)
    assert.equal(phone_number, contact.phone_number, 'the number stays as it was given')

    const { body } = await asha.post('/v1/messages', { conversation_id, channel: 'app', text: 'Olá' })
    assert.equal((await delivered(samvad, body, 'sent')).address, `+${waId}`)
    assert.equal(api.accepted.at(-1)?.body.to, waId)
  })

test('spec 6.32: another number that a member gives the contact is the one that is written to', async () => {
  await writesByApp('5215511112222')
  const [{ id, conversation_id }] = await contactsBy({ phone_number: '+525511112222' })
  assert.equal((await asha.put(`/v1/contacts/${id}`, { phone_number: '+525533334444' })).status, 200)
  const { body } = await asha.post('/v1/messages', { conversation_id, channel: 'app', text: 'Hola' })
  assert.equal((await delivered(samvad, body, 'sent')).address, '+525533334444')
})

test('spec 6.32: who wants nothing at one form of a number gets nothing at the other', async () => {
  const { id } = await asha.make('/v1/contacts', { phone_number: '+54 11 2222 3333' })
  await asha.make('/v1/suppressions', { channel: 'sms', address: '+54 9 11 2222 3333', reason: 'complained' })
  assert.deepEqual((await asha.get(`/v1/contacts/${id}`)).body.suppressed, { sms: 'complained' })
  // A contact created later is suppressed at once.
  await asha.make('/v1/suppressions', { channel: 'app', address: '+54 11 4444 5555', reason: 'complained' })
  const later = await asha.make('/v1/contacts', { phone_number: '+54 9 11 4444 5555' })
  assert.deepEqual(later.suppressed, { app: 'complained' })
  await writesBySms('+5491122223333', 'STOP')
  assert.ok((await asha.get(`/v1/contacts/${id}`)).body.unsubscribed.sms)
})

test('spec 6.32, 6.25: a row of a file finds the contact by either form of its number', async () => {
  const { id } = await asha.make('/v1/contacts', { phone_number: '+54 9 11 6666 7777' })
  const file = 'Number,City\n+54 11 6666 7777,Rosario\n+52 1 55 6666 7777,Puebla\n+52 55 6666 7777,Puebla\n'
  const mapping = { Number: 'phone_number', City: 'attributes.city' }
  const asked = await askForImport(samvad, file, { mapping, existing: 'update' })
  const { created, updated, failed } = await until(
    () => importOf(samvad, asked.body),
    ({ status }) => status === 'completed',
  )
  assert.deepEqual([created, updated, failed], [1, 2, 0])
  const [found, ...others] = await contactsBy({ phone_number: '+54 11 6666 7777' })
  assert.deepEqual([found.id, found.attributes, others], [id, { city: 'Rosario' }, []])
})

test('spec 6.32: a contact that an earlier version knew by the number of WhatsApp alone stays one contact', async () => {
  const { id } = await asha.make('/v1/contacts', { display_name: 'Bia', app_id: '+556291112222' })
  await writesByApp('556291112222')
  const [known, ...others] = await contactsBy({ phone_number: '+55 62 99111 2222' })
  assert.deepEqual([known.id, known.phone_number, others], [id, '+5562991112222', []])
})
