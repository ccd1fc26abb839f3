// The second step of signing in with an authenticator app or recovery codes, and attempts to get around it.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hashSecret } from '#kit/crypto.ts'
import { startSamvad } from '../../../test/harness.ts'
import { addTotp, codeOf, openBrowser, PASSWORD, SESSION, signedIn } from '../../../test/sessions.ts'
import { assertRefused, bent, person } from '../../../test/story.ts'
import { totpCode } from './rules.ts'

const samvad = await startSamvad()
const FACTORS = `${SESSION}/factors`

/** Stops the clock, so that a code stays valid for the step that it was created in. */
async function atOneMoment(work: (at: (seconds: number) => void) => Promise<void>): Promise<void> {
  const start = Date.now()
  const at = (seconds: number) => samvad.setClock(new Date(start + seconds * 1000))
  at(0)
  try {
    await work(at)
  } finally {
    samvad.setClock(null)
  }
}

test('spec 2.23: codes are those of RFC 6238', () => {
  // RFC 6238 Appendix B, SHA-1: the last six of its eight digits.
  const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'
  for (const [seconds, code] of [
    [59, '287082'],
    [1111111109, '081804'],
    [1234567890, '005924'],
    [2000000000, '279037'],
    [20000000000, '353130'],
  ] as const)
    assert.equal(totpCode(secret, Math.floor(seconds / 30)), code)
})

test('spec 2.22, 2.23: with an app the password is half the way, and sets no cookie', () =>
  atOneMoment(async () => {
    const asha = await signedIn(samvad)
    const begun = await asha.browser.ask('POST', `${FACTORS}/totp`)
    assert.match(begun.body.secret, /^[A-Z2-7]{32}$/)
    const url = new URL(begun.body.otpauth_url)
    assert.deepEqual(
      [url.protocol, url.host, decodeURIComponent(url.pathname), url.searchParams.get('secret')],
      ['otpauth:', 'totp', `/Samvad:${asha.email}`, begun.body.secret],
    )
    // Until its first code is confirmed, it is not requested.
    assert.equal((await openBrowser(samvad).signIn(asha.email)).status, 201)
    const { secret } = await addTotp(samvad, asha)
    const browser = openBrowser(samvad)
    const step = await browser.signIn(asha.email)
    assert.equal(step.status, 200, step.text)
    assert.deepEqual(step.headers.getSetCookie(), [])
    assert.deepEqual(Object.keys(step.body), ['challenge', 'expires_at', 'factors', 'passkey'])
    assert.deepEqual([step.body.factors, step.body.passkey], [['totp', 'recovery_code'], null])
    assert.equal((await browser.ask('GET', SESSION)).status, 204)
    const done = await browser.finish(step, { code: codeOf(samvad, secret) })
    assert.equal(done.status, 201, done.text)
    assert.equal(done.body.user.id, asha.id)
    assert.equal((await browser.api('GET', '/v1/me')).status, 200)
    const { rows } = { rows: await samvad.rows<{ row: string }>('select t::text as row from totp_factors t') }
    assert.ok(rows.every(({ row }) => !row.includes(secret)))
  }))

test('spec 2.22: before the password is right nothing tells who has a factor', () =>
  atOneMoment(async () => {
    const [asha, ravi] = [await signedIn(samvad), await signedIn(samvad)]
    await addTotp(samvad, asha)
    const said = await Promise.all(
      [asha.email, ravi.email, 'ghost@nowhere.example'].map(async (email) => {
        const { status, body } = await openBrowser(samvad).signIn(email, { password: 'wrong-password-1' })
        const { request_id: _, ...rest } = body
        return { status, rest }
      }),
    )
    assert.equal(said[0]?.status, 401)
    for (const one of said) assert.deepEqual(one, said[0])
  }))

test('spec 2.23: a code is taken once, also by two at the same moment; neither it nor an older one later', () =>
  atOneMoment(async (at) => {
    const asha = await signedIn(samvad)
    const { secret } = await addTotp(samvad, asha)
    // With the refusals below, fewer attempts than delay an account, in whatever order they are processed.
    const browsers = Array.from({ length: 3 }, () => openBrowser(samvad))
    const steps = await Promise.all(browsers.map((one) => one.signIn(asha.email)))
    const code = codeOf(samvad, secret)
    const answers = await Promise.all(browsers.map((one, index) => one.finish(steps[index] as never, { code })))
    assert.deepEqual(answers.map(({ status }) => status).toSorted(), [201, 401, 401])
    // One step of 30 seconds later.
    at(30)
    const later = openBrowser(samvad)
    const step = await later.signIn(asha.email)
    for (const old of [code, codeOf(samvad, secret, -1)])
      assertRefused(await later.finish(step, { code: old }), 401, 'sign_in_failed')
    const typed = ` ${codeOf(samvad, secret).replace(/(...)/, '$1 ')}`
    const inDevanagari = typed.replace(/[0-9]/g, (digit) => '०१२३४५६७८९'.charAt(Number(digit)))
    assert.equal((await later.finish(step, { code: inDevanagari })).status, 201)
  }))

