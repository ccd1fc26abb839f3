// JSON bodies. Large ones are counted before they are parsed: a parser makes a value of everything, however little of it is
// wanted, and nobody else is answered meanwhile.

import { Refusal } from '#kit/refusals.ts'

/** Below this nothing that a body can hold takes long. */
const COUNTED_FROM_BYTES = 16 * 1024
/** A hundred for each message of the largest batch. */
export const JSON_VALUES_MAX = 100_000
/** Arrays and objects within each other; the deepest body, a price list, has five. */
export const JSON_DEPTH_MAX = 16

const QUOTE = 0x22
const BACKSLASH = 0x5c
const COMMA = 0x2c

/** Throws a Refusal when it is no JSON, or more of it than any request needs. */
export function parseJson(bytes: Buffer): unknown {
  if (bytes.length > COUNTED_FROM_BYTES) mustBeCountable(bytes)
  try {
    return JSON.parse(bytes.toString('utf8'))
  } catch (error) {
    // The parser repeats what it stumbled over, which may be long.
    const { message } = error as Error
    throw new Refusal('malformed_body', `The body is not valid JSON: ${message.slice(0, 200).toWellFormed()}`)
  }
}

/** One pass over the bytes, leaping over texts. What is no JSON is left to the parser to tell. */
function mustBeCountable(bytes: Buffer): void {
  let values = 1
  let depth = 0
  for (let at = 0; at < bytes.length; at++) {
    switch (bytes[at]) {
      case QUOTE: {
        at = endOfText(bytes, at)
        break
      }
      case COMMA:
        values++
        break
      case 0x5b: // [
      case 0x7b: // {
        values++
        depth++
        break
      case 0x5d: // ]
      case 0x7d: // }
        depth--
        break
      default:
    }
    if (values > JSON_VALUES_MAX)
      throw new Refusal('invalid_content', `The body holds more than ${JSON_VALUES_MAX} values; send it in parts.`)
    if (depth > JSON_DEPTH_MAX) throw tooDeep()
  }
}

export function tooDeep(): Refusal {
  return new Refusal('invalid_content', `The body is nested more than ${JSON_DEPTH_MAX} deep; no route takes that.`)
}

/** Where the quote is that ends the text that begins at `start`; the end of the bytes if there is none. */
function endOfText(bytes: Buffer, start: number): number {
  for (let at = bytes.indexOf(QUOTE, start + 1); at >= 0; at = bytes.indexOf(QUOTE, at + 1)) {
    let slashes = 0
    while (bytes[at - 1 - slashes] === BACKSLASH) slashes++
    if (slashes % 2 === 0) return at
  }
  return bytes.length
}
