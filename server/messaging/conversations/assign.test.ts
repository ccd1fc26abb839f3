// Assigning a conversation to another user: spec 5.18.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newUuid } from '#kit/ids.ts'
import { fund, publicId, startSamvad, uuidOf } from '../../../test/harness.ts'
import { assertRefused, idsOf, type Person, person } from '../../../test/story.ts'

const samvad = await startSamvad()
const { organizationId } = samvad.company
await fund(samvad, organizationId, 100n)
const newMember = async (role: string) => {
  const member = await samvad.newMember(organizationId, role)
  return { ...person(samvad, member), id: publicId('user', member.userId) }
}
const owner = { ...person(samvad), id: publicId('user', samvad.company.userId) }
const asha = await newMember('agent')
const ravi = await newMember('agent')
const viewer = await newMember('viewer')
const billing = await newMember('billing')
const neighbour = await samvad.newCompany('Banyan Books')

const newContact = async () => (await owner.make('/v1/contacts', { email: `${newUuid()}@farm.example` })).id
const begin = (who: Person, contact_id: string) => who.make('/v1/conversations', { contact_id })
const send = (who: Person, conversation_id: string, text = 'Ready') =>
  who.make('/v1/messages', { conversation_id, channel: 'email', text })
const shown = async (id: string) => (await owner.get(`/v1/conversations/${id}`)).body
const assign = (who: Person, id: string, user_id: string, root = '/v1') =>
  who.post(`${root}/conversations/${id}/assign`, { user_id })
const eventsOf = (id: string) =>
  samvad.rows('select type, payload from events where object_id = $1 order by id', [uuidOf('conv', id)])

test('spec 5.18: assign hands it over: the new user has it, with its messages, and the old one sees it no more', async () => {
  const made = await begin(asha, await newContact())
  const message = await send(asha, made.id)
  const path = `/v1/conversations/${made.id}`
  await asha.put(path, { is_pinned: true, is_muted: true, pinned_message_id: message.id, archived_at: 1767225600 })
  const { body: before } = await asha.post(`${path}/open`)
  const answer = await assign(owner, made.id, ravi.id)
  assert.equal(answer.status, 200, answer.text)
  // Opened and muted states belong to the previous user and are reset.
  const expected = { ...before, user_id: ravi.id, last_opened_at: null, is_muted: false }
  assert.deepEqual(answer.body, expected)
  assert.deepEqual((await ravi.get(path)).body, expected)
  assert.deepEqual(idsOf((await ravi.get(`/v1/messages?conversation_id=${made.id}`)).body.data), [message.id])
  assertRefused(await asha.get(path), 404, 'not_found')
  assertRefused(await asha.get(`/v1/messages/${message.id}`), 404, 'not_found')
  assertRefused(
    await asha.post('/v1/messages', { conversation_id: made.id, channel: 'email', text: 'x' }),
    404,
    'not_found',
    'conversation_id',
  )
  assert.equal((await ravi.put(path, { is_muted: true })).body.is_muted, true)
  await send(ravi, made.id)
  const anew = await asha.post('/v1/conversations', { contact_id: made.contact_id })
  assert.equal(anew.status, 201, 'the old user begins anew')
  assert.deepEqual((await eventsOf(made.id)).filter(({ payload }) => payload.user_id === ravi.id)[0], {
    type: 'conversation.updated',
    payload: expected,
  })
})

test('spec 5.18: handing it to who has it already, or doing it twice, changes nothing', async () => {
  const made = await begin(asha, await newContact())
  await asha.post(`/v1/conversations/${made.id}/open`)
  const before = [await shown(made.id), await eventsOf(made.id)]
  assert.deepEqual((await assign(asha, made.id, asha.id)).body, before[0])
  assert.deepEqual([await shown(made.id), await eventsOf(made.id)], before)
  const key = { headers: { 'idempotency-key': newUuid() } }
  const [first, second] = [
    await asha.post(`/v1/conversations/${made.id}/assign`, { user_id: ravi.id }, key),
    await asha.post(`/v1/conversations/${made.id}/assign`, { user_id: ravi.id }, key),
  ]
  assert.deepEqual([first.status, second.status, second.body], [200, 200, first.body])
})

test('spec 5.17, 5.18: who sees all takes one over to answer it, under /external too', async () => {
  const made = await begin(asha, await newContact())
  const answer = await assign(owner, made.id, owner.id, '/external')
  assert.deepEqual([answer.status, answer.body.user_id], [200, owner.id])
  await send(owner, made.id)
})

