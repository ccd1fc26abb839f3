// Signing in to the console and out of it. The cookie authenticates nothing but /console: the API takes tokens (spec
// 2.8).

import { noContent, ok, open, type PublicInput, type Route } from '#edge/route.ts'
import type { App } from '#kit/app.ts'
import { signIns } from '#kit/metrics.ts'
import { Refusal } from '#kit/refusals.ts'
import { proveIdentity } from '#people/identity/sign-in.ts'
import * as organizations from '#people/organizations/actions.ts'
import * as sessions from './actions.ts'
import { csrfTokenOf } from './csrf.ts'
import { endedCookie, isJson, isSameOrigin, sessionCookie } from './rules.ts'
import { ShownSession, SignIn } from './schema.ts'
import { showSession } from './show.ts'

const tag = 'Console'
const path = '/console/session'

type Headers = PublicInput<unknown, unknown>['headers']
const single = (headers: Headers, name: string): string | undefined => {
  const value = headers[name]
  return Array.isArray(value) ? value[0] : value
}

export function sessionRoutes(app: App): Route[] {
  const { database, settings, sealer } = app

  async function shown(cookies: string | undefined) {
    const session = await sessions.ofCookie(database.reads, cookies, app.clock())
    if (!session) throw new Refusal('unauthenticated', 'Nobody is signed in, or the session is over; sign in again.')
    const offered = await organizations.ofUser(database.reads, session.userId)
    return showSession(session, offered, csrfTokenOf(sealer, session.id))
  }

  function mustBeOurPage(headers: Headers): void {
    if (isSameOrigin(single(headers, 'origin'), single(headers, 'host'), settings.publicUrl)) return
    throw new Refusal(
      'permission_denied',
      'This is only for pages of this installation, and the request is from another.',
    )
  }

  return [
    open({
      method: 'POST',
      path,
      tag,
      summary: 'Sign in to the console',
      description:
        'Sets an HttpOnly cookie for 12 hours, and one for a year by which this device is known. After five failures from one network an account waits there: 1 second, doubling to 15 minutes. Failures elsewhere make nobody wait on a device, or at a network, where the account was signed in to before.',
      takes: ['json'],
      body: SignIn,
      responses: { 201: ShownSession },
      async handle({ address, headers, body }) {
        // No form of another site can send JSON: a second lock beside the Origin.
        if (!isJson(single(headers, 'content-type')))
          throw new Refusal('unsupported_media_type', 'Send application/json, and say so in Content-Type.')
        mustBeOurPage(headers)
        const caller = { address, cookies: single(headers, 'cookie') }
        const { userId, deviceCookie } = await counted(proveIdentity(app, caller, body.email, body.password))
        const { secret } = await database.transaction((tx) =>
          sessions.begin(tx, userId, body.organization_id ?? null, app.clock()),
        )
        const cookie = sessionCookie(secret, settings.publicUrl)
        return {
          status: 201,
          body: await shown(cookie),
          headers: { 'set-cookie': [cookie, deviceCookie], 'cache-control': 'no-store' },
        }
      },
    }),
    open({
      method: 'GET',
      path,
      tag,
      summary: 'Who is signed in to the console',
      responses: { 200: ShownSession },
      handle: async ({ headers }) => ({
        ...ok(await shown(single(headers, 'cookie'))),
        headers: { 'cache-control': 'no-store' },
      }),
    }),
    open({
      method: 'DELETE',
      path,
      tag,
      summary: 'Sign out of the console',
      responses: { 204: null },
      async handle({ headers }) {
        mustBeOurPage(headers)
        await database.transaction((tx) => sessions.end(tx, single(headers, 'cookie'), app.clock()))
        return { ...noContent(), headers: { 'set-cookie': endedCookie(settings.publicUrl) } }
      },
    }),
  ]
}

async function counted<Proof>(proof: Promise<Proof>): Promise<Proof> {
  try {
    const proven = await proof
    signIns.inc({ result: 'succeeded' })
    return proven
  } catch (error) {
    signIns.inc({ result: error instanceof Refusal ? error.code : 'internal_error' })
    throw error
  }
}
