// Service users, the identities of programs: spec 1.16.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { publicId, startSamvad, uuidOf } from '../../../test/harness.ts'
import { assertRefused, idsOf, person, walk } from '../../../test/story.ts'

const samvad = await startSamvad()
const { company } = samvad

test('spec 1.16: a service user has a name and a role, acts with its token, and is a user among the others', async () => {
  const firm = await samvad.newCompany('Ganga Books')
  const owner = person(samvad, firm)
  const answer = await owner.post('/v1/service_users', { name: 'Web shop', role: 'agent' })
  assert.equal(answer.status, 201)
  const { id, created_at, ...shown } = answer.body
  assert.deepEqual(shown, { name: 'Web shop', role: 'agent' })
  assert.equal(answer.headers.get('location'), `/v1/service_users/${id}`)
  assert.deepEqual((await owner.get(`/v1/service_users/${id}`)).body, answer.body)

  const asUser = (await owner.get(`/v1/users/${id}`)).body
  assert.deepEqual(asUser, { id, kind: 'service', email: null, display_name: 'Web shop', role: 'agent', created_at })
  const users = (path: string) => owner.get(path).then(({ body }) => idsOf(body.data))
  assert.deepEqual(await users('/v1/users'), [id, publicId('user', firm.userId)])
  assert.deepEqual(await users('/v1/users?kind=service'), [id])
  assert.deepEqual(await users('/v1/users?kind=person'), [publicId('user', firm.userId)])
  assert.deepEqual(await users('/v1/service_users'), [id])

  const token = await owner.make('/v1/tokens', { name: 'Production', user_id: id })
  const shop = person(samvad, { token: token.access_token })
  const contact = await shop.make('/v1/contacts', { display_name: 'Ravi', email: 'ravi@customer.example' })
  const conversation = await shop.make('/v1/conversations', { contact_id: contact.id })
  assert.equal(conversation.user_id ?? id, id)
  const mine = (await shop.get('/v1/me')).body
  assert.deepEqual([mine.user, mine.is_operator, mine.role], [asUser, false, 'agent'])
})

test('spec 1.16: it cannot sign in, has no password and no name of its own to change, and belongs to one organization', async () => {
  const owner = person(samvad)
  const bot = await owner.make('/v1/service_users', { name: 'Bot', role: 'owner' })
  const { access_token } = await owner.make('/v1/tokens', { name: 'Bot', user_id: bot.id })
  const self = person(samvad, { token: access_token })
  for (const json of [{ display_name: 'Boss' }, { password: 'a-password-of-its-own', current_password: 'whatever' }])
    assertRefused(await self.put('/v1/me', json), 403, 'permission_denied')
  const signIn = (email: string) =>
    samvad.request('POST', '/console/session', { token: null, json: { email, password: 'x' } })
  for (const email of [bot.id, 'null', 'Bot', '']) assert.ok([401, 422].includes((await signIn(email)).status), email)
  const id = uuidOf('user', bot.id)
  for (const change of [
    `password_hash = 'x'`,
    `email = 'bot@x.example'`,
    'is_operator = true',
    'org_id = null',
    `kind = 'person'`,
  ])
    await assert.rejects(samvad.rows(`update users set ${change} where id = $1`, [id]), /users_kind/)
  const sessions = await samvad.rows('select 1 from sessions where user_id = $1', [id])
  assert.equal(sessions.length, 0)
})

test("spec 1.6: its role is within the maker's permissions, when it is made, changed and removed", async () => {
  const owner = person(samvad)
  const admin = person(samvad, await samvad.newMember(company.organizationId, 'admin'))
  assertRefused(await admin.post('/v1/service_users', { name: 'X', role: 'owner' }), 403, 'permission_denied', 'role')
  const high = await owner.make('/v1/service_users', { name: 'High', role: 'billing' })
  const path = `/v1/service_users/${high.id}`
  for (const json of [{ name: 'Low' }, { role: 'viewer' }])
    assertRefused(await admin.put(path, json), 403, 'permission_denied', 'id')
  assertRefused(await admin.delete(path), 403, 'permission_denied', 'id')
  assert.deepEqual((await owner.get(path)).body, high)

  const low = await admin.make('/v1/service_users', { name: 'Low', role: 'viewer' })
  assertRefused(await admin.put(`/v1/service_users/${low.id}`, { role: 'owner' }), 403, 'permission_denied', 'role')
  const changed = await admin.put(`/v1/service_users/${low.id}`, { name: 'Lower', role: 'agent' })
  assert.deepEqual([changed.status, changed.body.name, changed.body.role], [200, 'Lower', 'agent'])
  for (const [json, field] of [
    [{ name: '', role: 'agent' }, 'name'],
    [{ name: 'X', role: 'chief' }, 'role'],
    [{ name: 'X', role: 'agent', email: 'x@x.example' }, 'email'],
  ] as const)
    assertRefused(await owner.post('/v1/service_users', json), 422, 'invalid_content', field)
})

