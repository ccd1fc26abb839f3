// Routes that require signed-in users to authenticate again.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { declaredRoutes } from '#edge/openapi-file.ts'
import { newAuthenticator } from '../../../test/authenticator.ts'
import { startSamvad } from '../../../test/harness.ts'
import { addTotp, codeOf, PASSWORD, SESSION, signedIn } from '../../../test/sessions.ts'
import { assertRefused, person } from '../../../test/story.ts'

const samvad = await startSamvad()
const PROVE = `${SESSION}/authentication`

/** Every route that returns or receives secrets, requests money or changes how a user signs in. */
const asking: Record<string, true | readonly string[]> = {
  'POST /v1/tokens': true,
  'PUT /v1/me': ['password'],
  'POST /api/v1/billing/refunds': true,
  'PUT /v1/channels/email': true,
  'PUT /v1/channels/app': true,
  'PUT /v1/channels/sms': true,
  'DELETE /v1/channels/email': true,
  'DELETE /v1/channels/app': true,
  'DELETE /v1/channels/sms': true,
  'PUT /v1/shared_channels/app': true,
  'PUT /v1/shared_channels/sms': true,
  'DELETE /v1/shared_channels/app': true,
  'DELETE /v1/shared_channels/sms': true,
  'PUT /v1/gateways/razorpay': true,
  'PUT /v1/gateways/cashfree': true,
  'DELETE /v1/gateways/razorpay': true,
  'DELETE /v1/gateways/cashfree': true,
  'POST /v1/webhook_endpoints': true,
  'POST /v1/webhook_endpoints/:id/rotate_secret': true,
  'POST /console/session/address': true,
  'POST /console/session/factors/totp': true,
  'POST /console/session/factors/totp/confirm': true,
  'DELETE /console/session/factors/totp': true,
  'POST /console/session/factors/recovery_codes': true,
  'POST /console/session/factors/passkeys/options': true,
  'POST /console/session/factors/passkeys': true,
  'DELETE /console/session/factors/passkeys/:id': true,
}

async function atTimes(work: (at: (minutes: number) => void) => Promise<void>): Promise<void> {
  const start = Date.now()
  const at = (minutes: number) => samvad.setClock(new Date(start + minutes * 60_000))
  at(0)
  try {
    await work(at)
  } finally {
    samvad.setClock(null)
  }
}

test('spec 2.28: a route says itself whether it asks; these do, and no others', () => {
  const declared = declaredRoutes()
    .filter(({ freshAuthentication }) => freshAuthentication !== undefined)
    .map(({ method, path, freshAuthentication }) => [`${method} ${path}`, freshAuthentication])
  assert.deepEqual(Object.fromEntries(declared.toSorted()), Object.fromEntries(Object.entries(asking).toSorted()))
})

test('spec 2.28: after 15 minutes each of them is refused by session, and nothing is done', () =>
  atTimes(async (at) => {
    const asha = await signedIn(samvad)
    await samvad.rows('update users set is_operator = true where id = $1', [asha.userId])
    at(15.1)
    for (const [route, wanted] of Object.entries(asking)) {
      const [method = '', path = ''] = route.split(' ')
      const real = path.replace(':id', path.includes('passkeys') ? `pkey_${'0'.repeat(26)}` : `whe_${'0'.repeat(26)}`)
      const json = wanted === true ? {} : { password: 'a-new-password-1', current_password: PASSWORD }
      const body = method === 'DELETE' ? undefined : json
      const fits: Record<string, object> = {
        'POST /console/session/address': { email: 'another@company.example' },
        'POST /console/session/factors/totp/confirm': { code: '000000' },
        'POST /console/session/factors/passkeys': { challenge: 'x', name: 'x', passkey: {} },
      }
      const answer = path.startsWith('/console')
        ? await asha.browser.ask(method, real, fits[route] ?? undefined)
        : await asha.browser.api(method, real, body)
      assertRefused(answer, 403, 'fresh_authentication_required')
    }
    // Requests that need no recent authentication succeed, also on the same route, and tokens never need one.
    assert.equal((await asha.browser.api('PUT', '/v1/me', { display_name: 'Asha' })).status, 200)
    assert.equal((await asha.browser.api('POST', '/v1/contacts', { display_name: 'Ravi' })).status, 201)
    const made = await person(samvad, asha).post('/v1/tokens', { name: 'CI', permissions: ['contacts.view'] })
    assert.equal(made.status, 201, made.text)
    assert.equal((await samvad.rows('select from totp_factors where user_id = $1', [asha.userId])).length, 0)
  }))

