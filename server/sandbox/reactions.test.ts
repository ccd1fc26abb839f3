// Reactions of a contact at a device: spec 16.25.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fund, startSamvad } from '../../test/harness.ts'
import { deliveriesOf } from '../../test/mail-story.ts'
import { startReceiving } from '../../test/receiving.ts'
import { assertRefused, person } from '../../test/story.ts'

const samvad = await startSamvad()
startReceiving(samvad)
const { company } = samvad
const asha = person(samvad)
const banyan = person(samvad, await samvad.newCompany('Banyan Books'))
await fund(samvad, company.organizationId, 100n)

const REACTIONS = '/v1/sandbox/reactions'
const PHONE = '+919876543210'
const contact = await asha.make('/v1/contacts', { phone_number: PHONE })
const conversation = await asha.make('/v1/conversations', { contact_id: contact.id })
const written = await asha.make('/v1/sandbox/messages', { channel: 'app', from: PHONE, text: 'Hello' })
const message = await asha.make('/v1/messages', { conversation_id: conversation.id, channel: 'app', text: 'Hello' })
const reaction = { channel: 'app', from: PHONE, message_id: message.id, emoji: '👍' }
const shown = async (id: string) =>
  (await asha.get(`/v1/messages/${id}`)).body.reactions.map((one: any) => [one.reactor_id, one.emoji])

test('spec 16.25: to what has left and what the contact wrote, one at a time, and taken back', async () => {
  assertRefused(await asha.post(REACTIONS, reaction), 409, 'conflict')
  const [row] = await deliveriesOf(samvad, message)
  await samvad.rows("update deliveries set status = 'sent', due_at = null, provider_id = 'wamid.1' where id = $1", [
    row?.id,
  ])
  const { status, body, text } = await asha.post(REACTIONS, reaction)
  assert.equal(status, 200, text)
  assert.deepEqual(
    body.reactions.map((one: any) => one.emoji),
    ['👍'],
  )
  samvad.setClock(new Date(Date.now() + 60_000))
  const byName = { ...reaction, message_id: null, provider_id: 'wamid.1', emoji: '🙏' }
  assert.equal((await asha.post(REACTIONS, byName)).status, 200)
  assert.deepEqual(await shown(message.id), [[contact.id, '🙏']])
  samvad.setClock(new Date(Date.now() + 120_000))
  assert.equal((await asha.post(REACTIONS, { ...reaction, emoji: null })).status, 200)
  assert.deepEqual(await shown(message.id), [])
  samvad.setClock(null)
  assert.equal((await asha.post(REACTIONS, { ...reaction, message_id: written.id, emoji: '❤️' })).status, 200)
  assert.deepEqual(await shown(written.id), [[contact.id, '❤️']])
})

test("spec 1.1, 16.25: what is no emoji, not on this channel, of somebody else or another organization's is refused and changes nothing", async () => {
  const before = await samvad.rows('select * from reactions order by created_at')
  const refusedAt = async (field: string, change: object) =>
    assertRefused(await asha.post(REACTIONS, { ...reaction, ...change }), 422, 'invalid_content', field)
  await refusedAt('emoji', { emoji: 'ok' })
  await refusedAt('channel', { channel: 'email', from: 'ravi@shop.example' })
  await refusedAt('message_id', { provider_id: 'wamid.1' })
  await refusedAt('message_id', { message_id: null })
  await asha.make('/v1/contacts', { phone_number: '+919876543211' })
  for (const from of ['+919876543211', '+919876543212'])
    assertRefused(await asha.post(REACTIONS, { ...reaction, from }), 404, 'not_found', 'message_id')
  await banyan.make('/v1/contacts', { phone_number: PHONE })
  assertRefused(await banyan.post(REACTIONS, reaction), 404, 'not_found', 'message_id')
  const fellow = person(samvad, await samvad.newMember(company.organizationId, 'agent'))
  assertRefused(await fellow.post(REACTIONS, reaction), 404, 'not_found')
  assert.deepEqual(await samvad.rows('select * from reactions order by created_at'), before)
})
