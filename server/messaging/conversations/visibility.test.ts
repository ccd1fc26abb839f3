// Who sees a conversation, and who may change it: spec 5.15, 5.16, 5.17.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newUuid } from '#kit/ids.ts'
import { permissions } from '#people/access/rules.ts'
import { fund, publicId, startSamvad, uuidOf } from '../../../test/harness.ts'
import { startReceiving } from '../../../test/receiving.ts'
import { assertRefused, idsOf, type Person, person, walk } from '../../../test/story.ts'

const samvad = await startSamvad()
startReceiving(samvad)
const { organizationId } = samvad.company
await fund(samvad, organizationId, 100n)
const owner = person(samvad)
const newMember = async (role: string) => {
  const member = await samvad.newMember(organizationId, role)
  return { ...person(samvad, member), id: publicId('user', member.userId) }
}
const admin = await newMember('admin')
const agent = await newMember('agent')
const colleague = await newMember('agent')
const viewer = await newMember('viewer')
const billing = await newMember('billing')
const neighbour = await samvad.newCompany('Banyan Books')
const stranger = person(samvad, neighbour)

/** A conversation with a new contact, with a sent and a received message. */
async function talk(who: Person) {
  const email = `${newUuid()}@farm.example`
  const contact = await who.make('/v1/contacts', { email })
  const conversation = await who.make('/v1/conversations', { contact_id: contact.id })
  const message = await who.make('/v1/messages', { conversation_id: conversation.id, channel: 'email', text: 'Ready' })
  const received = await owner.make('/v1/sandbox/messages', { channel: 'email', from: email, text: 'Thank you' })
  const { body } = await who.get(`/v1/conversations/${conversation.id}`)
  return { conversation: body, message, received }
}
const mine = await talk(agent)
const theirs = await talk(colleague)
const foreign = await stranger.make('/v1/conversations', {
  contact_id: (await stranger.make('/v1/contacts', { email: 'a@reader.example' })).id,
})
const all = [theirs.conversation.id, mine.conversation.id]

test('spec 5.16: without user_id the list is the own one, for who may see all too', async () => {
  assert.deepEqual((await agent.get('/v1/conversations')).body.data, [mine.conversation])
  for (const who of [owner, admin, viewer])
    assert.deepEqual((await who.get('/v1/conversations')).body, { has_more: false, data: [] })
})

test('spec 5.16: owner, admin and viewer list everybody’s and anybody’s, and read each by id with its messages', async () => {
  for (const who of [owner, admin, viewer]) {
    for (const root of ['/v1', '/external']) {
      const list = async (query: string) => (await who.get(`${root}/conversations?${query}`)).body.data
      assert.deepEqual(idsOf(await list('user_id=all')), all)
      assert.deepEqual(await list(`user_id=${agent.id}`), [mine.conversation])
      assert.deepEqual(await list(`user_id=${admin.id}`), [])
      assert.deepEqual((await who.get(`${root}/conversations/${mine.conversation.id}`)).body, mine.conversation)
    }
    assert.equal(mine.conversation.user_id, agent.id)
    assert.deepEqual(idsOf((await who.get(`/v1/messages?conversation_id=${mine.conversation.id}`)).body.data), [
      mine.received.id,
      mine.message.id,
    ])
    assert.deepEqual((await who.get(`/v1/messages/${mine.message.id}`)).body, mine.message)
    const { body } = await who.get(`/v1/messages/${mine.message.id}/deliveries`)
    assert.equal(body.data[0].message_id, mine.message.id)
  }
})

test('spec 5.15: an agent sees their own alone: another’s is a 404, another’s list a 403 that names the parameter', async () => {
  for (const root of ['/v1', '/external']) {
    for (const user_id of ['all', colleague.id, publicId('user', neighbour.userId), publicId('user', newUuid())]) {
      const answer = await agent.get(`${root}/conversations?user_id=${user_id}`)
      assertRefused(answer, 403, 'permission_denied', 'user_id')
      assert.match(answer.body.detail, /conversations\.view_all/)
    }
    assert.deepEqual((await agent.get(`${root}/conversations?user_id=${agent.id}`)).body.data, [mine.conversation])
    assertRefused(await agent.get(`${root}/conversations/${theirs.conversation.id}`), 404, 'not_found')
  }
  assertRefused(await agent.get(`/v1/messages?conversation_id=${theirs.conversation.id}`), 404, 'not_found')
  assertRefused(await agent.get(`/v1/messages/${theirs.message.id}`), 404, 'not_found')
  assertRefused(await agent.get(`/v1/messages/${theirs.message.id}/deliveries`), 404, 'not_found')
  assertRefused(await billing.get('/v1/conversations?user_id=all'), 403, 'permission_denied')
})