test('spec 2.28: the password proves it in place, and what was asked for goes on at once', () =>
  atTimes(async (at) => {
    const asha = await signedIn(samvad)
    at(16)
    const make = () => asha.browser.api('POST', '/v1/tokens', { name: 'CI', permissions: ['contacts.view'] })
    assertRefused(await make(), 403, 'fresh_authentication_required')
    assertRefused(await asha.browser.ask('POST', PROVE, { password: 'wrong' }), 422, 'invalid_content', 'password')
    assertRefused(await asha.browser.ask('POST', PROVE, {}), 422, 'invalid_content', 'password')
    const both = { password: PASSWORD, code: '000000' }
    assertRefused(await asha.browser.ask('POST', PROVE, both), 422, 'invalid_content', 'password')
    assertRefused(
      await asha.browser.ask('POST', PROVE, { password: PASSWORD }, { origin: 'https://evil.example' }),
      403,
      'permission_denied',
    )
    assertRefused(await make(), 403, 'fresh_authentication_required')
    const { csrf } = asha.browser
    const proved = await asha.browser.ask('POST', PROVE, { password: PASSWORD })
    assert.equal(proved.status, 200, proved.text)
    assert.deepEqual(proved.headers.getSetCookie(), [])
    assert.equal(proved.body.csrf_token, csrf)
    assert.equal(proved.body.fresh_until, Math.floor(samvad.app.clock().getTime() / 1000) + 15 * 60)
    assert.equal((await make()).status, 201)
    at(32)
    assertRefused(await make(), 403, 'fresh_authentication_required')
  }))

test('spec 2.28: so do a code, once, and a passkey that answers this session; guesses wait, and only there', () =>
  atTimes(async (at) => {
    const [asha, ravi] = [await signedIn(samvad), await signedIn(samvad)]
    const { secret } = await addTotp(samvad, asha)
    const key = newAuthenticator(samvad.url.replace('127.0.0.1', 'localhost'))
    const made = (await asha.browser.ask('POST', `${SESSION}/factors/passkeys/options`)).body
    const given = { challenge: made.challenge, name: 'Laptop', passkey: key.create(made.options) }
    assert.equal((await asha.browser.ask('POST', `${SESSION}/factors/passkeys`, given)).status, 201)
    at(20)
    const code = codeOf(samvad, secret)
    assert.equal((await asha.browser.ask('POST', PROVE, { code })).status, 200)
    assertRefused(await asha.browser.ask('POST', PROVE, { code }), 422, 'invalid_content', 'code')
    assertRefused(await ravi.browser.ask('POST', PROVE, { code }), 422, 'invalid_content', 'code')
    const { challenge, options } = (await asha.browser.ask('POST', `${PROVE}/options`)).body
    const passkey = key.get(options)
    assertRefused(await ravi.browser.ask('POST', PROVE, { challenge, passkey }), 409, 'conflict')
    assert.equal((await asha.browser.ask('POST', PROVE, { challenge, passkey })).status, 200)
    assert.ok([409, 422].includes((await asha.browser.ask('POST', PROVE, { challenge, passkey })).status))
    const statuses: number[] = []
    for (let guess = 0; guess < 7; guess++)
      statuses.push((await ravi.browser.ask('POST', PROVE, { code: '000000' })).status)
    assert.deepEqual(statuses.slice(-3), [429, 429, 429])
    assert.equal((await asha.browser.ask('POST', PROVE, { password: PASSWORD })).status, 200)
  }))
