// Decimal numbers in webhooks, read by their digits: a float would change them. Pure.

import { formatMicros, parseMicros } from '#kit/money.ts'

const DECIMAL = /^(\d{1,15})(?:\.(\d{1,30}))?(?:[eE]([+-]?\d{1,2}))?$/
/** Decimal places of an amount. */
const PLACES = 6

/**
 * An amount as the API shows it, with two to six decimals, rounded half up: a sender that computes with floats may
 * write 249.89999999999998. Null for anything else, negative numbers included.
 */
export function decimalOf(text: string): string | null {
  const [, whole = '', fraction = '', exponent = '0'] = DECIMAL.exec(text) ?? []
  if (whole === '') return null
  const digits = BigInt(`${whole}${fraction}`)
  const shift = PLACES + Number(exponent) - fraction.length
  const divisor = 10n ** BigInt(Math.max(-shift, 0))
  const amount = formatMicros((digits * 10n ** BigInt(Math.max(shift, 0)) + divisor / 2n) / divisor)
  return parseMicros(amount) === null ? null : amount
}
