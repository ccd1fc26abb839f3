import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { passwordMatches } from '#kit/crypto.ts'
import { routesOf } from '../routes.ts'
import { createServer } from '../edge/server.ts'
import { type Company, publicId, request, startSamvad, uuidOf } from '../../test/harness.ts'
import { builtInRoles } from '#access/rules.ts'

const samvad = await startSamvad()
const { company } = samvad
const PASSWORD = 'monsoon-over-konkan'
const HOLDS_WITHIN_MS = 5000
const POLL_MS = 50

const as = (token: string) => (method: string, path: string, json?: unknown) =>
  samvad.request(method, path, json === undefined ? { token } : { token, json })
const owner = as(company.token)
const pathOf = (userId: string) => `/v1/users/${userId.startsWith('user_') ? userId : publicId('user', userId)}`
const eventsOf = (organizationId: string) =>
  samvad.rows<{ type: string; payload: Record<string, unknown> }>(
    'select type, payload from events where org_id = $1 order by id',
    [organizationId],
  )

async function within5Seconds(holds: () => Promise<boolean>): Promise<void> {
  const until = performance.now() + HOLDS_WITHIN_MS
  while (!(await holds())) {
    assert.ok(performance.now() < until, 'it did not hold within 5 seconds')
    await delay(POLL_MS)
  }
}

