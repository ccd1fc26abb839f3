import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createServer } from '#edge/server.ts'
import { passwordMatches } from '#kit/crypto.ts'
import { builtInRoles } from '#people/access/rules.ts'
import { routesOf } from '#program/routes.ts'
import { type Company, publicId, request, startSamvad } from '../../../test/harness.ts'
import { eventually } from '../../../test/program.ts'
import { assertRefused } from '../../../test/story.ts'

const samvad = await startSamvad()
const { company } = samvad
const PASSWORD = 'monsoon-over-konkan'

const as = (token: string) => (method: string, path: string, json?: unknown) =>
  samvad.request(method, path, json === undefined ? { token } : { token, json })
const owner = as(company.token)
const pathOf = (userId: string) => `/v1/users/${userId.startsWith('user_') ? userId : publicId('user', userId)}`
const eventsOf = (organizationId: string) =>
  samvad.rows<{ type: string; payload: Record<string, unknown> }>(
    'select type, payload from events where org_id = $1 order by id',
    [organizationId],
  )

test('spec 1.11: nobody is added over the API: people are invited', async () => {
  const before = await samvad.rows('select id from users')
  const json = { email: 'ravi@company.example', role: 'agent', display_name: 'Ravi', password: PASSWORD }
  const answer = await owner('POST', '/v1/users', json)
  assert.deepEqual(
    [answer.status, answer.body.code, answer.headers.get('allow')],
    [405, 'method_not_allowed', 'GET, HEAD'],
  )
  const listed = (await owner('GET', '/v1/users')).body.data
  assert.ok(listed.every((user: object) => !('is_operator' in user)))
  assert.deepEqual(await samvad.rows('select id from users'), before)
})

test('spec 1.7: who runs the installation is told to themselves alone', async () => {
  const operator = await samvad.newPerson(company.organizationId, 'viewer', { name: 'Omkar' })
  await samvad.rows('update users set is_operator = true where id = $1', [operator.userId])
  assert.equal((await as(operator.token)('GET', '/v1/me')).body.is_operator, true)
  assert.equal((await owner('GET', '/v1/me')).body.is_operator, false)
  const seen = await owner('GET', pathOf(operator.userId))
  const { id, created_at, ...shown } = seen.body
  assert.deepEqual(shown, { kind: 'person', email: operator.email, display_name: 'Omkar', role: 'viewer' })
  const told = JSON.stringify(await eventsOf(company.organizationId))
  assert.ok(told.includes(operator.email) && !told.includes('is_operator'))
  assert.ok(Number.isInteger(created_at) && id === operator.id)
})

test('spec 1.6: nobody gives, changes or takes a role that holds a permission they lack', async () => {
  const admin = as((await samvad.newMember(company.organizationId, 'admin')).token)
  const agent = await samvad.newMember(company.organizationId, 'agent')
  const raised = await admin('PUT', pathOf(agent.userId), { role: 'owner' })
  assert.equal(raised.status, 403)
  assert.equal(raised.body.code, 'permission_denied')
  assert.match(raised.body.detail, /wallet\.recharge/)
  assert.equal((await admin('POST', '/v1/invitations', { email: 'boss@b.example', role: 'owner' })).status, 403)
  assert.equal((await admin('PUT', pathOf(company.userId), { role: 'viewer' })).status, 403)
  assert.equal((await admin('DELETE', pathOf(company.userId))).status, 403)
  assert.equal((await admin('PUT', pathOf(agent.userId), { role: 'admin' })).status, 200)
  assert.equal((await owner('GET', pathOf(company.userId))).body.role, 'owner')
  assert.equal((await samvad.rows(`select 1 from invitations where email = 'boss@b.example'`)).length, 0)

  const narrow = await owner('POST', '/v1/tokens', { name: 'Team', permissions: ['users.manage', 'users.view'] })
  const byNarrow = as(narrow.body.access_token)
  assert.equal((await byNarrow('POST', '/v1/invitations', { email: 'c@b.example', role: 'viewer' })).status, 403)
  assert.equal((await byNarrow('POST', '/v1/service_users', { name: 'Bot', role: 'viewer' })).status, 403)
})

test('spec 1.5: only who may manage users changes them; agents and viewers see them, billing does not', async () => {
  const victim = await samvad.newMember(company.organizationId, 'viewer')
  const sees = { agent: 200, viewer: 200, billing: 403 }
  for (const [role, status] of Object.entries(sees)) {
    const member = as((await samvad.newMember(company.organizationId, role)).token)
    assert.equal((await member('GET', '/v1/users')).status, status, role)
    assert.equal((await member('GET', pathOf(victim.userId))).status, status, role)
    assert.equal((await member('POST', '/v1/invitations', { email: 'd@b.example', role: 'viewer' })).status, 403)
    assert.equal((await member('POST', '/v1/service_users', { name: 'Bot', role: 'viewer' })).status, 403)
    assert.equal((await member('GET', '/v1/invitations')).status, 403)
    assert.equal((await member('PUT', pathOf(victim.userId), { role: 'agent' })).status, 403)
    assert.equal((await member('DELETE', pathOf(victim.userId))).status, 403)
  }
  assert.equal((await owner('GET', pathOf(victim.userId))).body.role, 'viewer')
})