test('spec 5.19: where the other has one with the contact already, the two become one, with all of both', async () => {
  const contact_id = await newContact()
  const [from, into] = [await begin(asha, contact_id), await begin(ravi, contact_id)]
  const [sent, answered] = [await send(asha, from.id, 'One'), await send(ravi, into.id, 'Two')]
  await asha.post(`/v1/messages/${sent.id}/reactions`, { emoji: '👍' })
  const later = await send(asha, from.id, 'Three')
  await asha.put(`/v1/conversations/${from.id}`, { pinned_message_id: sent.id, is_pinned: true })
  await ravi.put(`/v1/conversations/${into.id}`, { archived_at: 1767225600, is_muted: true })
  await ravi.post(`/v1/conversations/${into.id}/open`)
  const [was, is] = [await shown(from.id), await shown(into.id)]

  const answer = await assign(owner, from.id, ravi.id)
  assert.equal(answer.status, 200, answer.text)
  const expected = {
    ...is,
    pinned_message_id: sent.id,
    is_pinned: true,
    last_active_at: Math.max(was.last_active_at, is.last_active_at),
    archived_at: null,
  }
  assert.deepEqual(answer.body, expected)
  assert.deepEqual((await ravi.get(`/v1/conversations/${into.id}`)).body, expected)
  const { data } = (await ravi.get(`/v1/messages?conversation_id=${into.id}`)).body
  assert.deepEqual(idsOf(data).toSorted(), [sent.id, answered.id, later.id].toSorted())
  const read = (await ravi.get(`/v1/messages/${sent.id}`)).body
  assert.deepEqual([read.conversation_id, read.text, read.reactions.length, read.price], [into.id, 'One', 1, '0.15'])
  const deliveries = await samvad.rows('select distinct conversation_id from deliveries where message_id = any($1)', [
    [sent, answered, later].map(({ id }) => uuidOf('msg', id)),
  ])
  assert.deepEqual(deliveries, [{ conversation_id: uuidOf('conv', into.id) }])

  for (const who of [asha, ravi, owner]) assertRefused(await who.get(`/v1/conversations/${from.id}`), 404, 'not_found')
  assert.deepEqual((await eventsOf(from.id)).at(-1), {
    type: 'conversation.deleted',
    payload: { id: from.id, merged_into: into.id },
  })
  assert.deepEqual((await eventsOf(into.id)).at(-1), { type: 'conversation.updated', payload: expected })
})

test('spec 5.19: with a group too; the pin that is there stays, and archived stays what was archived in both', async () => {
  const { id: group_id } = await owner.make('/v1/groups', { name: 'Dealers', contacts: [await newContact()] })
  const from = await asha.make('/v1/conversations', { group_id })
  const into = await ravi.make('/v1/conversations', { group_id })
  const pins = [await send(asha, from.id), await send(ravi, into.id)]
  const archive = (who: Person, id: string, pin: string, archived_at: number) =>
    who.put(`/v1/conversations/${id}`, { pinned_message_id: pin, archived_at })
  await archive(asha, from.id, pins[0].id, 1767225600)
  await archive(ravi, into.id, pins[1].id, 1767225700)
  const { body } = await assign(owner, from.id, ravi.id)
  assert.deepEqual([body.id, body.pinned_message_id, body.archived_at], [into.id, pins[1].id, 1767225700])
})

test('spec 5.15, 5.18: an agent hands over their own alone, and learns nothing of what the other has', async () => {
  const contact_id = await newContact()
  const [own, theirs] = [await begin(asha, contact_id), await begin(ravi, contact_id)]
  await ravi.put(`/v1/conversations/${theirs.id}`, { is_pinned: true })
  assertRefused(await assign(asha, theirs.id, asha.id), 404, 'not_found')
  const merged = await assign(asha, own.id, ravi.id)
  assert.deepEqual([merged.status, merged.body], [200, { ...own, user_id: ravi.id }])
  const alone = await begin(asha, await newContact())
  const moved = await assign(asha, alone.id, ravi.id)
  assert.deepEqual([moved.status, moved.body], [200, { ...alone, user_id: ravi.id }])
})

test('spec 5.18: viewers and billing members hand nothing over', async () => {
  const made = await begin(asha, await newContact())
  for (const who of [viewer, billing]) assertRefused(await assign(who, made.id, ravi.id), 403, 'permission_denied')
  assert.equal((await shown(made.id)).user_id, asha.id)
})

test('spec 5.18, 5.22: it goes to a member who sees conversations, nobody else; a user of another organization looks like none', async () => {
  const made = await begin(asha, await newContact())
  const details = []
  for (const user of [neighbour.userId, newUuid()]) {
    const answer = await assign(owner, made.id, publicId('user', user))
    assertRefused(answer, 404, 'not_found', 'user_id')
    details.push([answer.body.detail, answer.body.errors])
  }
  assert.deepEqual(details[0], details[1])
  assertRefused(await assign(owner, made.id, billing.id), 422, 'invalid_content', 'user_id')
  for (const user_id of ['', 'all', null, 7, made.id]) {
    const answer = await owner.post(`/v1/conversations/${made.id}/assign`, { user_id })
    assertRefused(answer, 422, 'invalid_content', 'user_id')
  }
  assertRefused(await owner.post(`/v1/conversations/${made.id}/assign`, {}), 422, 'invalid_content', 'user_id')
  const stranger = person(samvad, neighbour)
  const theirId = publicId('user', neighbour.userId)
  assertRefused(await assign(stranger, made.id, theirId), 404, 'not_found')
  assert.equal((await shown(made.id)).user_id, asha.id)
})
