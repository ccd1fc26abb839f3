// Console sessions without a browser: keeps its cookies, and sends the headers that our pages send.

import assert from 'node:assert/strict'
import { publicId } from '#kit/wire.ts'
import { stepAt, totpCode } from '#people/factors/rules.ts'
import type { Answer, TestSamvad } from './harness.ts'

export const PASSWORD = 'monsoon-over-konkan'
export const SESSION = '/console/session'

export interface Browser {
  /** CSRF token of the current session. */
  csrf: string
  organization: string
  cookies: Map<string, string>
  /** Sends a request to the session's own routes, or to the API below /console/api. */
  ask(method: string, path: string, json?: unknown, headers?: Record<string, string>): Promise<Answer>
  api(method: string, path: string, json?: unknown): Promise<Answer>
  signIn(email: string, more?: object): Promise<Answer>
  /** Completes the second factor. */
  finish(step: Answer, proof: object): Promise<Answer>
}

export function openBrowser(samvad: TestSamvad, userAgent = 'Mozilla/5.0 (X11; Linux x86_64) Firefox/143.0'): Browser {
  const browser: Browser = {
    csrf: '',
    organization: '',
    cookies: new Map(),
    async ask(method, path, json, more = {}) {
      const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
      const headers = {
        'user-agent': userAgent,
        origin: samvad.url,
        'x-csrf-token': browser.csrf,
        ...(cookie === '' ? {} : { cookie }),
        ...more,
      }
      const answer = await samvad.request(method, path, {
        token: null,
        ...(json === undefined ? {} : { json }),
        headers,
      })
      for (const one of answer.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(one) ?? []
        if (value === '') browser.cookies.delete(name)
        else browser.cookies.set(name, value)
      }
      if (typeof answer.body?.csrf_token === 'string') {
        browser.csrf = answer.body.csrf_token
        browser.organization = answer.body.organization.id
      }
      return answer
    },
    api: (method, path, json) =>
      browser.ask(method, `/console/api${path}`, json, { 'samvad-organization': browser.organization }),
    signIn: (email, more = {}) => browser.ask('POST', SESSION, { email, password: PASSWORD, ...more }),
    finish: (step, proof) => browser.ask('POST', `${SESSION}/factor`, { challenge: step.body.challenge, ...proof }),
  }
  return browser
}

export interface SignedIn {
  browser: Browser
  userId: string
  id: string
  email: string
  token: string
}

/** A person with a password, signed in. */
export async function signedIn(samvad: TestSamvad, role = 'owner', organizationId = samvad.company.organizationId) {
  const person = await samvad.newPerson(organizationId, role, { password: PASSWORD })
  const browser = openBrowser(samvad)
  const answer = await browser.signIn(person.email, { organization_id: publicId('org', organizationId) })
  assert.equal(answer.status, 201, answer.text)
  return { ...person, browser } satisfies SignedIn
}

/** The TOTP code that an authenticator app shows, this many steps of 30 s from now. */
export const codeOf = (samvad: TestSamvad, secret: string, steps = 0): string =>
  totpCode(secret, stepAt(samvad.app.clock()) + steps)

export interface Enrolled {
  secret: string
  codes: string[]
}

/** Adds an authenticator app, confirmed with the previous step's code, so that the current one is still unused. */
export async function addTotp(samvad: TestSamvad, { browser }: { browser: Browser }): Promise<Enrolled> {
  const begun = await browser.ask('POST', `${SESSION}/factors/totp`)
  assert.equal(begun.status, 200, begun.text)
  const { secret } = begun.body
  const added = await browser.ask('POST', `${SESSION}/factors/totp/confirm`, { code: codeOf(samvad, secret, -1) })
  assert.equal(added.status, 201, added.text)
  return { secret, codes: added.body.recovery_codes }
}
