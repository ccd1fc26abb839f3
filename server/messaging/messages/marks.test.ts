// Changes of existing messages: reactions, and read or unread. spec 7.18, 7.19.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newUuid } from '#kit/ids.ts'
import { fund, publicId, startSamvad, uuidOf } from '../../../test/harness.ts'
import { assertRefused, person } from '../../../test/story.ts'

const samvad = await startSamvad()
const asha = person(samvad)
const { organizationId, userId } = samvad.company
await fund(samvad, organizationId, 100n)

async function talk(): Promise<{ id: string; contact_id: string }> {
  const { id } = await asha.make('/v1/contacts', { email: 'ravi@farm.example' })
  return asha.make('/v1/conversations', { contact_id: id })
}
const send = (conversation_id: string, text = 'Ready') =>
  asha.make('/v1/messages', { conversation_id, channel: 'email', subject: 'Order', text })
const shown = async (id: string) => (await asha.get(`/v1/messages/${id}`)).body
/** Creates an inbound message. */
async function receive({ id, contact_id }: { id: string; contact_id: string }): Promise<string> {
  const message = newUuid()
  await samvad.rows(
    `insert into messages (org_id, id, conversation_id, direction, channel, sender_id, text, created_at)
     values ($1, $2, $3, 'inbound', 'email', $4, 'When?', now())`,
    [organizationId, message, uuidOf('conv', id), uuidOf('contact', contact_id)],
  )
  return publicId('msg', message)
}

test('spec 7.18: a reaction is added and taken back, and asking twice changes nothing', async () => {
  const message = await send((await talk()).id)
  const path = `/v1/messages/${message.id}/reactions`
  const at = new Date('2030-01-01T00:00:00Z')
  samvad.setClock(at)
  const once = await asha.post(path, { emoji: '👍🏽' })
  samvad.setClock(new Date(at.getTime() + 60_000))
  const twice = await asha.post(path, { emoji: '👍🏽' })
  const both = await asha.post(path, { emoji: '❤️' })
  samvad.setClock(null)
  const thumb = { reactor_id: publicId('user', userId), emoji: '👍🏽', created_at: at.getTime() / 1000, error: null }
  assert.equal(once.status, 200)
  assert.deepEqual(once.body, { ...message, reactions: [thumb] })
  assert.deepEqual(twice.body, once.body)
  assert.deepEqual(both.body.reactions, [thumb, { ...thumb, emoji: '❤️', created_at: thumb.created_at + 60 }])
  const remove = () => asha.delete(`${path}?emoji=${encodeURIComponent('❤️')}`)
  assert.deepEqual((await remove()).body, once.body)
  assert.deepEqual((await remove()).body, once.body)
  assert.deepEqual(await shown(message.id), once.body)
  for (const emoji of ['', 'x'.repeat(33), 'a\u0000', 7, null])
    assertRefused(await asha.post(path, { emoji }), 422, 'invalid_content', 'emoji')
  assertRefused(await asha.post(path, {}), 422, 'invalid_content', 'emoji')
  assertRefused(await asha.delete(path), 400, 'invalid_query', 'emoji')
  assertRefused(await asha.delete(`${path}?emoji=%00`), 400, 'invalid_query', 'emoji')
})

test('spec 7.18: a reaction that crosses the deletion of its message is not left behind', async () => {
  for (let round = 0; round < 15; round++) {
    const message = await send((await talk()).id)
    const path = `/v1/messages/${message.id}`
    const [reacted, deleted] = await Promise.all([asha.post(`${path}/reactions`, { emoji: '👍' }), asha.delete(path)])
    assert.ok(reacted.status === 200 || reacted.status === 404, reacted.text)
    assert.equal(deleted.status, 204)
    assert.deepEqual(
      await samvad.rows('select 1 from reactions where message_id = $1', [uuidOf('msg', message.id)]),
      [],
    )
  }
})

test('spec 7.19: a received message is marked as read once and as unread again; of a sent one the channel reports it', async () => {
  const conversation = await talk()
  const id = await receive(conversation)
  const received = await shown(id)
  assert.deepEqual(
    [received.direction, received.sender, received.status, received.price],
    ['inbound', conversation.contact_id, null, null],
  )
  assert.equal(received.read_at, null)
  const at = new Date('2030-01-01T00:00:00Z')
  samvad.setClock(at)
  const read = await asha.post(`/v1/messages/${id}/read`)
  samvad.setClock(new Date(at.getTime() + 60_000))
  const again = await asha.post(`/v1/messages/${id}/read`)
  samvad.setClock(null)
  assert.deepEqual(read.body, { ...received, read_at: at.getTime() / 1000 })
  assert.deepEqual(again.body, read.body)
  assert.deepEqual((await asha.delete(`/v1/messages/${id}/read`)).body, received)
  const sent = await send(conversation.id)
  assertRefused(await asha.post(`/v1/messages/${sent.id}/read`), 409, 'conflict')
  assertRefused(await asha.delete(`/v1/messages/${sent.id}/read`), 409, 'conflict')
})
