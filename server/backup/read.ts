// Reads a backup file completely and verifies it against its own table of contents. Nothing is used before the file was
// read to its end once: a restore reads it twice.

import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { pipeline } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { CannotStart } from '#kit/cannot-start.ts'
import { ByteReader } from '#kit/s3/byte-reader.ts'
import type { FileKey } from '#messaging/attachments/store/store.ts'
import { decrypt, isEncrypted, WrongLock } from './age.ts'
import { byPassphrase } from './age-passphrase.ts'
import { FileTally, keyOf } from './attachment-files.ts'
import {
  type BackupContents,
  type BackupHeader,
  CONTENTS_FILE,
  FILES,
  faultOfHeader,
  HEADER_FILE,
  KEY_FILE,
  partOf,
  SMALL_FILE_BYTES_MAX,
  type TableContents,
} from './contents.ts'
import { type TarEntry, tarEntries } from './tar.ts'
import { countOf } from './write.ts'

const BEGINNING_BYTES = 64
const SECRET_KEY = /^[0-9a-f]{64}\n$/i

/** The consumer; it reads each part to its end. */
export interface Taker {
  begin?(header: BackupHeader, secretKey: string): Promise<void>
  part?(table: string, rows: AsyncIterable<Buffer>): Promise<void>
  /** An attachment's file. */
  file?(key: FileKey, bytes: AsyncIterable<Buffer>): Promise<void>
}

export interface Backup {
  header: BackupHeader
  secretKey: string
  contents: BackupContents
  /** The number of attachment files. */
  files: number
}

/** True when the file is encrypted with a passphrase. */
export async function needsPassphrase(file: string): Promise<boolean> {
  const handle = await open(file).catch((error: NodeJS.ErrnoException) => {
    throw new CannotStart(`--from ${file}: ${error.code === 'ENOENT' ? 'no such file' : error.message}`)
  })
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(BEGINNING_BYTES), 0, BEGINNING_BYTES, 0)
    return isEncrypted(buffer.subarray(0, bytesRead))
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    throw new CannotStart(`--from ${file}: ${code === 'EISDIR' ? 'is a folder, not a file' : message}`)
  } finally {
    await handle.close()
  }
}

/** Reads the complete file; throws a sentence when any part of it was modified. */
export async function readBackup(file: string, passphrase: string | null, taker: Taker = {}): Promise<Backup> {
  const gunzip = createGunzip({ rejectGarbageAfterEnd: true })
  const source = createReadStream(file)
  // Errors of the source are thrown where the decompressed bytes are read.
  pipeline(passphrase === null ? source : decrypt(source, byPassphrase(passphrase)), gunzip, () => {})
  const own = new Set<unknown>()
  try {
    const reader = new ByteReader(gunzip)
    const files = tarEntries(reader)
    const header = JSON.parse(await textOf(await next(files, HEADER_FILE)))
    const fault = faultOfHeader(header)
    if (fault !== null) throw new Error(fault)
    const secretKey = await textOf(await next(files, KEY_FILE))
    if (!SECRET_KEY.test(secretKey)) throw new Error('its secret key is invalid')
    await taking(own, taker.begin?.(header, secretKey.trim()))
    const { contents, files: fileCount } = await readTables(files, header, taker, own)
    if (!(await reader.isAtEnd())) throw new Error('it has data after its end')
    return { header, secretKey: secretKey.trim(), contents, files: fileCount }
  } catch (error) {
    // Errors of the consumer, for example of the target database: the file is not to blame.
    if (own.has(error)) throw error
    throw new CannotStart(`The backup ${file} cannot be used: ${reasonOf(error)}. Nothing was changed.`, {
      cause: error,
    })
  } finally {
    source.destroy()
    gunzip.destroy()
  }
}

