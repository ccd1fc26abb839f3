// The list of events: in order, and only those about objects that the reader may read.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eventJobs } from '#events/jobs.ts'
import { publicId, startSamvad, uuidOf } from '../../test/harness.ts'
import { startReceiving } from '../../test/receiving.ts'
import { assertRefused, type Person, person } from '../../test/story.ts'
import type { FeedEvent } from './schema.ts'

const samvad = await startSamvad()
startReceiving(samvad)
const { organizationId } = samvad.company
const owner = person(samvad)
const newMember = async (role: string) => {
  const member = await samvad.newMember(organizationId, role)
  return { ...person(samvad, member), id: publicId('user', member.userId) }
}
const agent = await newMember('agent')
const colleague = await newMember('agent')
const viewer = await newMember('viewer')
const billing = await newMember('billing')
const stranger = person(samvad, await samvad.newCompany('Banyan Books'))

async function told(): Promise<void> {
  for (const job of eventJobs(samvad.app)) while (await job.run(new AbortController().signal)) continue
}

type Listed = FeedEvent & { data: Record<string, unknown> }

async function events(who: Person, query = ''): Promise<[Listed, ...Listed[]]> {
  await told()
  const { status, body, text } = await who.get(`/v1/events?limit=100${query}`)
  assert.equal(status, 200, text)
  return body.data
}

const about = async (who: Person, id: string) => (await events(who, `&object_id=${id}`)).map(({ type }) => type)

async function talk(who: Person, name: string) {
  const email = `${name}@farm.example`
  const contact = await who.make('/v1/contacts', { email })
  const conversation = await who.make('/v1/conversations', { contact_id: contact.id })
  const received = await owner.make('/v1/sandbox/messages', { channel: 'email', from: email, text: 'Thank you' })
  return { contact, conversation, received, email }
}

test('spec 14.11: what changed is listed newest first, as it was then, and followed in its order', async () => {
  const { contact } = await talk(owner, 'ravi')
  await owner.put(`/v1/contacts/${contact.id}`, { display_name: 'Ravi' })
  const all = await events(owner)
  assert.deepEqual(
    all.map(({ position }) => position),
    all.map((_, index) => all.length - index),
    'without a gap',
  )
  const [changed] = await events(owner, `&object_id=${contact.id}&type=contact.updated`)
  assert.deepEqual(Object.keys(changed), ['id', 'type', 'object_id', 'position', 'data', 'created_at'])
  assert.equal(changed.data.display_name, 'Ravi')
  assert.equal(changed.object_id, contact.id)

  const walked: unknown[] = []
  for (let after = '0'; ; ) {
    const { body } = await owner.get(`/v1/events?limit=2&after=${after}`)
    walked.push(...body.data)
    if (!body.has_more) break
    after = body.data.at(-1).id
  }
  assert.deepEqual(walked, all.toReversed())
  const second = await owner.get(`/v1/events?limit=2&starting_after=${all[1]?.id}`)
  assert.deepEqual(second.body.data, all.slice(2, 4))
  const back = await owner.get(`/v1/events?limit=2&ending_before=${all[3]?.id}`)
  assert.deepEqual(back.body.data, all.slice(1, 3))
})

test('spec 14.11: by type, object and time; what is none of them is refused', async () => {
  const { contact } = await talk(owner, 'kiran')
  const types = new Set((await events(owner, '&type=contact.*')).map(({ type }) => type))
  assert.deepEqual([...types].toSorted(), ['contact.created', 'contact.updated'])
  assert.deepEqual(await about(owner, contact.id), ['contact.created'])
  const now = Math.floor(Date.now() / 1000)
  assert.ok((await events(owner, `&from=${now - 60}`)).length > 3)
  assert.deepEqual(await events(owner, `&from=${now + 60}`), [])
  assert.deepEqual(await events(owner, `&to=${now - 3600}`), [])
  const [first] = await events(owner)
  assertRefused(await owner.get('/v1/events?type=contact.vanished'), 400, 'invalid_query', 'type')
  assertRefused(await owner.get('/v1/events?type=contact.*&type=contact.vanished'), 400, 'invalid_query', 'type')
  assertRefused(await owner.get('/v1/events?type='), 400, 'invalid_query', 'type')
  assertRefused(await owner.get('/v1/events?object_id=ravi'), 400, 'invalid_query', 'object_id')
  assertRefused(
    await owner.get(`/v1/events?after=${first.id}&starting_after=${first.id}`),
    400,
    'invalid_query',
    'after',
  )
  const foreign = 'evt_01jd3v9k7he2n8q4x5c6t7w8yz'
  assertRefused(await owner.get(`/v1/events?after=${foreign}`), 400, 'unknown_cursor', 'after')
  assertRefused(await stranger.get(`/v1/events?starting_after=${first.id}`), 400, 'unknown_cursor', 'starting_after')
})

