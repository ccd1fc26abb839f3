// Marking inbound messages as read: spec 5.65 and on.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newUuid } from '#kit/ids.ts'
import { fund, publicId, startSamvad, uuidOf } from '../../../test/harness.ts'
import { startReceiving } from '../../../test/receiving.ts'
import { assertRefused, idsOf, type Person, person } from '../../../test/story.ts'
import { READ_AT_ONCE_MAX } from './rules.ts'

const samvad = await startSamvad()
startReceiving(samvad)
const { organizationId } = samvad.company
await fund(samvad, organizationId, 1000n)
const owner = person(samvad)
const member = async (role: string) => {
  const made = await samvad.newMember(organizationId, role)
  return { ...person(samvad, made), id: publicId('user', made.userId) }
}
const agent = await member('agent')

async function talk(who: Person, texts: string[]) {
  const email = `${newUuid()}@farm.example`
  const contact = await who.make('/v1/contacts', { email })
  const { id } = await who.make('/v1/conversations', { contact_id: contact.id })
  const messages = []
  for (const text of texts)
    messages.push(await owner.make('/v1/sandbox/messages', { channel: 'email', from: email, text }))
  return { id, email, contact, messages }
}
const unreadIn = async (who: Person, id: string) => {
  const { body } = await who.get(`/v1/conversations/${id}?expand=inbox`)
  const filtered = (await who.get('/v1/conversations?sort=last_active&unread=true&user_id=all&limit=100')).body.data
  const count = body.inbox.unread_count
  if (filtered) assert.equal(idsOf(filtered).includes(id), count > 0, 'the filter says the same')
  return count
}
const readAt = async (who: Person, id: string) => (await who.get(`/v1/messages/${id}`)).body.read_at

test('spec 5.65: read up to a message marks it and what came before, opens, and said again changes nothing', async () => {
  const { id, messages } = await talk(agent, ['one', 'two', 'three'])
  const [first, second, third] = idsOf(messages) as [string, string, string]
  assert.equal(await unreadIn(owner, id), 3)
  const answer = await agent.post(`/v1/conversations/${id}/read`, { message_id: second })
  assert.deepEqual([answer.status, answer.body.unread_count], [200, 1], answer.text)
  assert.ok(answer.body.last_opened_at !== null)
  const times = [await readAt(agent, first), await readAt(agent, second), await readAt(agent, third)]
  assert.ok(times[0] !== null && times[1] !== null && times[2] === null)
  assert.equal(await unreadIn(owner, id), 1)

  samvad.setClock(new Date(Date.now() + 60_000))
  const again = await agent.post(`/v1/conversations/${id}/read`, { message_id: second })
  assert.equal(again.body.unread_count, 1)
  assert.equal(await readAt(agent, second), times[1], 'when it was read first')
  const all = await agent.post(`/external/conversations/${id}/read`)
  assert.equal(all.body.unread_count, 0)
  samvad.setClock(null)
  assert.equal(await unreadIn(owner, id), 0)
  assertRefused(
    await agent.post(`/v1/conversations/${id}/read`, { message_id: publicId('msg', newUuid()) }),
    422,
    'invalid_content',
    'message_id',
  )
  const elsewhere = await talk(agent, ['x'])
  assertRefused(
    await agent.post(`/v1/conversations/${id}/read`, { message_id: elsewhere.messages[0].id }),
    422,
    'invalid_content',
    'message_id',
  )
})

test('spec 5.66: who only sees it marks nothing: not by looking, and by saying so it is a 403', async () => {
  const { id, messages } = await talk(agent, ['one'])
  const [message] = idsOf(messages) as [string]
  await owner.get(`/v1/conversations/${id}?expand=inbox`)
  await owner.get(`/v1/messages?conversation_id=${id}`)
  await owner.get(`/v1/messages/${message}`)
  for (const path of [`/v1/conversations/${id}/read`, `/v1/conversations/${id}/open`, `/v1/messages/${message}/read`])
    assertRefused(await owner.post(path), 403, 'permission_denied')
  assert.equal(await unreadIn(owner, id), 1)
  assert.equal((await owner.get(`/v1/conversations/${id}`)).body.last_opened_at, null)
  assertRefused(await (await member('agent')).post(`/v1/conversations/${id}/read`), 404, 'not_found')
})

