// Passkeys, with a software authenticator that creates real signatures; and attempts of a hostile one.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Authenticator, type Bent, newAuthenticator } from '../../../test/authenticator.ts'
import { type Answer, startSamvad } from '../../../test/harness.ts'
import { addTotp, type Browser, codeOf, openBrowser, SESSION, signedIn } from '../../../test/sessions.ts'
import { assertRefused } from '../../../test/story.ts'
import { relyingPartyOf } from './rules.ts'

const samvad = await startSamvad()
const FACTORS = `${SESSION}/factors`
const PASSKEYS = `${FACTORS}/passkeys`
const ORIGIN = samvad.url.replace('127.0.0.1', 'localhost')

const optionsOf = async (browser: Browser, path: string): Promise<any> => {
  const answer = await browser.ask('POST', path)
  assert.equal(answer.status, 200, answer.text)
  return answer.body
}

async function register(browser: Browser, name = 'Laptop', key = newAuthenticator(ORIGIN)): Promise<Authenticator> {
  const { challenge, options } = await optionsOf(browser, `${PASSKEYS}/options`)
  const made = await browser.ask('POST', PASSKEYS, { challenge, name, passkey: key.create(options) })
  assert.equal(made.status, 201, made.text)
  return key
}

async function signInBy(key: Authenticator, browser = openBrowser(samvad), bent: Bent = {}): Promise<Answer> {
  const { challenge, options } = await optionsOf(browser, `${SESSION}/passkey/options`)
  return browser.ask('POST', `${SESSION}/passkey`, { challenge, passkey: key.get(options, bent) })
}

test('spec 2.25: passkeys are of the host of the installation; one that is reached by numbers has none', () => {
  const of = (url: string) => relyingPartyOf(url)
  assert.deepEqual(of('https://chat.company.example'), {
    id: 'chat.company.example',
    origin: 'https://chat.company.example',
  })
  assert.deepEqual(of('http://127.0.0.1:8080'), { id: 'localhost', origin: 'http://localhost:8080' })
  assert.deepEqual(of('http://[::1]:8080'), { id: 'localhost', origin: 'http://localhost:8080' })
  for (const url of ['http://192.168.1.10:8080', 'https://203.0.113.7', 'http://[2001:db8::1]:8080'])
    assert.equal(of(url), null)
})

test('spec 2.25: registered, listed, renamed, removed; the first brings the recovery codes', async () => {
  const asha = await signedIn(samvad)
  const { challenge, options } = await optionsOf(asha.browser, `${PASSKEYS}/options`)
  assert.deepEqual(
    [options.rp.id, options.user.name, options.attestation, options.authenticatorSelection.userVerification],
    ['localhost', asha.email, 'none', 'required'],
  )
  const key = newAuthenticator(ORIGIN)
  const made = await asha.browser.ask('POST', PASSKEYS, { challenge, name: 'Laptop', passkey: key.create(options) })
  assert.equal(made.status, 201, made.text)
  assert.equal(made.body.recovery_codes.length, 10)
  assert.deepEqual([made.body.passkey.name, made.body.passkey.last_used_at], ['Laptop', null])
  const second = await optionsOf(asha.browser, `${PASSKEYS}/options`)
  assert.deepEqual(
    second.options.excludeCredentials.map(({ id }: { id: string }) => id),
    [key.id],
  )
  await register(asha.browser, 'Phone')
  const { body } = await asha.browser.ask('GET', FACTORS)
  assert.deepEqual(
    body.passkeys.map(({ name }: { name: string }) => name),
    ['Laptop', 'Phone'],
  )
  const [laptop, phone] = body.passkeys
  const renamed = await asha.browser.ask('PUT', `${PASSKEYS}/${laptop.id}`, { name: 'Old laptop' })
  assert.deepEqual([renamed.status, renamed.body.name], [200, 'Old laptop'])
  // Another user's passkey does not exist for her.
  const ravi = await signedIn(samvad)
  assert.equal((await ravi.browser.ask('PUT', `${PASSKEYS}/${laptop.id}`, { name: 'Mine' })).status, 404)
  assert.equal((await ravi.browser.ask('DELETE', `${PASSKEYS}/${laptop.id}`)).status, 404)
  for (const { id } of [laptop, phone])
    assert.equal((await asha.browser.ask('DELETE', `${PASSKEYS}/${id}`)).status, 204)
  const none = (await asha.browser.ask('GET', FACTORS)).body
  assert.deepEqual([none.passkeys, none.recovery_codes_left], [[], 0])
  assertRefused(await signInBy(key), 401, 'sign_in_failed')
  assert.equal((await openBrowser(samvad).signIn(asha.email)).status, 201)
})

