// The endpoints of conversations and their fields: spec 5.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fund, publicId, startSamvad, uuidOf } from '../../../test/harness.ts'
import { assertRefused, person } from '../../../test/story.ts'

const samvad = await startSamvad()
const asha = person(samvad)
const colleague = person(samvad, await samvad.newMember(samvad.company.organizationId, 'agent'))
const stranger = person(samvad, await samvad.newCompany('Chennai Traders'))
await fund(samvad, samvad.company.organizationId, 100n)

const newContact = async (who = asha) => (await who.make('/v1/contacts', { email: 'ravi@farm.example' })).id
const unknown = '0198a000-0000-7000-8000-000000000000'

test('spec 5.1, 5.2: a new conversation has all fields, with the defaults of the specification', async () => {
  const contact_id = await newContact()
  const at = new Date('2026-03-01T10:00:00.700Z')
  samvad.setClock(at)
  const answer = await asha.post('/v1/conversations', { contact_id })
  samvad.setClock(null)
  assert.equal(answer.status, 201)
  assert.equal(answer.headers.get('location'), `/v1/conversations/${answer.body.id}`)
  assert.deepEqual(answer.body, {
    id: answer.body.id,
    contact_id,
    group_id: null,
    pinned_message_id: null,
    is_pinned: false,
    is_muted: false,
    last_active_at: null,
    last_opened_at: null,
    created_at: Math.floor(at.getTime() / 1000),
    archived_at: null,
    // spec 5.1: a list of all users' conversations must show the user of each.
    user_id: publicId('user', samvad.company.userId),
  })
  assert.match(answer.body.id, /^conv_[0-9a-hjkmnp-tv-z]{26}$/)
  assert.deepEqual((await asha.get(answer.headers.get('location') ?? '')).body, answer.body)
})

test('spec 5.1: contact_id is null when the conversation is with a group', async () => {
  const { id: group_id } = await asha.make('/v1/groups', { name: 'Dealers' })
  const { body } = await asha.post('/v1/conversations', { group_id })
  assert.equal(body.group_id, group_id)
  assert.equal(body.contact_id, null)
  const { body: withNull } = await asha.post('/v1/conversations', { group_id, contact_id: null })
  assert.deepEqual(withNull, body)
})

test('spec 5.4: there is one conversation per user and contact: 201 the first time, 200 after it', async () => {
  const contact_id = await newContact()
  const first = await asha.post('/v1/conversations', { contact_id })
  await asha.put(`/v1/conversations/${first.body.id}`, { is_pinned: true })
  const second = await asha.post('/v1/conversations', { contact_id })
  assert.deepEqual([first.status, second.status], [201, 200])
  assert.equal(second.headers.get('location'), null)
  assert.deepEqual(second.body, { ...first.body, is_pinned: true })

  const theirs = await colleague.post('/v1/conversations', { contact_id })
  assert.equal(theirs.status, 201)
  assert.notEqual(theirs.body.id, first.body.id)
})

test('spec 5.4: there is one conversation per user and group', async () => {
  const { id: group_id } = await asha.make('/v1/groups', { name: 'Dealers' })
  const first = await asha.post('/v1/conversations', { group_id })
  const second = await asha.post('/v1/conversations', { group_id })
  assert.deepEqual([first.status, second.status], [201, 200])
  assert.deepEqual(second.body, first.body)
})

test('spec 5.4: however many ask at once, one conversation is made', async () => {
  const contact_id = await newContact()
  const answers = await Promise.all(Array.from({ length: 12 }, () => asha.post('/v1/conversations', { contact_id })))
  assert.equal(new Set(answers.map(({ body }) => body.id)).size, 1)
  assert.deepEqual(answers.map(({ status }) => status).sort(), [...Array(11).fill(200), 201])
  const events = await samvad.rows('select type from events where object_id = $1', [
    uuidOf('conv', answers[0]?.body.id),
  ])
  assert.deepEqual(events, [{ type: 'conversation.created' }])
})

