// The tar format (POSIX ustar): any tar program reads the output, and PostgreSQL's tar files can be read.

import { type ByteReader, CutOff } from '#kit/s3/byte-reader.ts'

const BLOCK_BYTES = 512
const NAME_BYTES_MAX = 100
const SIZE_MAX = 8 ** 11 - 1
const FILE = '0'

export interface TarEntry {
  name: string
  size: number
  mode: number
  kind: 'file' | 'folder' | 'other'
  /** Must be read to its end before the next entry is requested. */
  body: AsyncIterable<Buffer>
}

/** A complete entry: header, bytes, padding. */
export function* tarFile(name: string, bytes: Buffer, at: Date): Generator<Buffer> {
  yield headerOf(name, bytes.length, at)
  yield bytes
  const over = bytes.length % BLOCK_BYTES
  if (over > 0) yield Buffer.alloc(BLOCK_BYTES - over)
}

/** The same for streamed bytes. */
export async function* tarStream(
  name: string,
  size: number,
  bytes: AsyncIterable<Buffer>,
  at: Date,
): AsyncGenerator<Buffer> {
  yield headerOf(name, size, at)
  let count = 0
  for await (const chunk of bytes) {
    count += chunk.length
    yield chunk
  }
  if (count !== size) throw new Error(`${name} has ${count} bytes instead of ${size}: it changed while being read`)
  const over = size % BLOCK_BYTES
  if (over > 0) yield Buffer.alloc(BLOCK_BYTES - over)
}

/** The end marker after the last file. */
export const tarEnd = (): Buffer => Buffer.alloc(2 * BLOCK_BYTES)

function headerOf(name: string, size: number, at: Date): Buffer {
  if (Buffer.byteLength(name) > NAME_BYTES_MAX || size > SIZE_MAX) throw new Error(`${name} does not fit in a tar file`)
  const header = Buffer.alloc(BLOCK_BYTES)
  const octal = (value: number, from: number, digits: number) =>
    header.write(value.toString(8).padStart(digits, '0'), from, 'latin1')
  header.write(name, 0)
  octal(0o600, 100, 7)
  octal(0, 108, 7)
  octal(0, 116, 7)
  octal(size, 124, 11)
  octal(Math.floor(at.getTime() / 1000), 136, 11)
  header.write(FILE, 156)
  header.write('ustar\u000000', 257, 'latin1')
  octal(checksumOf(header), 148, 6)
  header[154] = 0
  header[155] = 0x20
  return header
}

/** Of the header's bytes, with its own field as blanks. */
function checksumOf(header: Buffer): number {
  return header.reduce((sum, byte, index) => sum + (index >= 148 && index < 156 ? 0x20 : byte), 0)
}

/** The entries in order. Throws when the input is not a tar file or is truncated. */
export async function* tarEntries(reader: ByteReader): AsyncGenerator<TarEntry> {
  for (;;) {
    const header = await reader.read(BLOCK_BYTES)
    if (header.every((byte) => byte === 0)) return mustEndHere(reader)
    const field = (from: number, length: number) => {
      const bytes = header.subarray(from, from + length)
      const end = bytes.indexOf(0)
      return bytes.toString('utf8', 0, end < 0 ? length : end).trim()
    }
    if (parseInt(field(148, 8), 8) !== checksumOf(header)) throw new Error('one of its headers was modified')
    const size = parseInt(field(124, 12), 8)
    if (!Number.isSafeInteger(size) || size < 0) throw new Error('one of its sizes is invalid')
    const prefix = field(345, 155)
    const type = field(156, 1)
    let isRead = false
    yield {
      name: prefix === '' ? field(0, NAME_BYTES_MAX) : `${prefix}/${field(0, NAME_BYTES_MAX)}`,
      size,
      mode: parseInt(field(100, 8), 8),
      kind: type === FILE || type === '' ? 'file' : type === '5' ? 'folder' : 'other',
      body: bodyOf(),
    }
    if (!isRead) for await (const _ of bodyOf()) continue

    async function* bodyOf(): AsyncGenerator<Buffer> {
      yield* reader.pass(size)
      const over = size % BLOCK_BYTES
      if (over > 0) await reader.read(BLOCK_BYTES - over)
      isRead = true
    }
  }
}

/** After one block of zeros only zeros may follow. */
async function mustEndHere(reader: ByteReader): Promise<void> {
  const second = await reader.read(BLOCK_BYTES)
  if (second.some((byte) => byte !== 0)) throw new CutOff('it ends in the middle')
  while (!(await reader.isAtEnd()))
    if ((await reader.readUpTo(BLOCK_BYTES)).some((byte) => byte !== 0)) throw new Error('it has data after its end')
}
