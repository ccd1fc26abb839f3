// A zip file as a stream: each entry is compressed while it is generated, so memory stays flat for any size. Sizes
// follow each entry and are repeated in the directory at the end. Source: PKWARE APPNOTE 6.3.10, without zip64: more
// than four gigabytes are refused.

import { pipeline } from 'node:stream/promises'
import { crc32, createDeflateRaw } from 'node:zlib'

export interface ZipEntry {
  name: string
  /** In chunks of at least some kilobytes: each is compressed in a call to another thread. */
  content: AsyncIterable<Buffer> | Iterable<Buffer>
}

/** Largest size or offset without zip64. */
const BYTES_MAX = 0xff_ff_ff_ff
const ENTRIES_MAX = 0xff_ff
/** The fastest level: a higher one makes a sheet some percent smaller and takes twice the time. */
const LEVEL = 1
const CHUNK_BYTES = 256 * 1024
const VERSION = 20
/** Sizes follow the content, and names are UTF-8. */
const FLAGS = 0x08_08
const DEFLATED = 8
/** 1 January 1980, the earliest possible date: the same content produces the same file. */
const DATE = 0x00_21

interface Written {
  name: Buffer
  crc: number
  size: number
  packed: number
  offset: number
}

export async function* zipOf(entries: AsyncIterable<ZipEntry> | Iterable<ZipEntry>): AsyncGenerator<Buffer> {
  const written: Written[] = []
  let offset = 0
  for await (const { name, content } of entries) {
    const one: Written = { name: Buffer.from(name), crc: 0, size: 0, packed: 0, offset }
    const head = headOf(one)
    yield head
    for await (const chunk of packed(one, content)) {
      one.packed += chunk.length
      yield chunk
    }
    const tail = tailOf(one)
    yield tail
    offset += head.length + one.packed + tail.length
    written.push(one)
    if (Math.max(offset, one.size) > BYTES_MAX || written.length > ENTRIES_MAX)
      throw new Error('a zip of more than four gigabytes is not written')
  }
  const directory = Buffer.concat(written.map(directoryEntryOf))
  yield directory
  yield endOf(written.length, directory.length, offset)
}

async function* packed(one: Written, content: ZipEntry['content']): AsyncGenerator<Buffer> {
  const deflate = createDeflateRaw({ level: LEVEL, chunkSize: CHUNK_BYTES })
  const filling = pipeline(measured(one, content), deflate)
  // Errors of the content are thrown to the stream's reader; after the reader has gone they are ignored.
  filling.catch(() => {})
  for await (const chunk of deflate) yield chunk as Buffer
  await filling
}

async function* measured(one: Written, content: ZipEntry['content']): AsyncGenerator<Buffer> {
  for await (const chunk of content) {
    one.crc = crc32(chunk, one.crc)
    one.size += chunk.length
    yield chunk
  }
}

function headOf({ name }: Written): Buffer {
  const head = Buffer.alloc(30)
  head.writeUInt32LE(0x04_03_4b_50, 0)
  head.writeUInt16LE(VERSION, 4)
  head.writeUInt16LE(FLAGS, 6)
  head.writeUInt16LE(DEFLATED, 8)
  head.writeUInt16LE(DATE, 12)
  head.writeUInt16LE(name.length, 26)
  return Buffer.concat([head, name])
}

function tailOf({ crc, packed: packedBytes, size }: Written): Buffer {
  const tail = Buffer.alloc(16)
  tail.writeUInt32LE(0x08_07_4b_50, 0)
  tail.writeUInt32LE(crc, 4)
  tail.writeUInt32LE(Math.min(packedBytes, BYTES_MAX), 8)
  tail.writeUInt32LE(Math.min(size, BYTES_MAX), 12)
  return tail
}

function directoryEntryOf({ name, crc, packed: packedBytes, size, offset }: Written): Buffer {
  const entry = Buffer.alloc(46)
  entry.writeUInt32LE(0x02_01_4b_50, 0)
  entry.writeUInt16LE(VERSION, 4)
  entry.writeUInt16LE(VERSION, 6)
  entry.writeUInt16LE(FLAGS, 8)
  entry.writeUInt16LE(DEFLATED, 10)
  entry.writeUInt16LE(DATE, 14)
  entry.writeUInt32LE(crc, 16)
  entry.writeUInt32LE(packedBytes, 20)
  entry.writeUInt32LE(size, 24)
  entry.writeUInt16LE(name.length, 28)
  entry.writeUInt32LE(offset, 42)
  return Buffer.concat([entry, name])
}

function endOf(count: number, bytes: number, offset: number): Buffer {
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06_05_4b_50, 0)
  end.writeUInt16LE(count, 8)
  end.writeUInt16LE(count, 10)
  end.writeUInt32LE(bytes, 12)
  end.writeUInt32LE(offset, 16)
  return end
}
