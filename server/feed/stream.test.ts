// The live stream: everything that its reader may read, in order, without gaps, until the permission ends.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { eventJobs } from '#events/jobs.ts'
import { newUuid } from '#kit/ids.ts'
import { readyToSend } from '../../test/company.ts'
import { publicId, startSamvad } from '../../test/harness.ts'
import { eventually } from '../../test/program.ts'
import { assertRefused, person } from '../../test/story.ts'
import { follow, type Stream } from '../../test/stream.ts'
import { CHECK_EVERY_MS, endStreams } from './stream.ts'

// Before the servers are closed, because closing waits for the streams.
const opened: Stream[] = []
after(() => {
  for (const stream of opened) stream.close()
  endStreams()
})

const samvad = await startSamvad()
// Another process of the same installation.
const other = await startSamvad({}, { connection: samvad.connection })
const { organizationId, token } = samvad.company
const owner = person(samvad)
const never = new AbortController().signal

async function open(who: string = token, query = '', lastEventId?: string, at = samvad.url): Promise<Stream> {
  const stream = await follow(at, who, query, lastEventId)
  opened.push(stream)
  assert.equal(stream.status, 200)
  await eventually('it is open', async () => stream.beats > 0)
  return stream
}

async function told(): Promise<void> {
  for (const job of eventJobs(samvad.app)) while (await job.run(never)) continue
}

const objectsOf = ({ told }: Stream) => told.map(({ data }) => data.object_id)

test('spec 14.6, 14.22: what happens is told at once, in every process, as the list shows it', async () => {
  const [here, there] = [await open(), await open(token, '', undefined, other.url)]
  const contact = await owner.make('/v1/contacts', { display_name: 'Ravi' })
  await told()
  for (const stream of [here, there]) {
    await eventually('it is told', async () => stream.told.length === 1)
    const [listed] = (await owner.get('/v1/events?type=contact.created')).body.data
    assert.deepEqual(stream.told[0], { id: listed.id, event: 'message', data: listed })
    assert.equal(listed.object_id, contact.id)
  }
})

test('spec 14.22, 14.151: of several types the stream tells those, live and resumed, and no others', async () => {
  const query = '?type=group.*&type=contact.updated'
  const live = await open(token, query)
  const contact = await owner.make('/v1/contacts', { display_name: 'Leela' })
  const group = await owner.make('/v1/groups', { name: 'Weavers' })
  await owner.put(`/v1/contacts/${contact.id}`, { display_name: 'Leela R.' })
  await told()
  await eventually('both', async () => live.told.length === 2)
  assert.deepEqual(objectsOf(live), [group.id, contact.id])
  await owner.make('/v1/contacts', { display_name: 'Meena' })
  await owner.put(`/v1/groups/${group.id}`, { name: 'Dyers' })
  await told()
  const resumed = await open(token, query, live.told[0]?.id as string)
  await eventually('what followed', async () => resumed.told.length === 2)
  assert.deepEqual(objectsOf(resumed), [contact.id, group.id])
})

test('spec 14.22: resumed by Last-Event-ID there is no gap and no repetition, however much was missed', async () => {
  const first = await open()
  const one = await owner.make('/v1/contacts', { display_name: 'First' })
  await told()
  await eventually('it is told', async () => first.told.length === 1)
  first.close()
  const lastId = first.told[0]?.id as string
  const missed = Array.from({ length: 450 }, () => newUuid())
  const write = (ids: string[]) =>
    samvad.rows(
      `insert into events (org_id, id, type, object_id, payload, created_at)
       select $1, id, 'contact.deleted', id, '{"deleted": true}', now() from unnest($2::uuid[]) id order by id`,
      [organizationId, ids],
    )
  await write(missed)
  await told()
  const second = await open(token, '', lastId)
  const meanwhile = Array.from({ length: 50 }, () => newUuid())
  await write(meanwhile)
  await told()
  await eventually('all of it', async () => second.told.length === 500)
  const positions = second.told.map(({ data }) => data.position)
  assert.deepEqual(
    positions,
    positions.map((_, index) => (positions[0] ?? 0) + index),
  )
  assert.equal(positions[0], (first.told[0]?.data.position ?? 0) + 1)
  assert.ok(!objectsOf(second).includes(one.id))
})

