// Every operation with ids of another organization and of a fellow member. spec 1.1, 5.15.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Company, publicId, startSamvad } from '../harness.ts'
import { assertRefused, person } from '../story.ts'
import { expected, type Line } from './expected.ts'
import { ownersThings, type Things, thingsOf, triesOn } from './things.ts'

const samvad = await startSamvad()
const { company } = samvad
const neighbour = await samvad.newCompany('Neighbour Traders')
/** Has all permissions, so that only ownership refuses. */
const operator = await samvad.newMember(company.organizationId, 'owner')
await samvad.rows('update users set is_operator = true where id = $1', [operator.userId])

const allOf = async ({ organizationId, ...owner }: Company): Promise<Things> => ({
  ...(await thingsOf(samvad, organizationId, owner)),
  ...(await ownersThings(samvad, organizationId, owner)),
})
const theirs = await allOf(neighbour)
const mine = { ...(await allOf(company)), user: [publicId('user', operator.userId)] }

/** All rows of the organization, in every table that has any. */
async function everythingOf({ organizationId }: Company) {
  const tables = await samvad.rows<{ name: string }>(
    "select table_name as name from information_schema.columns where table_schema = 'public' and column_name = 'org_id' order by 1",
  )
  assert.ok(tables.length > 20)
  return Promise.all(
    tables.map(async ({ name }) => [
      name,
      await samvad.rows(`select * from ${name} t where org_id = $1 order by t::text`, [organizationId]),
    ]),
  )
}

test("spec 1.1: another organization's id is a 404 in every operation, tells nothing, and changes nothing", async () => {
  const before = await everythingOf(neighbour)
  const tries = triesOn(samvad, theirs, mine).filter(({ neighbour: seen }) => seen === '404')
  const missing = expected.filter(
    ({ neighbour: seen, route }) => seen === '404' && !tries.some((one) => one.route === route),
  )
  assert.deepEqual(missing, [], 'the neighbour has a thing for every operation')
  for (const { route, method, path, options } of tries) {
    const answer = await samvad.request(method, path, { token: operator.token, ...options })
    assert.equal(answer.status, 404, `${route} ${answer.text}`)
    assert.equal(answer.body.code, 'not_found')
    for (const secret of ['Neighbour', 'Ravi', 'Secret', '1000.00', '1180.00'])
      assert.ok(!answer.text.includes(secret), answer.text)
  }
  assert.deepEqual(await everythingOf(neighbour), before)
})

test('the same ids are found by whom they belong to', async () => {
  const reads = triesOn(samvad, theirs, theirs).filter(
    ({ method, neighbour: seen }) => method === 'GET' && seen === '404',
  )
  // Their mails were sent, and show no images.
  for (const { path } of reads.filter((one) => !/\/picture\?|\/original$/.test(one.path))) {
    const { status, text } = await samvad.request('GET', path, { token: neighbour.token })
    assert.equal(status, 200, `${path} ${text.slice(0, 200)}`)
  }
})

test("spec 5.15: of a fellow member's things an agent reaches what all share, and nothing that is their own", async () => {
  const agent = await samvad.newMember(company.organizationId, 'agent')
  const own = { ...(await thingsOf(samvad, company.organizationId, agent)), user: [publicId('user', agent.userId)] }
  const newThings = async () => {
    const other = await samvad.newMember(company.organizationId, 'agent')
    const own = await thingsOf(samvad, company.organizationId, other)
    const { role = [], tmpl = [], sdom = [], dom = [] } = mine
    const shared = { role, tmpl, sdom, dom }
    return { ...own, ...shared, member: [publicId('user', other.userId)], service: await serviceUser() }
  }
  // Operations that read or are refused change nothing, so they share these resources.
  const unchanged = await newThings()
  const writes = expected.filter(({ route, fellow }) => fellow === '✓' && !route.startsWith('GET '))
  const isDeletion = ({ route }: Line) => route.startsWith('DELETE ')
  const others = expected.filter((line) => line.fellow !== '-' && !writes.includes(line))
  /**
   * Per kind of resource: the first write uses the first of these, the second write the second. Deletions come last,
   * members before what they belong to.
   */
  const changed: Awaited<ReturnType<typeof newThings>>[] = []
  const changes = new Map<string, number>()
  const thingsFor = async ({ route }: Line) => {
    const [, kind = ''] = /\/v1\/(?:billing\/)?(\w+)/.exec(route) ?? []
    const place = changes.get(kind) ?? 0
    changes.set(kind, place + 1)
    changed[place] ??= await newThings()
    return changed[place]
  }
  const inOrder = [...others, ...writes.filter((one) => !isDeletion(one)), ...writes.filter(isDeletion).toReversed()]
  for (const line of inOrder) {
    const { route, fellow } = line
    const { member, service, ...all } = writes.includes(line) ? await thingsFor(line) : unchanged
    const things = { ...all, user: route.includes('service_users') ? service : member }
    const before = await stateOf(things)
    const [one] = triesOn(samvad, things, own, [line])
    assert.ok(one, route)
    const answer = await samvad.request(one.method, one.path, { token: agent.token, ...one.options })
    if (fellow === '✓') assert.ok(answer.status < 300, `${route} ${answer.text}`)
    else {
      assertRefused(answer, 404, 'not_found')
      assert.deepEqual(await stateOf(things), before, route)
    }
  }
})

