// Signing in to the console and out. The cookie authenticates only under /console: the API requires tokens (spec 2.8).

import { noContent, ok, open, type PublicInput, type Reply, type Route } from '#edge/route.ts'
import type { App } from '#kit/app.ts'
import { seconds } from '#kit/wire.ts'
import * as challenges from '#people/factors/challenges.ts'
import * as passkeys from '#people/factors/passkeys.ts'
import * as organizations from '#people/organizations/actions.ts'
import * as sessions from './actions.ts'
import { csrfTokenOf } from './csrf.ts'
import { factorRoutes } from './factor-routes.ts'
import { callerOf, mustBeJson, mustBeOurCall, mustBeOurPage, ofOwner, single } from './own-calls.ts'
import { endedCookie, sessionCookie } from './rules.ts'
import {
  FactorNeeded,
  ListedSessions,
  OrganizationSwitch,
  PasskeyOptions,
  PasskeySignIn,
  Renewal,
  SecondStep,
  ShownSession,
  SignIn,
} from './schema.ts'
import { showListed, showSession } from './show.ts'
import { counted, finishSignIn, renew, type SignedIn, type Step, signIn, signInByPasskey } from './sign-in.ts'

const tag = 'Console'
const path = '/console/session'

export const sessionRoutes = (app: App): Route[] => [...signInRoutes(app), ...ownRoutes(app), ...factorRoutes(app)]

/** The session as shown to its user. */
async function shownSession(app: App, cookies: string | undefined) {
  const shown = await shownOrNobody(app, cookies)
  if (!shown) throw sessions.notSignedIn()
  return shown
}

async function shownOrNobody({ database, sealer, clock }: App, cookies: string | undefined) {
  const session = await sessions.ofCookie(database.reads, cookies, clock())
  if (!session) return null
  const offered = await organizations.ofUser(database.reads, session.userId)
  return { session, body: showSession(session, offered, csrfTokenOf(sealer, session.id)) }
}

const notStored = { 'cache-control': 'no-store' }

/** 201 with the session and its cookies. */
async function signedIn(app: App, { secret, deviceCookie }: SignedIn): Promise<Reply> {
  const cookie = sessionCookie(secret, app.settings.publicUrl)
  const { body } = await shownSession(app, cookie)
  return { status: 201, body, headers: { ...notStored, 'set-cookie': [cookie, deviceCookie] } }
}

/** 201 when signed in, 200 with the second step when one is required. */
export const stepReply = async (app: App, step: Step): Promise<Reply> =>
  'needed' in step ? { ...ok(step.needed), headers: notStored } : signedIn(app, step)

function signInRoutes(app: App): Route[] {
  const { database, settings, sealer } = app
  const ours = (headers: PublicInput<unknown, unknown>['headers']) => {
    mustBeJson(headers)
    mustBeOurPage(app, headers)
  }
  return [
    open({
      method: 'POST',
      path,
      tag,
      summary: 'Sign in to the console',
      description:
        'Sets an HttpOnly session cookie, and a cookie that identifies the device for a year. Returns 200 without a cookie if a second factor is required. After five failed attempts on an account from one network, further attempts from there are delayed: 1 second, doubling up to 15 minutes. Devices and networks that have signed in to the account before are not delayed by failures elsewhere.',
      takes: ['json'],
      body: SignIn,
      responses: { 200: FactorNeeded, 201: ShownSession },
      async handle(input) {
        ours(input.headers)
        const { email, password, organization_id: organizationId = null } = input.body
        const step = await counted(signIn(app, callerOf(input), { email, password, organizationId }))
        return stepReply(app, step)
      },
    }),
    open({
      method: 'POST',
      path: `${path}/factor`,
      tag,
      summary: 'Complete sign-in with a second factor',
      takes: ['json'],
      body: SecondStep,
      responses: { 201: ShownSession },
      async handle(input) {
        ours(input.headers)
        const { challenge, ...proof } = input.body
        return signedIn(app, await counted(finishSignIn(app, callerOf(input), challenge, proof)))
      },
    }),
    open({
      method: 'POST',
      path: `${path}/passkey/options`,
      tag,
      summary: 'Create options for signing in with a passkey',
      description: 'The options are the same for everybody and name no account.',
      responses: { 200: PasskeyOptions },
      async handle({ headers }) {
        mustBeOurPage(app, headers)
        const { text, nonce, expires } = challenges.give(sealer, 'passkey sign-in', { userId: null }, app.clock())
        const options = passkeys.requestOptions(app, null, nonce)
        const body = { challenge: text, expires_at: seconds(new Date(expires)), options }
        return { ...ok(body), headers: notStored }
      },
    }),
    open({
      method: 'POST',
      path: `${path}/passkey`,
      tag,
      summary: 'Sign in with a passkey',
      takes: ['json'],
      body: PasskeySignIn,
      responses: { 201: ShownSession },
      async handle(input) {
        ours(input.headers)
        const { challenge, passkey, organization_id: wanted = null } = input.body
        return signedIn(app, await counted(signInByPasskey(app, callerOf(input), challenge, passkey, wanted)))
      },
    }),
    open({
      method: 'GET',
      path,
      tag,
      summary: 'Retrieve the current session',
      description: 'Returns 204 if nobody is signed in, because browsers log every 401 as an error.',
      responses: { 200: ShownSession, 204: null },
      async handle({ headers }) {
        mustBeOurCall(app, headers, true)
        const shown = await shownOrNobody(app, single(headers, 'cookie'))
        if (!shown) return { ...noContent(), headers: notStored }
        sessions.noteUse(app, shown.session, app.clock())
        return { ...ok(shown.body), headers: notStored }
      },
    }),
    open({
      method: 'DELETE',
      path,
      tag,
      summary: 'Sign out of the console',
      responses: { 204: null },
      async handle({ headers }) {
        mustBeOurPage(app, headers)
        await database.transaction((tx) => sessions.end(tx, single(headers, 'cookie'), app.clock()))
        return { ...noContent(), headers: { 'set-cookie': endedCookie(settings.publicUrl) } }
      },
    }),
  ]
}

