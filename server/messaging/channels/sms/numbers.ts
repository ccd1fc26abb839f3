// The numbers that contacts write from, as providers write them.

const NATIONAL_DIGITS = 10

/** As contacts are known by. A national number is one of India. */
export function readNumber(address: string, isInternational = false): string {
  const digits = address.replace(/^\+/, '')
  if (!/^\d+$/.test(digits)) return address
  if (isInternational || address.startsWith('+') || digits.length > NATIONAL_DIGITS) return `+${digits}`
  return digits.length === NATIONAL_DIGITS ? `+91${digits}` : address
}
