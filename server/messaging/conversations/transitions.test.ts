// Each change of a conversation, and reverting it: spec 5.7, 5.8, 5.9, 5.12.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fund, publicId, startSamvad } from '../../../test/harness.ts'
import { assertRefused, person } from '../../../test/story.ts'

const samvad = await startSamvad()
const asha = person(samvad)
await fund(samvad, samvad.company.organizationId, 100n)

const newContact = async () =>
  (await asha.make('/v1/contacts', { display_name: 'Ravi', email: 'ravi@farm.example' })).id
const newConversation = async () => asha.make('/v1/conversations', { contact_id: await newContact() })
const send = (conversation_id: string) =>
  asha.make('/v1/messages', { conversation_id, channel: 'email', subject: 'Order', text: 'Ready' })

/** PUT returns the conversation with exactly this change, and a GET confirms it. */
async function assertChanges(before: any, given: object, changed: object = given): Promise<any> {
  const answer = await asha.put(`/v1/conversations/${before.id}`, given)
  assert.equal(answer.status, 200, answer.text)
  assert.deepEqual(answer.body, { ...before, ...changed })
  assert.deepEqual((await asha.get(`/v1/conversations/${before.id}`)).body, answer.body)
  return answer.body
}

test('spec 5.7: not pinned, PUT with is_pinned true, pinned', async () => {
  await assertChanges(await newConversation(), { is_pinned: true })
})

test('spec 5.7: pinned, PUT with is_pinned false, not pinned', async () => {
  const pinned = await assertChanges(await newConversation(), { is_pinned: true })
  await assertChanges(pinned, { is_pinned: false })
})

test('spec 5.7: not muted, PUT with is_muted true, muted', async () => {
  await assertChanges(await newConversation(), { is_muted: true })
})

test('spec 5.7: muted, PUT with is_muted false, not muted', async () => {
  const muted = await assertChanges(await newConversation(), { is_muted: true })
  await assertChanges(muted, { is_muted: false })
})

test('spec 5.9: no pinned message, PUT with pinned_message_id, has pinned message', async () => {
  const { id } = await newConversation()
  const message = await send(id)
  const { body: conversation } = await asha.get(`/v1/conversations/${id}`)
  const pinned = await assertChanges(conversation, { pinned_message_id: message.id })
  await assertChanges(pinned, { pinned_message_id: null })
})

test('spec 5.8: not archived, PUT with archived_at, archived_at holds the given timestamp', async () => {
  const conversation = await newConversation()
  const archived = await assertChanges(conversation, { archived_at: 1767225600 })
  await assertChanges(archived, { archived_at: '2026-01-02T05:30:00+05:30' }, { archived_at: 1767312000 })
})

test('spec 5.12: any, DELETE, the conversation and all its messages are permanently deleted', async () => {
  const conversation = await newConversation()
  const other = await newConversation()
  const messages = [await send(conversation.id), await send(conversation.id)]
  const kept = await send(other.id)
  assert.equal((await asha.delete(`/v1/conversations/${conversation.id}`)).status, 204)
  assertRefused(await asha.get(`/v1/conversations/${conversation.id}`), 404, 'not_found')
  for (const { id } of messages) assertRefused(await asha.get(`/v1/messages/${id}`), 404, 'not_found')
  assert.deepEqual((await asha.get(`/v1/messages/${kept.id}`)).body, kept)
})

test('spec 5.2: (none), POST with contact_id or group_id, created: not pinned, not muted, not archived', async () => {
  const group = await asha.make('/v1/groups', { name: 'Dealers' })
  for (const given of [{ contact_id: await newContact() }, { group_id: group.id }]) {
    const { status, body } = await asha.post('/v1/conversations', given)
    assert.equal(status, 201)
    const { is_pinned, is_muted, archived_at, pinned_message_id } = body
    assert.deepEqual(
      { is_pinned, is_muted, archived_at, pinned_message_id },
      {
        is_pinned: false,
        is_muted: false,
        archived_at: null,
        pinned_message_id: null,
      },
    )
  }
})

test('spec 5.7: the three conditions are independent of each other', async () => {
  let conversation = await newConversation()
  for (const given of [
    { is_pinned: true },
    { is_muted: true },
    { archived_at: 1767225600 },
    { is_pinned: false },
    { is_muted: false },
  ])
    conversation = await assertChanges(conversation, given)
  await assertChanges(conversation, { archived_at: null, is_pinned: true, is_muted: true })
})

test('spec 5.5: the condition of each transition is that the conversation exists', async () => {
  const absent = `/v1/conversations/${publicId('conv', '0198a000-0000-7000-8000-000000000000')}`
  for (const given of [
    { is_pinned: true },
    { is_muted: true },
    { archived_at: 1767225600 },
    { pinned_message_id: null },
    {},
  ])
    assertRefused(await asha.put(absent, given), 404, 'not_found')
  assertRefused(await asha.delete(absent), 404, 'not_found')
})

test('spec 5.8: null restores an archived conversation, and so does an empty value in a form', async () => {
  const archived = await assertChanges(await newConversation(), { archived_at: 1767225600 })
  const restored = await assertChanges(archived, { archived_at: null })
  await assertChanges(restored, { archived_at: 1767225601 })
  for (const body of [{ form: { archived_at: '' } }, { multipart: { archived_at: '' } }]) {
    await asha.put(`/v1/conversations/${archived.id}`, { archived_at: 1767225600 })
    const answer = await samvad.request('PUT', `/v1/conversations/${archived.id}`, body)
    assert.equal(answer.body.archived_at, null)
  }
})

test('spec 5.9: deleting the pinned message unpins it, and deleting another one does not', async () => {
  const { id } = await newConversation()
  const [pinned, other] = [await send(id), await send(id)]
  const { body: before } = await asha.put(`/v1/conversations/${id}`, { pinned_message_id: pinned.id })
  assert.equal((await asha.delete(`/v1/messages/${other.id}`)).status, 204)
  assert.deepEqual((await asha.get(`/v1/conversations/${id}`)).body, before)
  assert.equal((await asha.delete(`/v1/messages/${pinned.id}`)).status, 204)
  assert.deepEqual((await asha.get(`/v1/conversations/${id}`)).body, { ...before, pinned_message_id: null })
})

test('spec 5.9: a message that is deleted while it is pinned leaves no pin behind', async () => {
  for (let round = 0; round < 15; round++) {
    const { id } = await newConversation()
    const message = await send(id)
    const [pinned, deleted] = await Promise.all([
      asha.put(`/v1/conversations/${id}`, { pinned_message_id: message.id }),
      asha.delete(`/v1/messages/${message.id}`),
    ])
    assert.ok(pinned.status === 200 || pinned.status === 422, pinned.text)
    assert.equal(deleted.status, 204)
    assert.equal((await asha.get(`/v1/conversations/${id}`)).body.pinned_message_id, null)
  }
})

test('spec 5.9: the pinned message must be a message of that conversation', async () => {
  const conversation = await newConversation()
  const elsewhere = await send((await newConversation()).id)
  const { body: before } = await asha.get(`/v1/conversations/${conversation.id}`)
  const unknown = publicId('msg', '0198a000-0000-7000-8000-000000000000')
  for (const pinned_message_id of [elsewhere.id, unknown, 'msg_1', conversation.id]) {
    const answer = await asha.put(`/v1/conversations/${conversation.id}`, { pinned_message_id, is_pinned: true })
    assertRefused(answer, 422, 'invalid_content', 'pinned_message_id')
  }
  assert.deepEqual((await asha.get(`/v1/conversations/${conversation.id}`)).body, before)
})
