import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createServer } from '#edge/server.ts'
import { hashSecret } from '#kit/crypto.ts'
import { routesOf } from '#program/routes.ts'
import { publicId, request, startSamvad } from '../../../test/harness.ts'
import { eventually } from '../../../test/program.ts'
import { builtInRoles } from './rules.ts'

const samvad = await startSamvad({ SAMVAD_TRUST_PROXY: 'loopback' })
const { company } = samvad
const now = () => Math.floor(samvad.app.clock().getTime() / 1000)

const make = (json: unknown, token = company.token) => samvad.request('POST', '/v1/tokens', { json, token })
const me = (token: string, url = samvad.url) => request(url, 'GET', '/v1/me', { token })

test('spec 2.2: a new token is shown once, works, and is stored only as a hash', async () => {
  const made = await make({ name: 'Shop', permissions: ['contacts.view', 'balance.view'] })
  assert.equal(made.status, 201)
  const { access_token: secret, ...token } = made.body
  assert.match(secret, /^samvad_[A-Za-z0-9_-]{43}$/)
  assert.equal(made.headers.get('location'), `/v1/tokens/${token.id}`)
  assert.deepEqual(token.permissions, ['balance.view', 'contacts.view'])
  assert.equal(token.hint, secret.slice(-4))
  assert.equal(token.user_id, publicId('user', company.userId))
  assert.deepEqual([token.expires_at, token.allowed_addresses], [null, null])

  assert.deepEqual((await samvad.request('GET', `/v1/tokens/${token.id}`)).body, token)
  const mine = await me(secret)
  assert.deepEqual(mine.body.permissions, ['balance.view', 'contacts.view'])
  assert.equal(mine.body.token_id, token.id)
  assert.equal((await samvad.request('GET', '/v1/users', { token: secret })).status, 403)

  const hashes = await samvad.rows<{ hash: Buffer }>('select hash from token_hashes')
  assert.ok(hashes.some(({ hash }) => hash.equals(hashSecret(secret))))
  const everything = await samvad.rows<{ row: string }>(
    `select t::text as row from tokens t union all select h::text from token_hashes h
     union all select e::text from events e union all select i::text from idempotency_keys i`,
  )
  assert.ok(everything.every(({ row }) => !row.includes(secret)))
  const events = await samvad.rows(`select payload from events where type = 'token.created' and org_id = $1`, [
    company.organizationId,
  ])
  assert.deepEqual(events.at(-1)?.payload, token)
})

test('spec 3.13, 18.1: a repeated request with its Idempotency-Key gets the same token, which the database cannot read', async () => {
  const options = { json: { name: 'Twice' }, headers: { 'idempotency-key': 'make-once' } }
  const first = await samvad.request('POST', '/v1/tokens', options)
  const again = await samvad.request('POST', '/v1/tokens', options)
  assert.equal(first.status, 201)
  assert.deepEqual(again.body, first.body)
  assert.equal(again.headers.get('idempotency-replayed'), 'true')
  assert.equal((await me(again.body.access_token)).status, 200)
  const kept = await samvad.rows<{ body: string }>('select body from idempotency_keys where key = $1', ['make-once'])
  assert.equal(kept.length, 1)
  assert.ok(!kept[0]?.body.includes(first.body.access_token))
  assert.equal((await samvad.rows(`select 1 from tokens where name = 'Twice'`)).length, 1)
})

test('spec 2.3: without permissions a token gets those of the calling one, and never more', async () => {
  const narrow = (await make({ name: 'Narrow', permissions: ['tokens.manage', 'contacts.view'] })).body.access_token
  const child = await make({ name: 'Child' }, narrow)
  assert.deepEqual(child.body.permissions, ['tokens.manage', 'contacts.view'])

  const before = await samvad.rows('select id from tokens')
  const greedy = await make(
    { name: 'Greedy', permissions: ['contacts.view', 'wallet.recharge', 'messages.send'] },
    narrow,
  )
  assert.equal(greedy.status, 403)
  assert.equal(greedy.body.code, 'permission_denied')
  const [{ field, code, params }] = greedy.body.errors
  assert.deepEqual([field, code], ['permissions', 'permissions_not_yours'])
  assert.deepEqual(params, { permissions: ['wallet.recharge', 'messages.send'] })
  assert.equal((await make({ name: 'Operator', permissions: ['installation.operate'] })).status, 403)
  assert.equal((await make({ name: 'Unknown', permissions: ['contacts.sell'] })).status, 422)
  assert.equal((await make({ name: 'None', permissions: [] })).status, 422)
  const viewer = await samvad.newMember(company.organizationId, 'viewer')
  assert.equal((await make({ name: 'Viewer' }, viewer.token)).status, 403)
  assert.equal((await samvad.rows('select id from tokens')).length, before.length + 1)
})

