// Pure rules of sign-in sessions: how long they last, their cookie, and which pages may use it.

export const SESSION_MS = 12 * 3600 * 1000
export const SESSION_COOKIE = 'samvad_session'
/** The cookie goes to the console alone: the API never sees it (spec 2.8). */
const COOKIE_PATH = '/console'

/**
 * The Set-Cookie that signs in. Not readable by scripts, not sent from other sites, and only over TLS where there is
 * TLS.
 */
export function sessionCookie(secret: string, publicUrl: string): string {
  return cookie(secret, SESSION_MS / 1000, publicUrl)
}

/** The Set-Cookie that signs out. */
export function endedCookie(publicUrl: string): string {
  return cookie('', 0, publicUrl)
}

function cookie(value: string, maxAgeSeconds: number, publicUrl: string): string {
  const secure = publicUrl.startsWith('https:') ? '; Secure' : ''
  return `${SESSION_COOKIE}=${value}; Path=${COOKIE_PATH}; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=Strict${secure}`
}

/** The session of a Cookie header, or null. */
export function readSessionCookie(header: string | undefined): string | null {
  for (const pair of (header ?? '').split(';')) {
    const [name, value] = pair.trim().split('=', 2)
    if (name === SESSION_COOKIE && value) return value
  }
  return null
}

/** Whether a request that says where it comes from comes from our own pages: the host it was sent to, or PUBLIC_URL. */
export function isSameOrigin(origin: string | undefined, host: string | undefined, publicUrl: string): boolean {
  if (origin === undefined) return true
  if (!URL.canParse(origin)) return false
  return new URL(origin).host === host || origin === new URL(publicUrl).origin
}

/**
 * Whether a browser, or whoever calls in its place, says that a page of ours makes the request. Failing closed: what
 * says neither where it comes from nor how is none of ours.
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
