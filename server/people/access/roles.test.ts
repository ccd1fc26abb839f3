import assert from 'node:assert/strict'
import { test } from 'node:test'
import { publicId, startSamvad } from '../../../test/harness.ts'
import { eventually } from '../../../test/program.ts'
import { builtInRoles, permissions } from './rules.ts'

const samvad = await startSamvad()
const { company } = samvad

interface Shown {
  name: string
  permissions: string[]
  member_count: number | null
}

const make = (json: unknown, token = company.token) => samvad.request('POST', '/v1/roles', { json, token })

test('spec 1.3: a custom role is any set of permissions', async () => {
  const made = await make({ name: 'Accountant', permissions: ['invoices.download', 'balance.view', 'balance.view'] })
  assert.equal(made.status, 201)
  assert.deepEqual(made.body.permissions, ['balance.view', 'invoices.download'])
  assert.equal(made.headers.get('location'), `/v1/roles/${made.body.id}`)
  assert.deepEqual((await samvad.request('GET', `/v1/roles/${made.body.id}`)).body, made.body)
  assert.deepEqual((await samvad.request('GET', '/v1/roles')).body, { has_more: false, data: [made.body] })

  const member = await samvad.newMember(company.organizationId, 'viewer')
  const json = { role: made.body.id }
  const changed = await samvad.request('PUT', `/v1/users/${publicId('user', member.userId)}`, { json })
  assert.equal(changed.body.role, made.body.id)
  const events = await samvad.rows(`select type, payload from events where type like 'role.%' order by id`)
  const { member_count, ...told } = made.body
  assert.equal(member_count, 0)
  assert.deepEqual(events, [{ type: 'role.created', payload: told }])
})

test('spec 1.3: the built-in roles are the same for everybody and stand beside the permissions', async () => {
  const viewer = await samvad.newMember(company.organizationId, 'viewer')
  const { body } = await samvad.request('GET', '/v1/permissions', { token: viewer.token })
  assert.deepEqual(body.permissions, [...permissions])
  assert.deepEqual(
    body.built_in_roles.map(({ name, permissions: granted }: Shown) => ({ name, permissions: granted })),
    Object.entries(builtInRoles).map(([name, granted]) => ({ name, permissions: [...granted] })),
  )
})

test('spec 1.60: every permission and built-in role has words, and says how many members have it', async () => {
  const other = await samvad.newCompany('Bharat Tools')
  const shown = async (token = other.token) => (await samvad.request('GET', '/v1/permissions', { token })).body
  const { described, permissions: names } = await shown()
  assert.deepEqual(
    described.map(({ name }: Shown) => name),
    names,
  )
  for (const { name, title, description, for_operators } of described) {
    assert.ok(title.length > 4 && description.endsWith('.'), name)
    assert.equal(for_operators, ['templates.approve', 'installation.operate'].includes(name), name)
  }
  const json = { name: 'Desk', permissions: ['messages.view', 'users.view'] }
  const role = (await samvad.request('POST', '/v1/roles', { json, token: other.token })).body
  await samvad.newMember(other.organizationId, 'agent')
  for (const _ of [1, 2]) {
    const member = await samvad.newMember(other.organizationId, 'agent')
    const path = `/v1/users/${publicId('user', member.userId)}`
    assert.equal((await samvad.request('PUT', path, { json: { role: role.id }, token: other.token })).status, 200)
  }
  const counts = async (token?: string) =>
    (await shown(token)).built_in_roles.map(({ name, member_count }: Shown) => [name, member_count])
  const expected = [
    ['owner', 1],
    ['admin', 0],
    ['billing', 0],
    ['agent', 1],
    ['viewer', 0],
  ]
  assert.deepEqual(await counts(), expected)
  const { body: listed } = await samvad.request('GET', '/v1/roles', { token: other.token })
  assert.deepEqual(listed, { has_more: false, data: [{ ...role, member_count: 2 }] })
  const path = `/v1/roles/${role.id}`
  assert.equal((await samvad.request('GET', path, { token: other.token })).body.member_count, 2)
  const renamed = await samvad.request('PUT', path, { json: { name: 'Front desk' }, token: other.token })
  assert.deepEqual([renamed.body.name, renamed.body.member_count], ['Front desk', 2])

  const billing = await samvad.newMember(other.organizationId, 'billing')
  assert.deepEqual(
    await counts(billing.token),
    expected.map(([name]) => [name, null]),
    'who may not see the team is not told of it',
  )
})

