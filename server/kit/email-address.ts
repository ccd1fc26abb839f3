// Valid email addresses wherever one is entered: contacts, users, billing profiles, settings. spec 6.3. A contact's
// address may have any script before the @ (SMTPUTF8, RFC 6531); our own must work with every mail server.

import { domainToASCII } from 'node:url'
import { validationError } from './messages/field-errors.ts'
import type { Reading } from './wire.ts'

/** RFC 5321 §4.5.3.1: 64 octets before the @, and 254 in all (RFC 3696 erratum 1690). */
const LOCAL_PART_MAX = 64
export const EMAIL_MAX = 254

// RFC 5322 §3.2.3 dot-atom without quoted names, so that no part of an address has a special meaning in a mail header.
const LOCAL_PART = /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/
/** The same with letters, marks and digits of any script (RFC 6532), and the joiners that Indian scripts write with. */
const INTERNATIONAL_LOCAL_PART =
  /^[\u200d\u200c\p{L}\p{M}\p{Nd}!#$%&'*+/=?^_`{|}~-]+(\.[\u200d\u200c\p{L}\p{M}\p{Nd}!#$%&'*+/=?^_`{|}~-]+)*$/u
const DOMAIN = /^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/i
const DOMAIN_AS_TYPED = /^[\p{L}\p{M}\p{N}.-]+$/u

/** The address as it is stored: a domain in another script becomes its ASCII form, which every mail server knows. */
export const readEmailAddress = (text: string): Reading<string> => read(text, LOCAL_PART)

/**
 * A contact's address. Letters of other scripts are stored composed and in small letters, so that the database, whose
 * collation may know ASCII alone, compares them as the program does.
 */
export function readContactAddress(text: string): Reading<string> {
  const stored = text.normalize('NFC').replace(/[^\0-\x7f]+/g, (letters) => letters.toLowerCase().normalize('NFC'))
  return read(stored, INTERNATIONAL_LOCAL_PART)
}

function read(text: string, localPart: RegExp): Reading<string> {
  const [local = '', typed = '', ...more] = text.split('@')
  if (more.length > 0 || local === '' || typed === '') return validationError('email_without_at')
  if (Buffer.byteLength(local) > LOCAL_PART_MAX || !localPart.test(local))
    return validationError('email_name_not_valid', { max: LOCAL_PART_MAX })
  const domain = asciiDomain(typed)
  if (domain === null) return validationError('email_domain_not_valid')
  const email = `${local}@${domain}`
  return Buffer.byteLength(email) > EMAIL_MAX ? validationError('too_long', { max: EMAIL_MAX }) : { value: email }
}

function asciiDomain(typed: string): string | null {
  if (!DOMAIN_AS_TYPED.test(typed)) return null
  const domain = /^[\x20-\x7e]*$/.test(typed) ? typed : domainToASCII(typed)
  // A last label of digits alone would be an IP address.
  return DOMAIN.test(domain) && !/\.[0-9]+$/.test(domain) ? domain : null
}