test('spec 2.5: a limited token makes no token that outlives it or works from elsewhere', async () => {
  const expires_at = now() + 3600
  const limits = { expires_at, allowed_addresses: ['203.0.113.0/24'] }
  const limited = (await make({ name: 'Limited', ...limits })).body.access_token
  const headers = { 'x-forwarded-for': '203.0.113.9' }
  const child = (json: unknown) => samvad.request('POST', '/v1/tokens', { json, token: limited, headers })

  const same = await child({ name: 'Same' })
  assert.equal(same.status, 201)
  assert.equal(same.body.expires_at, expires_at)
  assert.deepEqual(same.body.allowed_addresses, ['203.0.113.0/24'])
  assert.equal((await child({ name: 'One', allowed_addresses: ['203.0.113.9'] })).status, 201)
  const wider = await child({ name: 'Wider', allowed_addresses: ['203.0.112.0/23'] })
  assert.equal(wider.status, 422)
  assert.equal(wider.body.errors[0].field, 'allowed_addresses[0]')
  const longer = await child({ name: 'Longer', expires_at: expires_at + 1 })
  assert.equal(longer.status, 422)
  assert.equal(longer.body.errors[0].field, 'expires_at')
})

test('spec 2.4: a token is made for oneself or for a service user, never for another person', async () => {
  const agent = await samvad.newMember(company.organizationId, 'agent')
  const before = await samvad.rows('select id from tokens')
  const refused = await make({ name: 'For the agent', user_id: publicId('user', agent.userId) })
  assert.deepEqual([refused.status, refused.body.code], [403, 'permission_denied'])
  assert.equal(refused.body.errors[0].field, 'user_id')
  assert.deepEqual(await samvad.rows('select id from tokens'), before)

  const service = async (role: string) =>
    (await samvad.request('POST', '/v1/service_users', { json: { name: `Shop ${role}`, role } })).body
  const shop = await service('agent')
  const made = await make({ name: 'Web shop', user_id: shop.id })
  assert.equal(made.status, 201)
  assert.deepEqual(made.body.permissions.toSorted(), [...builtInRoles.agent].toSorted())
  const mine = await me(made.body.access_token)
  assert.deepEqual([mine.body.user.id, mine.body.user.kind, mine.body.user.email], [shop.id, 'service', null])
  const beyond = await make({ name: 'Too much', user_id: shop.id, permissions: ['wallet.recharge'] })
  assert.equal(beyond.status, 422)
  assert.deepEqual(beyond.body.errors[0].params, { permissions: ['wallet.recharge'] })

  // An admin has fewer permissions than an owner, and an agent cannot manage users.
  const ofOwners = await service('owner')
  const admin = await samvad.newMember(company.organizationId, 'admin')
  for (const [token, user_id, status] of [
    [admin.token, ofOwners.id, 403],
    [admin.token, shop.id, 201],
    [agent.token, shop.id, 403],
  ] as const)
    assert.equal((await make({ name: 'Another', user_id }, token)).status, status)
  const narrow = await make({ name: 'Narrow', permissions: ['users.manage', 'tokens.manage'] })
  const byNarrow = await make({ name: 'Wider', user_id: shop.id }, narrow.body.access_token)
  assert.equal(byNarrow.body.errors[0].field, 'user_id')
})

