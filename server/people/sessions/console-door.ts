// The console's access to the API's handlers: by session cookie, under /console/api. The cookie authenticates nowhere
// else, and requests that a page of another origin causes have no effect. spec 2.13 to 2.17.

import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { Actor, App } from '#kit/app.ts'
import type { Uuid } from '#kit/ids.ts'
import { invalid, refusal } from '#kit/refusals.ts'
import { Remembered } from '#kit/remembered.ts'
import { publicId } from '#kit/wire.ts'
import * as sessions from './actions.ts'
import { CSRF_HEADER, isCsrfToken } from './csrf.ts'
import { freshUntil, isFresh, isFromOurPage, readSessionCookie, SESSION_COOKIE } from './rules.ts'

export const CONSOLE_API = '/console/api'
export const ORGANIZATION_HEADER = 'samvad-organization'
const STREAM = '/v1/events/stream'

/** Less than the 5 seconds within which signing out must take effect. */
export const SESSION_KEPT_MS = 3000
const SESSIONS_MAX = 50_000

export function createConsoleDoor(app: App): (request: FastifyRequest) => Promise<Actor> {
  const { database, settings, sealer, clock } = app
  const read = async (secret: string) =>
    (await sessions.ofCookie(database.reads, `${SESSION_COOKIE}=${secret}`, clock())) ?? undefined
  const known = new Remembered<sessions.Session | undefined>(read, { keptMs: SESSION_KEPT_MS, keysMax: SESSIONS_MAX })

  return async ({ method, headers, routeOptions }) => {
    const isSafe = method === 'GET' || method === 'HEAD'
    const from = { fetchSite: single(headers['sec-fetch-site']), origin: headers.origin, host: headers.host }
    // Reads change nothing, and other origins cannot see the response; but a browser that declares another origin is
    // refused.
    const isOurs = isSafe && from.fetchSite === undefined ? true : isFromOurPage(from, settings.publicUrl)
    if (!isOurs) throw refusal('permission_denied', 'foreign_page')
    const secret = readSessionCookie(headers.cookie)
    const kept = secret === null ? undefined : await known.get(secret)
    const at = clock()
    const wanted = routeOptions.config.declared
    // The cached session may be for a previous organization, or from before the user authenticated again: reads it
    // again.
    const isOld =
      kept &&
      (!isNamed(kept, headers[ORGANIZATION_HEADER]) ||
        (wanted?.freshAuthentication !== undefined && !isFresh(kept.authenticatedAt, at)))
    const session = isOld && secret !== null ? await read(secret) : kept
    if (!session || session.expiresAt <= at) throw sessions.notSignedIn()
    if (!isSafe && !isCsrfToken(sealer, session.id, headers[CSRF_HEADER]))
      throw refusal('permission_denied', 'csrf_token_wrong')
    mustBeIn(session, headers[ORGANIZATION_HEADER])
    // An open page follows the event stream indefinitely, which does not count as use of the session.
    if (wanted?.path !== STREAM) sessions.noteUse(app, session, at)
    const { organizationId, userId, permissions, isOperator, isSuspended } = session
    const callerId = callerOf(organizationId, userId)
    return {
      organizationId,
      userId,
      tokenId: null,
      sessionId: session.id,
      freshUntil: freshUntil(session.authenticatedAt),
      callerId,
      permissions,
      actsAsPerson: true,
      isOperator,
      isSuspended,
      at,
    }
  }
}

const isNamed = ({ organizationId }: Pick<sessions.Session, 'organizationId'>, named: string | string[] | undefined) =>
  named === publicId('org', organizationId)

/** A session is for one organization, but two pages of one browser may show two. */
function mustBeIn({ organizationId }: sessions.Session, named: string | string[] | undefined): void {
  if (named === undefined) throw invalid('Samvad-Organization', 'required')
  if (isNamed({ organizationId }, named)) return
  throw refusal('conflict', 'session_of_other_organization')
}

/**
 * The same id in every session of the user in the organization, so that idempotency keys stay valid after signing in
 * again.
 */
function callerOf(organizationId: Uuid, userId: Uuid): Uuid {
  const digest = createHash('sha256').update(`console ${organizationId} ${userId}`).digest()
  // RFC 9562 section 5.8: version 8, for custom formats.
  digest[6] = ((digest[6] as number) & 0x0f) | 0x80
  digest[8] = ((digest[8] as number) & 0x3f) | 0x80
  const hex = digest.toString('hex', 0, 16)
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}

const single = (value: string | string[] | undefined): string | undefined => (Array.isArray(value) ? value[0] : value)