async function readTables(
  files: AsyncGenerator<TarEntry>,
  { tables }: BackupHeader,
  taker: Taker,
  own: Set<unknown>,
): Promise<Pick<Backup, 'contents' | 'files'>> {
  const attached = new FileTally()
  const found = new Map(tables.map(({ name }) => [name, new Tally()]))
  for (;;) {
    const { value: entry, done } = await files.next()
    if (done) throw new Error('it ends before its table of contents')
    const key = keyOf(entry.name)
    if (key) {
      await takeFile(key, attached.over(key, entry.body), taker, own)
      continue
    }
    const place = partOf(entry.name)
    const tally = place && found.get(place.table)
    if (place === null || !tally) {
      if (entry.name !== CONTENTS_FILE) throw new Error(`it contains an unknown entry, ${entry.name}`)
      const { [FILES]: said, ...contents }: BackupContents = JSON.parse(await textOf(entry))
      const { done: isLast } = await files.next()
      if (!isLast) throw new Error('it has data after its table of contents')
      mustBeSame(contents, found)
      mustBeSameFiles(said, attached)
      return { contents, files: attached.files }
    }
    if (place.part !== ++tally.parts) throw new Error(`part of the table ${place.table} is missing`)
    const rows = tally.over(entry.body)
    if (taker.part) await taking(own, taker.part(place.table, rows), tally)
    for await (const _ of rows) continue
  }
}

async function takeFile(key: FileKey, bytes: AsyncGenerator<Buffer>, taker: Taker, own: Set<unknown>): Promise<void> {
  const seen: { failure?: unknown } = {}
  const passing = async function* () {
    try {
      yield* bytes
    } catch (error) {
      seen.failure = error
      throw error
    }
  }
  if (taker.file) await taking(own, taker.file(key, passing()), seen)
  for await (const _ of bytes) continue
}

function mustBeSameFiles(said: TableContents | undefined, attached: FileTally): void {
  const found = attached.contents()
  if (said === undefined && found.rows === 0) return
  if (said?.rows !== found.rows || said.bytes !== found.bytes || said.sha256 !== found.sha256)
    throw new Error('its attachments were modified')
}

/** Counts the bytes that pass through. */
class Tally {
  parts = 0
  /** The error that ended reading the file, if any. */
  failure: unknown
  readonly #digest = createHash('sha256')
  readonly #counts = { rows: 0, bytes: 0 }

  async *over(body: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    try {
      for await (const chunk of body) {
        this.#digest.update(chunk)
        this.#counts.bytes += chunk.length
        this.#counts.rows += countOf(chunk)
        yield chunk
      }
    } catch (error) {
      this.failure = error
      throw error
    }
  }

  contents(): TableContents {
    return { ...this.#counts, sha256: this.#digest.digest('hex') }
  }
}

function mustBeSame(said: BackupContents, found: ReadonlyMap<string, Tally>): void {
  for (const [name, tally] of found) {
    const { rows, bytes, sha256 } = tally.contents()
    const told = said[name]
    if (told?.rows !== rows || told.bytes !== bytes || told.sha256 !== sha256)
      throw new Error(`its table ${name} was modified`)
  }
}

async function next(files: AsyncGenerator<TarEntry>, name: string): Promise<TarEntry> {
  const { value, done } = await files.next()
  if (done || value.name !== name) throw new Error('it is not a Samvad backup')
  return value
}

async function textOf({ name, size, body }: TarEntry): Promise<string> {
  if (size > SMALL_FILE_BYTES_MAX) throw new Error(`its entry ${name} is too large`)
  const pieces: Buffer[] = []
  for await (const piece of body) pieces.push(piece)
  return Buffer.concat(pieces).toString('utf8')
}

/** Records errors of the consumer, which are not the file's fault. */
async function taking(
  own: Set<unknown>,
  work: Promise<void> | undefined,
  tally?: { failure?: unknown },
): Promise<void> {
  try {
    await work
  } catch (error) {
    if (tally === undefined || tally.failure !== error) own.add(error)
    throw error
  }
}

function reasonOf(error: unknown): string {
  const { code = '', message } = error as NodeJS.ErrnoException
  if (error instanceof WrongLock) return 'the passphrase is wrong, or the beginning of the file was changed'
  if (error instanceof SyntaxError) return 'a list in it cannot be read'
  if (code === 'Z_BUF_ERROR') return 'it is cut off'
  if (code === 'ERR_TRAILING_JUNK_AFTER_STREAM_END') return 'it has data after its end'
  if (code.startsWith('Z_')) return `it is damaged, or no backup (${message})`
  return message
}
