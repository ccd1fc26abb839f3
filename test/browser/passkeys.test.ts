// A passkey in a real browser, by the authenticator that Chromium makes up for tests: what it sends is what we read.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { startSamvad } from '../harness.ts'
import { PASSWORD, SESSION } from '../sessions.ts'
import { newContext, startBrowser, whyNoBrowser } from './browser.ts'

const skip = whyNoBrowser
const samvad = await startSamvad()
const ORIGIN = samvad.url.replace('127.0.0.1', 'localhost')

/** Runs in the page, as text: our types know of no browser. Answers what the last call said. */
const IN_PAGE = `
  const ask = async (method, path, body, csrf) => {
    const headers = { 'content-type': 'application/json', ...(csrf && { 'x-csrf-token': csrf }) }
    const answer = await fetch(path, { method, headers, ...(body && { body: JSON.stringify(body) }) })
    return { status: answer.status, body: answer.status === 204 ? null : await answer.json() }
  }
  const create = async (options) => (await navigator.credentials.create({
    publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(options) })).toJSON()
  const get = async (options) => (await navigator.credentials.get({
    publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(options) })).toJSON()
`

test('spec 2.25: a browser registers a passkey, signs in by it alone, and as the second step', { skip }, async () => {
  const { email } = await samvad.newPerson(samvad.company.organizationId, 'agent', { password: PASSWORD })
  const browser = await startBrowser()
  after(() => browser.close())
  const context = await newContext(browser)
  const page = await context.newPage()
  const devtools = await context.newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  await page.goto(`${ORIGIN}/docs`)
  const run = (script: string): Promise<any> => page.evaluate(`(async () => { ${IN_PAGE} ${script} })()`)

  const made = await run(`
    const { body: { csrf_token } } = await ask('POST', '${SESSION}', ${JSON.stringify({ email, password: PASSWORD })})
    const { body: { challenge, options } } = await ask('POST', '${SESSION}/factors/passkeys/options', null, csrf_token)
    const passkey = await create(options)
    return ask('POST', '${SESSION}/factors/passkeys', { challenge, name: 'Laptop', passkey }, csrf_token)`)
  assert.equal(made.status, 201, JSON.stringify(made.body))

  const alone = await run(`
    await ask('DELETE', '${SESSION}')
    const { body: { challenge, options } } = await ask('POST', '${SESSION}/passkey/options')
    return ask('POST', '${SESSION}/passkey', { challenge, passkey: await get(options) })`)
  assert.deepEqual([alone.status, alone.body.user?.email], [201, email], JSON.stringify(alone.body))

  const second = await run(`
    await ask('DELETE', '${SESSION}')
    const { body } = await ask('POST', '${SESSION}', ${JSON.stringify({ email, password: PASSWORD })})
    return ask('POST', '${SESSION}/factor', { challenge: body.challenge, passkey: await get(body.passkey) })`)
  assert.deepEqual([second.status, second.body.user?.email], [201, email], JSON.stringify(second.body))
})