test('spec 5.17, 5.66: who replies in another’s conversation takes it over: that takes conversations.assign', async () => {
  const { id } = await talk(agent, ['one'])
  const draft = { conversation_id: id, channel: 'email', text: 'Here' }
  const viewer = await member('viewer')
  assertRefused(await viewer.post('/v1/messages', draft), 403, 'permission_denied')
  assertRefused(await viewer.post(`/v1/conversations/${id}/assign`, { user_id: viewer.id }), 403, 'permission_denied')
  const admin = await member('admin')
  assertRefused(await admin.post('/v1/messages', draft), 403, 'permission_denied', 'conversation_id')
  assert.equal((await admin.post(`/v1/conversations/${id}/assign`, { user_id: admin.id })).status, 200)
  assert.equal((await admin.post('/v1/messages', draft)).status, 201)
  assert.equal(await unreadIn(owner, id), 1, 'handing over and replying read nothing')
})

test('spec 5.67: what is unread follows single marks, deletion and merging', async () => {
  const { id, contact, messages } = await talk(agent, ['one', 'two'])
  const [first, second] = idsOf(messages) as [string, string]
  await agent.post(`/v1/messages/${first}/read`)
  assert.equal(await unreadIn(owner, id), 1)
  await agent.delete(`/v1/messages/${second}`)
  assert.equal(await unreadIn(owner, id), 0)
  await agent.delete(`/v1/messages/${first}/read`)
  assert.equal(await unreadIn(owner, id), 1)
  const admin = await member('admin')
  const into = await admin.make('/v1/conversations', { contact_id: contact.id })
  assert.equal(await unreadIn(owner, into.id), 0)
  await admin.post(`/v1/conversations/${id}/assign`, { user_id: admin.id })
  assert.equal(await unreadIn(owner, into.id), 1)
  const { body } = await owner.get(`/v1/conversations/${into.id}?expand=inbox`)
  assert.ok(body.inbox.last_inbound_at !== null)
  assert.equal(body.inbox.last_message.id, first)
})

test('spec 5.65: however much is unread, one call marks 10,000 at most, the oldest first, and says what is left', async () => {
  const { id, contact } = await talk(agent, ['one'])
  await samvad.rows(
    `insert into messages (org_id, id, conversation_id, direction, channel, sender_id, text, created_at)
     select $1, uuidv7(), $2, 'inbound', 'email', $3, 'n' || n, now() from generate_series(1, $4::int) n`,
    [organizationId, uuidOf('conv', id), uuidOf('contact', contact.id), READ_AT_ONCE_MAX + 4],
  )
  assert.equal(await unreadIn(agent, id), 100)
  const { body } = await agent.post(`/v1/conversations/${id}/read`)
  assert.equal(body.unread_count, 5)
  assert.equal((await agent.post(`/v1/conversations/${id}/read`)).body.unread_count, 0)
})

test('spec 5.65: what comes in while it is read is read by a later call, or by this one, and never lost', async () => {
  const { id, email } = await talk(agent, ['one'])
  await Promise.all(
    Array.from({ length: 12 }, (_, n) =>
      n % 2 === 0
        ? owner.make('/v1/sandbox/messages', { channel: 'email', from: email, text: `n${n}` })
        : agent.post(`/v1/conversations/${id}/read`),
    ),
  )
  const [row] = await samvad.rows<{ is_unread: boolean; unread: number }>(
    `select is_unread, (select count(*)::int from messages m where m.org_id = c.org_id and m.conversation_id = c.id
        and direction = 'inbound' and read_at is null) as unread from conversations c where id = $1`,
    [uuidOf('conv', id)],
  )
  assert.equal(row?.is_unread, (row?.unread ?? 0) > 0)
  assert.equal(await unreadIn(owner, id), row?.unread)
})