test('spec 1.6: nobody makes or changes a role with a permission that they lack', async () => {
  const admin = await samvad.newMember(company.organizationId, 'admin')
  const refused = await make({ name: 'Money', permissions: ['balance.view', 'wallet.recharge'] }, admin.token)
  assert.equal(refused.status, 403)
  const [{ field, code, params }] = refused.body.errors
  assert.deepEqual(
    [field, code, params],
    ['permissions', 'permissions_not_yours', { permissions: ['wallet.recharge'] }],
  )

  const money = (await make({ name: 'Money', permissions: ['balance.view', 'wallet.recharge'] })).body
  const path = `/v1/roles/${money.id}`
  for (const json of [{ name: 'Less' }, { permissions: ['balance.view'] }])
    assert.equal((await samvad.request('PUT', path, { json, token: admin.token })).status, 403)
  assert.equal((await samvad.request('DELETE', path, { token: admin.token })).status, 403)
  assert.deepEqual((await samvad.request('GET', path)).body, money)

  assert.equal((await make({ name: 'Operator', permissions: ['installation.operate'] })).status, 422)
  for (const role of ['agent', 'billing', 'viewer']) {
    const { token } = await samvad.newMember(company.organizationId, role)
    assert.equal((await make({ name: role.toUpperCase(), permissions: [] }, token)).status, 403)
  }
})

test('spec 1.3: a name is used once in an organization, and never that of a built-in role', async () => {
  const one = (await make({ name: 'Support', permissions: ['messages.view'] })).body
  const two = (await make({ name: 'Helpers', permissions: ['messages.view'] })).body
  assert.equal((await make({ name: 'support', permissions: [] })).body.code, 'already_exists')
  const renamed = await samvad.request('PUT', `/v1/roles/${two.id}`, { json: { name: 'SUPPORT' } })
  assert.equal(renamed.status, 409)
  assert.equal((await make({ name: 'Owner', permissions: [] })).status, 422)
  assert.equal((await samvad.request('PUT', `/v1/roles/${one.id}`, { json: { name: 'SUPPORT' } })).status, 200)
  const other = await samvad.newCompany('Bharat Tools')
  assert.equal((await make({ name: 'Support', permissions: [] }, other.token)).status, 201)
})

test('spec 1.3: a role that a member has is not deleted; one that nobody has is gone', async () => {
  const role = (await make({ name: 'Interns', permissions: ['contacts.view'] })).body
  const intern = await samvad.newPerson(company.organizationId, role.id)
  const inUse = await samvad.request('DELETE', `/v1/roles/${role.id}`)
  assert.equal(inUse.status, 409)
  assert.equal(inUse.body.code, 'conflict')
  assert.equal((await samvad.request('GET', `/v1/users/${intern.id}`)).body.role, role.id)

  await samvad.request('PUT', `/v1/users/${intern.id}`, { json: { role: 'viewer' } })
  assert.equal((await samvad.request('DELETE', `/v1/roles/${role.id}`)).status, 204)
  assert.equal((await samvad.request('DELETE', `/v1/roles/${role.id}`)).status, 404)
  assert.equal((await samvad.request('PUT', `/v1/users/${intern.id}`, { json: { role: role.id } })).status, 404)
  assert.equal((await samvad.request('GET', `/v1/users/${intern.id}`)).body.role, 'viewer')
})

test("spec 1.1: another organization's role is a 404, in the path and in the body", async () => {
  const other = await samvad.newCompany('Chitra Prints')
  const theirs = (await make({ name: 'Theirs', permissions: ['contacts.view'] }, other.token)).body
  const path = `/v1/roles/${theirs.id}`
  assert.equal((await samvad.request('GET', path)).status, 404)
  assert.equal((await samvad.request('PUT', path, { json: { name: 'Ours' } })).status, 404)
  assert.equal((await samvad.request('DELETE', path)).status, 404)
  assert.equal((await samvad.request('GET', `/v1/roles?starting_after=${theirs.id}`)).status, 400)
  const json = { email: 'new@company.example', role: theirs.id }
  const body = await samvad.request('POST', '/v1/invitations', { json })
  assert.equal(body.status, 404)
  assert.equal(body.body.errors[0].field, 'role')
  assert.deepEqual((await samvad.request('GET', path, { token: other.token })).body, theirs)
})

test('spec 2.6: a changed role holds for the tokens of its members within 5 seconds', async () => {
  const role = (await make({ name: 'Reader', permissions: ['contacts.view', 'users.view'] })).body
  const member = await samvad.newMember(company.organizationId, 'viewer')
  await samvad.request('PUT', `/v1/users/${publicId('user', member.userId)}`, { json: { role: role.id } })
  const effective = async () => (await samvad.request('GET', '/v1/me', { token: member.token })).body.permissions
  assert.deepEqual(await effective(), ['users.view', 'contacts.view'])
  const json = { permissions: ['contacts.view'] }
  assert.equal((await samvad.request('PUT', `/v1/roles/${role.id}`, { json })).status, 200)
  await eventually('it holds', async () => (await effective()).length === 1)
  assert.deepEqual(await effective(), ['contacts.view'])
  assert.equal((await samvad.request('GET', '/v1/users', { token: member.token })).status, 403)
})
