// Idempotency-Key, tested with conversations: spec 3.13.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Answer, startSamvad } from '../../../test/harness.ts'
import { assertRefused, person } from '../../../test/story.ts'

const samvad = await startSamvad()
const asha = person(samvad)
const { token } = samvad.company
/** Another process, whose requests wait only briefly for the first request's response. */
const impatient = await startSamvad({}, { connection: samvad.connection, server: { inFlightWaitMs: 50 } })

const newContact = async () => (await asha.make('/v1/contacts', { email: 'ravi@farm.example' })).id
const post = (key: string, json: unknown, token = samvad.company.token, path = '/v1/conversations'): Promise<Answer> =>
  samvad.request('POST', path, { json, token, headers: { 'idempotency-key': key } })
const conversations = () => samvad.rows('select id from conversations order by id')

test('spec 3.13: the same key and the same request replay the first answer', async () => {
  const contact_id = await newContact()
  const first = await post('order-1', { contact_id })
  assert.equal(first.status, 201)
  assert.equal(first.headers.get('idempotency-replayed'), null)
  await asha.put(`/v1/conversations/${first.body.id}`, { is_muted: true })
  const stored = await conversations()
  for (let time = 0; time < 3; time++) {
    const again = await post('order-1', { contact_id })
    assert.equal(again.status, 201)
    assert.equal(again.headers.get('idempotency-replayed'), 'true')
    assert.equal(again.headers.get('location'), first.headers.get('location'))
    assert.deepEqual(again.body, first.body)
  }
  assert.deepEqual(await conversations(), stored)
})

test('spec 3.17: after a deletion a replay answers 410 and nothing of what was deleted; nothing is done again', async () => {
  const contact_id = await newContact()
  const first = await post('order-2', { contact_id })
  assert.equal((await asha.delete(`/v1/conversations/${first.body.id}`)).status, 204)
  const stored = await conversations()
  for (let time = 0; time < 2; time++) {
    const again = await post('order-2', { contact_id })
    assertRefused(again, 410, 'gone')
    assert.equal(again.text.includes(first.body.id), false)
  }
  assertRefused(await post('order-2', { contact_id: await newContact() }), 422, 'idempotency_key_reused')
  assert.deepEqual(await conversations(), stored)
  const [kept] = await samvad.rows("select body, location, object_ids from idempotency_keys where key = 'order-2'")
  assert.deepEqual(kept, { body: null, location: null, object_ids: [] })
})

test('spec 3.17: what a replay only refers to may go without it: a group without one of its contacts', async () => {
  const contact = await newContact()
  const group = await post('dealers', { name: 'Dealers', contacts: [contact] }, undefined, '/v1/groups')
  assert.equal(group.status, 201)
  assert.equal((await asha.delete(`/v1/contacts/${contact}`)).status, 204)
  const again = await post('dealers', { name: 'Dealers', contacts: [contact] }, undefined, '/v1/groups')
  assert.deepEqual([again.status, again.body.name], [201, 'Dealers'])
  assert.equal((await asha.delete(`/v1/groups/${group.body.id}`)).status, 204)
  assertRefused(await post('dealers', { name: 'Dealers', contacts: [contact] }, undefined, '/v1/groups'), 410, 'gone')
})

test('spec 3.17: the answer that made a token goes with the token, and that of a role with the role', async () => {
  for (const [path, json] of [
    ['/v1/tokens', { name: 'Shop' }],
    ['/v1/roles', { name: 'Helper', permissions: ['contacts.view'] }],
  ] as const) {
    const made = await post(`of ${path}`, json, undefined, path)
    assert.equal(made.status, 201)
    assert.equal((await post(`of ${path}`, json, undefined, path)).text, made.text)
    assert.equal((await asha.delete(`${path}/${made.body.id}`)).status, 204)
    assertRefused(await post(`of ${path}`, json, undefined, path), 410, 'gone')
  }
})

test('spec 3.14: the same key with another request is a 422, and does nothing', async () => {
  const first = await post('order-3', { contact_id: await newContact() })
  const stored = await conversations()
  assertRefused(await post('order-3', { contact_id: await newContact() }), 422, 'idempotency_key_reused')
  assertRefused(
    await post('order-3', { contact_id: first.body.contact_id, group_id: null }),
    422,
    'idempotency_key_reused',
  )
  assertRefused(
    await post('order-3', {}, undefined, `/v1/conversations/${first.body.id}/open`),
    422,
    'idempotency_key_reused',
  )
  assertRefused(await post('order-3', { name: 'Dealers' }, undefined, '/v1/groups'), 422, 'idempotency_key_reused')
  assert.deepEqual(await conversations(), stored)
})

test('spec 3.14: a key belongs to its token', async () => {
  const contact_id = await newContact()
  const colleague = await samvad.newMember(samvad.company.organizationId, 'agent')
  const own = await post('order-4', { contact_id })
  const theirs = await post('order-4', { contact_id }, colleague.token)
  assert.equal(theirs.status, 201)
  assert.equal(theirs.headers.get('idempotency-replayed'), null)
  assert.notEqual(theirs.body.id, own.body.id)
})

