// Pure rules of second factors: time-based codes (RFC 6238), recovery codes, and the relying party of passkeys.

import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { isIP } from 'node:net'
import { latinDigits } from '#kit/digits.ts'

// --- Time-based codes as every authenticator app implements them (RFC 6238, RFC 4226) --------------------------------

const STEP_MS = 30_000
const DIGITS = 6
/** Steps accepted before and after the current one, for clock differences and typing. RFC 6238 §5.2. */
const STEPS_BESIDE = 1
/** RFC 4226 §4, R6: 160 bits are recommended. */
const SECRET_BYTES = 20
const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** In base32, the format of authenticator apps. */
export const newTotpSecret = (): string => base32(randomBytes(SECRET_BYTES))

export const stepAt = (at: Date): number => Math.floor(at.getTime() / STEP_MS)

export function totpCode(secret: string, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const mac = createHmac('sha1', fromBase32(secret)).update(counter).digest()
  const offset = (mac.at(-1) as number) & 0x0f
  const number = (mac.readUInt32BE(offset) & 0x7fffffff) % 10 ** DIGITS
  return String(number).padStart(DIGITS, '0')
}

/** The latest step that has this code; null for none. All steps are compared, so that the time reveals nothing. */
export function stepOfCode(secret: string, code: string, at: Date): number | null {
  const given = Buffer.from(
    latinDigits(code)
      .replace(/\s/g, '')
      .padEnd(DIGITS)
      .slice(0, DIGITS + 1),
  )
  let found: number | null = null
  for (let step = stepAt(at) - STEPS_BESIDE; step <= stepAt(at) + STEPS_BESIDE; step++) {
    const right = Buffer.from(totpCode(secret, step))
    if (given.length === right.length && timingSafeEqual(given, right)) found = step
  }
  return found
}

/** The content of the QR code. https://github.com/google/google-authenticator/wiki/Key-Uri-Format */
export function otpauthUrl(secret: string, { issuer, account }: { issuer: string; account: string }): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(account)}`
  return `otpauth://totp/${label}?secret=${secret}&issuer=${encodeURIComponent(issuer)}`
}

function base32(bytes: Buffer): string {
  let bits = ''
  for (const byte of bytes) bits += byte.toString(2).padStart(8, '0')
  return (bits.match(/.{1,5}/g) ?? []).map((five) => BASE32[Number.parseInt(five.padEnd(5, '0'), 2)]).join('')
}

function fromBase32(text: string): Buffer {
  let bits = ''
  for (const letter of text) bits += BASE32.indexOf(letter).toString(2).padStart(5, '0')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}

// --- Recovery codes -------------------------------------------------------------------------------------------------

export const RECOVERY_CODES = 10
/** 80 bits: a plain hash cannot be reversed by guessing. */
const RECOVERY_CODE_BYTES = 10

/** In groups of four, as people copy them. */
export const newRecoveryCode = (): string =>
  (base32(randomBytes(RECOVERY_CODE_BYTES)).match(/.{4}/g) as string[]).join('-').toLowerCase()

/** Tolerates any case and separators. */
export const plainRecoveryCode = (typed: string): string => typed.toLowerCase().replace(/[^a-z0-9]/g, '')

// --- Passkeys -------------------------------------------------------------------------------------------------------

export const PASSKEYS_MAX = 20
export const PASSKEY_NAME_MAX = 80

export interface RelyingParty {
  id: string
  origin: string
}

/**
 * The relying party of an installation at this URL: its host. An IP address cannot be one, except this machine's own,
 * which people then open as localhost. Null when passkeys are impossible.
 */
export function relyingPartyOf(publicUrl: string): RelyingParty | null {
  const { hostname, protocol, port, origin } = new URL(publicUrl)
  const plain = hostname.replace(/^\[|\]$/g, '')
  if (isIP(plain) === 0) return { id: hostname, origin }
  if (!plain.startsWith('127.') && plain !== '::1') return null
  return { id: 'localhost', origin: `${protocol}//localhost${port === '' ? '' : `:${port}`}` }
}

// --- Challenges -----------------------------------------------------------------------------------------------------

/** Time for one step of signing in. */
export const CHALLENGE_MS = 5 * 60_000

export const factorKinds = ['totp', 'passkey', 'recovery_code'] as const
export type FactorKind = (typeof factorKinds)[number]
