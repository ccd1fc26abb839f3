// Detects encoding and delimiter of a CSV file from its first bytes. Pure.

import { isUtf8 } from 'node:buffer'
import { CsvReader, namedSeparator, ReadError } from './csv-reader.ts'

export const encodings = ['utf-8', 'utf-16le', 'utf-16be', 'windows-1252'] as const
export type Encoding = (typeof encodings)[number]
export const delimiters = [',', ';', '\t', '|'] as const
export type Delimiter = (typeof delimiters)[number]

export interface Format {
  encoding: Encoding
  delimiter: Delimiter
}

/** A spreadsheet has no encoding or delimiter to detect. */
export interface SpreadsheetFormat {
  encoding: null
  delimiter: null
}

/** Bytes at the start of a file that are used to detect its format. */
export const HEAD_BYTES = 64 * 1024
/** Records that are used to detect the delimiter. */
const SAMPLE = 20
/** Trailing bytes that may belong to a UTF-8 character cut in half. */
const CUT_BYTES_MAX = 3

const marks: readonly [Encoding, readonly number[]][] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
]

export function encodingOf(head: Buffer): Encoding {
  const marked = marks.find(([, bytes]) => bytes.every((byte, index) => head[index] === byte))
  if (marked) return marked[0]
  const [even, odd] = zeros(head)
  // UTF-16 of Latin letters: every second byte is zero.
  if (odd > head.length / 4 && even < head.length / 16) return 'utf-16le'
  if (even > head.length / 4 && odd < head.length / 16) return 'utf-16be'
  const isCut = head.length >= HEAD_BYTES
  for (let cut = 0; cut <= (isCut ? CUT_BYTES_MAX : 0); cut++)
    if (isUtf8(head.subarray(0, head.length - cut))) return 'utf-8'
  return 'windows-1252'
}

function zeros(head: Buffer): [even: number, odd: number] {
  const counts: [number, number] = [0, 0]
  for (let index = 0; index < head.length; index++) if (head[index] === 0) counts[index % 2 === 0 ? 0 : 1]++
  return counts
}

export const decoderOf = (encoding: Encoding): TextDecoder => new TextDecoder(encoding)

/** The delimiter named in the first line, else the one that splits the records into most columns, most evenly. */
export function delimiterOf(text: string): Delimiter {
  const named = delimiters.find((one) => one === namedSeparator(text))
  if (named) return named
  const samples = delimiters.map((delimiter) => ({ delimiter, records: sampleOf(text, delimiter) }))
  // The first line decides, unless it is a title: few of the others have as many cells.
  let first: Delimiter | null = null
  for (let above = 0; above < SAMPLE; above++) {
    const best = bestOf(samples.map(({ delimiter, records }) => ({ delimiter, ...scoreOf(records.slice(above)) })))
    if (best.score > 0 && best.evenness >= EVEN) return best.delimiter
    if (best.score > 0) first ??= best.delimiter
  }
  return first ?? ','
}

/** Minimum share of the records that have as many cells as the first one. */
const EVEN = 0.5

interface Score {
  delimiter: Delimiter
  score: number
  evenness: number
}

const bestOf = (scores: Score[]): Score => scores.reduce((best, one) => (one.score > best.score ? one : best))

function sampleOf(text: string, delimiter: Delimiter): string[][] {
  const records: string[][] = []
  try {
    for (const { cells } of new CsvReader(delimiter).push(text)) if (records.push(cells) === SAMPLE) break
  } catch (error) {
    if (!(error instanceof ReadError)) throw error
  }
  return records
}

function scoreOf(records: readonly string[][]): Omit<Score, 'delimiter'> {
  const columns = records[0]?.length ?? 0
  if (columns < 2) return { score: 0, evenness: 0 }
  const evenness = records.filter((cells) => cells.length === columns).length / records.length
  return { score: columns * evenness, evenness }
}
