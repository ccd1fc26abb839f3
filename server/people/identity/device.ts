// Device cookies: a device on which an account was signed in is exempt from delays that strangers cause for the
// account. The cookie grants no access. Source: OWASP, "Slow Down Online Guessing Attacks with Device Cookies".

import { createHmac, randomBytes } from 'node:crypto'
import { sameSecret } from '#kit/crypto.ts'

export const DEVICE_COOKIE = 'samvad_device'
export const DEVICE_MS = 365 * 24 * 3600 * 1000
/** Maximum number of accounts: people may share a browser. */
const ACCOUNTS_OF_A_DEVICE_MAX = 4
const NONCE_BYTES = 12
const ENTRY = /^([0-9a-z]{1,10})~([\w-]{16})~([\w-]{43})$/

interface Entry {
  issued: number
  nonce: string
  mac: string
}

/** The device's nonce, if the cookie records a sign-in to this account. */
export function deviceOf(
  secrets: readonly Buffer[],
  cookies: string | undefined,
  account: string,
  at: Date,
): string | null {
  return entriesOf(cookies, at).find((one) => isOf(secrets, one, account))?.nonce ?? null
}

/**
 * The Set-Cookie header that records this account on the device, in addition to others. Signed with the first secret.
 */
export function deviceCookie(
  secrets: readonly Buffer[],
  cookies: string | undefined,
  account: string,
  publicUrl: string,
  at: Date,
): string {
  const issued = Math.floor(at.getTime() / 1000)
  const nonce = randomBytes(NONCE_BYTES).toString('base64url')
  const others = entriesOf(cookies, at).filter((one) => !isOf(secrets, one, account))
  const entries = [{ issued, nonce, mac: macOf(secrets[0] as Buffer, issued, nonce, account) }, ...others]
  const value = entries
    .slice(0, ACCOUNTS_OF_A_DEVICE_MAX)
    .map((one) => `${one.issued.toString(36)}~${one.nonce}~${one.mac}`)
    .join('.')
  const secure = publicUrl.startsWith('https:') ? '; Secure' : ''
  return `${DEVICE_COOKIE}=${value}; Path=/console; Max-Age=${DEVICE_MS / 1000}; HttpOnly; SameSite=Strict${secure}`
}

function entriesOf(cookies: string | undefined, at: Date): Entry[] {
  const pair = (cookies ?? '').split(';').find((one) => one.trim().startsWith(`${DEVICE_COOKIE}=`))
  const parts = (pair?.trim().slice(DEVICE_COOKIE.length + 1) ?? '').split('.', ACCOUNTS_OF_A_DEVICE_MAX)
  return parts.flatMap((part) => {
    const [, issuedText, nonce, mac] = ENTRY.exec(part) ?? []
    if (issuedText === undefined || nonce === undefined || mac === undefined) return []
    const issued = Number.parseInt(issuedText, 36)
    const ageMs = at.getTime() - issued * 1000
    return ageMs <= DEVICE_MS ? [{ issued, nonce, mac }] : []
  })
}

const isOf = (secrets: readonly Buffer[], { issued, nonce, mac }: Entry, account: string): boolean =>
  secrets.some((secret) => sameSecret(mac, macOf(secret, issued, nonce, account)))

function macOf(secret: Buffer, issued: number, nonce: string, account: string): string {
  return createHmac('sha256', secret)
    .update(JSON.stringify([issued, nonce, account]))
    .digest('base64url')
}