test('spec 14.11, 14.151: of several types, or all of several nouns, those are listed and no others', async () => {
  await talk(owner, 'leela')
  const typesOf = async (query: string) => new Set((await events(owner, query)).map(({ type }) => type))
  assert.deepEqual(
    await typesOf('&type=contact.created&type=message.*'),
    new Set(['contact.created', 'message.received']),
  )
  assert.deepEqual(await typesOf('&type[]=contact.created&type[]=contact.*'), await typesOf('&type=contact.*'))
  assert.deepEqual(await typesOf('&type=contact.created&type=*'), await typesOf(''))
})

test('spec 14.12: a conversation’s events are read by who sees it, and nobody reads another organization’s', async () => {
  const { conversation, received } = await talk(agent, 'meena')
  for (const who of [owner, viewer, agent]) {
    assert.deepEqual(await about(who, conversation.id), ['conversation.created'])
    assert.deepEqual(await about(who, received.id), ['message.received'])
  }
  for (const who of [colleague, billing, stranger]) {
    assert.deepEqual(await about(who, conversation.id), [])
    assert.deepEqual(await about(who, received.id), [])
  }
  const own = person(samvad, await samvad.newMember(organizationId, 'agent', ['messages.view', 'conversations.view']))
  assert.deepEqual(await about(own, received.id), [])

  // After a handover, its current user may read the events.
  const { status } = await agent.post(`/v1/conversations/${conversation.id}/assign`, { user_id: colleague.id })
  assert.equal(status, 200)
  assert.deepEqual(await about(agent, conversation.id), ['conversation.handed_over'])
  assert.deepEqual(await about(colleague, conversation.id), ['conversation.updated', 'conversation.created'])
  // After its deletion, its user at the time of the event may.
  assert.equal((await colleague.delete(`/v1/conversations/${conversation.id}`)).status, 204)
  const gone = await events(colleague, `&object_id=${conversation.id}`)
  assert.equal(gone[0].type, 'conversation.deleted')
  assert.deepEqual(gone[1]?.data, { deleted: true })
  assert.ok(!(await about(agent, conversation.id)).includes('conversation.deleted'))
  const [message] = await events(owner, `&object_id=${received.id}`)
  assert.deepEqual(message.data, { deleted: true }, 'a tombstone')
})

test('spec 14.12: each type takes the permission of its resource, of the token too', async () => {
  const nounsOf = async (who: Person) => new Set((await events(who)).map(({ type }) => type.split('.')[0]))
  const { id } = await owner.make('/v1/tokens', { name: 'Reader', permissions: ['contacts.view'] })
  assert.ok((await about(owner, id)).includes('token.created'))
  assert.deepEqual(await about(agent, id), [], 'somebody else’s token')
  assert.ok((await nounsOf(owner)).has('token'))
  const member = await samvad.newMember(organizationId, 'owner', ['contacts.view'])
  assert.deepEqual([...(await nounsOf(person(samvad, member)))], ['contact'])
  await samvad.rows('delete from events where type = $1', ['balance.low'])
  await samvad.rows(
    `insert into events (org_id, id, type, object_id, payload, created_at)
     values ($1, uuidv7(), 'payment.failed', uuidv7(), '{"deleted": true}', now())`,
    [organizationId],
  )
  assert.ok((await nounsOf(billing)).has('payment'))
  for (const who of [agent, viewer]) assert.ok(!(await nounsOf(who)).has('payment'), 'nothing of money')
})

test('spec 14.12: what a contact’s event shows of the actor’s own conversation is shown to who sees everybody’s', async () => {
  const { contact, conversation } = await talk(agent, 'lata')
  await agent.put(`/v1/contacts/${contact.id}`, { display_name: 'Lata' })
  const [ofOwner] = await events(owner, `&object_id=${contact.id}`)
  assert.equal(ofOwner.data.conversation_id, conversation.id)
  const [ofColleague] = await events(colleague, `&object_id=${contact.id}`)
  assert.equal(ofColleague.data.conversation_id, null)
  assert.equal(ofColleague.data.display_name, 'Lata')
})

test('spec 14.2: the contract describes each event, with the schema of what it tells', async () => {
  const { body } = await owner.get('/v1/openapi.json')
  const { post } = body.webhooks['message.received']
  const { properties } = post.requestBody.content['application/json'].schema
  assert.equal(properties.type.const, 'message.received')
  assert.equal(properties.data.anyOf[0].$ref, '#/components/schemas/Message')
  assert.equal(uuidOf('org', publicId('org', organizationId)), organizationId)
})
