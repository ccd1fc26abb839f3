// The provider's ids of messages: some answer with hexadecimal ones and write decimal ones into receipts, or the other
// way round.

import type { IdFormat } from '../settings.ts'

const HEX = /^[0-9a-f]{1,40}$/i
const DECIMAL = /^[0-9]{1,40}$/

/** An id as its receipts will write it. What is no number stays as it is. */
export function idOfAnswer(id: string, format: IdFormat): string {
  const plain = shown(id)
  if (format === 'hex_to_decimal' && HEX.test(plain)) return BigInt(`0x${plain}`).toString()
  if (format === 'decimal_to_hex' && DECIMAL.test(plain)) return BigInt(plain).toString(16)
  return plain
}

/** Of a receipt: numbers without leading zeros, as `idOfAnswer` makes them. */
export function idOfReceipt(id: string, format: IdFormat): string {
  const plain = shown(id)
  if (format === 'hex_to_decimal' && DECIMAL.test(plain)) return BigInt(plain).toString()
  if (format === 'decimal_to_hex' && HEX.test(plain)) return BigInt(`0x${plain}`).toString(16)
  return plain
}

const shown = (id: string): string => id.replace(/[^\x21-\x7e]/g, '')