test('decisions §1: a new user gets a role; the password is kept as argon2id and never shown', async () => {
  const json = { email: ' Ravi@Company.example', role: 'agent', display_name: 'Ravi Kumar', password: PASSWORD }
  const added = await owner('POST', '/v1/users', json)
  assert.equal(added.status, 201)
  const { id, created_at, ...shown } = added.body
  const expected = { email: 'ravi@company.example', display_name: 'Ravi Kumar', role: 'agent', is_operator: false }
  assert.deepEqual(shown, expected)
  assert.ok(Number.isInteger(created_at))
  assert.deepEqual((await owner('GET', pathOf(id))).body, added.body)

  const [stored] = await samvad.rows<{ password_hash: string }>('select password_hash from users where id = $1', [
    uuidOf('user', id),
  ])
  assert.match(stored?.password_hash ?? '', /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  assert.ok(await passwordMatches(PASSWORD, stored?.password_hash ?? ''))
  assert.ok(!(await passwordMatches(`${PASSWORD} `, stored?.password_hash ?? '')))
  const last = (await eventsOf(company.organizationId)).at(-1)
  assert.deepEqual(last, { type: 'user.added', payload: added.body })
})

test('an address must be one, a password has at least 12 characters, and a role must exist', async () => {
  const before = await samvad.rows('select id from users')
  const faults: [Record<string, unknown>, number, string][] = [
    [{ email: 'nobody', role: 'agent' }, 422, 'email'],
    [{ email: 'a@b.example', role: 'agent', password: 'x'.repeat(11) }, 422, 'password'],
    [{ email: 'a@b.example', role: 'chief' }, 422, 'role'],
    [{ email: 'a@b.example', role: 'role_nonsense' }, 422, 'role'],
    [{ email: 'a@b.example', role: publicId('role', company.userId) }, 404, 'role'],
    [{ email: 'a@b.example' }, 422, 'role'],
    [{ email: 'a@b.example', role: 'agent', is_operator: true }, 422, 'is_operator'],
  ]
  for (const [json, status, field] of faults) {
    const answer = await owner('POST', '/v1/users', json)
    assert.equal(answer.status, status, JSON.stringify(json))
    assert.equal(answer.body.errors[0].field, field)
  }
  assert.deepEqual(await samvad.rows('select id from users'), before)
})

test('decisions §1: a user of another organization joins as they are; their password is not touched', async () => {
  const other = await samvad.newCompany('Bharat Tools')
  const theirs = { email: 'meera@tools.example', role: 'owner', display_name: 'Meera', password: PASSWORD }
  const there = (await as(other.token)('POST', '/v1/users', theirs)).body
  const json = { email: 'MEERA@tools.example', role: 'viewer', display_name: 'Somebody', password: 'another-password' }
  const here = await owner('POST', '/v1/users', json)
  assert.equal(here.status, 201)
  assert.deepEqual(here.body, { ...there, role: 'viewer' })
  assert.ok(!here.text.includes('argon2'))
  assert.deepEqual((await as(other.token)('GET', pathOf(there.id))).body, there)
  const [stored] = await samvad.rows<{ password_hash: string }>('select password_hash from users where email = $1', [
    'meera@tools.example',
  ])
  assert.ok(await passwordMatches(PASSWORD, stored?.password_hash ?? ''))

  const twice = await owner('POST', '/v1/users', json)
  assert.equal(twice.status, 409)
  assert.equal(twice.body.code, 'already_exists')
})

test('nobody gives, changes or takes a role that holds a permission they lack', async () => {
  const admin = as((await samvad.newMember(company.organizationId, 'admin')).token)
  const agent = await samvad.newMember(company.organizationId, 'agent')
  const raised = await admin('PUT', pathOf(agent.userId), { role: 'owner' })
  assert.equal(raised.status, 403)
  assert.equal(raised.body.code, 'permission_denied')
  assert.match(raised.body.detail, /wallet\.recharge/)
  assert.equal((await admin('POST', '/v1/users', { email: 'boss@b.example', role: 'owner' })).status, 403)
  assert.equal((await admin('PUT', pathOf(company.userId), { role: 'viewer' })).status, 403)
  assert.equal((await admin('DELETE', pathOf(company.userId))).status, 403)
  assert.equal((await admin('PUT', pathOf(agent.userId), { role: 'admin' })).status, 200)
  assert.equal((await owner('GET', pathOf(company.userId))).body.role, 'owner')
  assert.equal((await samvad.rows(`select 1 from users where email = 'boss@b.example'`)).length, 0)

  const narrow = await owner('POST', '/v1/tokens', { name: 'Team', permissions: ['users.manage', 'users.view'] })
  const byNarrow = as(narrow.body.access_token)
  assert.equal((await byNarrow('POST', '/v1/users', { email: 'c@b.example', role: 'viewer' })).status, 403)
})

test('only who may manage users changes them; agents and viewers see them, billing does not', async () => {
  const victim = await samvad.newMember(company.organizationId, 'viewer')
  const sees = { agent: 200, viewer: 200, billing: 403 }
  for (const [role, status] of Object.entries(sees)) {
    const member = as((await samvad.newMember(company.organizationId, role)).token)
    assert.equal((await member('GET', '/v1/users')).status, status, role)
    assert.equal((await member('GET', pathOf(victim.userId))).status, status, role)
    assert.equal((await member('POST', '/v1/users', { email: 'd@b.example', role: 'viewer' })).status, 403)
    assert.equal((await member('PUT', pathOf(victim.userId), { role: 'agent' })).status, 403)
    assert.equal((await member('DELETE', pathOf(victim.userId))).status, 403)
  }
  assert.equal((await owner('GET', pathOf(victim.userId))).body.role, 'viewer')
})

test("another organization's user is a 404 and stays as they are", async () => {
  const other = await samvad.newCompany('Chitra Prints')
  const path = pathOf(other.userId)
  assert.equal((await owner('GET', path)).status, 404)
  assert.equal((await owner('PUT', path, { role: 'viewer' })).status, 404)
  assert.equal((await owner('DELETE', path)).status, 404)
  assert.equal((await owner('GET', `/v1/users?starting_after=${publicId('user', other.userId)}`)).status, 400)
  assert.equal((await owner('GET', '/v1/users/user_x')).status, 404)
  assert.equal((await as(other.token)('GET', path)).body.role, 'owner')
})

test('the last owner can neither be removed nor demoted, also when two owners go at once', async () => {
  const firm = await samvad.newCompany('Deccan Foods')
  const first = as(firm.token)
  for (const answer of [
    await first('PUT', pathOf(firm.userId), { role: 'admin' }),
    await first('DELETE', pathOf(firm.userId)),
  ]) {
    assert.equal(answer.status, 409)
    assert.equal(answer.body.code, 'conflict')
  }
  assert.equal((await first('PUT', pathOf(firm.userId), { role: 'owner' })).status, 200)

  for (let round = 0; round < 5; round++) {
    const pair = await samvad.newCompany(`Pair ${round}`)
    const second = await samvad.newMember(pair.organizationId, 'owner')
    const answers = await Promise.all([
      as(pair.token)('PUT', pathOf(second.userId), { role: 'viewer' }),
      as(second.token)('DELETE', pathOf(pair.userId)),
      as(pair.token)('PUT', pathOf(pair.userId), { role: 'admin' }),
    ])
    const owners = await samvad.rows(`select 1 from memberships where org_id = $1 and role_name = 'owner'`, [
      pair.organizationId,
    ])
    assert.equal(owners.length, 1)
    assert.ok(answers.every(({ status }) => [200, 204, 404, 409].includes(status)))
  }
})

test('decisions §2: a removed member is out within 5 seconds, here and nowhere else', async () => {
  const other = await samvad.newCompany('Everest Travels')
  const email = 'kiran@travels.example'
  const join = async (firm: Company) => {
    const user = (await as(firm.token)('POST', '/v1/users', { email, role: 'agent' })).body
    const made = await as(firm.token)('POST', '/v1/tokens', { name: 'Kiran', user_id: user.id })
    return { id: user.id, token: made.body.access_token as string, tokenId: made.body.id as string }
  }
  const here = await join(company)
  const there = await join(other)
  assert.equal(here.id, there.id)
  assert.equal((await as(here.token)('GET', '/v1/me')).status, 200)

  assert.equal((await owner('DELETE', pathOf(here.id))).status, 204)
  await within5Seconds(async () => (await as(here.token)('GET', '/v1/me')).status === 401)
  assert.equal((await as(there.token)('GET', '/v1/me')).body.organization.name, 'Everest Travels')
  assert.equal((await owner('GET', pathOf(here.id))).status, 404)
  assert.equal((await owner('DELETE', pathOf(here.id))).status, 404)
  assert.equal((await owner('GET', `/v1/tokens/${here.tokenId}`)).status, 404)
  const last = (await eventsOf(company.organizationId)).slice(-2).map(({ type, payload }) => [type, payload.id])
  assert.deepEqual(last, [
    ['token.revoked', here.tokenId],
    ['user.removed', here.id],
  ])

  // Back again, the old token stays dead, also for a process that never saw it.
  assert.equal((await owner('POST', '/v1/users', { email, role: 'agent' })).status, 201)
  const fresh = createServer(samvad.app, routesOf(samvad.app), { isSandboxOn: () => true })
  const url = await fresh.listen({ port: 0, host: '127.0.0.1' })
  try {
    assert.equal((await request(url, 'GET', '/v1/me', { token: here.token })).status, 401)
    assert.equal((await request(url, 'GET', '/v1/me', { token: there.token })).status, 200)
  } finally {
    await fresh.close()
  }
})

test('decisions §2: a demoted member has less within 5 seconds', async () => {
  const member = await samvad.newMember(company.organizationId, 'admin')
  const theirs = as(member.token)
  assert.equal((await theirs('GET', '/v1/organization')).status, 200)
  assert.equal((await theirs('PUT', '/v1/organization', {})).status, 200)
  const changed = await owner('PUT', pathOf(member.userId), { role: 'viewer' })
  assert.equal(changed.body.role, 'viewer')
  await within5Seconds(async () => (await theirs('PUT', '/v1/organization', {})).status === 403)
  assert.equal((await theirs('GET', '/v1/organization')).status, 200)
  const last = (await eventsOf(company.organizationId)).at(-1)
  assert.deepEqual(last, { type: 'user.updated', payload: changed.body })
})

test('a token of whatever permissions learns whose it is and what it may do', async () => {
  const made = await owner('POST', '/v1/tokens', { name: 'Balance', permissions: ['balance.view'] })
  const mine = await as(made.body.access_token)('GET', '/v1/me')
  assert.equal(mine.status, 200)
  const { user, organization, role, permissions, token_id } = mine.body
  assert.equal(user.id, publicId('user', company.userId))
  assert.equal(organization.name, 'Asha Textiles')
  assert.deepEqual([role, permissions, token_id], ['owner', ['balance.view'], made.body.id])
  const viewer = await samvad.newMember(company.organizationId, 'viewer')
  assert.deepEqual((await as(viewer.token)('GET', '/v1/me')).body.permissions, builtInRoles.viewer)
  assert.equal((await samvad.request('GET', '/v1/me', { token: null })).status, 401)
})

test('people change their own name, and their password only with the one they have', async () => {
  const email = 'lata@company.example'
  const user = (await owner('POST', '/v1/users', { email, role: 'agent', password: PASSWORD })).body
  const made = await owner('POST', '/v1/tokens', { name: 'Lata', user_id: user.id })
  const lata = as(made.body.access_token)
  const hashOf = async () =>
    (await samvad.rows<{ password_hash: string }>('select password_hash from users where email = $1', [email]))[0]
      ?.password_hash
  const before = await hashOf()

  const renamed = await lata('PUT', '/v1/me', { display_name: 'Lata Iyer' })
  assert.equal(renamed.body.user.display_name, 'Lata Iyer')
  const password = 'a-new-password-of-hers'
  for (const json of [{ password }, { password, current_password: 'not-her-password' }, { password: 'short' }]) {
    const answer = await lata('PUT', '/v1/me', json)
    assert.equal(answer.status, 422)
  }
  assert.equal(await hashOf(), before)

  const changed = await lata('PUT', '/v1/me', { password, current_password: PASSWORD })
  assert.equal(changed.status, 200)
  assert.ok(await passwordMatches(password, (await hashOf()) ?? ''))
  assert.equal((await lata('GET', '/v1/me')).body.user.display_name, 'Lata Iyer')
})

test('a walk over the pages sees every user once, newest first', async () => {
  const firm = await samvad.newCompany('Falcon Logistics')
  const call = as(firm.token)
  const added: string[] = [publicId('user', firm.userId)]
  for (const name of ['a', 'b', 'c', 'd'])
    added.unshift((await call('POST', '/v1/users', { email: `${name}@falcon.example`, role: 'viewer' })).body.id)
  const idsOf = (answer: { body: { data: { id: string }[] } }) => answer.body.data.map(({ id }) => id)
  const first = await call('GET', '/v1/users?limit=2')
  const second = await call('GET', `/v1/users?limit=2&starting_after=${first.body.data[1].id}`)
  const third = await call('GET', `/v1/users?limit=2&starting_after=${second.body.data[1].id}`)
  assert.deepEqual([...idsOf(first), ...idsOf(second), ...idsOf(third)], added)
  assert.deepEqual(
    [first, second, third].map(({ body }) => body.has_more),
    [true, true, false],
  )
  const back = await call('GET', `/v1/users?limit=2&ending_before=${third.body.data[0].id}`)
  assert.deepEqual(idsOf(back), idsOf(second))
})