async function serviceUser(): Promise<string[]> {
  return [(await person(samvad).make('/v1/service_users', { name: 'Shop', role: 'agent' })).id]
}

/** The conversation and its message as an owner sees them; and whether the token exists. */
async function stateOf({ conv = [], msg = [], token = [] }: Things) {
  const paths = [`/v1/conversations/${conv[0]}`, `/v1/messages/${msg[0]}`, `/v1/tokens/${token[0]}`]
  return Promise.all(paths.map(async (path) => (await samvad.request('GET', path)).body))
}

test("spec 5.15: a fellow member's conversation is a 404 in bodies and filters too, and nothing is charged", async () => {
  const [first, second] = await Promise.all([1, 2].map(() => samvad.newMember(company.organizationId, 'agent')))
  const { conv } = await thingsOf(samvad, company.organizationId, first as typeof operator)
  const agent = person(samvad, second as typeof operator)
  const [conversation_id] = conv as [string]
  const balance = (await person(samvad).get('/api/v1/billing/balance')).body.balance
  const draft = { conversation_id, channel: 'email', text: 'Hello' }
  assertRefused(await agent.post('/v1/messages', draft), 404, 'not_found', 'conversation_id')
  const batch = await agent.post('/v1/messages/batch', { messages: [draft] })
  assert.equal(batch.body.data[0].status, 404)
  assertRefused(await agent.get(`/v1/messages?conversation_id=${conversation_id}`), 404, 'not_found')
  assert.equal((await person(samvad).get('/api/v1/billing/balance')).body.balance, balance)
})

test("spec 1.1: another organization's things are refused in bodies and cursors too", async () => {
  const owner = person(samvad)
  const [transaction] = theirs.txn as [string]
  const [recharge] = theirs.rech as [string]
  const [contact] = theirs.contact as [string]
  const [conversation] = theirs.conv as [string]
  const [user] = theirs.user as [string]
  for (const named of [{ transaction_id: transaction }, { recharge_id: recharge }]) {
    const answer = await owner.post('/api/v1/billing/refunds', { ...named, reason: 'system_error' })
    assertRefused(answer, 404, 'not_found', Object.keys(named)[0] as string)
  }
  assertRefused(await owner.post('/v1/conversations', { contact_id: contact }), 404, 'not_found', 'contact_id')
  assertRefused(await owner.post('/v1/groups', { name: 'Ours', contacts: [contact] }), 404, 'not_found', 'contacts')
  const draft = { conversation_id: conversation, channel: 'email', text: 'Hello' }
  assertRefused(await owner.post('/v1/messages', draft), 404, 'not_found', 'conversation_id')
  assertRefused(await owner.post('/v1/tokens', { name: 'Theirs', user_id: user }), 404, 'not_found', 'user_id')
  const [own] = mine.conv as [string]
  assertRefused(await owner.post(`/v1/conversations/${own}/assign`, { user_id: user }), 404, 'not_found', 'user_id')
  for (const [path, ids] of Object.entries({
    '/api/v1/billing/transactions': theirs.txn,
    '/api/v1/billing/recharges': theirs.rech,
    '/api/v1/billing/invoices': theirs.inv,
    '/api/v1/billing/refunds': theirs.rfnd,
    '/api/v1/billing/exports': theirs.exp,
    '/v1/contacts': theirs.contact,
    '/v1/groups': theirs.group,
    '/v1/lists': theirs.list,
    '/v1/forms': theirs.form,
    '/v1/campaigns': theirs.camp,
    '/v1/segments': theirs.seg,
    '/v1/imports': theirs.imp,
    '/v1/conversations': theirs.conv,
    '/v1/tokens': theirs.token,
    '/v1/roles': theirs.role,
    '/v1/users': theirs.user,
    '/v1/service_users': theirs.user,
    '/v1/invitations': theirs.invite,
  }))
    for (const cursor of ['starting_after', 'ending_before'])
      assert.equal((await owner.get(`${path}?${cursor}=${ids?.[0]}`)).status, 400, path)
})
