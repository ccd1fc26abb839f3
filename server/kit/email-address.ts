// What an email address is, wherever one is given: of contacts, of people, of a billing profile, in settings. spec 6.3.

import { domainToASCII } from 'node:url'
import type { Reading } from './wire.ts'

/** RFC 5321 §4.5.3.1: 64 octets before the @, and 254 in all (RFC 3696 erratum 1690). */
const LOCAL_PART_MAX = 64
export const EMAIL_MAX = 254

// RFC 5322 §3.2.3 dot-atom: no quoted names, so that nothing in an address has a meaning of its own in a mail header.
const LOCAL_PART = /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/
const DOMAIN = /^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/i
const DOMAIN_AS_TYPED = /^[\p{L}\p{M}\p{N}.-]+$/u

/** The address as it is stored: a domain in another script becomes its ASCII form, which every mail server knows. */
export function readEmailAddress(text: string): Reading<string> {
  const [local = '', typed = '', ...more] = text.split('@')
  if (more.length > 0 || local === '' || typed === '')
    return { message: 'must have one @ with a name before it and a domain after it' }
  if (local.length > LOCAL_PART_MAX || !LOCAL_PART.test(local))
    return {
      message: `must have before the @ at most ${LOCAL_PART_MAX} letters, digits and signs of ASCII, without spaces`,
    }
  const domain = asciiDomain(typed)
  if (domain === null) return { message: 'must have a domain after the @, such as company.example' }
  const email = `${local}@${domain}`
  return email.length > EMAIL_MAX ? { message: `must have at most ${EMAIL_MAX} characters` } : { value: email }
}

function asciiDomain(typed: string): string | null {
  if (!DOMAIN_AS_TYPED.test(typed)) return null
  const domain = /^[\x20-\x7e]*$/.test(typed) ? typed : domainToASCII(typed)
  // A last label of digits alone would be an IP address.
  return DOMAIN.test(domain) && !/\.[0-9]+$/.test(domain) ? domain : null
}
