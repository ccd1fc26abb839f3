// Pure rules of contacts and groups: what their fields may hold, and how it is stored.

import { parsePhoneNumberFromString } from 'libphonenumber-js/max'
import { readContactAddress } from '#kit/email-address.ts'
import { type FieldError, Refusal } from '#kit/refusals.ts'
import { isLine } from '#kit/text.ts'
import type { Reading } from '#kit/wire.ts'
import { currentForm } from './number-forms.ts'

const PHONE_AS_TYPED = /^\+[0-9 ().-]{6,30}$/

/** E.164, from any way of writing it that begins with the country code. */
export function readPhoneNumber(text: string): Reading<string> {
  if (!PHONE_AS_TYPED.test(text)) {
    return { message: 'must begin with + and the country code: send +919876543210 (in a form, %2B919876543210)' }
  }
  const parsed = parsePhoneNumberFromString(currentForm(`+${text.replaceAll(/\D/g, '')}`))
  if (!parsed?.isValid())
    return { message: 'is not a phone number that exists; check the country code and the digits after it' }
  return { value: parsed.number }
}

export function readWebAddress(text: string): Reading<string> {
  const message = 'must be a web address that begins with https:// or http://'
  if (!/^https?:\/\/\S+$/i.test(text) || !isLine(text)) return { message }
  const url = URL.parse(text)
  if (!url || url.hostname === '') return { message }
  return url.username === '' && url.password === ''
    ? { value: text }
    : { message: 'must not carry a user name or password' }
}

/** One line: what may stand in a mail's header must not be able to begin another one. */
export function readLine(text: string): Reading<string> {
  return isLine(text) ? { value: text } : { message: 'must be one line without control characters' }
}

export function readLines(text: string): Reading<string> {
  return isStorable(text) ? { value: text } : { message: 'must be Unicode text without the character U+0000' }
}

/** PostgreSQL stores neither U+0000 nor half of a surrogate pair. */
function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed()
}

const readers: Record<string, (text: string) => Reading<string>> = {
  display_name: readLine,
  name: readLine,
  description: readLines,
  email: readContactAddress,
  phone_number: readPhoneNumber,
  app_id: readLine,
  avatar_url: readWebAddress,
}

export type Attributes = Record<string, string | number | boolean | null>

/** The input as it is stored, or a refusal that names every field at fault. */
export function cleaned<Fields extends object>(input: Fields): Fields {
  const errors: FieldError[] = []
  const clean = Object.entries(input).map(([field, value]) => {
    if (field === 'attributes') errors.push(...attributeFaults((value ?? {}) as Attributes))
    const reading = typeof value === 'string' ? (readers[field]?.(value) ?? { value }) : { value }
    if ('value' in reading) return [field, reading.value]
    errors.push({ field, message: reading.message })
    return [field, value]
  })
  if (errors.length > 0) {
    throw new Refusal('invalid_content', errors.map(({ field, message }) => `${field} ${message}`).join('; '), errors)
  }
  return Object.fromEntries(clean) as Fields
}

function attributeFaults(attributes: Attributes): FieldError[] {
  return Object.entries(attributes)
    .filter(([key, value]) => !isStorable(key) || (typeof value === 'string' && !isStorable(value)))
    .map(() => ({ field: 'attributes', message: 'must be Unicode text without the character U+0000' }))
    .slice(0, 1)
}

interface Naming {
  display_name: string | null
  email: string | null
  phone_number: string | null
  app_id: string | null
}

/** A contact without a name and without an address could be neither told apart nor reached. */
export function mustBeNamed({ display_name, email, phone_number, app_id }: Naming): void {
  if ((display_name ?? email ?? phone_number ?? app_id) !== null) return
  const message = 'give at least one of display_name, email, phone_number, app_id'
  const errors = ['display_name', 'email', 'phone_number', 'app_id'].map((field) => ({ field, message }))
  throw new Refusal('invalid_content', `A contact needs a name or an address: ${message}.`, errors)
}

/** How far the clock of who tells it may be ahead of ours. */
const CLOCK_TOLERANCE_MS = 60_000

/**
 * 422 for an unsubscription in the future: consent is withdrawn at once or not at all, and a planned one would count
 * already.
 */
export function mustHaveHappened(unsubscribed: Record<string, Date | null> | undefined, at: Date): void {
  const errors = Object.entries(unsubscribed ?? {})
    .filter(([, since]) => since !== null && since.getTime() > at.getTime() + CLOCK_TOLERANCE_MS)
    .map(([channel]) => ({
      field: `unsubscribed.${channel}`,
      message: 'must not be in the future; send the time at which the contact unsubscribed',
    }))
  if (errors.length === 0) return
  throw new Refusal('invalid_content', errors.map(({ field, message }) => `${field} ${message}`).join('; '), errors)
}
