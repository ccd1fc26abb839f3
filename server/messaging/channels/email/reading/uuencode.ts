// Files in uuencode: as the encoding of a part, or between `begin` and `end` in a text. Source: POSIX, uuencode.

import { GrowingBytes } from '#kit/growing-bytes.ts'

const BEGIN = /^begin [0-7]{3,4} (\S.{0,200})$/
const FILES_MAX = 100
const FIRST = 0x20
const LAST = 0x60
const LINE_BYTES_MAX = 45

export interface UuencodedFile {
  filename: string
  content: Buffer
}

/** The bytes of one line; null when it is not encoded. Some programs cut off the spaces at its end. */
function lineBytes(line: string): Buffer | null {
  const length = (line.charCodeAt(0) - FIRST) & 0x3f
  const needed = Math.ceil(length / 3) * 4
  if (line === '' || line.charCodeAt(0) > LAST || line.charCodeAt(0) < FIRST || length > LINE_BYTES_MAX) return null
  const body = line.slice(1)
  // A checksum of the line may follow.
  if (body.length > needed + 2) return null
  const bytes = Buffer.alloc((needed / 4) * 3)
  for (let at = 0, to = 0; at < needed; at += 4, to += 3) {
    const [a = 0, b = 0, c = 0, d = 0] = [0, 1, 2, 3].map((next) => {
      const code = body.charCodeAt(at + next)
      return Number.isNaN(code) ? 0 : code < FIRST || code > LAST ? Number.NaN : (code - FIRST) & 0x3f
    })
    if ([a, b, c, d].some(Number.isNaN)) return null
    bytes.writeUIntBE((a << 18) | (b << 12) | (c << 6) | d, to, 3)
  }
  return bytes.subarray(0, length)
}

/** The files in a text and the text without them. Incomplete or damaged files stay in the text. */
export function uuencodedIn(text: string): { text: string; files: UuencodedFile[] } {
  if (!/^begin [0-7]{3,4} /m.test(text)) return { text, files: [] }
  const rest: string[] = []
  const files: UuencodedFile[] = []
  const lines = text.split('\n')
  for (let index = 0; index < lines.length; index++) {
    const line = (lines[index] as string).trimEnd()
    const filename = BEGIN.exec(line)?.[1]
    const end = filename === undefined || files.length >= FILES_MAX ? null : endOfFile(lines, index + 1)
    if (end === null) {
      rest.push(lines[index] as string)
      continue
    }
    const decoder = new UuDecoder()
    for (const one of lines.slice(index, end)) decoder.add(one)
    files.push({ filename: filename as string, content: decoder.all() })
    index = end
  }
  return { text: rest.join('\n'), files }
}

/** Position of `end`; null when an earlier line is not valid. */
function endOfFile(lines: readonly string[], start: number): number | null {
  for (let index = start; index < lines.length; index++) {
    const line = (lines[index] as string).replace(/\r$/, '')
    if (line.trimEnd() === 'end') return index > start ? index : null
    if (line !== '' && lineBytes(line) === null) return null
  }
  return null
}

/** Reads lines from `begin` to `end`. */
export class UuDecoder {
  readonly #bytes = new GrowingBytes()
  #state: 'before' | 'within' | 'after' = 'before'

  add(line: string): void {
    const text = line.replace(/[\r\n]+$/, '')
    if (this.#state === 'before') {
      if (BEGIN.test(text.trimEnd())) this.#state = 'within'
    } else if (this.#state === 'within') {
      if (text.trimEnd() === 'end') this.#state = 'after'
      else this.#bytes.add(lineBytes(text) ?? Buffer.alloc(0))
    }
  }

  all(): Buffer {
    return this.#bytes.all()
  }
}
