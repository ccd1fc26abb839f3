// Encodes and decodes SMS text: 3GPP TS 23.038 (alphabets) and TS 23.040 (long messages). Prices and displays use the
// layout that is sent here.

import { basicOf, ESCAPE, extensionOf, layOut, octetsOf, type SmsEncoding, sizes } from './sms-size.ts'

export interface SmsText {
  encoding: SmsEncoding
  /**
   * The octets of each part, at least one part: one octet per GSM character, UCS-2 big-endian. Neither an extension
   * character nor a surrogate pair is split between two parts.
   */
  parts: Buffer[]
}

/** An unpaired surrogate cannot be sent: it becomes U+FFFD. */
export function encodeSms(given: string): SmsText {
  const text = given.toWellFormed()
  const { encoding, starts, length } = layOut(text)
  const all = encoding === 'gsm' ? gsmOctets(text) : ucs2Octets(text)
  const { octets } = sizes[encoding]
  const ends = [...starts.slice(1), length]
  return { encoding, parts: starts.map((start, index) => all.subarray(start * octets, (ends[index] ?? 0) * octets)) }
}

const gsmOctets = (text: string): Buffer => Buffer.from([...text].flatMap((one) => octetsOf.get(one) ?? []))

function ucs2Octets(text: string): Buffer {
  return Buffer.from(text, 'utf16le').swap16()
}

/** The characters of GSM codes, alone and after an escape. */
export interface ShiftTables {
  basicOf: readonly (string | undefined)[]
  extensionOf: ReadonlyMap<number, string>
}

const gsmTables: ShiftTables = { basicOf, extensionOf }

/**
 * Decodes received octets; `tables` apply to GSM text. Never throws: an undefined code becomes U+FFFD, except that an
 * escape before an undefined extension code yields that code's basic character (TS 23.038, 6.2.1.1).
 */
export function decodeSms(octets: Buffer, encoding: SmsEncoding, tables: ShiftTables = gsmTables): string {
  if (encoding === 'ucs2') {
    const whole = Buffer.from(octets.subarray(0, octets.length & ~1)).swap16()
    return whole.toString('utf16le').toWellFormed()
  }
  let text = ''
  for (let at = 0; at < octets.length; at++) {
    const code = octets[at] as number
    if (code !== ESCAPE) {
      text += tables.basicOf[code] ?? '\ufffd'
      continue
    }
    const next = octets[++at]
    if (next === undefined) continue
    text += tables.extensionOf.get(next) ?? (next === ESCAPE ? ' ' : tables.basicOf[next]) ?? '\ufffd'
  }
  return text
}
