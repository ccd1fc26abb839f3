// The permission table: every operation for every caller. spec 1.3, 1.4, 1.5.
//
// The server decides by one rule for all operations, which server/edge/contract.test.ts tests on each. Here the rule's
// result is compared with the table, cell by cell. Where the rule alone does not decide, the request is sent, and of
// the rest a sample: `npm run test:long` sends all.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isPermitted, permissionsOfRoute, type Route } from '#edge/route.ts'
import { newUuid } from '#kit/ids.ts'
import type { Permission } from '#people/access/rules.ts'
import { routesOf } from '../../server/program/routes.ts'
import { someOf } from '../cases.ts'
import { publicId, startSamvad } from '../harness.ts'
import { SESSION, signedIn } from '../sessions.ts'
import { person } from '../story.ts'
import { callers, expected } from './expected.ts'

const samvad = await startSamvad()
const { organizationId } = samvad.company
const nameOf = ({ method, path }: Route) => `${method} ${path}`
const routes = new Map(
  routesOf(samvad.app)
    .filter(({ kind }) => kind !== 'public')
    .map((route) => [nameOf(route), route]),
)

/** The permission of each single-permission column. */
const alone: Record<string, Permission> = {
  balance: 'balance.view',
  recharge: 'wallet.recharge',
  invoices: 'invoices.download',
  usage: 'usage.view',
}

/** Operations on the person, not their tokens: a token with fewer permissions than its user is refused. */
const ofPerson = new Set([
  'PUT /v1/me',
  'GET /v1/notification_preferences',
  'PUT /v1/notification_preferences',
  'GET /v1/push_subscriptions',
  'POST /v1/push_subscriptions',
  'DELETE /v1/push_subscriptions/:id',
  'GET /v1/notification_number',
  'PUT /v1/notification_number',
  'DELETE /v1/notification_number',
  'POST /v1/notification_number/verify',
])
/** Writes allowed to any token: they affect only notifications that its permissions let it read. */
const ofAnyToken = ['POST /v1/notifications/:id/read', 'POST /v1/notifications/read_all']

interface Bearer {
  token: string
  /** True if the token has fewer permissions than its user. */
  isLimited: boolean
}

/** Each caller in every way to hold the permissions: by a role, or by an owner's token limited to them. */
async function bearersOf(caller: string): Promise<Bearer[]> {
  const permission = alone[caller]
  if (permission) {
    const member = await samvad.newMember(organizationId, 'viewer')
    const { id: role } = await person(samvad).make('/v1/roles', { name: caller, permissions: [permission] })
    const changed = await person(samvad).put(`/v1/users/${publicId('user', member.userId)}`, { role })
    assert.equal(changed.status, 200, changed.text)
    const limited = await samvad.newMember(organizationId, 'owner', [permission])
    return [
      { token: member.token, isLimited: false },
      { token: limited.token, isLimited: true },
    ]
  }
  if (caller === 'service') {
    const { id: user_id } = await person(samvad).make('/v1/service_users', { name: 'Shop', role: 'admin' })
    return [
      { token: (await person(samvad).make('/v1/tokens', { name: 'Shop', user_id })).access_token, isLimited: false },
    ]
  }
  const member = await samvad.newMember(organizationId, caller === 'operator' ? 'viewer' : caller)
  if (caller === 'operator') await samvad.rows('update users set is_operator = true where id = $1', [member.userId])
  return [{ token: member.token, isLimited: false }]
}

/** Nonexistent ids and an empty body: after the permission check other checks refuse it. */
async function attempt({ method, path, ids }: Route, token: string | null) {
  const real = path.replace(/:(\w+)/g, (_, name: string) => publicId(ids?.[name]?.prefix ?? 'org', newUuid()))
  return samvad.request(method, real, { token, ...(method === 'GET' ? {} : { json: {} }) })
}

test('spec 1.5: every operation has a line in the table of permissions, and every line an operation', () => {
  assert.deepEqual(expected.map(({ route }) => route).toSorted(), [...routes.keys()].toSorted())
})

test('spec 1.75: what any token may change is of its notices, or belongs to the person', () => {
  const writes = [...routes.values()].filter(({ permission, method }) => permission === null && method !== 'GET')
  const others = writes.map(nameOf).filter((name) => !ofPerson.has(name))
  assert.deepEqual(others.toSorted(), ofAnyToken.toSorted())
})

for (const [place, caller] of callers.entries()) {
  test(`spec 1.4, 1.5, 1.23, 1.75: what ${caller} may do, and nothing else`, async () => {
    for (const [index, { token, isLimited }] of (await bearersOf(caller)).entries()) {
      const held = new Set<string>((await samvad.request('GET', '/v1/me', { token })).body.permissions)
      const some = new Set(someOf(expected, place + callers.length * index))
      let agreed = 0
      for (const line of expected) {
        const { route, may } = line
        const known = routes.get(route)
        if (!known) continue
        const isRefused = !may.has(caller) || (isLimited && ofPerson.has(route))
        if (isRefused !== isPermitted(permissionsOfRoute(known), held)) agreed++
        else some.add(line)
        if (!some.has(line)) continue
        const { status, text } = await attempt(known, token)
        const said = `${caller}: ${route} answered ${status} ${text}`
        assert.ok(status < 500, said)
        if (isRefused) {
          assert.equal(status, 403, said)
          assert.equal(JSON.parse(text).code, 'permission_denied', said)
        } else assert.ok(status !== 401 && status !== 403, said)
      }
      assert.ok(agreed > expected.length * 0.9, `the rule decides ${agreed} of ${expected.length} operations`)
    }
  })
}

test('spec 2.1: without a token, or with one that is none, every operation is a 401', async () => {
  for (const [name, route] of routes) {
    for (const token of [null, 'samvad_nonsense']) {
      const { status, headers } = await attempt(route, token)
      assert.equal(status, 401, name)
      assert.match(headers.get('www-authenticate') ?? '', /^Bearer/, name)
    }
  }
})

test('spec 2.14: no GET answers with what the cookie of a session opens when the browser says that another site asks', async () => {
  const { browser, email } = await signedIn(samvad)
  const own = await browser.ask('GET', SESSION, undefined, { 'sec-fetch-site': 'same-origin' })
  assert.equal(own.body.user.email, email)
  const gets = routesOf(samvad.app).filter(({ method }) => method === 'GET')
  for (const { kind, path: declared } of gets) {
    const isPublic = kind === 'public'
    const path = (isPublic ? declared : `/console/api${declared}`).replace(/:(\w+)/g, 'nothing')
    const headers = { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }
    const answer = await browser.ask('GET', path, undefined, headers)
    const isOfSession = !isPublic || path.startsWith('/console/session')
    const expectedStatus = isOfSession ? 403 : (await samvad.request('GET', path, { token: null, headers })).status
    assert.equal(answer.status, expectedStatus, path)
    for (const secret of [email, browser.csrf]) assert.ok(!answer.text.includes(secret), path)
  }
})

test('spec 1.5: a refused caller changes nothing', async () => {
  const rows = await samvad.rows(
    'select (select count(*) from recharges) + (select count(*) from transactions) + (select count(*) from invoices) as count',
  )
  assert.deepEqual(rows, [{ count: 0n }])
})