test('spec 1.16: what is removed is gone with its tokens; a person is none of them, nor is one of another organization', async () => {
  const owner = person(samvad)
  const bot = await owner.make('/v1/service_users', { name: 'Gone', role: 'agent' })
  const { id: tokenId, access_token } = await owner.make('/v1/tokens', { name: 'Gone', user_id: bot.id })
  assert.equal((await owner.delete(`/v1/service_users/${bot.id}`)).status, 204)
  assertRefused(await owner.get(`/v1/service_users/${bot.id}`), 404, 'not_found')
  assertRefused(await owner.delete(`/v1/service_users/${bot.id}`), 404, 'not_found')
  assertRefused(await owner.get(`/v1/tokens/${tokenId}`), 404, 'not_found')
  assert.equal((await samvad.request('GET', '/v1/me', { token: access_token })).status, 401)

  const human = await samvad.newPerson(company.organizationId, 'viewer')
  const other = await samvad.newCompany('Elsewhere')
  const theirs = await person(samvad, other).make('/v1/service_users', { name: 'Theirs', role: 'agent' })
  for (const id of [human.id, theirs.id, 'user_x']) {
    const path = `/v1/service_users/${id}`
    assertRefused(await owner.get(path), 404, 'not_found')
    assertRefused(await owner.put(path, { name: 'Mine' }), 404, 'not_found')
    assertRefused(await owner.delete(path), 404, 'not_found')
    const after = await owner.get(`/v1/service_users?starting_after=${id}`)
    assert.deepEqual([after.status, after.body.errors[0].field], [400, 'starting_after'])
  }
  assertRefused(await owner.post('/v1/tokens', { name: 'X', user_id: theirs.id }), 404, 'not_found', 'user_id')
  assert.equal((await person(samvad, other).get(`/v1/service_users/${theirs.id}`)).body.name, 'Theirs')
  assert.equal((await owner.get(`/v1/users/${human.id}`)).status, 200)
})

test('spec 1.21, 14.1: each change is an event and an entry of the audit log', async () => {
  const firm = await samvad.newCompany('Audited')
  const owner = person(samvad, firm)
  const bot = await owner.make('/v1/service_users', { name: 'Bot', role: 'agent' })
  await owner.put(`/v1/service_users/${bot.id}`, { name: 'Robot' })
  await owner.put(`/v1/service_users/${bot.id}`, { role: 'viewer' })
  await owner.put(`/v1/service_users/${bot.id}`, { name: 'Robot', role: 'viewer' })
  await owner.delete(`/v1/service_users/${bot.id}`)
  const log = (await walk(owner, '/v1/audit_log', 100)).toReversed()
  assert.deepEqual(
    log.map(({ action, object, details }) => [action, object, details]),
    [
      ['service_user.created', bot.id, { name: 'Bot', role: 'agent' }],
      ['service_user.updated', bot.id, { before: { name: 'Bot' }, after: { name: 'Robot' } }],
      ['service_user.updated', bot.id, { before: { role: 'agent' }, after: { role: 'viewer' } }],
      ['service_user.removed', bot.id, { name: 'Robot', role: 'viewer' }],
    ],
  )
  const events = await samvad.rows<{ type: string; payload: any }>(
    'select type, payload from events where org_id = $1 order by id',
    [firm.organizationId],
  )
  assert.deepEqual(
    events.map(({ type, payload }) => [type, payload.name ?? null, payload.role ?? null]),
    [
      ['service_user.created', 'Bot', 'agent'],
      ['service_user.updated', 'Robot', 'agent'],
      ['service_user.updated', 'Robot', 'viewer'],
      ['service_user.removed', null, null],
    ],
  )
})