test('spec 5.3: one of contact_id and group_id is required; none or both is a 422', async () => {
  const contact_id = await newContact()
  const { id: group_id } = await asha.make('/v1/groups', { name: 'Dealers' })
  const before = await samvad.rows('select count(*) from conversations')
  for (const given of [{}, { contact_id, group_id }, { contact_id: null }, { contact_id: null, group_id: null }])
    assertRefused(await asha.post('/v1/conversations', given), 422, 'invalid_content', 'contact_id', 'group_id')
  for (const form of [{}, { contact_id: '', group_id: '' }] as Record<string, string>[]) {
    const answer = await samvad.request('POST', '/v1/conversations', { form })
    assertRefused(answer, 422, 'invalid_content', 'contact_id', 'group_id')
  }
  assertRefused(await asha.post('/v1/conversations'), 422, 'invalid_content', 'contact_id', 'group_id')
  assert.deepEqual(await samvad.rows('select count(*) from conversations'), before)
})

test('spec 5.3: the contact or group must exist in the organization', async () => {
  const contact_id = await newContact(stranger)
  const { id: group_id } = await stranger.make('/v1/groups', { name: 'Theirs' })
  assertRefused(await asha.post('/v1/conversations', { contact_id }), 404, 'not_found', 'contact_id')
  assertRefused(await asha.post('/v1/conversations', { group_id }), 404, 'not_found', 'group_id')
  const nobody = publicId('contact', unknown)
  assertRefused(await asha.post('/v1/conversations', { contact_id: nobody }), 404, 'not_found', 'contact_id')
  const noGroup = publicId('group', unknown)
  assertRefused(await asha.post('/v1/conversations', { group_id: noGroup }), 404, 'not_found', 'group_id')
})

test('spec 3.7: a malformed id is a 422 in a body and a 404 in the path', async () => {
  const own = await newContact()
  for (const contact_id of [
    'ravi',
    '',
    own.replace('contact_', 'group_'),
    own.toUpperCase(),
    `${own}0`,
    own.slice(0, -1),
  ])
    assertRefused(await asha.post('/v1/conversations', { contact_id }), 422, 'invalid_content', 'contact_id')
  const { id } = await asha.make('/v1/conversations', { contact_id: own })
  for (const wrong of [
    '1',
    own,
    id.toUpperCase(),
    `${id}0`,
    'conv_zzzzzzzzzzzzzzzzzzzzzzzzzz',
    '%00',
    publicId('conv', unknown),
  ]) {
    assertRefused(await asha.get(`/v1/conversations/${wrong}`), 404, 'not_found')
    assertRefused(await asha.put(`/v1/conversations/${wrong}`, {}), 404, 'not_found')
    assertRefused(await asha.delete(`/v1/conversations/${wrong}`), 404, 'not_found')
  }
})

test('spec 5.15: a conversation belongs to its user: for a colleague and for another organization it is absent', async () => {
  const conversation = await asha.make('/v1/conversations', { contact_id: await newContact() })
  const path = `/v1/conversations/${conversation.id}`
  for (const who of [colleague, stranger]) {
    assertRefused(await who.get(path), 404, 'not_found')
    assertRefused(await who.put(path, { is_pinned: true }), 404, 'not_found')
    assertRefused(await who.post(`${path}/open`), 404, 'not_found')
    assertRefused(await who.delete(path), 404, 'not_found')
    assert.ok(!(await who.get('/v1/conversations?limit=100')).text.includes(conversation.id))
    assertRefused(
      await who.get(`/v1/conversations?starting_after=${conversation.id}`),
      400,
      'unknown_cursor',
      'starting_after',
    )
  }
  assert.deepEqual((await asha.get(path)).body, conversation)
})

test('spec 5.10: opening sets last_opened_at of the user, and a GET changes nothing', async () => {
  const conversation = await asha.make('/v1/conversations', { contact_id: await newContact() })
  const path = `/v1/conversations/${conversation.id}`
  await asha.get(path)
  await asha.get('/v1/conversations')
  assert.deepEqual((await asha.get(path)).body, conversation)
  const at = new Date('2030-01-01T00:00:00Z')
  samvad.setClock(at)
  const opened = await asha.post(`${path}/open`)
  samvad.setClock(null)
  assert.equal(opened.status, 200)
  assert.deepEqual(opened.body, { ...conversation, last_opened_at: at.getTime() / 1000 })
  assert.deepEqual((await asha.get(path)).body, opened.body)
})

