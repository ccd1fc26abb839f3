import assert from 'node:assert/strict'
import { test } from 'node:test'
import { publicId, startSamvad, uuidOf } from '../../../test/harness.ts'

const samvad = await startSamvad()
const { company } = samvad

/** An owner who is also an operator of the installation. */
const operator = await samvad.newMember(company.organizationId, 'owner')
await samvad.rows('update users set is_operator = true where id = $1', [operator.userId])

const asOperator = (method: string, path: string, json?: unknown) =>
  samvad.request(method, path, { token: operator.token, ...(json ? { json } : {}) })
const ownersOf = (organizationId: string) =>
  samvad.rows<{ email: string; display_name: string; password_hash: string | null }>(
    `select u.email, u.display_name, u.password_hash from memberships m join users u on u.id = m.user_id
      where m.org_id = $1 and m.role_name = 'owner'`,
    [uuidOf('org', organizationId)],
  )

test('spec 1.2: an organization sees itself, and its owners and admins name it', async () => {
  const { body } = await samvad.request('GET', '/v1/organization')
  assert.equal(body.id, publicId('org', company.organizationId))
  assert.equal(body.name, 'Asha Textiles')
  const renamed = await samvad.request('PUT', '/v1/organization', { json: { name: 'Asha Textiles Pvt Ltd' } })
  assert.deepEqual(renamed.body, { ...body, name: 'Asha Textiles Pvt Ltd' })
  assert.deepEqual((await samvad.request('GET', '/v1/organization')).body, renamed.body)
  const events = await samvad.rows(`select payload from events where type = 'organization.updated'`)
  assert.deepEqual(events, [{ payload: renamed.body }])

  for (const role of ['agent', 'viewer', 'billing']) {
    const { token } = await samvad.newMember(company.organizationId, role)
    assert.equal((await samvad.request('GET', '/v1/organization', { token })).status, 200)
    assert.equal((await samvad.request('PUT', '/v1/organization', { token, json: { name: 'Mine' } })).status, 403)
  }
  const other = await samvad.newCompany('Bharat Tools')
  assert.equal((await samvad.request('GET', '/v1/organization', { token: other.token })).body.name, 'Bharat Tools')
  assert.equal((await samvad.request('PUT', '/v1/organization', { json: { name: '' } })).status, 422)
})

test('spec 1.19: operators make organizations, with a wallet; an owner is invited, never added', async () => {
  const json = { name: 'Ganga Books', owner_email: 'Owner@Ganga.example' }
  const made = await asOperator('POST', '/v1/organizations', json)
  assert.equal(made.status, 201)
  assert.equal(made.body.name, 'Ganga Books')
  const found = (await asOperator('GET', `/v1/organizations/${made.body.id}`)).body
  assert.deepEqual({ ...found, ...made.body }, found)
  assert.equal(made.headers.get('location'), `/v1/organizations/${made.body.id}`)
  assert.deepEqual(await ownersOf(made.body.id), [])
  const organizationId = uuidOf('org', made.body.id)
  const invited = await samvad.rows('select email, role_name, by_operator from invitations where org_id = $1', [
    organizationId,
  ])
  assert.deepEqual(invited, [{ email: 'owner@ganga.example', role_name: 'owner', by_operator: true }])
  const wallets = await samvad.rows('select balance_micros from wallets where org_id = $1', [organizationId])
  assert.deepEqual(wallets, [{ balance_micros: 0n }])

  const alone = await asOperator('POST', '/v1/organizations', { name: 'Nobody yet' })
  assert.equal(alone.status, 201)
  assert.deepEqual(await ownersOf(alone.body.id), [])
})

test('spec 1.19: a fault leaves no half-made organization behind', async () => {
  const before = await samvad.rows('select id from organizations order by id')
  const faults: [Record<string, unknown>, string][] = [
    [{ name: 'X', owner_email: 'nobody' }, 'owner_email'],
    [{ name: 'X', owner_display_name: 'Nobody' }, 'owner_display_name'],
    [{ name: 'X', owner_email: 'x@x.example', owner_password: 'long-enough-to-be-one' }, 'owner_password'],
    [{}, 'name'],
  ]
  for (const [json, field] of faults) {
    const answer = await asOperator('POST', '/v1/organizations', json)
    assert.equal(answer.status, 422)
    assert.equal(answer.body.errors[0].field, field)
  }
  assert.deepEqual(await samvad.rows('select id from organizations order by id'), before)
})

test('spec 1.7: only operators see and make organizations, whatever their role', async () => {
  for (const token of [company.token, (await samvad.newMember(company.organizationId, 'admin')).token]) {
    assert.equal((await samvad.request('GET', '/v1/organizations', { token })).status, 403)
    assert.equal((await samvad.request('POST', '/v1/organizations', { token, json: { name: 'Mine' } })).status, 403)
    const path = `/v1/organizations/${publicId('org', company.organizationId)}`
    assert.equal((await samvad.request('GET', path, { token })).status, 403)
  }
  const { body } = await asOperator('GET', '/v1/organizations?limit=100')
  const stored = await samvad.rows<{ id: string }>('select id from organizations order by id desc')
  assert.deepEqual(
    body.data.map(({ id }: { id: string }) => id),
    stored.map(({ id }) => publicId('org', id)),
  )
  assert.equal((await asOperator('GET', `/v1/organizations/${publicId('org', company.userId)}`)).status, 404)
})
