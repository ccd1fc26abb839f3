// Contents of a backup file: a tar, compressed by gzip, and with a passphrase encrypted in the age format. In order:
//
//   backup.json              metadata: format, program version, time, migrations, tables with their columns
//   secret.key               the key that decrypts encrypted values in the tables
//   tables/NAME/00000001     rows in the text format of COPY … TO; a large table has several such parts
//   attachments/ORG.ID       a file of an attachment
//   contents.json            rows, bytes and SHA-256 of each table: without it the file is truncated

import type { Applied } from '#kit/database/migration-texts.ts'

export const FORMAT = 1
export const HEADER_FILE = 'backup.json'
export const KEY_FILE = 'secret.key'
export const CONTENTS_FILE = 'contents.json'
/** How much of a table is held in memory, and the approximate size of its parts. */
export const PART_BYTES = 4 * 1024 * 1024
/** Maximum size of the small files in it. */
export const SMALL_FILE_BYTES_MAX = 16 * 1024 * 1024

export interface BackupTable {
  name: string
  columns: string[]
}

export interface BackupSequence {
  name: string
  /** As text: it may exceed JSON's exact integers. */
  last_value: string
  is_called: boolean
}

export interface BackupHeader {
  format: number
  /** The version of the program that wrote it. */
  version: string
  /** The time of the snapshot. */
  taken_at: string
  postgres_version: string
  migrations: Applied[]
  tables: BackupTable[]
  sequences: BackupSequence[]
}

export interface TableContents {
  rows: number
  bytes: number
  sha256: string
}

export type BackupContents = Record<string, TableContents>

/** In the list next to the tables: all attachment files. Older backups have none. */
export const FILES = 'attachments/'

export const partName = (table: string, part: number): string => `tables/${table}/${String(part).padStart(8, '0')}`

/** The table and the number of a part; null for another name. */
export function partOf(name: string): { table: string; part: number } | null {
  const [, table, part] = /^tables\/([a-z0-9_]+)\/(\d{8,})$/.exec(name) ?? []
  return table === undefined ? null : { table, part: Number(part) }
}

/** Why the header is not that of a readable backup, or null. Pure. */
export function faultOfHeader(header: BackupHeader): string | null {
  if (header?.format === undefined || !Array.isArray(header.tables) || !Array.isArray(header.migrations))
    return 'it is not a Samvad backup'
  if (header.format > FORMAT) return `it has format ${header.format}, of a later version of Samvad (${header.version})`
  return null
}

/** Why a program with these migrations cannot upgrade the backup, or null. Pure. */
export function faultOfMigrations(
  { version, migrations }: BackupHeader,
  texts: ReadonlyMap<string, string>,
): string | null {
  const unknown = migrations.filter(({ name }) => !texts.has(name)).map(({ name }) => name)
  if (unknown.length > 0)
    return `it was made by Samvad ${version}, which is newer: this version does not know ${unknown.join(', ')}. Restore it with that version or a later one`
  const others = migrations.filter(({ name, text_hash }) => text_hash !== null && text_hash !== texts.get(name))
  if (others.length > 0)
    return `it was made with other texts of ${others.map(({ name }) => name).join(', ')} than this version has in db/migrations`
  const first = [...texts.keys()].slice(0, migrations.length)
  if (first.some((name, index) => migrations[index]?.name !== name))
    return 'its migrations are not the first ones of this version'
  return null
}