test('spec 2.23: codes of other times, lengths and kinds are none', () =>
  atOneMoment(async () => {
    const asha = await signedIn(samvad)
    const { secret } = await addTotp(samvad, asha)
    const browser = openBrowser(samvad)
    const step = await browser.signIn(asha.email)
    for (const code of [codeOf(samvad, secret, -2), codeOf(samvad, secret, 2), `${codeOf(samvad, secret)}0`])
      assertRefused(await browser.finish(step, { code }), 401, 'sign_in_failed')
    assert.equal((await browser.finish(step, { code: codeOf(samvad, secret, 1) })).status, 201)
  }))

test('spec 2.22: a challenge is of one account, works once, for five minutes, and not under another password', () =>
  atOneMoment(async (at) => {
    const [asha, ravi] = [await signedIn(samvad), await signedIn(samvad)]
    const [ofAsha, ofRavi] = [await addTotp(samvad, asha), await addTotp(samvad, ravi)]
    const browser = openBrowser(samvad)
    const step = await browser.signIn(asha.email)
    // Another user's code and recovery code.
    assertRefused(await browser.finish(step, { code: codeOf(samvad, ofRavi.secret) }), 401, 'sign_in_failed')
    assertRefused(await browser.finish(step, { recovery_code: ofRavi.codes[0] }), 401, 'sign_in_failed')
    assert.equal((await browser.ask('GET', FACTORS)).status, 401)
    // Modified and invented challenges.
    for (const challenge of [bent(step.body.challenge), 'x', step.body.challenge.slice(0, -4)])
      assertRefused(
        await browser.ask('POST', `${SESSION}/factor`, { challenge, code: codeOf(samvad, ofAsha.secret) }),
        409,
        'conflict',
      )
    assert.equal((await browser.finish(step, { code: codeOf(samvad, ofAsha.secret) })).status, 201)
    // A used challenge, with any right code and in any spelling.
    const [, second = ''] = ofAsha.codes
    for (const challenge of [step.body.challenge, `${step.body.challenge}=`, `${step.body.challenge}\n`])
      assert.notEqual(
        (await browser.ask('POST', `${SESSION}/factor`, { challenge, recovery_code: second })).status,
        201,
        JSON.stringify(challenge),
      )
    const fresh = await openBrowser(samvad).signIn(asha.email)
    at(5 * 60 + 1)
    assertRefused(await browser.finish(fresh, { code: codeOf(samvad, ofAsha.secret) }), 409, 'conflict')
    const last = await browser.signIn(asha.email)
    const json = { current_password: PASSWORD, password: 'another-password-1' }
    assert.equal((await person(samvad, asha).put('/v1/me', json)).status, 200)
    assertRefused(await browser.finish(last, { code: codeOf(samvad, ofAsha.secret) }), 409, 'conflict')
  }))

test('spec 2.22: of two that finish one challenge at once one is signed in', () =>
  atOneMoment(async () => {
    const asha = await signedIn(samvad)
    const { codes } = await addTotp(samvad, asha)
    const step = await openBrowser(samvad).signIn(asha.email)
    const answers = await Promise.all(
      codes.slice(0, 4).map((recovery_code) => openBrowser(samvad).finish(step, { recovery_code })),
    )
    assert.deepEqual(answers.map(({ status }) => status).toSorted(), [201, 409, 409, 409])
    // A failed attempt uses up nothing.
    assert.equal((await asha.browser.ask('GET', FACTORS)).body.recovery_codes_left, 9)
  }))