test('spec 5.11: a message sets last_active_at, and nothing else does', async () => {
  const conversation = await asha.make('/v1/conversations', { contact_id: await newContact() })
  const path = `/v1/conversations/${conversation.id}`
  await asha.put(path, { is_muted: true })
  await asha.post(`${path}/open`)
  assert.equal((await asha.get(path)).body.last_active_at, null)
  const message = await asha.make('/v1/messages', { conversation_id: conversation.id, channel: 'email', text: 'Ready' })
  assert.equal((await asha.get(path)).body.last_active_at, message.created_at)
})

test('spec 3.12: PUT changes what is given and leaves the rest, also when nothing is given', async () => {
  const conversation = await asha.make('/v1/conversations', { contact_id: await newContact() })
  const path = `/v1/conversations/${conversation.id}`
  const { body: changed } = await asha.put(path, { is_pinned: true, archived_at: 1767225600 })
  assert.deepEqual(changed, { ...conversation, is_pinned: true, archived_at: 1767225600 })
  assert.deepEqual((await asha.put(path, {})).body, changed)
  assert.deepEqual((await asha.put(path)).body, changed)
})

test('spec 3.8: a time in milliseconds is refused with the hint, and so is what is no time', async () => {
  const conversation = await asha.make('/v1/conversations', { contact_id: await newContact() })
  const path = `/v1/conversations/${conversation.id}`
  const answer = await asha.put(path, { archived_at: 1767225600000 })
  assertRefused(answer, 422, 'invalid_content', 'archived_at')
  assert.match(answer.body.errors[0].message, /milliseconds/)
  for (const archived_at of [100_000_000_000, -1, 1.5, '1767225600', 'yesterday', '2026-01-01T00:00:00', '', true, {}])
    assertRefused(await asha.put(path, { archived_at }), 422, 'invalid_content', 'archived_at')
  assert.deepEqual((await asha.get(path)).body, conversation)
  assert.equal((await asha.put(path, { archived_at: 99_999_999_999 })).body.archived_at, 99_999_999_999)
})

test('spec 3.1: every route answers under /external too, as the sample requests address it', async () => {
  const contact_id = await newContact()
  const made = await asha.post('/external/conversations', { contact_id })
  assert.equal(made.status, 201)
  const path = `/external/conversations/${made.body.id}`
  assert.equal((await asha.post('/v1/conversations', { contact_id })).body.id, made.body.id)
  assert.deepEqual((await asha.get(path)).body, made.body)
  assert.deepEqual(
    (await asha.get('/external/conversations?limit=1')).body,
    (await asha.get('/v1/conversations?limit=1')).body,
  )
  assert.equal((await asha.put(path, { is_muted: true })).body.is_muted, true)
  assert.notEqual((await asha.post(`${path}/open`)).body.last_opened_at, null)
  assert.equal((await asha.delete(path)).status, 204)
  assertRefused(await asha.get(`/v1/conversations/${made.body.id}`), 404, 'not_found')
})

test('spec 14.1: one event for each change of a conversation, with the conversation as the API shows it', async () => {
  const made = await asha.make('/v1/conversations', { contact_id: await newContact() })
  const path = `/v1/conversations/${made.id}`
  const { body: changed } = await asha.put(path, { is_pinned: true })
  assertRefused(await asha.put(path, { is_pinned: 'true' }), 422, 'invalid_content', 'is_pinned')
  const told = () =>
    samvad.rows('select type, payload from events where object_id = $1 order by id', [uuidOf('conv', made.id)])
  assert.deepEqual(await told(), [
    { type: 'conversation.created', payload: made },
    { type: 'conversation.updated', payload: changed },
  ])
  assert.equal((await asha.delete(path)).status, 204)
  assertRefused(await asha.delete(path), 404, 'not_found')
  assert.deepEqual(await told(), [
    { type: 'conversation.created', payload: { deleted: true } },
    { type: 'conversation.updated', payload: { deleted: true } },
    { type: 'conversation.deleted', payload: { id: made.id } },
  ])
})
