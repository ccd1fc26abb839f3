// Reads the file of an import, as text in chunks and as records. Its format is detected from its head.

import type { Uuid } from '#kit/ids.ts'
import { validationError } from '#kit/messages/field-errors.ts'
import { type AttachmentStore, NotThere } from '#messaging/attachments/store/store.ts'
import { CsvReader, type CsvRecord, ReadError } from './csv-reader.ts'
import { decoderOf, delimiterOf, encodingOf, type Format, HEAD_BYTES, type SpreadsheetFormat } from './format.ts'
import { isXlsx, xlsxHead, xlsxRecords } from './xlsx/read.ts'

/** The file is not text. */
export class NotText extends Error {}

/** Spreadsheet programs and web reports save HTML pages or XML as .xls. */
const HTML =
  /^\ufeff?\s*(?:<!--[^]*?-->\s*)?(?:<!doctype\s+html|<(?:html|head|body|meta|style|table|div)[\s>]|MIME-Version:)/i
const XML = /^\ufeff?\s*<\?xml\s/i

/** Throws a `ReadError` for HTML and XML. */
function mustBeTable(text: string): void {
  const code = HTML.test(text) ? 'spreadsheet_is_html' : XML.test(text) ? 'spreadsheet_is_xml' : null
  if (code !== null) throw new ReadError('spreadsheet_unreadable', validationError(code))
}

/**
 * Text is processed in pieces of this size, whatever the stream's chunks are: reading a piece blocks the event loop.
 */
const PIECE_BYTES = 16 * 1024

interface Key {
  organizationId: Uuid
  id: Uuid
}

export type Head = (Format | SpreadsheetFormat) & {
  /** The first records, the header included. */
  records: CsvRecord[]
}

/** Throws a `ReadError` or `NotText` when the head of the file cannot be read. */
export async function readHead(
  store: AttachmentStore,
  key: Key,
  given: Partial<Format>,
  recordsMax: number,
): Promise<Head> {
  const chunks: Buffer[] = []
  let size = 0
  const content = await store.get(key)
  for await (const chunk of content) {
    chunks.push(chunk)
    size += chunk.length
    // Leaving the loop ends the stream.
    if (size >= HEAD_BYTES) break
  }
  const head = Buffer.concat(chunks).subarray(0, HEAD_BYTES)
  if (isXlsx(head)) return { encoding: null, delimiter: null, records: await xlsxHead(store, key, recordsMax) }
  const encoding = given.encoding ?? encodingOf(head)
  const text = textOf(decoderOf(encoding).decode(head, { stream: true }))
  mustBeTable(text)
  const delimiter = given.delimiter ?? delimiterOf(text)
  const reader = new CsvReader(delimiter)
  const records = firstOf(reader.push(text), recordsMax)
  if (size < HEAD_BYTES && records.length < recordsMax) records.push(...reader.end())
  return { encoding, delimiter, records }
}

function firstOf(records: Iterable<CsvRecord>, max: number): CsvRecord[] {
  const first: CsvRecord[] = []
  for (const record of records) if (first.push(record) === max) break
  return first
}

/** Text has no U+0000; a picture, a spreadsheet or a program has many. */
function textOf(text: string): string {
  if (text.includes('\0')) throw new NotText('not a text')
  return text
}

export interface Piece {
  records: CsvRecord[]
  /** Bytes of the file read so far. */
  bytes: number
  /** Why the file cannot be read after these records. */
  error: ReadError | NotText | null
}

/** Yields the records in pieces; nothing follows an error. */
export async function* recordsOf(
  store: AttachmentStore,
  key: Key,
  { encoding, delimiter, size, keepsBlank }: (Format | SpreadsheetFormat) & { size: number; keepsBlank: boolean },
): AsyncGenerator<Piece> {
  if (encoding === null) {
    for await (const { records, share, error } of xlsxRecords(store, key)) yield { records, bytes: share * size, error }
    return
  }
  const decoder = decoderOf(encoding)
  const reader = new CsvReader(delimiter, { keepsBlank })
  let bytes = 0
  for await (const chunk of await store.get(key))
    for (let from = 0; from < chunk.length; from += PIECE_BYTES) {
      const piece: Buffer = chunk.subarray(from, from + PIECE_BYTES)
      bytes += piece.length
      yield { ...collect(() => reader.push(textOf(decoder.decode(piece, { stream: true })))), bytes }
    }
  const rest = textOf(decoder.decode())
  yield { ...collect(() => reader.push(rest)), bytes }
  yield { ...collect(() => reader.end()), bytes }
}

function collect(read: () => Iterable<CsvRecord>): Omit<Piece, 'bytes'> {
  const records: CsvRecord[] = []
  try {
    for (const record of read()) records.push(record)
    return { records, error: null }
  } catch (error) {
    if (error instanceof ReadError || error instanceof NotText) return { records, error }
    throw error
  }
}

export { NotThere }
