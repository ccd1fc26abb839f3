// The API as the console uses it: with its session cookie, from our own pages only.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { eventJobs } from '#events/jobs.ts'
import { CHECK_EVERY_MS, endStreams } from '#feed/stream.ts'
import { fund, publicId, type RequestOptions, startSamvad } from '../../../test/harness.ts'
import { keepShortly } from '../../../test/kept-shortly.ts'
import { balanceOf } from '../../../test/payments.ts'
import { eventually } from '../../../test/program.ts'
import { assertRefused, person } from '../../../test/story.ts'
import { followAt, type Stream } from '../../../test/stream.ts'

const opened: Stream[] = []
after(() => {
  for (const stream of opened) stream.close()
  endStreams()
})

keepShortly()
const samvad = await startSamvad()
const { app } = samvad
const PASSWORD = 'monsoon-over-konkan'
const HOST = new URL(samvad.url).host
const EXPORTS = '/api/v1/billing/exports'
let people = 0

interface SignedIn {
  id: string
  email: string
  cookie: string
  headers: Record<string, string>
  call(method: string, path: string, options?: RequestOptions): ReturnType<typeof samvad.request>
}

/** One of our pages in a user's browser. */
async function signIn(organizationId: string, role = 'owner', email?: string): Promise<SignedIn> {
  const address = email ?? `page${++people}@company.example`
  if (!email) await samvad.newPerson(organizationId, role, { email: address, password: PASSWORD })
  const json = { email: address, password: PASSWORD, organization_id: publicId('org', organizationId) }
  const answer = await samvad.request('POST', '/console/session', { token: null, json })
  assert.equal(answer.status, 201, answer.text)
  const cookie = (answer.headers.get('set-cookie') ?? '').split(';')[0] as string
  const headers = {
    cookie,
    'x-csrf-token': answer.body.csrf_token,
    'samvad-organization': answer.body.organization.id,
    origin: samvad.url,
  }
  return {
    id: answer.body.user.id,
    email: address,
    cookie,
    headers,
    call: (method, path, options = {}) =>
      samvad.request(method, `/console/api${path}`, {
        token: null,
        ...options,
        headers: { ...headers, ...options.headers },
      }),
  }
}

test('spec 2.13: what is signed in to does what its member may, and the log says who, and with no token', async () => {
  const { organizationId } = samvad.company
  const [owner, agent] = [await signIn(organizationId), await signIn(organizationId, 'agent')]
  const me = await owner.call('GET', '/v1/me')
  assert.deepEqual([me.status, me.body.user.id, me.body.token_id], [200, owner.id, null], me.text)
  const contact = await agent.call('POST', '/v1/contacts', { json: { display_name: 'Ravi' } })
  assert.equal(contact.status, 201, contact.text)
  assert.equal((await agent.call('GET', `/v1/contacts/${contact.body.id}`)).body.display_name, 'Ravi')
  assertRefused(await agent.call('PUT', '/v1/organization', { json: { name: 'Mine' } }), 403, 'permission_denied')
  const made = await owner.call('POST', '/v1/service_users', { json: { name: 'Importer', role: 'agent' } })
  assert.equal(made.status, 201, made.text)
  const [entry] = (await owner.call('GET', '/v1/audit_log?action=service_user.created')).body.data
  assert.deepEqual([entry.user_id, entry.token_id], [owner.id, null])
  for (const path of ['/health/live', '/v1/openapi.json', '/docs', '/webhooks/gateways/razorpay', '/nothing'])
    assert.equal((await owner.call('GET', path)).status, 404, path)
})