test('spec 2.25: one signs in alone, without a name or a password', async () => {
  const asha = await signedIn(samvad)
  const key = await register(asha.browser)
  const browser = openBrowser(samvad)
  const { options } = await optionsOf(browser, `${SESSION}/passkey/options`)
  assert.deepEqual([options.allowCredentials, options.userVerification], [undefined, 'required'])
  const done = await signInBy(key, browser)
  assert.equal(done.status, 201, done.text)
  assert.equal(done.body.user.id, asha.id)
  assert.equal((await browser.api('GET', '/v1/me')).body.user.id, asha.id)
  assert.ok((await browser.ask('GET', FACTORS)).body.passkeys[0].last_used_at)
})

test('spec 2.25: keys of the three kinds that authenticators have are taken, and no others', async () => {
  for (const kind of ['EdDSA', 'RS256'] as const) {
    const asha = await signedIn(samvad)
    const key = await register(asha.browser, kind, newAuthenticator(ORIGIN, kind))
    assert.equal((await signInBy(key)).body.user.id, asha.id)
  }
  const { browser } = await signedIn(samvad)
  const { challenge, options } = await optionsOf(browser, `${PASSKEYS}/options`)
  const passkey = newAuthenticator(ORIGIN, 'ES384').create(options)
  assertRefused(
    await browser.ask('POST', PASSKEYS, { challenge, name: 'x', passkey }),
    422,
    'invalid_content',
    'passkey',
  )
})

test('spec 2.22, 2.25: one is the second step, of the account whose password was right', async () => {
  const [asha, ravi] = [await signedIn(samvad), await signedIn(samvad)]
  const [ofAsha, ofRavi] = [await register(asha.browser), await register(ravi.browser)]
  const browser = openBrowser(samvad)
  const step = await browser.signIn(asha.email)
  assert.deepEqual([step.status, step.body.factors], [200, ['passkey', 'recovery_code']])
  assert.deepEqual(
    step.body.passkey.allowCredentials.map(({ id }: { id: string }) => id),
    [ofAsha.id],
  )
  assertRefused(await browser.finish(step, { passkey: ofRavi.get(step.body.passkey) }), 401, 'sign_in_failed')
  // A response to another challenge: that of a sign-in by passkey alone.
  const alone = await optionsOf(browser, `${SESSION}/passkey/options`)
  assertRefused(await browser.finish(step, { passkey: ofAsha.get(alone.options) }), 401, 'sign_in_failed')
  const right = ofAsha.get(step.body.passkey)
  assertRefused(
    await browser.ask('POST', `${SESSION}/passkey`, { challenge: step.body.challenge, passkey: right }),
    409,
    'conflict',
  )
  assert.equal((await browser.finish(step, { passkey: right })).status, 201)
})

test('spec 2.25: an answer counts once, also for two at the same moment', async () => {
  const asha = await signedIn(samvad)
  const key = await register(asha.browser)
  const { challenge, options } = await optionsOf(openBrowser(samvad), `${SESSION}/passkey/options`)
  const passkey = key.get(options)
  const answers = await Promise.all(
    Array.from({ length: 4 }, () => openBrowser(samvad).ask('POST', `${SESSION}/passkey`, { challenge, passkey })),
  )
  assert.deepEqual(answers.map(({ status }) => status).filter((status) => status === 201).length, 1)
  const again = await openBrowser(samvad).ask('POST', `${SESSION}/passkey`, { challenge, passkey })
  assert.ok([401, 409].includes(again.status), again.text)
})

