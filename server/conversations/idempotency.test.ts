// Idempotency-Key, shown on conversations: decisions §2.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Answer, startSamvad } from '../../test/harness.ts'
import { assertRefused, person } from '../../test/story.ts'

const samvad = await startSamvad()
const asha = person(samvad)

const newContact = async () => (await asha.make('/v1/contacts', { email: 'ravi@farm.example' })).id
const post = (key: string, json: unknown, token = samvad.company.token, path = '/v1/conversations'): Promise<Answer> =>
  samvad.request('POST', path, { json, token, headers: { 'idempotency-key': key } })
const conversations = () => samvad.rows('select id from conversations order by id')

test('decisions §2: the same key and the same request replay the first answer', async () => {
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

test('decisions §2: a replay outlives what it made', async () => {
  const contact_id = await newContact()
  const first = await post('order-2', { contact_id })
  assert.equal((await asha.delete(`/v1/conversations/${first.body.id}`)).status, 204)
  const stored = await conversations()
  assert.deepEqual((await post('order-2', { contact_id })).body, first.body)
  assert.deepEqual(await conversations(), stored)
})

test('decisions §2: the same key with another request is a 422, and does nothing', async () => {
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

test('decisions §2: a key belongs to its token', async () => {
  const contact_id = await newContact()
  const colleague = await samvad.newMember(samvad.company.organizationId, 'agent')
  const own = await post('order-4', { contact_id })
  const theirs = await post('order-4', { contact_id }, colleague.token)
  assert.equal(theirs.status, 201)
  assert.equal(theirs.headers.get('idempotency-replayed'), null)
  assert.notEqual(theirs.body.id, own.body.id)
})

test('decisions §2: a refusal is not kept: the corrected request may take the same key', async () => {
  assertRefused(await post('order-5', {}), 422, 'invalid_content', 'contact_id', 'group_id')
  assertRefused(await post('order-5', { contact_id: 'ravi' }), 422, 'invalid_content', 'contact_id')
  const right = await post('order-5', { contact_id: await newContact() })
  assert.equal(right.status, 201)
  assert.equal(right.headers.get('idempotency-replayed'), null)
})

test('decisions §2: a key is kept for 24 hours', async () => {
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

test('decisions §2: requests with one key at once have one effect, and one answer or "in flight"', async () => {
  const contact_id = await newContact()
  const before = (await conversations()).length
  const answers = await Promise.all(Array.from({ length: 10 }, () => post('order-7', { contact_id })))
  const answered = answers.filter(({ status }) => status === 201)
  assert.ok(answered.length >= 1)
  assert.equal(new Set(answered.map(({ body }) => body.id)).size, 1)
  assert.equal(answered.filter(({ headers }) => headers.get('idempotency-replayed') === null).length, 1)
  for (const answer of answers.filter(({ status }) => status !== 201))
    assertRefused(answer, 409, 'idempotency_in_flight')
  assert.equal((await conversations()).length, before + 1)
  assert.equal((await post('order-7', { contact_id })).headers.get('idempotency-replayed'), 'true')
})

test('decisions §2: a key is 1 to 255 characters, and means nothing where a repetition changes nothing', async () => {
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