test("spec 1.1: another organization's user is a 404 and stays as they are", async () => {
  const other = await samvad.newCompany('Chitra Prints')
  const path = pathOf(other.userId)
  assert.equal((await owner('GET', path)).status, 404)
  assert.equal((await owner('PUT', path, { role: 'viewer' })).status, 404)
  assert.equal((await owner('DELETE', path)).status, 404)
  assert.equal((await owner('GET', `/v1/users?starting_after=${publicId('user', other.userId)}`)).status, 400)
  assert.equal((await owner('GET', '/v1/users/user_x')).status, 404)
  assert.equal((await as(other.token)('GET', path)).body.role, 'owner')
})

test('spec 1.17: the last owner can neither be removed nor demoted, also when two owners go at once', async () => {
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
    // The last requests find an actor who is no longer an owner or a member: 403, or 401 once the token is looked up
    // again.
    for (const { status, text } of answers) assert.ok([200, 204, 401, 403, 404, 409].includes(status), text)
  }
})

test('spec 1.18, 2.6: a removed member is out within 5 seconds, here and nowhere else', async () => {
  const other = await samvad.newCompany('Everest Travels')
  const email = 'kiran@travels.example'
  const join = async (firm: Company) => {
    const { id, token } = await samvad.newPerson(firm.organizationId, 'agent', { email })
    return { id, token, tokenId: (await as(token)('GET', '/v1/me')).body.token_id as string }
  }
  const here = await join(company)
  const there = await join(other)
  assert.equal(here.id, there.id)
  assert.equal((await as(here.token)('GET', '/v1/me')).status, 200)

  assert.equal((await owner('DELETE', pathOf(here.id))).status, 204)
  await eventually('it holds', async () => (await as(here.token)('GET', '/v1/me')).status === 401)
  assert.equal((await as(there.token)('GET', '/v1/me')).body.organization.name, 'Everest Travels')
  assert.equal((await owner('GET', pathOf(here.id))).status, 404)
  assert.equal((await owner('DELETE', pathOf(here.id))).status, 404)
  assert.equal((await owner('GET', `/v1/tokens/${here.tokenId}`)).status, 404)
  const last = (await eventsOf(company.organizationId)).slice(-2).map(({ type, payload }) => [type, payload.id])
  assert.deepEqual(last, [
    ['token.revoked', here.tokenId],
    ['user.removed', here.id],
  ])

  // After rejoining, the old token stays invalid, also for a process that never saw it.
  await samvad.newPerson(company.organizationId, 'agent', { email })
  const fresh = createServer(samvad.app, routesOf(samvad.app), { isSandboxOn: () => true })
  const url = await fresh.listen({ port: 0, host: '127.0.0.1' })
  try {
    assert.equal((await request(url, 'GET', '/v1/me', { token: here.token })).status, 401)
    assert.equal((await request(url, 'GET', '/v1/me', { token: there.token })).status, 200)
  } finally {
    await fresh.close()
  }
})

test('spec 2.6: a demoted member has less within 5 seconds', async () => {
  const member = await samvad.newMember(company.organizationId, 'admin')
  const theirs = as(member.token)
  assert.equal((await theirs('GET', '/v1/organization')).status, 200)
  assert.equal((await theirs('PUT', '/v1/organization', {})).status, 200)
  const changed = await owner('PUT', pathOf(member.userId), { role: 'viewer' })
  assert.equal(changed.body.role, 'viewer')
  await eventually('it holds', async () => (await theirs('PUT', '/v1/organization', {})).status === 403)
  assert.equal((await theirs('GET', '/v1/organization')).status, 200)
  const last = (await eventsOf(company.organizationId)).at(-1)
  assert.deepEqual(last, { type: 'user.updated', payload: changed.body })
})

test('spec 1.5: a token of whatever permissions learns whose it is and what it may do', async () => {
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

test('spec 1.8: people change their own name, and their password only with the one they have', async () => {
  const email = 'lata@company.example'
  const { token } = await samvad.newPerson(company.organizationId, 'agent', { email, password: PASSWORD })
  const lata = as(token)
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
    added.unshift((await samvad.newPerson(firm.organizationId, 'viewer', { email: `${name}@falcon.example` })).id)
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

test('spec 2.30: a person says in which language, theme and time zone they want the console; a service user nothing', async () => {
  const { token } = await samvad.newPerson(samvad.company.organizationId, 'agent')
  const wishes = ({ body }: { body: any }) => [body.language, body.theme, body.time_zone]
  const put = (json: object) => samvad.request('PUT', '/v1/me', { token, json })
  assert.deepEqual(wishes(await samvad.request('GET', '/v1/me', { token })), [null, null, null])
  assert.deepEqual(wishes(await put({ language: 'hi', theme: 'dark', time_zone: 'Europe/Berlin' })), [
    'hi',
    'dark',
    'Europe/Berlin',
  ])
  // Requests of older programs, which lack these fields, do not change them.
  assert.deepEqual(wishes(await put({ display_name: 'Asha' })), ['hi', 'dark', 'Europe/Berlin'])
  assert.deepEqual(wishes(await put({ theme: null })), ['hi', null, 'Europe/Berlin'])
  for (const [json, field] of [
    [{ language: 'de' }, 'language'],
    [{ theme: 'red' }, 'theme'],
    [{ time_zone: 'Mars/Olympus' }, 'time_zone'],
    [{ time_zone: '+05:30' }, 'time_zone'],
  ] as const)
    assertRefused(await put(json), 422, 'invalid_content', field)
  assert.deepEqual(wishes(await samvad.request('GET', '/v1/me', { token })), ['hi', null, 'Europe/Berlin'])
})