test('spec 5.15: another organization’s are nobody’s here: its users look like none, its conversations are 404', async () => {
  for (const user of [neighbour.userId, newUuid()]) {
    const { status, body } = await owner.get(`/v1/conversations?user_id=${publicId('user', user)}`)
    assert.deepEqual([status, body], [200, { has_more: false, data: [] }])
  }
  assertRefused(await owner.get(`/v1/conversations/${foreign.id}`), 404, 'not_found')
  assertRefused(await stranger.get(`/v1/conversations/${mine.conversation.id}`), 404, 'not_found')
  assertRefused(await stranger.get(`/v1/messages/${mine.message.id}`), 404, 'not_found')
  assert.deepEqual(idsOf((await stranger.get('/v1/conversations?user_id=all')).body.data), [foreign.id])
  const cursor = await owner.get(`/v1/conversations?user_id=all&starting_after=${foreign.id}`)
  assertRefused(cursor, 400, 'unknown_cursor', 'starting_after')
})

test('spec 4.4: a user_id that is none is a 400; a conversation that one sees is a place in every list', async () => {
  const malformed = [
    '',
    'ALL',
    'me',
    'user_1',
    agent.id.toUpperCase(),
    mine.conversation.id,
    'user_zzzzzzzzzzzzzzzzzzzzzzzzzz',
  ]
  for (const user_id of malformed)
    assertRefused(await owner.get(`/v1/conversations?user_id=${user_id}`), 400, 'invalid_query', 'user_id')
  const list = `/v1/conversations?user_id=${agent.id}`
  assert.equal((await owner.get(`${list}&starting_after=${theirs.conversation.id}`)).status, 200)
  assert.equal((await owner.get(`/v1/conversations?ending_before=${all[0]}`)).status, 200)
})

test('spec 5.17: what one sees of others one changes only after taking it over: 403, and nothing is changed', async () => {
  const { conversation, message, received } = mine
  const before = [conversation, (await agent.get(`/v1/messages/${received.id}`)).body]
  const draft = { conversation_id: conversation.id, channel: 'email', text: 'Mine' }
  for (const root of ['/v1', '/external']) {
    const path = `${root}/conversations/${conversation.id}`
    for (const answer of [
      await owner.put(path, { is_muted: true }),
      await owner.put(path, {}),
      await owner.put(path, { pinned_message_id: message.id }),
      await owner.put(path, { pinned_message_id: theirs.message.id }),
      await owner.post(`${path}/open`),
      await viewer.post(`${path}/open`),
      await owner.delete(path),
    ])
      assertRefused(answer, 403, 'permission_denied')
  }
  for (const answer of [
    await owner.post(`/v1/messages/${received.id}/read`),
    await owner.delete(`/v1/messages/${received.id}/read`),
    await viewer.post(`/v1/messages/${received.id}/read`),
    await owner.post(`/v1/messages/${message.id}/reactions`, { emoji: '👍' }),
    await owner.delete(`/v1/messages/${message.id}/reactions?emoji=👍`),
    await owner.put(`/v1/messages/${message.id}`, { text: 'Other' }),
    await owner.delete(`/v1/messages/${message.id}`),
  ]) {
    assertRefused(answer, 403, 'permission_denied')
    assert.equal(answer.body.reason, 'conversation_of_other')
  }
  assertRefused(await owner.post('/v1/messages', draft), 403, 'permission_denied', 'conversation_id')
  const batch = await owner.post('/v1/messages/batch', { messages: [draft] })
  assert.deepEqual([batch.body.data[0].status, batch.body.data[0].error.code], [403, 'permission_denied'])
  const after = await agent.get(`/v1/conversations/${conversation.id}`)
  assert.deepEqual([after.body, (await agent.get(`/v1/messages/${received.id}`)).body], before)
  const { body } = await agent.get(`/v1/messages?conversation_id=${conversation.id}`)
  assert.equal(body.data.length, 2)
})

