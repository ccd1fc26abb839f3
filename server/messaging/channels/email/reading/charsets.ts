// Decodes text with a wrong charset label: invalid UTF-8, ASCII with accents, UTF-7. Sources: RFC 2047 (encoded words),
// RFC 2152 (UTF-7), the WHATWG Encoding Standard.

const UTF_7 = /^(?:x-)?(?:unicode-1-1-)?(?:unicode-2-0-)?utf-?7$/i
/** Labels that mails give to any charset; UTF-8 is recognized by its form. */
const UNCERTAIN =
  /^(?:|utf-?8(?:-sig)?|us-ascii|ascii|ansi_x3\.4-1968|unknown(?:-8bit)?|x-unknown|default|8bit|7bit|binary)$/i
const ENCODED_WORD = /=\?([^?\s]+)\?([QqBb])\?([^?]*)\?=/g
const ENCODED_WORDS = /=\?[^?\s]+\?[QqBb]\?[^?]*\?=(?:\s+=\?[^?\s]+\?[QqBb]\?[^?]*\?=)*/g
const BAD = '\ufffd'

const strictUtf8 = new TextDecoder('utf-8', { fatal: true })
const utf8 = new TextDecoder('utf-8')
const windows1252 = new TextDecoder('windows-1252')
const utf16 = new TextDecoder('utf-16be')

/** Decodes bytes whose label may be wrong; null when the label should be used. */
export function textOf(bytes: Uint8Array, charset: string): string | null {
  if (UTF_7.test(charset)) return utf7(Buffer.from(bytes).toString('latin1'))
  return UNCERTAIN.test(charset) ? uncertain(bytes) : null
}

/** UTF-8 if it is valid; if most of it is, with a mark for each bad byte; otherwise Windows-1252. */
export function uncertain(bytes: Uint8Array): string {
  try {
    return strictUtf8.decode(bytes)
  } catch {
    const text = utf8.decode(bytes)
    const bad = text.split(BAD).length - 1
    const good = text.replaceAll(BAD, '').match(/[\u0080-\uffff]/g)?.length ?? 0
    return good > bad ? text : windows1252.decode(bytes)
  }
}

function utf7(text: string): string {
  return text.replace(/\+([A-Za-z0-9+/]*)-?/g, (_, encoded: string) => {
    if (encoded === '') return '+'
    const bytes = Buffer.from(encoded, 'base64')
    return utf16.decode(bytes.subarray(0, bytes.length - (bytes.length % 2)))
  })
}

/** A header line as UTF-8; some programs write it as Windows-1252. */
export function readableLine(line: Uint8Array): Uint8Array {
  for (const byte of line) if (byte >= 0x80) return Buffer.from(uncertain(line))
  return line
}

/** A header whose encoded words can all be decoded: the others are encoded again. */
export function readableWords(header: string): string {
  return header.replace(ENCODED_WORDS, (run) => {
    const words = [...run.matchAll(ENCODED_WORD)].map(([, charset = '', encoding = '', text = '']) => ({
      charset: charset.replace(/\*.*$/, ''),
      bytes: /q/i.test(encoding) ? quoted(text) : Buffer.from(text, 'base64'),
    }))
    if (words.every(({ charset }) => !UTF_7.test(charset) && !UNCERTAIN.test(charset))) return run
    // A character may be split between two words of one charset.
    const joined: typeof words = []
    for (const word of words) {
      const last = joined.at(-1)
      if (last?.charset === word.charset) last.bytes = Buffer.concat([last.bytes, word.bytes])
      else joined.push(word)
    }
    const texts = joined.map(({ charset, bytes }) => textOf(bytes, charset))
    return texts.some((text) => text === null) ? run : `=?utf-8?B?${Buffer.from(texts.join('')).toString('base64')}?=`
  })
}

function quoted(text: string): Buffer {
  const bytes = text.replaceAll('_', ' ').replace(/=([0-9A-Fa-f]{2})/g, (_, hex: string) => `\0${hex}`)
  const pieces = bytes.split('\0')
  return Buffer.concat(
    pieces.map((piece, index) =>
      index === 0
        ? Buffer.from(piece)
        : Buffer.concat([Buffer.from(piece.slice(0, 2), 'hex'), Buffer.from(piece.slice(2))]),
    ),
  )
}
