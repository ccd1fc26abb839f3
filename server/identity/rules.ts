// Pure rules of people: what an email address and a password must be, and how long failed sign-ins must wait.

import { createHash } from 'node:crypto'

/** RFC 5321 §4.5.3.1.3. */
export const EMAIL_MAX = 254
export const DISPLAY_NAME_MAX = 200
/** NIST SP 800-63B-4 asks for length and forbids rules about the kinds of characters. */
export const PASSWORD_MIN = 12
export const PASSWORD_MAX = 1000

/** So many may fail in a row before the account waits. */
export const FAILED_SIGN_INS_FREE = 5
const FIRST_WAIT_MS = 1000
export const LONGEST_WAIT_MS = 15 * 60 * 1000
/** Failures longer ago than this are forgotten. */
export const FAILED_SIGN_INS_KEPT_MS = 24 * 3600 * 1000

// The pattern of the HTML standard for type=email, with a domain of at least two labels.
const EMAIL =
  /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/

/** The address in the form in which it is stored and compared, or null when it is none. */
export function readEmail(text: string): string | null {
  const email = text.trim().toLowerCase()
  return email.length <= EMAIL_MAX && EMAIL.test(email) ? email : null
}

/** The key of an address's failed sign-ins. It is typed by strangers and may be anything, so only its hash is kept. */
export function attemptKey(email: string): Buffer {
  return createHash('sha256').update(email.trim().toLowerCase()).digest()
}

/** How long after the last of so many failures in a row the next attempt must wait: 1 s doubling to 15 min. */
export function waitAfter(failedInARow: number): number {
  if (failedInARow < FAILED_SIGN_INS_FREE) return 0
  return Math.min(FIRST_WAIT_MS * 2 ** (failedInARow - FAILED_SIGN_INS_FREE), LONGEST_WAIT_MS)
}
