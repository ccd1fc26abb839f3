// The provider's message ids: some return hexadecimal ids and write decimal ones into receipts, or the reverse; some
// change case and leading zeros.

import type { IdFormat } from '../settings.ts'

const HEX = /^[0-9a-f]{1,40}$/i
const DECIMAL = /^[0-9]{1,40}$/
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** The id of a response, in the form in which the ids of receipts are compared. */
export function idOfAnswer(id: string, format: IdFormat): string {
  const written = visible(id)
  if (format === 'hex_to_decimal' && HEX.test(written)) return BigInt(`0x${written}`).toString()
  if (format === 'decimal_to_hex' && DECIMAL.test(written)) return BigInt(written).toString(16)
  return normal(written)
}

/**
 * The id of a receipt, in the form of `idOfAnswer` and as the provider wrote it: earlier versions stored the ids of
 * responses as they were written.
 */
export function idsOfReceipt(id: string, format: IdFormat): { providerId: string; writtenAs: string } {
  const writtenAs = visible(id)
  if (format === 'hex_to_decimal' && DECIMAL.test(writtenAs))
    return { providerId: BigInt(writtenAs).toString(), writtenAs }
  if (format === 'decimal_to_hex' && HEX.test(writtenAs))
    return { providerId: BigInt(`0x${writtenAs}`).toString(16), writtenAs }
  return { providerId: normal(writtenAs), writtenAs }
}

/**
 * Case and leading zeros are insignificant in decimal and hexadecimal numbers, and case in UUIDs. In other alphabets
 * (base 62, base 64) they can distinguish two messages.
 */
function normal(id: string): string {
  if (HEX.test(id)) return id.toLowerCase().replace(/^0+(?=.)/, '')
  return UUID.test(id) ? id.toLowerCase() : id
}

const visible = (id: string): string => id.replace(/[^\x21-\x7e]/g, '')
