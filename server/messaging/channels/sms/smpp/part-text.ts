// The text of one part of a long SMS, stored until the others arrive. Some senders split within a character: between an
// emoji's surrogates, or between an escape and its code. Such a part is stored with what it needs to be joined; alone
// it is shown with U+FFFD.

import { ESCAPE } from '#kit/sms-size.ts'
import { decodeSms } from '#kit/sms-text.ts'
import { shiftTables } from '../national-languages.ts'

/** How the octets of a part are decoded; the languages of its shift tables are 0 when its header names none. */
export type Alphabet =
  | { encoding: 'ucs2' }
  | { encoding: 'latin1' }
  | { encoding: 'gsm'; locking: number; single: number }

const NOT_DECODED = '\ufffd'
/** A noncharacter, which no text from a phone contains. */
const MARK = '\u{10ffff}'

/** Without U+0000, which PostgreSQL does not store. */
export function textIn(octets: Buffer, alphabet: Alphabet): string {
  const text =
    alphabet.encoding === 'latin1'
      ? octets.toString('latin1')
      : alphabet.encoding === 'ucs2'
        ? decodeSms(octets, 'ucs2')
        : decodeSms(octets, 'gsm', shiftTables(alphabet.locking, alphabet.single))
  return text.replaceAll('\0', '').replaceAll(MARK, NOT_DECODED)
}

export function storedPart(octets: Buffer, alphabet: Alphabet): string {
  const text = textIn(octets, alphabet)
  if (alphabet.encoding === 'ucs2' && (octets.length % 2 === 1 || text.includes(NOT_DECODED)))
    return `${text}${MARK}ucs2:${octets.toString('base64')}`
  if (alphabet.encoding === 'gsm' && endsWithEscape(octets))
    return `${text}${MARK}gsm:${alphabet.locking}:${alphabet.single}`
  return text
}

function endsWithEscape(octets: Buffer): boolean {
  let at = 0
  while (at < octets.length) {
    if (octets[at] !== ESCAPE) at++
    else if (at === octets.length - 1) return true
    else at += 2
  }
  return false
}

/** A stored part, shown alone. */
export const shownPart = (stored: string): string => stored.split(MARK, 1)[0] as string

/** The text of consecutive stored parts. */
export function joinParts(parts: readonly string[]): string {
  let text = ''
  let octets: Buffer[] = []
  let escape: string | null = null
  const flush = () => {
    if (octets.length > 0) text += textIn(Buffer.concat(octets), { encoding: 'ucs2' })
    octets = []
  }
  for (const part of parts) {
    const [, cut = ''] = part.split(MARK)
    if (cut.startsWith('ucs2:')) octets.push(Buffer.from(cut.slice('ucs2:'.length), 'base64'))
    else {
      flush()
      text += escape === null ? shownPart(part) : escaped(escape, shownPart(part))
    }
    escape = cut.startsWith('gsm:') ? cut : null
  }
  flush()
  return text
}

/** The text after an escape at the end of the previous part: its first character stands for its code. */
function escaped(cut: string, text: string): string {
  const [, locking, single] = cut.split(':').map(Number)
  const { basicOf, extensionOf } = shiftTables(locking as number, single as number)
  const [first = ''] = text
  const extension = extensionOf.get(basicOf.indexOf(first))
  return extension === undefined ? text : extension + text.slice(first.length)
}