test('spec 2.7: users.manage sees the tokens of others, and revokes those that hold no more than the revoking one', async () => {
  const agent = await samvad.newMember(company.organizationId, 'agent')
  const agentId = publicId('user', agent.userId)
  const { token_id: agentsToken } = (await me(agent.token)).body
  const listed = await samvad.request('GET', `/v1/tokens?user_id=${agentId}`)
  assert.deepEqual(
    listed.body.data.map(({ id }: { id: string }) => id),
    [agentsToken],
  )
  const asAgent = (method: string, path: string) => samvad.request(method, path, { token: agent.token })
  const own = await asAgent('GET', '/v1/tokens?limit=100')
  assert.ok(own.body.data.every(({ user_id }: { user_id: string }) => user_id === agentId))
  const owners = (await make({ name: 'Of the owner' })).body
  assert.equal((await asAgent('GET', `/v1/tokens/${owners.id}`)).status, 404)
  assert.equal((await asAgent('DELETE', `/v1/tokens/${owners.id}`)).status, 404)
  assert.deepEqual((await asAgent('GET', `/v1/tokens?user_id=${owners.user_id}`)).body, { has_more: false, data: [] })

  const admin = await samvad.newMember(company.organizationId, 'admin')
  const refused = await samvad.request('DELETE', `/v1/tokens/${owners.id}`, { token: admin.token })
  assert.deepEqual([refused.status, refused.body.code], [403, 'permission_denied'])
  assert.equal((await me(owners.access_token)).status, 200)
  // The token's own permissions count, not its user's: an admin can revoke a narrow token of the owner.
  const narrow = (await make({ name: 'Narrow', permissions: ['contacts.view'] })).body
  assert.equal((await samvad.request('DELETE', `/v1/tokens/${narrow.id}`, { token: admin.token })).status, 204)

  assert.equal((await samvad.request('DELETE', `/v1/tokens/${agentsToken}`, { token: admin.token })).status, 204)
  await eventually('it holds', async () => (await me(agent.token)).status === 401)
})

test('spec 2.7: a limited token revokes itself, and no token of its own user that holds more', async () => {
  const owners = (await make({ name: 'Of the owner' })).body
  const limited = (await make({ name: 'Tokens alone', permissions: ['tokens.manage'] })).body
  const revoke = (id: string) => samvad.request('DELETE', `/v1/tokens/${id}`, { token: limited.access_token })
  const refused = await revoke(owners.id)
  assert.deepEqual([refused.status, refused.body.code], [403, 'permission_denied'])
  assert.equal((await me(owners.access_token)).status, 200)
  assert.equal((await revoke(limited.id)).status, 204)
})

test("spec 1.1: another organization's tokens and users are a 404", async () => {
  const other = await samvad.newCompany('Bharat Tools')
  const theirs = (await make({ name: 'Theirs' }, other.token)).body
  for (const method of ['GET', 'DELETE']) {
    const answer = await samvad.request(method, `/v1/tokens/${theirs.id}`)
    assert.equal(answer.status, 404)
    assert.equal(answer.body.code, 'not_found')
  }
  const foreign = await make({ name: 'Foreign', user_id: theirs.user_id })
  assert.equal(foreign.status, 404)
  assert.equal(foreign.body.errors[0].field, 'user_id')
  assert.equal((await samvad.request('GET', `/v1/tokens?starting_after=${theirs.id}`)).status, 400)
  assert.equal((await samvad.request('GET', '/v1/tokens/token_unknown')).status, 404)
  assert.equal((await me(theirs.access_token)).body.organization.name, 'Bharat Tools')
})

test('spec 2.5: an expired token is a 401', async () => {
  const made = await make({ name: 'Short', expires_at: now() + 60 })
  assert.equal((await me(made.body.access_token)).status, 200)
  try {
    samvad.setClock(new Date(Date.now() + 61_000))
    const late = await me(made.body.access_token)
    assert.equal(late.status, 401)
    assert.equal(late.body.code, 'unauthenticated')
    assert.match(late.headers.get('www-authenticate') ?? '', /^Bearer/)
    assert.equal((await me(company.token)).status, 200)
  } finally {
    samvad.setClock(null)
  }
  const past = await make({ name: 'Past', expires_at: now() - 1 })
  assert.equal(past.status, 422)
  assert.equal(past.body.errors[0].field, 'expires_at')
})

