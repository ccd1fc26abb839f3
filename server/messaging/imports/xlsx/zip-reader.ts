// Reads the parts of a spreadsheet file (.xlsx, a ZIP) from the attachment store in order, so that a store without
// range requests works. Only the end of the file is in memory, and the unpacked size of a part is limited.

import { Readable } from 'node:stream'
import { crc32 } from 'node:zlib'
import { type Entry, fromRandomAccessReaderPromise, getFileNameLowLevel, RandomAccessReader } from 'yauzl'
import { type ValidationError, validationError } from '#kit/messages/field-errors.ts'
import type { AttachmentStore, FileKey } from '#messaging/attachments/store/store.ts'
import { ReadError } from '../csv-reader.ts'

const MEGABYTE = 1024 * 1024
/** The directory of a ZIP is at its end. */
const TAIL_BYTES = MEGABYTE
/** A workbook has a part per sheet, picture and chart. */
const PARTS_MAX = 5000

export const damaged = (): ReadError => new ReadError('spreadsheet_unreadable', validationError('spreadsheet_damaged'))

export const tooLarge = (error: ValidationError): ReadError => new ReadError('spreadsheet_too_large', error)

export interface Parts {
  has(name: string): boolean
  /** Unpacked size in bytes; 0 if the part does not exist. */
  sizeOf(name: string): number
  /** Throws a `ReadError` for a part that is damaged or unpacks to more than `max` bytes. */
  chunksOf(name: string, max: number): AsyncGenerator<Buffer>
}

/** Throws a `ReadError` for a file that is not a ZIP. */
export async function openParts(store: AttachmentStore, key: FileKey): Promise<Parts> {
  const reader = await readerOf(store, key)
  const entries = new Map<string, Entry>()
  const guarded = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work()
    } catch (error) {
      if (error instanceof ReadError) throw error
      // A failure of the store is not an error of the file.
      throw reader.failure ?? damaged()
    }
  }
  const zip = await guarded(async () => {
    const opened = await fromRandomAccessReaderPromise(reader, reader.size, {
      lazyEntries: true,
      autoClose: false,
      // The library would refuse the whole file for one entry's name. Names are not used as paths here.
      decodeStrings: false,
    })
    if (opened.entryCount > PARTS_MAX) throw tooLarge(validationError('spreadsheet_too_many_parts', { max: PARTS_MAX }))
    for await (const entry of opened.eachEntry()) {
      const name = getFileNameLowLevel(entry.generalPurposeBitFlag, entry.fileNameRaw, entry.extraFields, false)
      entries.set(partName(name), entry)
    }
    return opened
  })
  const find = (name: string) => entries.get(partName(name))
  return {
    has: (name) => find(name) !== undefined,
    sizeOf: (name) => find(name)?.uncompressedSize ?? 0,
    async *chunksOf(name, max) {
      const entry = find(name)
      if (!entry) throw damaged()
      if (entry.isEncrypted()) throw protectedByPassword()
      if (entry.uncompressedSize > max)
        throw tooLarge(validationError('spreadsheet_part_too_large', { megabytes: max / MEGABYTE }))
      const content = await guarded(() => zip.openReadStreamPromise(entry))
      const chunks = (content as AsyncIterable<Buffer>)[Symbol.asyncIterator]()
      let sum = 0
      try {
        for (;;) {
          const next = await guarded(() => chunks.next())
          if (next.done && sum !== entry.crc32) throw damaged()
          if (next.done) return
          sum = crc32(next.value, sum)
          yield next.value
        }
      } finally {
        content.destroy()
      }
    },
  }
}

const partName = (name: string): string => name.replace(/^\//, '').toLowerCase()

export const protectedByPassword = (): ReadError =>
  new ReadError('spreadsheet_unreadable', validationError('spreadsheet_with_password'))

async function readerOf(store: AttachmentStore, key: FileKey): Promise<StoreReader> {
  let size = 0
  let tail: Buffer = Buffer.alloc(0)
  for await (const chunk of (await store.get(key)) as AsyncIterable<Buffer>) {
    size += chunk.length
    tail = Buffer.concat([tail, chunk])
    if (tail.length > 2 * TAIL_BYTES) tail = Buffer.from(tail.subarray(-TAIL_BYTES))
  }
  return new StoreReader(store, key, size, tail)
}

/** A stream of the file and its position. */
interface Cursor {
  chunks: AsyncIterator<Buffer>
  stream: Readable
  position: number
  rest: Buffer
}

class StoreReader extends RandomAccessReader {
  readonly size: number
  /** The error of the store, if it failed. */
  failure: unknown
  readonly #store: AttachmentStore
  readonly #key: FileKey
  readonly #tail: Buffer
  /** The stream of the last read, reused by a read further on in the file. */
  #idle: Cursor | null = null

  constructor(store: AttachmentStore, key: FileKey, size: number, tail: Buffer) {
    super()
    this.size = size
    this.#store = store
    this.#key = key
    this.#tail = tail
  }

  override _readStreamForRange(start: number, end: number): Readable {
    const tailStart = this.size - this.#tail.length
    if (start >= tailStart) return Readable.from([this.#tail.subarray(start - tailStart, end - tailStart)])
    return Readable.from(this.#range(start, end), { objectMode: false })
  }

  async *#range(start: number, end: number): AsyncGenerator<Buffer> {
    const cursor = await this.#cursorAt(start)
    let isWhole = false
    try {
      while (cursor.position < end) {
        if (cursor.rest.length === 0 && !(await this.#next(cursor))) break
        const from = Math.max(0, start - cursor.position)
        const taken = Math.min(cursor.rest.length, end - cursor.position)
        const piece = cursor.rest.subarray(Math.min(from, taken), taken)
        cursor.rest = cursor.rest.subarray(taken)
        cursor.position += taken
        if (piece.length > 0) yield piece
      }
      isWhole = true
    } finally {
      if (isWhole && this.#idle === null) this.#idle = cursor
      else cursor.stream.destroy()
    }
  }

  async #cursorAt(start: number): Promise<Cursor> {
    const idle = this.#idle
    this.#idle = null
    if (idle !== null && idle.position <= start) return idle
    idle?.stream.destroy()
    try {
      const stream = await this.#store.get(this.#key)
      const chunks = (stream as AsyncIterable<Buffer>)[Symbol.asyncIterator]()
      return { chunks, stream, position: 0, rest: Buffer.alloc(0) }
    } catch (error) {
      this.failure = error
      throw error
    }
  }

  async #next(cursor: Cursor): Promise<boolean> {
    try {
      const { value, done } = await cursor.chunks.next()
      if (!done) cursor.rest = value
      return !done
    } catch (error) {
      this.failure = error
      throw error
    }
  }
}
