// Requests about one's own sign-in: by session cookie, from our own pages, whatever organization the session is for.

import { open, type PublicInput, type Reply, type Route } from '#edge/route.ts'
import type { App } from '#kit/app.ts'
import { notFresh, refusal } from '#kit/refusals.ts'
import type { Static, TSchema } from '#kit/wire.ts'
import type { Caller } from '#people/identity/sign-in.ts'
import * as sessions from './actions.ts'
import { CSRF_HEADER, isCsrfToken } from './csrf.ts'
import { isFresh, isFromOurPage, isJson, isSameOrigin } from './rules.ts'

type Headers = PublicInput<unknown, unknown>['headers']

export const single = (headers: Headers, name: string): string | undefined => {
  const value = headers[name]
  return Array.isArray(value) ? value[0] : value
}

const notOurs = () => refusal('permission_denied', 'foreign_page')

/** Before sign-in: a browser that declares another origin is refused. */
export function mustBeOurPage({ settings }: App, headers: Headers): void {
  const fetchSite = single(headers, 'sec-fetch-site')
  const isElsewhere = fetchSite !== undefined && fetchSite !== 'same-origin' && fetchSite !== 'none'
  const isOurs = isSameOrigin(single(headers, 'origin'), single(headers, 'host'), settings.publicUrl)
  if (isElsewhere || !isOurs) throw notOurs()
}

/**
 * Refuses what a page of another origin made the browser send with the session's cookie. A read (`isSafe`) without
 * `Sec-Fetch-Site` is answered: it changes nothing, and no page of another origin can read the answer.
 */
export function mustBeOurCall({ settings }: App, headers: Headers, isSafe: boolean): void {
  const fetchSite = single(headers, 'sec-fetch-site')
  if (isSafe && fetchSite === undefined) return
  const from = { fetchSite, origin: single(headers, 'origin'), host: single(headers, 'host') }
  if (!isFromOurPage(from, settings.publicUrl)) throw notOurs()
}

/** Forms of other sites cannot send JSON: a second check in addition to the Origin. */
export function mustBeJson(headers: Headers): void {
  if (!isJson(single(headers, 'content-type')))
    throw refusal('unsupported_media_type', 'content_type_not_supported', { types: ['application/json'] })
}

export const callerOf = ({ address, headers }: Pick<PublicInput<unknown, unknown>, 'address' | 'headers'>) =>
  ({ address, cookies: single(headers, 'cookie'), userAgent: single(headers, 'user-agent') }) satisfies Caller &
    sessions.Origin

/** The caller for rate limits: wrong guesses within a session delay only that session. */
export const callerIn = (session: sessions.Session): Caller => ({ address: session.id })

type Declared<B extends TSchema> = Pick<
  Route,
  'method' | 'path' | 'summary' | 'description' | 'ids' | 'responses' | 'refuses' | 'freshAuthentication'
> & { body?: B }

/**
 * A route for signed-in users about themselves. Changes require one of our pages and the CSRF token, as in the
 * console's API access.
 */
export function ofOwner<B extends TSchema>(
  app: App,
  route: Declared<B> & {
    handle(session: sessions.Session, input: PublicInput<unknown, Static<B>>): Promise<Reply>
  },
): Route {
  const { database, sealer } = app
  const isSafe = route.method === 'GET'
  return open({
    ...route,
    tag: 'Console',
    ...(route.body && { takes: ['json'] as const }),
    async handle(input: PublicInput<unknown, Static<B>>) {
      const { headers } = input
      mustBeOurCall(app, headers, isSafe)
      const at = app.clock()
      const session = await sessions.ofCookie(database.reads, single(headers, 'cookie'), at)
      if (!session) throw sessions.notSignedIn()
      if (!isSafe && !isCsrfToken(sealer, session.id, headers[CSRF_HEADER]))
        throw refusal('permission_denied', 'csrf_token_wrong')
      if (route.freshAuthentication && !isFresh(session.authenticatedAt, at)) throw notFresh()
      sessions.noteUse(app, session, at)
      const reply = await route.handle(session, input)
      return { ...reply, headers: { 'cache-control': 'no-store', ...reply.headers } }
    },
  } as Parameters<typeof open>[0])
}