test('spec 2.5: a token works from its allowed addresses alone, IPv4 and IPv6, single and network', async () => {
  const allowed_addresses = ['203.0.113.0/24', '198.51.100.7', '2001:db8:7::/48', '2001:DB8::1']
  const made = await make({ name: 'Office', allowed_addresses })
  assert.deepEqual(made.body.allowed_addresses, ['203.0.113.0/24', '198.51.100.7', '2001:db8:7::/48', '2001:db8::1'])
  const from = async (address: string) => {
    const token = made.body.access_token
    const { status, body } = await samvad.request('GET', '/v1/me', { token, headers: { 'x-forwarded-for': address } })
    return status === 200 ? 200 : `${status} ${body.code}`
  }
  const inside = [
    '203.0.113.0',
    '203.0.113.255',
    '198.51.100.7',
    '::ffff:203.0.113.9',
    '::ffff:cb00:7109',
    '2001:db8:7:1::5',
    '2001:db8::1',
    // Some proxies append the port.
    '203.0.113.9:443',
    '[2001:db8::1]:443',
  ]
  for (const address of inside) assert.equal(await from(address), 200, address)
  for (const address of ['203.0.114.0', '198.51.100.8', '2001:db8:8::1', '2001:db8::2', '::1'])
    assert.equal(await from(address), '403 address_denied', address)
  // Invalid values of a careless proxy are no address, and match none.
  for (const address of ['unknown', '203.0.113.9:x', '999.0.113.9'])
    assert.equal(await from(address), '403 address_denied', address)

  const wrong = await make({ name: 'Wrong', allowed_addresses: ['203.0.113.7', 'office'] })
  assert.equal(wrong.status, 422)
  assert.equal(wrong.body.errors[0].field, 'allowed_addresses[1]')
})

test('spec 2.6: a revoked token is dead within 5 seconds in every process', async () => {
  const second = createServer(samvad.app, routesOf(samvad.app), { isSandboxOn: () => true })
  const secondUrl = await second.listen({ port: 0, host: '127.0.0.1' })
  try {
    const { id, access_token: token } = (await make({ name: 'Lost laptop' })).body
    // Both processes have it cached now.
    assert.deepEqual([(await me(token)).status, (await me(token, secondUrl)).status], [200, 200])
    assert.equal((await samvad.request('DELETE', `/v1/tokens/${id}`)).status, 204)
    await eventually(
      'it holds',
      async () => (await me(token)).status === 401 && (await me(token, secondUrl)).status === 401,
    )

    assert.equal((await samvad.request('DELETE', `/v1/tokens/${id}`)).status, 404)
    assert.equal((await samvad.request('GET', `/v1/tokens/${id}`)).status, 404)
    assert.equal((await me(company.token)).status, 200)
    const events = await samvad.rows(`select object_id from events where type = 'token.revoked' order by id`)
    assert.equal(publicId('token', events.at(-1)?.object_id), id)
  } finally {
    await second.close()
  }
})

test('spec 4.5: a walk over the pages sees every token once, newest first', async () => {
  const { token } = await samvad.newCompany('Chitra Prints')
  const names = ['1', '2', '3', '4']
  for (const name of names) await make({ name }, token)
  const seen: string[] = []
  let after = ''
  for (;;) {
    const { body } = await samvad.request('GET', `/v1/tokens?limit=2${after}`, { token })
    seen.push(...body.data.map(({ name }: { name: string }) => name))
    if (!body.has_more) break
    after = `&starting_after=${body.data.at(-1).id}`
  }
  assert.deepEqual(seen, ['4', '3', '2', '1', 'test'])
})

test('spec 1.7: that a token is an operator’s is told to nobody else, and does not keep it from being revoked', async () => {
  const operator = await samvad.newMember(company.organizationId, 'viewer')
  await samvad.rows('update users set is_operator = true where id = $1', [operator.userId])
  const listed = async (token: string) =>
    (await samvad.request('GET', `/v1/tokens?user_id=${publicId('user', operator.userId)}`, { token })).body.data
  const [seen] = await listed(company.token)
  assert.ok(seen.permissions.includes('messages.view') && !seen.permissions.includes('installation.operate'))
  const one = await samvad.request('GET', `/v1/tokens/${seen.id}`)
  assert.deepEqual(one.body, seen)
  assert.equal((await samvad.request('DELETE', `/v1/tokens/${seen.id}`)).status, 204)
})
