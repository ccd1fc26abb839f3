// Pure rules of sign-in sessions: how long they last, their cookie, and which pages may use it.

/** An unused session ends after `SESSION_IDLE_MS`; a used one after `SESSION_MS_MAX` at the latest. */
export const SESSION_IDLE_MS = 12 * 3600 * 1000
export const SESSION_MS_MAX = 30 * 24 * 3600 * 1000
/** Uses are recorded at most this often. */
export const SESSION_USE_NOTED_EVERY_MS = 5 * 60_000
/** How long ended sessions are kept, so that the next sign-in stays in the organization. */
export const ENDED_SESSIONS_KEPT_MS = 7 * 24 * 3600 * 1000
/** How long an authentication counts as recent. */
export const FRESH_AUTHENTICATION_MS = 15 * 60_000

/** When a session that is used now expires, unless it is used again. */
export function sessionEnd(createdAt: Date, usedAt: Date): Date {
  return new Date(Math.min(usedAt.getTime() + SESSION_IDLE_MS, createdAt.getTime() + SESSION_MS_MAX))
}

/** True when a use must be recorded; false after the clock was set back. */
export const isUseToBeNoted = (lastUsedAt: Date, at: Date): boolean =>
  at.getTime() - lastUsedAt.getTime() >= SESSION_USE_NOTED_EVERY_MS

export const freshUntil = (authenticatedAt: Date): Date => new Date(authenticatedAt.getTime() + FRESH_AUTHENTICATION_MS)

export const isFresh = (authenticatedAt: Date, at: Date): boolean => at < freshUntil(authenticatedAt)

export const SESSION_COOKIE = 'samvad_session'
/** The cookie is sent to the console only: the API never sees it (spec 2.8). */
const COOKIE_PATH = '/console'

/**
 * The Set-Cookie header that signs in. Not readable by scripts, not sent from other sites, and with Secure when
 * PUBLIC_URL is https.
 */
export function sessionCookie(secret: string, publicUrl: string): string {
  return cookie(secret, SESSION_MS_MAX / 1000, publicUrl)
}

/** The Set-Cookie header that signs out. */
export function endedCookie(publicUrl: string): string {
  return cookie('', 0, publicUrl)
}

function cookie(value: string, maxAgeSeconds: number, publicUrl: string): string {
  const secure = publicUrl.startsWith('https:') ? '; Secure' : ''
  return `${SESSION_COOKIE}=${value}; Path=${COOKIE_PATH}; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=Strict${secure}`
}

/** The session secret in a Cookie header, or null. */
export function readSessionCookie(header: string | undefined): string | null {
  for (const pair of (header ?? '').split(';')) {
    const [name, value] = pair.trim().split('=', 2)
    if (name === SESSION_COOKIE && value) return value
  }
  return null
}

/** True without an Origin, or when it is one of our pages: the requested host, or PUBLIC_URL. */
export function isSameOrigin(origin: string | undefined, host: string | undefined, publicUrl: string): boolean {
  if (origin === undefined) return true
  if (!URL.canParse(origin)) return false
  return new URL(origin).host === host || origin === new URL(publicUrl).origin
}

/**
 * True when the browser declares that one of our pages makes the request. Fails closed: false without any declaration.
 */
export function isFromOurPage(
  { fetchSite, origin, host }: Record<'fetchSite' | 'origin' | 'host', string | undefined>,
  publicUrl: string,
): boolean {
  if (fetchSite !== undefined && fetchSite !== 'same-origin') return false
  return origin === undefined ? fetchSite === 'same-origin' : isSameOrigin(origin, host, publicUrl)
}

export function isJson(contentType: string | undefined): boolean {
  return (contentType ?? '').split(';')[0]?.trim().toLowerCase() === 'application/json'
}
