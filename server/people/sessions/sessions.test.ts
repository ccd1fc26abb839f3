import assert from 'node:assert/strict'
import { createHook } from 'node:async_hooks'
import { test } from 'node:test'
import { hashSecret } from '#kit/crypto.ts'
import { publicId, startSamvad } from '../../../test/harness.ts'
import { isSameOrigin, readSessionCookie, sessionCookie } from './rules.ts'

const samvad = await startSamvad()
const { company } = samvad
const PASSWORD = 'monsoon-over-konkan'

const path = '/console/session'
let people = 0

async function newPerson(role = 'agent') {
  const email = `person${++people}@company.example`
  return samvad.newPerson(company.organizationId, role, { email, password: PASSWORD })
}

const signIn = (json: unknown, headers: Record<string, string> = {}) =>
  samvad.request('POST', path, { token: null, json, headers })
const who = (cookie: string, method = 'GET', headers = {}) =>
  samvad.request(method, path, { token: null, headers: { cookie, ...headers } })
const cookieOf = (answer: { headers: Headers }) => (answer.headers.get('set-cookie') ?? '').split(';')[0] as string

test('spec 2.8: people sign in with email and password, and the cookie is for the console alone', async () => {
  const asha = await newPerson()
  const answer = await signIn({ email: asha.email.toUpperCase(), password: PASSWORD })
  assert.equal(answer.status, 201)
  assert.equal(answer.body.user.id, asha.id)
  assert.equal(answer.body.organization.name, 'Asha Textiles')
  assert.equal(answer.body.role, 'agent')
  assert.ok(answer.body.permissions.includes('messages.send') && !answer.body.permissions.includes('wallet.recharge'))
  assert.equal(answer.body.expires_at - answer.body.created_at, 12 * 3600)
  const [setCookie = '', deviceCookie = ''] = answer.headers.getSetCookie()
  assert.match(
    deviceCookie,
    /^samvad_device=[0-9a-z]+~[\w-]{16}~[\w-]{43}; Path=\/console; Max-Age=31536000; HttpOnly; SameSite=Strict$/,
  )
  assert.match(
    setCookie,
    /^samvad_session=session_[A-Za-z0-9_-]{43}; Path=\/console; Max-Age=2592000; HttpOnly; SameSite=Strict$/,
  )
  assert.equal(answer.headers.get('cache-control'), 'no-store')

  const cookie = cookieOf(answer)
  assert.deepEqual((await who(cookie)).body, answer.body)
  const secret = readSessionCookie(cookie) as string
  const stored = await samvad.rows<{ hash: Buffer; row: string }>('select hash, s::text as row from sessions s')
  assert.ok(stored.some(({ hash }) => hash.equals(hashSecret(secret))))
  assert.ok(stored.every(({ row }) => !row.includes(secret)))

  for (const api of ['/v1/me', '/v1/conversations', '/external/conversations']) {
    const refused = await samvad.request('GET', api, { token: null, headers: { cookie } })
    assert.equal(refused.status, 401, api)
  }
  assert.equal((await samvad.request('GET', '/v1/me', { token: secret })).status, 401)
})

test('spec 2.8: the cookie is for TLS alone where the installation is reached by TLS', () => {
  assert.match(sessionCookie('session_x', 'https://samvad.example'), /; Secure$/)
  assert.doesNotMatch(sessionCookie('session_x', 'http://127.0.0.1:8080'), /Secure/)
  assert.equal(readSessionCookie('a=b; samvad_session=session_x; c=d'), 'session_x')
  assert.equal(readSessionCookie('xsamvad_session=session_x'), null)
})

test('spec 2.9: signing out ends the session, and a session ends by itself after 12 hours', async () => {
  const { email } = await newPerson()
  const first = cookieOf(await signIn({ email, password: PASSWORD }))
  const second = cookieOf(await signIn({ email, password: PASSWORD }))
  const out = await who(first, 'DELETE')
  assert.equal(out.status, 204)
  assert.match(out.headers.get('set-cookie') ?? '', /^samvad_session=; Path=\/console; Max-Age=0/)
  assert.equal((await who(first)).status, 204)
  assert.equal((await who(first, 'DELETE')).status, 204)
  assert.equal((await who(second)).status, 200)
  try {
    samvad.setClock(new Date(Date.now() + 12 * 3600 * 1000 + 1000))
    assert.equal((await who(second)).status, 204)
  } finally {
    samvad.setClock(null)
  }
  assert.equal((await who('samvad_session=session_unknown')).status, 204)
  assert.equal((await samvad.request('GET', path, { token: company.token })).status, 204)
})

test('spec 2.10: a wrong password, an unknown address and a user without a password get the same words', async () => {
  const { email } = await newPerson()
  const noPassword = `nopassword${++people}@company.example`
  await samvad.newPerson(company.organizationId, 'agent', { email: noPassword })
  const tries = [
    { email, password: 'not-the-password' },
    { email: 'stranger@nowhere.example', password: PASSWORD },
    { email: 'not even an address', password: PASSWORD },
    { email: noPassword, password: PASSWORD },
  ]
  const answers = await Promise.all(tries.map((json) => signIn(json)))
  const said = answers.map(({ status, body: { request_id, ...rest } }) => ({ status, ...rest }))
  assert.equal(said[0]?.status, 401)
  assert.equal(said[0]?.code, 'sign_in_failed')
  for (const one of said) assert.deepEqual(one, said[0])
  assert.ok(answers.every(({ headers }) => headers.get('set-cookie') === null))
})