test('spec 5.15: to who does not see it, every one of these is a 404 like for one that never was', async () => {
  const { conversation, message, received } = theirs
  const never = { conversation: publicId('conv', newUuid()), message: publicId('msg', newUuid()) }
  for (const [conv, msg, inbound] of [
    [conversation.id, message.id, received.id],
    [never.conversation, never.message, never.message],
  ]) {
    for (const answer of [
      await agent.put(`/v1/conversations/${conv}`, { is_muted: true }),
      await agent.put(`/v1/conversations/${conv}`, { pinned_message_id: msg }),
      await agent.put(`/v1/conversations/${conv}`, { pinned_message_id: mine.message.id }),
      await agent.post(`/v1/conversations/${conv}/open`),
      await agent.delete(`/v1/conversations/${conv}`),
      await agent.post(`/v1/conversations/${conv}/assign`, { user_id: agent.id }),
      await agent.post(`/v1/messages/${inbound}/read`),
      await agent.put(`/v1/messages/${msg}`, { text: 'Other' }),
      await agent.post(`/v1/messages/${msg}/reactions`, { emoji: '👍' }),
      await agent.delete(`/v1/messages/${msg}`),
    ])
      assertRefused(answer, 404, 'not_found')
    const sent = await agent.post('/v1/messages', { conversation_id: conv, channel: 'email', text: 'x' })
    assertRefused(sent, 404, 'not_found', 'conversation_id')
  }
})

test('spec 2.3: a token with fewer permissions than its user sees no more than they say', async () => {
  const limited = permissions.filter((name) => name !== 'conversations.view_all')
  const old = person(samvad, await samvad.newMember(organizationId, 'owner', limited))
  assertRefused(await old.get('/v1/conversations?user_id=all'), 403, 'permission_denied', 'user_id')
  assertRefused(await old.get(`/v1/conversations/${mine.conversation.id}`), 404, 'not_found')
})

test('spec 4.5, 5.16: filters, both orders and paging hold for everybody’s list as for the own one', async () => {
  const company = await samvad.newCompany('Bharat Seeds')
  const head = person(samvad, company)
  const people = [head, person(samvad, await samvad.newMember(company.organizationId, 'agent'))]
  const group = await head.make('/v1/groups', { name: 'Dealers' })
  const made: any[] = []
  for (let one = 0; one < 12; one++) {
    const who = people[one % 2] as Person
    const contact = await who.make('/v1/contacts', { email: `c${one}@farm.example` })
    made.push(await who.make('/v1/conversations', { contact_id: contact.id }))
  }
  for (const who of people) made.push(await who.make('/v1/conversations', { group_id: group.id }))
  const change = (index: number, given: object) =>
    (people[index % 2] as Person).put(`/v1/conversations/${made[index].id}`, given)
  await change(0, { is_pinned: true })
  await change(1, { is_pinned: true, is_muted: true })
  await change(2, { archived_at: 1767225600 })
  await fund(samvad, company.organizationId, 10n)
  const draft = { conversation_id: made[3].id, channel: 'email', text: 'x' }
  await (people[1] as Person).make('/v1/messages', draft)

  const at = (...indexes: number[]) => indexes.map((index) => made[index].id)
  const seen = async (query: string) => idsOf(await walk(head, `/v1/conversations?user_id=all&${query}`, 3))
  const newestFirst = idsOf(made).reverse()
  assert.deepEqual(await seen(''), newestFirst)
  assert.deepEqual(await seen('pinned=true'), at(1, 0))
  assert.deepEqual(await seen('muted=true'), at(1))
  assert.deepEqual(await seen('archived=true'), at(2))
  assert.deepEqual(
    await seen('archived=false'),
    newestFirst.filter((id) => id !== made[2].id),
  )
  assert.deepEqual(await seen(`group_id=${group.id}`), at(13, 12))
  const byActivity = await seen('sort=last_active')
  assert.deepEqual(byActivity.toSorted(), newestFirst.toSorted())
  const moments = await samvad.rows<{ id: string }>(
    'select id from conversations where org_id = $1 order by coalesce(last_active_at, created_at) desc, id desc',
    [company.organizationId],
  )
  assert.deepEqual(
    byActivity,
    moments.map(({ id }) => publicId('conv', id)),
  )
  const back = await head.get(`/v1/conversations?user_id=all&limit=2&ending_before=${made[9].id}`)
  assert.deepEqual([back.body.has_more, idsOf(back.body.data)], [true, at(11, 10)])
  assert.equal(uuidOf('conv', byActivity[0] as string), moments[0]?.id)
})

test('spec 5.22: a role that may begin conversations and not see them begins none: it would be lost', async () => {
  const role = await owner.make('/v1/roles', {
    name: 'Beginner',
    permissions: ['conversations.manage', 'contacts.manage'],
  })
  const beginner = await newMember('viewer')
  assert.equal((await owner.put(`/v1/users/${beginner.id}`, { role: role.id })).status, 200)
  const contact = await beginner.make('/v1/contacts', { email: 'b@farm.example' })
  assertRefused(await beginner.post('/v1/conversations', { contact_id: contact.id }), 403, 'permission_denied')
  const rows = await samvad.rows('select id from conversations where user_id = $1', [uuidOf('user', beginner.id)])
  assert.deepEqual(rows, [])
})