test('spec 2.23: guesses of codes wait as guesses of passwords do, and a right password between them is no way around', () =>
  atOneMoment(async () => {
    const asha = await signedIn(samvad)
    const { secret } = await addTotp(samvad, asha)
    const statuses: number[] = []
    for (let guess = 0; guess < 8; guess++) {
      const browser = openBrowser(samvad)
      const step = await browser.signIn(asha.email)
      assert.equal(step.status, 200)
      statuses.push((await browser.finish(step, { code: '000000' })).status)
    }
    assert.deepEqual(statuses, [401, 401, 401, 401, 401, 429, 429, 429])
    const stranger = openBrowser(samvad)
    const right = await stranger.finish(await stranger.signIn(asha.email), { code: codeOf(samvad, secret) })
    assert.equal(right.status, 429)
    assert.equal(right.headers.get('retry-after'), '1')
    // On her own device, which was signed in on before, she is not delayed by it.
    const step = await asha.browser.signIn(asha.email)
    assert.equal((await asha.browser.finish(step, { code: codeOf(samvad, secret) })).status, 201)
  }))

test('spec 2.24: ten recovery codes, shown once, each once, kept as hashes; new ones void the old', () =>
  atOneMoment(async () => {
    const asha = await signedIn(samvad)
    const { codes } = await addTotp(samvad, asha)
    assert.equal(new Set(codes).size, 10)
    for (const code of codes) assert.match(code, /^[a-z2-7]{4}(-[a-z2-7]{4}){3}$/)
    const stored = await samvad.rows<{ hash: Buffer; row: string }>('select hash, r::text as row from recovery_codes r')
    const [first = '', second = ''] = codes
    assert.ok(stored.some(({ hash }) => hash.equals(hashSecret(first.replaceAll('-', '')))))
    assert.ok(stored.every(({ row }) => !row.includes(first)))
    const use = async (recovery_code: string) => {
      const browser = openBrowser(samvad)
      return browser.finish(await browser.signIn(asha.email), { recovery_code })
    }
    assert.equal((await use(` ${first.toUpperCase().replaceAll('-', ' ')}`)).status, 201)
    assertRefused(await use(first), 401, 'sign_in_failed')
    assert.equal((await asha.browser.ask('GET', FACTORS)).body.recovery_codes_left, 9)
    const anew = await asha.browser.ask('POST', `${FACTORS}/recovery_codes`)
    assert.equal(anew.status, 201, anew.text)
    assertRefused(await use(second), 401, 'sign_in_failed')
    assert.equal((await use(anew.body.recovery_codes[0])).status, 201)
    const bare = await signedIn(samvad)
    assertRefused(await bare.browser.ask('POST', `${FACTORS}/recovery_codes`), 409, 'conflict')
  }))

test('spec 2.26: an app that is added and removed is in the log of every organization, without its secret', () =>
  atOneMoment(async () => {
    const other = await samvad.newCompany('Bharat Tools')
    const asha = await signedIn(samvad)
    await samvad.newPerson(other.organizationId, 'viewer', { email: asha.email })
    const { secret } = await addTotp(samvad, asha)
    assertRefused(await asha.browser.ask('POST', `${FACTORS}/totp`), 409, 'conflict')
    assert.equal((await asha.browser.ask('DELETE', `${FACTORS}/totp`)).status, 204)
    assert.equal((await asha.browser.ask('DELETE', `${FACTORS}/totp`)).status, 404)
    assert.equal((await openBrowser(samvad).signIn(asha.email)).status, 201)
    assert.deepEqual(await samvad.rows('select from recovery_codes where user_id = $1', [asha.userId]), [])
    for (const { organizationId } of [samvad.company, other]) {
      const entries = await samvad.rows<{ action: string; row: string }>(
        "select action, a::text as row from audit_log a where org_id = $1 and user_id = $2 and action ~ 'factor|recovery'",
        [organizationId, asha.userId],
      )
      assert.deepEqual(entries.map(({ action }) => action).toSorted(), [
        'factor.added',
        'factor.removed',
        'recovery_codes.made',
      ])
      assert.ok(entries.every(({ row }) => !row.includes(secret) && !row.includes(asha.email)))
    }
  }))

test('spec 2.26: the person is written to, and nobody else may read it in the sandbox', async () => {
  samvad.startWorker()
  const asha = await signedIn(samvad)
  await addTotp(samvad, asha)
  const mails = (token: string) =>
    samvad.request('GET', `/v1/sandbox/messages?channel=email&address=${encodeURIComponent(asha.email)}`, { token })
  const { eventually } = await import('../../../test/program.ts')
  const mail = await eventually('a mail', async () => (await mails(asha.token)).body.data[0])
  assert.match(mail.text, /added to your account: authenticator app/)
  assert.match(mail.text, /\/console\/settings\/profile/)
  assert.deepEqual((await mails(samvad.company.token)).body.data, [])
  assert.deepEqual(await samvad.rows('select from letters'), [])
})