test('spec 2.14: what another origin could make a browser send does nothing', async () => {
  const { organizationId } = samvad.company
  const owner = await signIn(organizationId)
  const json = { display_name: 'Forged' }
  const otherPort = `http://127.0.0.1:${Number(HOST.split(':')[1]) + 1}`
  const { origin: _, ...bare } = owner.headers
  const attempts: Record<string, Record<string, string>> = {
    'another site': { ...owner.headers, origin: 'https://evil.example' },
    'another port of the same host': { ...owner.headers, origin: otherPort },
    'a page without an origin': { ...owner.headers, origin: 'null' },
    'a browser that says another site': { ...bare, 'sec-fetch-site': 'cross-site' },
    'a browser that says another port': { ...bare, 'sec-fetch-site': 'same-site' },
    'an address that was typed': { ...bare, 'sec-fetch-site': 'none' },
    'who says nothing': bare,
    'ours and theirs': { ...owner.headers, 'sec-fetch-site': 'same-site' },
    'no csrf token': {
      cookie: owner.cookie,
      origin: samvad.url,
      'samvad-organization': bare['samvad-organization'] as string,
    },
    'an empty one': { ...owner.headers, 'x-csrf-token': '' },
    'that of another session': {
      ...owner.headers,
      'x-csrf-token': (await signIn(organizationId, 'owner', owner.email)).headers['x-csrf-token'] as string,
    },
  }
  for (const [who, headers] of Object.entries(attempts)) {
    for (const [method, path] of [
      ['POST', '/v1/contacts'],
      ['PUT', '/v1/organization'],
      ['DELETE', '/v1/channels/sms'],
    ] as const) {
      const options = { token: null, headers, ...(method === 'DELETE' ? {} : { json }) }
      const refused = await samvad.request(method, `/console/api${path}`, options)
      assertRefused(refused, 403, 'permission_denied')
      assert.equal(refused.headers.get('access-control-allow-origin'), null, who)
    }
  }
  for (const site of ['cross-site', 'same-site', 'none'])
    assertRefused(
      await owner.call('GET', '/v1/contacts', { headers: { 'sec-fetch-site': site } }),
      403,
      'permission_denied',
    )
  const contacts = await samvad.rows("select from contacts where display_name = 'Forged'")
  assert.equal(contacts.length, 0)
  const ofBrowser = { ...bare, 'sec-fetch-site': 'same-origin' }
  const right = await samvad.request('POST', '/console/api/v1/contacts', { token: null, headers: ofBrowser, json })
  assert.equal(right.status, 201, right.text)
  const preflight = await samvad.request('OPTIONS', '/console/api/v1/contacts', {
    token: null,
    headers: { origin: 'https://evil.example', 'access-control-request-method': 'POST' },
  })
  assert.equal(preflight.headers.get('access-control-allow-origin'), null)
})

test('spec 2.14: neither a token opens this door, nor the cookie the other; nobody signed in is a 401', async () => {
  const owner = await signIn(samvad.company.organizationId)
  const { cookie: _, ...withoutCookie } = owner.headers
  const token = samvad.company.token
  assertRefused(
    await samvad.request('GET', '/console/api/v1/me', { token, headers: withoutCookie }),
    401,
    'unauthenticated',
  )
  assertRefused(await samvad.request('GET', '/v1/me', { token: null, headers: owner.headers }), 401, 'unauthenticated')
  for (const cookie of ['samvad_session=session_x', 'samvad_session=', `x=${'y'.repeat(5000)}`])
    assertRefused(await owner.call('GET', '/v1/me', { headers: { cookie } }), 401, 'unauthenticated')
})

test('spec 2.15: a page that shows another organization than the session is for is told so, and nothing is done', async () => {
  const [one, two] = [await samvad.newCompany('One Oils'), await samvad.newCompany('Two Teas')]
  const asha = await signIn(one.organizationId)
  const there = publicId('org', two.organizationId) as string
  const elsewhere = { headers: { 'samvad-organization': there }, json: { display_name: 'Misplaced' } }
  assertRefused(await asha.call('POST', '/v1/contacts', elsewhere), 409, 'conflict')
  assertRefused(await asha.call('GET', '/v1/contacts', { headers: { 'samvad-organization': there } }), 409, 'conflict')
  const { 'samvad-organization': _, ...unnamed } = asha.headers
  assertRefused(
    await samvad.request('GET', '/console/api/v1/contacts', { token: null, headers: unnamed }),
    422,
    'invalid_content',
    'Samvad-Organization',
  )
  assert.deepEqual((await asha.call('GET', '/v1/contacts')).body.data, [])
  assert.deepEqual((await person(samvad, two).get('/v1/contacts')).body.data, [])
})

