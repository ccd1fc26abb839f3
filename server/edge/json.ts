// JSON bodies. Large ones are counted before parsing: a parser creates every value, however little of it is needed, and
// blocks other requests meanwhile.

import { refusal } from '#kit/refusals.ts'
import { mustBeUtf8 } from './encoding.ts'

/** Smaller bodies cannot take long, whatever they contain. */
const COUNTED_FROM_BYTES = 16 * 1024
/** Fifty per message of the largest batch. */
export const JSON_VALUES_MAX = 50_000
/** Per object: a parser is slow with names it has never seen. */
export const JSON_FIELDS_MAX = 1_000
/** Nesting of arrays and objects; the deepest body, a price list, has five levels. */
export const JSON_DEPTH_MAX = 16
/** Bytes outside strings: whitespace, numbers, brackets. */
const JSON_PLAIN_BYTES_MAX = 2 * 1024 * 1024

const QUOTE = 0x22
const BACKSLASH = 0x5c
const COMMA = 0x2c

/** Throws a Refusal for invalid JSON, or for more values than any request needs. */
export function parseJson(bytes: Buffer): unknown {
  if (bytes.length > COUNTED_FROM_BYTES) mustBeCountable(bytes)
  mustBeUtf8(bytes)
  try {
    return JSON.parse(bytes.toString('utf8'))
  } catch (error) {
    // The parser's message quotes the input, which may be long.
    const { message } = error as Error
    throw refusal('malformed_body', 'body_not_json', { problem: message.slice(0, 200).toWellFormed() })
  }
}

/** One pass over the bytes that skips strings. Invalid JSON is left to the parser. */
function mustBeCountable(bytes: Buffer): void {
  // The number of values in each open object; the count of an array starts far below the limit.
  const counts: number[] = []
  let values = 1
  let plainBytes = 0
  for (let at = 0; at < bytes.length; at++) {
    plainBytes++
    switch (bytes[at]) {
      case QUOTE:
        at = endOfText(bytes, at)
        break
      case COMMA: {
        values++
        const open = counts.length - 1
        if (open < 0) break
        const count = (counts[open] as number) + 1
        if (count >= JSON_FIELDS_MAX) throw tooComplex(JSON_FIELDS_MAX, 'fields in one object')
        counts[open] = count
        break
      }
      case 0x5b: // [
        values++
        counts.push(Number.NEGATIVE_INFINITY)
        break
      case 0x7b: // {
        values++
        counts.push(0)
        break
      case 0x5d: // ]
      case 0x7d: // }
        counts.pop()
        break
      default:
    }
    if (counts.length > JSON_DEPTH_MAX) throw tooComplex(JSON_DEPTH_MAX, 'levels of nesting')
    if (values > JSON_VALUES_MAX) throw tooComplex(JSON_VALUES_MAX, 'values')
    if (plainBytes > JSON_PLAIN_BYTES_MAX) throw tooComplex(JSON_PLAIN_BYTES_MAX, 'bytes outside texts')
  }
}

const tooComplex = (max: number, unit: string) => refusal('invalid_content', 'body_too_complex', { max, unit })

/** Position of the quote that ends the string at `start`; the end of the bytes if there is none. */
function endOfText(bytes: Buffer, start: number): number {
  const quote = bytes.indexOf(QUOTE, start + 1)
  if (quote < 0) return bytes.length
  if (bytes[quote - 1] !== BACKSLASH) return quote
  // With many escaped quotes, searching for each quote would be slower than a byte loop.
  let at = start + 1
  while (at < bytes.length && bytes[at] !== QUOTE) at += bytes[at] === BACKSLASH ? 2 : 1
  return at
}