test('spec 14.22: an id that is unknown or gone is answered with a reset, and what happens then is told', async () => {
  const stranger = await samvad.newCompany('Banyan Books')
  await person(samvad, stranger).make('/v1/contacts', { display_name: 'Foreign' })
  await told()
  const [foreign] = (await person(samvad, stranger).get('/v1/events')).body.data
  for (const id of ['evt_01jd3v9k7he2n8q4x5c6t7w8yz', 'nonsense', foreign.id]) {
    const stream = await open(token, '', id)
    await eventually('it says so', async () => stream.told.length === 1)
    assert.deepEqual(stream.told[0], { id: null, event: 'reset', data: {} })
    const { id: contactId } = await owner.make('/v1/contacts', { display_name: id.slice(0, 20) })
    await told()
    await eventually('and goes on', async () => objectsOf(stream).includes(contactId))
    stream.close()
  }
  assertRefused(await owner.get('/v1/events/stream?type=contact.vanished'), 400, 'invalid_query', 'type')
})

test('spec 14.22: each is told what they may read, of the types that they ask for', async () => {
  const [agent, colleague] = [
    await samvad.newMember(organizationId, 'agent'),
    await samvad.newMember(organizationId, 'agent'),
  ]
  const [ofAgent, ofColleague, ofOwner] = [await open(agent.token), await open(colleague.token), await open()]
  const ofGroups = await open(token, '?type=group.*')
  const who = person(samvad, agent)
  const contact = await who.make('/v1/contacts', { email: 'lata@farm.example' })
  const conversation = await who.make('/v1/conversations', { contact_id: contact.id })
  const group = await who.make('/v1/groups', { name: 'Weavers', contacts: [contact.id] })
  await told()
  for (const stream of [ofAgent, ofColleague, ofOwner])
    await eventually('the last is told', async () => objectsOf(stream).includes(group.id))
  assert.ok(objectsOf(ofAgent).includes(conversation.id))
  assert.ok(objectsOf(ofOwner).includes(conversation.id))
  assert.ok(!objectsOf(ofColleague).includes(conversation.id))
  assert.deepEqual(objectsOf(ofGroups), [group.id])
})

test('spec 14.23: it closes within 5 seconds of a revoked token, another role, or a membership that ends', async () => {
  const members = await Promise.all(Array.from({ length: 3 }, () => samvad.newMember(organizationId, 'agent')))
  const streams = await Promise.all(members.map((member) => open(member.token)))
  const [revoked, changed, removed] = members as [(typeof members)[0], (typeof members)[0], (typeof members)[0]]
  const tokens = (await person(samvad, revoked).get('/v1/tokens')).body.data
  assert.equal((await person(samvad, revoked).delete(`/v1/tokens/${tokens[0].id}`)).status, 204)
  const user = ({ userId }: { userId: string }) => `/v1/users/${publicId('user', userId)}`
  assert.equal((await owner.put(user(changed), { role: 'viewer' })).status, 200)
  assert.equal((await owner.delete(user(removed))).status, 204)
  for (const stream of streams) await eventually('it is closed', async () => stream.isOver)
  assert.ok(CHECK_EVERY_MS <= 5000)
})

test('spec 14.24: who follows is told of deliveries too, which are written for a day longer', async () => {
  const company = await samvad.newCompany('Listening Lamps')
  const wanted = async () =>
    (await samvad.rows<{ event_type: string; until: Date }>(
      "select event_type, until from event_subscriptions where org_id = $1 and subscriber = 'stream'",
      [company.organizationId],
    )) as { event_type: string; until: Date }[]
  assert.deepEqual(await wanted(), [])
  const stream = await open(company.token)
  const rows = await wanted()
  assert.ok(rows.some(({ event_type }) => event_type === 'message.delivered'))
  const hours = ((rows[0]?.until.getTime() ?? 0) - Date.now()) / 3600_000
  assert.ok(hours > 23.9 && hours < 24.1)
  const sending = await readyToSend(samvad, company, 100n)
  const draft = { conversation_id: sending.conversationId, channel: 'email', subject: 'Rice', text: 'It is ready' }
  const message = await person(samvad, company).make('/v1/messages', draft)
  await told()
  await eventually('it is told', async () => objectsOf(stream).includes(message.id))
  const [created] = stream.told.filter(({ data }) => data.object_id === message.id)
  assert.deepEqual([created?.data.type, created?.data.data], ['message.created', message])
  stream.close()
  const unheard = await samvad.newCompany('Unheard Umbrellas')
  const other = await readyToSend(samvad, unheard, 100n)
  await person(samvad, unheard).make('/v1/messages', { ...draft, conversation_id: other.conversationId })
  const written = await samvad.rows("select 1 from events where org_id = $1 and type = 'message.created'", [
    unheard.organizationId,
  ])
  assert.equal(written.length, 0, 'for nobody')
})
