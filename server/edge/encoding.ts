// All input must be UTF-8. Anything else would be decoded to U+FFFD or to wrong letters; it is refused instead.
// spec 3.25.

import { isAscii, isUtf8 } from 'node:buffer'
import { refusal } from '#kit/refusals.ts'

const CHARSET = /;\s*charset\s*=\s*"?([^\s";]*)/i
/** ASCII is UTF-8 too. */
const TAKEN = /^(utf-?8|us-ascii)$/i
const CHARSET_SHOWN_MAX = 100
/** Percent-escapes of non-ASCII characters. */
const ESCAPES = /(?:%[89a-f][0-9a-f])+/gi
const MAYBE_OTHER = /%[89a-f]/i

/** 415 when the media type names another charset. */
export function mustBeUtf8Type(contentType: string): void {
  const charset = contentType.includes(';') ? CHARSET.exec(contentType)?.[1] : undefined
  if (charset !== undefined && !TAKEN.test(charset)) throw otherCharset(charset)
}

export const otherCharset = (charset: string) =>
  refusal('unsupported_media_type', 'charset_not_supported', { charset: charset.slice(0, CHARSET_SHOWN_MAX) })

/** 400 for a body with other bytes: it is not text, or uses another encoding. */
export function mustBeUtf8(bytes: Buffer): void {
  if (!isUtf8(bytes)) throw notUtf8()
}

/** 400 for a form with percent-escapes that are not UTF-8: `%ff`. */
export function mustBeUtf8Form(text: string): void {
  if (!isUtf8Form(text)) throw notUtf8()
}

/** True when text in this charset has the same bytes in UTF-8. An unknown charset is assumed to extend ASCII. */
export function isSameInUtf8(bytes: Buffer, charset: string): boolean {
  if (TAKEN.test(charset)) return true
  try {
    return new TextDecoder(charset).decode(bytes) === bytes.toString('utf8')
  } catch {
    return isAscii(bytes)
  }
}

const notUtf8 = () => refusal('malformed_body', 'body_not_utf8')

/** The first parameter of a query that is not UTF-8, as received; null when all are. */
export function otherParameter(query: string): string | null {
  if (!MAYBE_OTHER.test(query)) return null
  return query.split('&').find((pair) => !isUtf8Form(pair)) ?? null
}

/** A run of escapes is complete by itself: between two of them there is ASCII, or complete characters. */
function isUtf8Form(text: string): boolean {
  if (!MAYBE_OTHER.test(text)) return true
  try {
    for (const [run] of text.matchAll(ESCAPES)) decodeURIComponent(run)
    return true
  } catch {
    return false
  }
}