test('spec 3.16: a refusal is not kept: the corrected request may take the same key', async () => {
  assertRefused(await post('order-5', {}), 422, 'invalid_content', 'contact_id', 'group_id')
  assertRefused(await post('order-5', { contact_id: 'ravi' }), 422, 'invalid_content', 'contact_id')
  const right = await post('order-5', { contact_id: await newContact() })
  assert.equal(right.status, 201)
  assert.equal(right.headers.get('idempotency-replayed'), null)
})

test('spec 3.14: a key is kept for 24 hours', async () => {
  const contact_id = await newContact()
  const start = new Date('2026-03-01T10:00:00Z')
  const hours = 3_600_000
  samvad.setClock(start)
  assert.equal((await post('order-6', { contact_id })).status, 201)
  samvad.setClock(new Date(start.getTime() + 24 * hours - 1))
  assert.equal((await post('order-6', { contact_id })).headers.get('idempotency-replayed'), 'true')
  samvad.setClock(new Date(start.getTime() + 24 * hours + 1))
  const anew = await post('order-6', { contact_id })
  assert.equal(anew.status, 200)
  assert.equal(anew.headers.get('idempotency-replayed'), null)
  assert.equal((await post('order-6', { contact_id })).headers.get('idempotency-replayed'), 'true')
  samvad.setClock(null)
})

test('spec 3.15: requests with one key at once have one effect, and all get its answer', async () => {
  const contact_id = await newContact()
  const before = (await conversations()).length
  const answers = await Promise.all(Array.from({ length: 30 }, () => post('order-7', { contact_id })))
  assert.deepEqual([...new Set(answers.map(({ status }) => status))], [201])
  assert.equal(new Set(answers.map(({ body }) => body.id)).size, 1)
  assert.equal(answers.filter(({ headers }) => headers.get('idempotency-replayed') === null).length, 1)
  assert.equal((await conversations()).length, before + 1)
})

/** Holds the key's lock like the first request with it in another process. */
async function holdKey(key: string) {
  const [row] = await samvad.rows<{ id: string }>('select id from tokens where user_id = $1', [samvad.company.userId])
  const client = await samvad.app.database.pool.connect()
  // An error is emitted when its backend is terminated, perhaps before it is released.
  client.on('error', () => {})
  await client.query('begin')
  await client.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`${row?.id} ${key}`])
  return client
}

test('spec 3.15: who waits for a first answer holds no connection, and is the first when that one dies', async () => {
  const contact_id = await newContact()
  const first = await holdKey('order-9')
  const [row] = await samvad.rows<{ pid: number }>(
    `select pid from pg_stat_activity where datname = current_database() and query like '%xact_lock(%'
        and state = 'idle in transaction' and pid <> pg_backend_pid()`,
  )
  const waiting = Array.from({ length: 40 }, () => post('order-9', { contact_id }))
  // More requests wait than there are connections, and others are still answered.
  for (let time = 0; time < 20; time++) assert.equal((await asha.get('/v1/conversations')).status, 200)
  const other = await asha.make('/v1/contacts', { email: 'meera@farm.example' })
  assert.equal((await asha.post('/v1/conversations', { contact_id: other.id })).status, 201)
  await samvad.rows('select pg_terminate_backend($1::int)', [row?.pid])
  first.release(true)
  const answers = await Promise.all(waiting)
  assert.deepEqual([...new Set(answers.map(({ status }) => status))], [201])
  assert.equal(answers.filter(({ headers }) => headers.get('idempotency-replayed') === null).length, 1)
})

test('spec 3.15: a first request that takes too long is a 409, and the same key works afterwards', async () => {
  const contact_id = await newContact()
  const first = await holdKey('order-10')
  const headers = { 'idempotency-key': 'order-10' }
  const late = await impatient.request('POST', '/v1/conversations', { json: { contact_id }, token, headers })
  assertRefused(late, 409, 'idempotency_in_flight')
  await first.query('rollback')
  first.release()
  assert.equal((await post('order-10', { contact_id })).status, 201)
})

test('spec 3.14: a key is 1 to 255 characters, and means nothing where a repetition changes nothing', async () => {
  assertRefused(
    await post('x'.repeat(256), { contact_id: await newContact() }),
    422,
    'invalid_content',
    'Idempotency-Key',
  )
  const { body } = await post('y'.repeat(255), { contact_id: await newContact() })
  const path = `/v1/conversations/${body.id}`
  const headers = { 'idempotency-key': 'order-8' }
  assert.equal((await asha.put(path, { is_muted: true }, { headers })).body.is_muted, true)
  assert.equal((await asha.put(path, { is_muted: false }, { headers })).body.is_muted, false)
  assert.equal((await asha.delete(path, { headers })).status, 204)
  assertRefused(await asha.delete(path, { headers }), 404, 'not_found')
})