test('spec 2.25: what another page, another host, an unverified holder or a copy answers is none', async () => {
  const asha = await signedIn(samvad)
  const key = await register(asha.browser)
  assert.equal((await signInBy(key)).status, 201)
  const attempts: Record<string, Bent> = {
    'another origin': { origin: 'https://evil.example' },
    'another port': { origin: 'http://localhost:1' },
    'another host': { rpId: 'evil.example' },
    'nobody verified': { isVerified: false },
    'another ceremony': { type: 'webauthn.create' },
    'another challenge': { challenge: 'AAAA' },
    'another holder': { userHandle: Buffer.alloc(16, 7).toString('base64url') },
    'no holder': { userHandle: null },
    'a copy, whose counter is behind': { count: 1 },
  }
  for (const [who, bent] of Object.entries(attempts)) {
    const answer = await signInBy(key, openBrowser(samvad), bent)
    assert.equal(answer.status, 401, `${who}: ${answer.text}`)
    assert.deepEqual(answer.headers.getSetCookie(), [])
  }
  const stranger = newAuthenticator(ORIGIN)
  const { options } = await optionsOf(asha.browser, `${PASSKEYS}/options`)
  stranger.create(options)
  assertRefused(await signInBy(stranger), 401, 'sign_in_failed')
  const { challenge } = await optionsOf(asha.browser, `${SESSION}/passkey/options`)
  for (const passkey of [{}, { id: 'x' }, { id: key.id, response: {} }, { id: key.id, response: { userHandle: 7 } }])
    assert.equal((await openBrowser(samvad).ask('POST', `${SESSION}/passkey`, { challenge, passkey })).status, 401)
})

test('spec 2.25: a passkey is registered by the session that asked for it, verified, and once', async () => {
  const [asha, ravi] = [await signedIn(samvad), await signedIn(samvad)]
  const { challenge, options } = await optionsOf(asha.browser, `${PASSKEYS}/options`)
  const key = newAuthenticator(ORIGIN)
  const add = (browser: Browser, passkey: object) => browser.ask('POST', PASSKEYS, { challenge, name: 'x', passkey })
  for (const bent of [
    { isVerified: false },
    { origin: 'https://evil.example' },
    { rpId: 'evil.example' },
    { algorithm: -257 },
  ])
    assertRefused(await add(asha.browser, key.create(options, bent)), 422, 'invalid_content', 'passkey')
  const passkey = key.create(options)
  assertRefused(await add(ravi.browser, passkey), 409, 'conflict')
  assert.equal((await add(asha.browser, passkey)).status, 201)
  assertRefused(await add(asha.browser, passkey), 409, 'conflict')
  // The same passkey cannot be registered a second time, nor by another user.
  const taken = await optionsOf(ravi.browser, `${PASSKEYS}/options`)
  const theirs = { challenge: taken.challenge, name: 'x', passkey: key.create(taken.options) }
  assertRefused(await ravi.browser.ask('POST', PASSKEYS, theirs), 409, 'already_exists')
  assert.equal((await openBrowser(samvad).signIn(ravi.email)).status, 201)
})

test('spec 2.22: with an app and a passkey either will do', async () => {
  const asha = await signedIn(samvad)
  const { secret } = await addTotp(samvad, asha)
  const key = await register(asha.browser)
  const browser = openBrowser(samvad)
  const step = await browser.signIn(asha.email)
  assert.deepEqual(step.body.factors, ['totp', 'passkey', 'recovery_code'])
  const both = { code: codeOf(samvad, secret), passkey: key.get(step.body.passkey) }
  assertRefused(await browser.finish(step, both), 422, 'invalid_content', 'code')
  assertRefused(await browser.finish(step, {}), 422, 'invalid_content', 'code')
  assert.equal((await browser.finish(step, { passkey: key.get(step.body.passkey) })).status, 201)
})