test('spec 2.16, 3.10: a key is the user’s in the organization: signed in again, a send that is repeated is one', async () => {
  const company = await samvad.newCompany('Once Onions')
  await fund(samvad, company.organizationId, 100n)
  const conversationOf = async (who: SignedIn) => {
    const contact = await who.call('POST', '/v1/contacts', { json: { email: `ravi${++people}@customer.example` } })
    return (await who.call('POST', '/v1/conversations', { json: { contact_id: contact.body.id } })).body.id
  }
  const send = (who: SignedIn, conversation_id: string) =>
    who.call('POST', '/v1/messages', {
      json: { conversation_id, channel: 'email', text: 'Your order has left' },
      headers: { 'idempotency-key': 'outbox-1' },
    })
  const first = await signIn(company.organizationId)
  const conversation = await conversationOf(first)
  const before = await balanceOf(samvad, company)
  const sent = await send(first, conversation)
  assert.equal(sent.status, 201, sent.text)
  assert.equal((await first.call('GET', '/v1/me')).status, 200)
  assert.equal(
    (await samvad.request('DELETE', '/console/session', { token: null, headers: { cookie: first.cookie } })).status,
    204,
  )
  const again = await send(await signIn(company.organizationId, 'owner', first.email), conversation)
  assert.deepEqual([again.body.id, again.headers.get('idempotency-replayed')], [sent.body.id, 'true'], again.text)
  // A colleague's idempotency key with the same name is a different key.
  const colleague = await signIn(company.organizationId)
  const theirs = await send(colleague, await conversationOf(colleague))
  assert.equal(theirs.status, 201, theirs.text)
  assert.notEqual(theirs.body.id, sent.body.id)
  assert.equal((Number(before) - Number(await balanceOf(samvad, company))).toFixed(2), '0.30')
})

test('spec 2.17: the live stream by session: told, and over within 5 seconds of signing out, or of another role', async () => {
  const company = await samvad.newCompany('Live Looms')
  const owner = person(samvad, company)
  const [asha, ravi] = [await signIn(company.organizationId), await signIn(company.organizationId, 'admin')]
  const follow = async ({ headers }: SignedIn) => {
    const stream = await followAt(`${samvad.url}/console/api/v1/events/stream`, headers)
    opened.push(stream)
    assert.equal(stream.status, 200)
    await eventually('it is open', async () => stream.beats > 0)
    return stream
  }
  const [ofAsha, ofRavi] = [await follow(asha), await follow(ravi)]
  const { id } = await owner.make('/v1/contacts', { display_name: 'Lata' })
  for (const job of eventJobs(app)) while (await job.run(new AbortController().signal)) continue
  for (const stream of [ofAsha, ofRavi])
    await eventually('it is told', async () => stream.told.some(({ data }) => data.object_id === id))

  await samvad.request('DELETE', '/console/session', { token: null, headers: { cookie: asha.cookie } })
  assert.equal((await owner.put(`/v1/users/${ravi.id}`, { role: 'agent' })).status, 200)
  await eventually('both are over', async () => ofAsha.isOver && ofRavi.isOver)
  assert.ok(CHECK_EVERY_MS <= 5000)
  await eventually('nothing more is done', async () => (await asha.call('GET', '/v1/me')).status === 401)
})

test('spec 2.17: a link that a session was given dies with it', async () => {
  const company = await samvad.newCompany('Linked Linens')
  await fund(samvad, company.organizationId, 100n)
  const asha = await signIn(company.organizationId)
  const now = Math.floor(app.clock().getTime() / 1000)
  const asked = { kind: 'transactions', format: 'csv', from: now - 86_400, to: now + 60 }
  const made = await asha.call('POST', EXPORTS, { json: asked })
  assert.equal(made.status, 202, made.text)
  samvad.startWorker()
  const url = await eventually('it is made', async () => {
    const { body } = await asha.call('GET', `${EXPORTS}/${made.body.id}`)
    return body.status === 'completed' && body.url
  })
  assert.match((await samvad.request('GET', new URL(url).pathname, { token: null })).text, /credit|recharge/)
  await samvad.request('DELETE', '/console/session', { token: null, headers: { cookie: asha.cookie } })
  assert.equal((await samvad.request('GET', new URL(url).pathname, { token: null })).status, 404)
})