test('spec 2.10: an unknown address costs as many hashes as a wrong password', async () => {
  const { email } = await newPerson()
  let hashes = 0
  const counting = createHook({
    init(_, type) {
      if (type === 'ARGON2REQUEST') hashes++
    },
  }).enable()
  const hashesFor = async (address: string) => {
    const before = hashes
    assert.equal((await signIn({ email: address, password: 'not-the-password' })).status, 401)
    return hashes - before
  }
  try {
    // The first failure of a process computes the hash that replaces an unknown user's.
    await hashesFor(email)
    assert.deepEqual([await hashesFor(email), await hashesFor('stranger@nowhere.example')], [1, 1])
  } finally {
    counting.disable()
  }
})

test('spec 2.10: after five failures in a row an address waits, known or not, even with the right password', async () => {
  const { email } = await newPerson()
  const bystander = await newPerson()
  const start = Date.now()
  const at = (seconds: number) => samvad.setClock(new Date(start + seconds * 1000))
  try {
    for (const address of [email, 'ghost@nowhere.example']) {
      at(0)
      for (let failure = 1; failure <= 5; failure++)
        assert.equal((await signIn({ email: address, password: 'wrong-password-1' })).status, 401)
      const waiting = await signIn({ email: address, password: PASSWORD })
      assert.equal(waiting.status, 429)
      assert.equal(waiting.body.code, 'rate_limited')
      assert.equal(waiting.headers.get('retry-after'), '1')
      at(1)
      assert.equal((await signIn({ email: address, password: 'wrong-password-1' })).status, 401)
      assert.equal((await signIn({ email: address, password: PASSWORD })).headers.get('retry-after'), '2')
    }
    at(2)
    assert.equal((await signIn({ email, password: PASSWORD })).status, 429)
    assert.equal((await signIn({ email: bystander.email, password: PASSWORD })).status, 201)
    at(3)
    assert.equal((await signIn({ email, password: PASSWORD })).status, 201)
    // The success reset the failures: five more are free.
    for (let failure = 1; failure <= 4; failure++)
      assert.equal((await signIn({ email, password: 'wrong-password-1' })).status, 401)
    assert.equal((await signIn({ email, password: PASSWORD })).status, 201)
  } finally {
    samvad.setClock(null)
  }
})

test('spec 2.10: guesses made at once are counted one by one', async () => {
  const { email } = await newPerson()
  const fixed = new Date()
  try {
    samvad.setClock(fixed)
    const guesses = Array.from({ length: 12 }, (_, index) => signIn({ email, password: `wrong-password-${index}` }))
    const statuses = (await Promise.all(guesses)).map(({ status }) => status).sort()
    assert.deepEqual(statuses, [...Array(5).fill(401), ...Array(7).fill(429)])
  } finally {
    samvad.setClock(null)
  }
})

test('spec 1.2, 2.9: one who belongs to several organizations chooses, and sees no others', async () => {
  const other = await samvad.newCompany('Bharat Tools')
  const stranger = await samvad.newCompany('Chitra Prints')
  const { email } = await newPerson('viewer')
  await samvad.newPerson(other.organizationId, 'admin', { email })
  const first = await signIn({ email, password: PASSWORD })
  assert.equal(first.body.organization.name, 'Asha Textiles')
  assert.equal(first.body.role, 'viewer')
  assert.deepEqual(
    first.body.organizations.map(({ name }: { name: string }) => name),
    ['Asha Textiles', 'Bharat Tools'],
  )
  const organization_id = publicId('org', other.organizationId)
  const second = await signIn({ email, password: PASSWORD, organization_id })
  assert.equal(second.body.organization.id, organization_id)
  assert.equal(second.body.role, 'admin')
  const third = await signIn({ email, password: PASSWORD, organization_id: publicId('org', stranger.organizationId) })
  assert.equal(third.status, 404)

  const cookie = cookieOf(second)
  const user = `/v1/users/${second.body.user.id}`
  assert.equal((await samvad.request('DELETE', user, { token: other.token })).status, 204)
  assert.equal((await who(cookie)).status, 204)
  assert.equal((await who(cookieOf(first))).status, 200)
})

test('spec 2.9: a new password ends the sessions that the old one began', async () => {
  const { email, token } = await newPerson()
  const cookie = cookieOf(await signIn({ email, password: PASSWORD }))
  const json = { password: 'a-better-password', current_password: PASSWORD }
  assert.equal((await samvad.request('PUT', '/v1/me', { json, token })).status, 200)
  assert.equal((await who(cookie)).status, 204)
  assert.equal((await signIn({ email, password: PASSWORD })).status, 401)
  assert.equal((await signIn({ email, password: 'a-better-password' })).status, 201)
})

test('spec 2.11: signing in and out takes JSON and our own pages alone', async () => {
  const { email } = await newPerson()
  const json = { email, password: PASSWORD }
  const form = await samvad.request('POST', path, { token: null, form: json })
  assert.equal(form.status, 415)
  for (const origin of ['https://evil.example', 'null', `${samvad.url}.evil.example`]) {
    const answer = await signIn(json, { origin })
    assert.equal(answer.status, 403, origin)
    assert.equal(answer.headers.get('set-cookie'), null)
  }
  const good = await signIn(json, { origin: samvad.url })
  assert.equal(good.status, 201)
  const cookie = cookieOf(good)
  assert.equal((await who(cookie, 'DELETE', { origin: 'https://evil.example' })).status, 403)
  assert.equal((await who(cookie)).status, 200)
  assert.ok(isSameOrigin('https://samvad.example', 'internal:8080', 'https://samvad.example'))
  assert.ok(!isSameOrigin('http://samvad.example', 'internal:8080', 'https://samvad.example'))
  assert.equal((await signIn({ ...json, remember: true })).status, 422)
})
