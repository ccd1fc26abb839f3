// Rules of contacts and groups: validation and normalization of their fields. Pure.

import { parsePhoneNumberFromString } from 'libphonenumber-js/max'
import { latinDigits } from '#kit/digits.ts'
import { readContactAddress } from '#kit/email-address.ts'
import { type ValidationError, validationError } from '#kit/messages/field-errors.ts'
import { reasonOf } from '#kit/messages/reasons.ts'
import { type FieldError, invalidFields, Refusal } from '#kit/refusals.ts'
import { isLine, LINE, TEXT, textError } from '#kit/text.ts'
import type { Reading } from '#kit/wire.ts'
import { currentForm } from './number-forms.ts'

const PHONE_AS_TYPED = /^\+[0-9 ().-]{6,30}$/
/** A plus that was not URL-encoded arrives as a space. */
const PHONE_WITHOUT_PLUS = /^ [0-9 ().-]{6,30}$/

/** Converts a number in any notation with the country code to E.164. */
export function readPhoneNumber(written: string): Reading<string> {
  const text = latinDigits(written)
  if (PHONE_WITHOUT_PLUS.test(text)) return validationError('phone_lost_plus')
  if (!PHONE_AS_TYPED.test(text)) return validationError('phone_without_country_code')
  const parsed = parsePhoneNumberFromString(currentForm(`+${text.replaceAll(/\D/g, '')}`))
  return parsed?.isValid() ? { value: parsed.number } : validationError('phone_not_valid')
}

export function readWebAddress(text: string): Reading<string> {
  if (!/^https?:\/\/\S+$/i.test(text) || !isLine(text)) return validationError('not_web_address')
  const url = URL.parse(text)
  if (!url || url.hostname === '') return validationError('not_web_address')
  return url.username === '' && url.password === '' ? { value: text } : validationError('url_with_credentials')
}

/** A single line: text in a mail header must not be able to start another header. */
export function readLine(text: string): Reading<string> {
  return isLine(text) ? { value: text } : (textError(LINE, text) as ValidationError)
}

export function readLines(text: string): Reading<string> {
  return isStorable(text) ? { value: text } : (textError(TEXT, text) as ValidationError)
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

/** The input as stored, or a refusal that names every field with an error. */
export function cleaned<Fields extends object>(input: Fields): Fields {
  const errors: FieldError[] = []
  const clean = Object.entries(input).map(([field, value]) => {
    if (field === 'attributes') errors.push(...attributeErrors((value ?? {}) as Attributes))
    const reading = typeof value === 'string' ? (readers[field]?.(value) ?? { value }) : { value }
    if ('value' in reading) return [field, reading.value]
    errors.push({ field, ...reading })
    return [field, value]
  })
  if (errors.length > 0) throw invalidFields('invalid_content', errors)
  return Object.fromEntries(clean) as Fields
}

function attributeErrors(attributes: Attributes): FieldError[] {
  const texts = Object.entries(attributes).flat()
  const found = texts.find((one) => typeof one === 'string' && !isStorable(one))
  return typeof found === 'string' ? [{ field: 'attributes', ...(textError(TEXT, found) as ValidationError) }] : []
}

interface Naming {
  display_name: string | null
  email: string | null
  phone_number: string | null
  app_id: string | null
}

/** A contact without name and address could be neither identified nor reached. */
export function mustBeNamed({ display_name, email, phone_number, app_id }: Naming): void {
  if ((display_name ?? email ?? phone_number ?? app_id) !== null) return
  const fields = ['display_name', 'email', 'phone_number', 'app_id']
  const errors = fields.map((field) => ({ field, ...validationError('one_of_fields', { fields }) }))
  throw new Refusal('invalid_content', reasonOf('contact_unnamed'), errors)
}

/** How far the caller's clock may be ahead of ours. */
const CLOCK_TOLERANCE_MS = 60_000

/** 422 for an unsubscription in the future: it would take effect immediately. */
export function mustHaveHappened(unsubscribed: Record<string, Date | null> | undefined, at: Date): void {
  const errors = Object.entries(unsubscribed ?? {})
    .filter(([, since]) => since !== null && since.getTime() > at.getTime() + CLOCK_TOLERANCE_MS)
    .map(([channel]) => ({ field: `unsubscribed.${channel}`, ...validationError('in_future') }))
  if (errors.length > 0) throw invalidFields('invalid_content', errors)
}
