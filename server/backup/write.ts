// Writes a snapshot as a backup stream: server/backup/contents.ts describes the format.

import { createHash } from 'node:crypto'
import { pipeline } from 'node:stream'
import { createGzip } from 'node:zlib'
import type { AttachmentStore } from '#messaging/attachments/store/store.ts'
import { encrypt } from './age.ts'
import { byPassphrase } from './age-passphrase.ts'
import { filesOfAttachments, type WrittenFiles } from './attachment-files.ts'
import {
  type BackupContents,
  type BackupHeader,
  type BackupTable,
  CONTENTS_FILE,
  FILES,
  FORMAT,
  HEADER_FILE,
  KEY_FILE,
  PART_BYTES,
  partName,
  type TableContents,
} from './contents.ts'
import type { Snapshot } from './snapshot.ts'
import { tarEnd, tarFile } from './tar.ts'

/** Rows are repetitive text: a higher level is much slower and hardly smaller. */
const GZIP_LEVEL = 3
const LINE_FEED = 10

export interface WriteOptions {
  version: string
  secretKey: string
  /** Null: unencrypted. */
  passphrase: string | null
  /** scrypt's work factor, lowered by tests. */
  workFactor?: number
  /** The store of attachments; without it none are written. */
  attachments?: AttachmentStore
  onFiles?: (files: WrittenFiles) => void
  /** Called for each completed table. */
  onTable?: (name: string, contents: TableContents) => void
}

/** The bytes of the backup file as a stream. */
export function backupOf(snapshot: Snapshot, options: WriteOptions): AsyncIterable<Buffer> {
  const gzip = createGzip({ level: GZIP_LEVEL })
  // Errors of the source are thrown where the compressed bytes are read.
  pipeline(filesOf(snapshot, options), gzip, () => {})
  return options.passphrase === null ? gzip : encrypt(gzip, byPassphrase(options.passphrase, options.workFactor))
}

async function* filesOf(snapshot: Snapshot, options: WriteOptions): AsyncGenerator<Buffer> {
  const { version, secretKey, onTable, attachments, onFiles } = options
  const { takenAt, tables } = snapshot
  const header: BackupHeader = {
    format: FORMAT,
    version,
    taken_at: takenAt.toISOString(),
    postgres_version: snapshot.postgresVersion,
    migrations: snapshot.migrations,
    tables,
    sequences: snapshot.sequences,
  }
  yield* tarFile(HEADER_FILE, jsonFile(header), takenAt)
  yield* tarFile(KEY_FILE, Buffer.from(`${secretKey}\n`), takenAt)
  const contents: BackupContents = {}
  for (const table of tables) {
    const written = yield* tableOf(snapshot, table)
    contents[table.name] = written
    onTable?.(table.name, written)
  }
  if (attachments) {
    const files = yield* filesOfAttachments(snapshot, attachments)
    contents[FILES] = files.contents
    onFiles?.(files)
  }
  yield* tarFile(CONTENTS_FILE, jsonFile(contents), takenAt)
  yield tarEnd()
}

/** A tar entry starts with its size, so a table is written in parts. */
async function* tableOf(snapshot: Snapshot, table: BackupTable): AsyncGenerator<Buffer, TableContents> {
  const digest = createHash('sha256')
  let rows = 0
  let bytes = 0
  let part = 0
  let pieces: Buffer[] = []
  let size = 0
  function* flush(): Generator<Buffer> {
    if (size === 0) return
    const body = Buffer.concat(pieces, size)
    pieces = []
    size = 0
    digest.update(body)
    bytes += body.length
    rows += countOf(body)
    yield* tarFile(partName(table.name, ++part), body, snapshot.takenAt)
  }
  // The server sends one row at a time, so a part always ends with a complete row.
  for await (const row of snapshot.rowsOf(table)) {
    pieces.push(row)
    size += row.length
    if (size >= PART_BYTES) yield* flush()
  }
  yield* flush()
  return { rows, bytes, sha256: digest.digest('hex') }
}

/** COPY writes a line feed within a value as two other characters. */
export function countOf(lines: Buffer): number {
  let count = 0
  for (let at = lines.indexOf(LINE_FEED); at >= 0; at = lines.indexOf(LINE_FEED, at + 1)) count++
  return count
}

const jsonFile = (value: unknown): Buffer => Buffer.from(`${JSON.stringify(value, null, 2)}\n`)
