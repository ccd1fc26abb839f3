// Interprets text typed into a contact search: a name, an address or a number in any notation. Pure.

import { latinDigits } from '#kit/digits.ts'

/** "98765 43210" and "098765 43210" are numbers of India, as people write them. */
export function numberOf(text: string): string {
  const digits = latinDigits(text).replace(/[\s().\u00a0\u2010-\u2015-]/g, '')
  if (/^0?[6-9]\d{9}$/.test(digits)) return `+91${digits.slice(-10)}`
  if (/^00[1-9]/.test(digits)) return `+${digits.slice(2)}`
  return /^[1-9]/.test(digits) ? `+${digits}` : digits
}

export interface TypedContact {
  display_name?: string
  email?: string
  phone_number?: string
}

const NAMED_EMAIL = /^(?<name>[^<>]*)<(?<email>[^<>\s]+@[^<>\s]+)>$/
/** Shorter numbers are part of an address or a house number. */
const NUMBER = /^\+?[\d\s().\u00a0\u2010-\u2015-]{7,30}$/

/** For the fields of a new contact; a number is in its stored form. */
export function contactTyped(text: string): TypedContact {
  const typed = text.trim()
  if (typed === '') return {}
  const named = NAMED_EMAIL.exec(typed)?.groups
  if (named) {
    const name = (named.name ?? '').replaceAll('"', '').trim()
    return { ...(name !== '' && { display_name: name }), email: named.email as string }
  }
  if (/^\S+@\S+$/.test(typed)) return { email: typed }
  if (NUMBER.test(latinDigits(typed))) return { phone_number: numberOf(typed) }
  return { display_name: typed }
}