/** Routes of a user's current session and of their other ones. */
function ownRoutes(app: App): Route[] {
  const { database, sealer, clock } = app
  return [
    ofOwner(app, {
      method: 'POST',
      path: `${path}/organization`,
      summary: 'Switch to another organization',
      description:
        'The session, its cookie and its csrf_token stay the same. Access granted to the session in the previous organization ends.',
      body: OrganizationSwitch,
      responses: { 200: ShownSession },
      async handle(session, { headers, body }) {
        await database.transaction(
          (tx) => sessions.moveTo(tx, session, body.organization_id, clock()),
          body.organization_id,
        )
        return ok((await shownSession(app, single(headers, 'cookie'))).body)
      },
    }),
    ofOwner(app, {
      method: 'POST',
      path: `${path}/authentication/options`,
      summary: 'Create options for confirming your identity with a passkey',
      responses: { 200: PasskeyOptions },
      async handle({ id: sessionId, userId }) {
        const own = await passkeys.ofUser(database.reads, userId)
        const { text, nonce, expires } = challenges.give(sealer, 'authentication', { userId, sessionId }, clock())
        const options = passkeys.requestOptions(app, own, nonce)
        return ok({ challenge: text, expires_at: seconds(new Date(expires)), options })
      },
    }),
    ofOwner(app, {
      method: 'POST',
      path: `${path}/authentication`,
      summary: 'Confirm your identity',
      body: Renewal,
      responses: { 200: ShownSession },
      async handle(session, { headers, body }) {
        await renew(app, session, body)
        return ok((await shownSession(app, single(headers, 'cookie'))).body)
      },
    }),
    ofOwner(app, {
      method: 'GET',
      path: `${path}/list`,
      summary: 'List your sessions',
      responses: { 200: ListedSessions },
      async handle({ id, userId }) {
        const rows = await sessions.listOf(database.reads, userId, clock())
        return ok({ data: rows.map((row) => showListed(row, id)) })
      },
    }),
    ofOwner(app, {
      method: 'DELETE',
      path: `${path}/list`,
      summary: 'Sign out of all other sessions',
      responses: { 204: null },
      async handle(session) {
        await database.transaction((tx) => sessions.endOthers(tx, session, clock()), session.organizationId)
        return noContent()
      },
    }),
    ofOwner(app, {
      method: 'DELETE',
      path: `${path}/list/:id`,
      ids: { id: { prefix: 'session', noun: 'session' } },
      summary: 'Sign out of a session',
      responses: { 204: null },
      async handle(session, { ids }) {
        const { id } = ids as { id: string }
        await database.transaction((tx) => sessions.endOne(tx, session, id, clock()), session.organizationId)
        return noContent()
      },
    }),
  ]
}
