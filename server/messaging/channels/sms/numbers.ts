// Contacts' phone numbers as providers write them.

const NATIONAL_DIGITS = 10
/** The prefix dialled before a number within India, and before the country code. */
const TRUNK = /^0(?=[1-9]\d{9}$)/
const ABROAD = /^00(?=[1-9])/
const SEPARATORS = /[ ().-]/g

/** The number in the form that identifies contacts. A national number counts as one of India. */
export function readNumber(address: string, isInternational = false): string {
  const written = address.replace(SEPARATORS, '').replace(/^\+/, '')
  if (!/^\d+$/.test(written)) return address
  if (ABROAD.test(written)) return `+${written.replace(ABROAD, '')}`
  const digits = written.replace(TRUNK, '')
  if (digits !== written) return `+91${digits}`
  if (isInternational || address.startsWith('+') || digits.length > NATIONAL_DIGITS) return `+${digits}`
  return digits.length === NATIONAL_DIGITS ? `+91${digits}` : address
}
