// Restores a backup into an empty database in one transaction: completely, or not at all. Tables are created as of the
// backup; `migrate` upgrades them afterwards.

import pg from 'pg'
import { CannotStart } from '#kit/cannot-start.ts'
import { copyIn } from '#kit/database/copy.ts'
import { applyWithin, knownMigrations, MIGRATION_LOCK } from '#kit/database/migrate.ts'
import type { AttachmentStore } from '#messaging/attachments/store/store.ts'
import { RestoredFiles } from './attachment-files.ts'
import { type BackupHeader, faultOfMigrations } from './contents.ts'
import {
  CONTENT,
  copyInto,
  EXACT_TEXTS,
  emptyTables,
  LOCK,
  MAKE_MIGRATIONS_TABLE,
  NOTE_MIGRATIONS,
  SET_SEQUENCE,
} from './queries.ts'
import { type Backup, readBackup } from './read.ts'
import { mustBeOneMachine, tablesOf } from './snapshot.ts'

/** Maximum number of obstacles named in the error. */
const NAMED_MAX = 5

/**
 * Reads the complete file without changing anything: throws when the file is damaged, or unsuitable for this version.
 */
export async function checkBackup(file: string, passphrase: string | null): Promise<Backup> {
  const texts = await knownMigrations()
  const backup = await readBackup(file, passphrase, {
    async begin(header) {
      mustFit(file, header, texts)
    },
  })
  return backup
}

function mustFit(file: string, header: BackupHeader, texts: ReadonlyMap<string, string>): void {
  const fault = faultOfMigrations(header, texts)
  if (fault !== null)
    throw new CannotStart(`The backup ${file} cannot be restored here: ${fault}. Nothing was changed.`)
}

export async function mustBeEmpty(connection: pg.ClientConfig, where: string): Promise<void> {
  const client = new pg.Client(connection)
  client.on('error', () => {})
  await client.connect()
  try {
    await mustHoldNothing(client, where)
  } finally {
    await client.end()
  }
}

async function mustHoldNothing(client: pg.Client, where: string): Promise<void> {
  await mustBeOneMachine(client)
  const { rows } = await client.query<{ kind: string; name: string }>(CONTENT)
  if (rows.length === 0) return
  const named = rows.slice(0, NAMED_MAX).map(({ kind, name }) => `the ${kind} ${name}`)
  const more = rows.length > NAMED_MAX ? ` and ${rows.length - NAMED_MAX} more` : ''
  throw new CannotStart(
    `${where} is not empty. It contains ${named.join(', ')}${more}. Nothing was changed. Use an empty database.`,
  )
}

export interface RestoreOptions {
  connection: pg.ClientConfig
  /** The database's name in errors. */
  where: string
  file: string
  passphrase: string | null
  signal: AbortSignal
  /** The target store of attachments; without it they are skipped. */
  attachments?: AttachmentStore
  onTable(name: string): void
}

/** The file was checked before and is checked again, because it may have been replaced. */
export async function restoreInto(options: RestoreOptions): Promise<Backup> {
  const files = options.attachments ? new RestoredFiles(options.attachments) : null
  const client = new pg.Client({ ...options.connection, application_name: 'samvad restore' })
  client.on('error', () => {})
  await client.connect()
  let isThere = false
  try {
    await client.query(EXACT_TEXTS)
    // A program started on it in the meantime waits to migrate.
    await client.query(LOCK, [MIGRATION_LOCK])
    await mustHoldNothing(client, options.where)
    await client.query('begin')
    const backup = await fill(client, options, files)
    await client.query('commit')
    isThere = true
    await client.query('analyze')
    return backup
  } finally {
    if (!isThere) await files?.undo()
    // Without a commit the server rolls back everything.
    await client.end().catch(() => {})
  }
}

async function fill(
  client: pg.Client,
  { file, passphrase, signal, onTable }: RestoreOptions,
  files: RestoredFiles | null,
): Promise<Backup> {
  const texts = await knownMigrations()
  const counts = new Map<string, number>()
  let tables = new Map<string, BackupHeader['tables'][number]>()
  const backup = await readBackup(file, passphrase, {
    async begin(header) {
      mustFit(file, header, texts)
      tables = new Map(header.tables.map((table) => [table.name, table]))
      await makeTables(client, header, texts)
    },
    async part(name, rows) {
      signal.throwIfAborted()
      if (!counts.has(name)) onTable(name)
      const table = tables.get(name) as BackupHeader['tables'][number]
      counts.set(name, (counts.get(name) ?? 0) + (await copyIn(client, copyInto(table), rows)))
    },
    async file(key, bytes) {
      signal.throwIfAborted()
      await files?.put(key, bytes)
    },
  })
  for (const [name, { rows }] of Object.entries(backup.contents))
    if ((counts.get(name) ?? 0) !== rows)
      throw new Error(
        `The database stored ${counts.get(name) ?? 0} of the ${rows} rows of ${name}. The restore was rolled back.`,
      )
  return backup
}

async function makeTables(client: pg.Client, header: BackupHeader, texts: ReadonlyMap<string, string>): Promise<void> {
  const names = header.migrations.map(({ name }) => name)
  await applyWithin(client, names)
  await client.query(MAKE_MIGRATIONS_TABLE)
  await client.query(NOTE_MIGRATIONS, [names, names.map((name) => texts.get(name))])
  const made = await tablesOf(client)
  const asText = (list: BackupHeader['tables']) =>
    JSON.stringify(list.map(({ name, columns }) => [name, columns.toSorted()]).toSorted())
  if (asText(made) !== asText(header.tables))
    throw new CannotStart('The tables in the backup do not match its migrations. Nothing was changed.')
  for (const statement of emptyTables(made.map(({ name }) => name))) await client.query(statement)
  for (const { name, last_value, is_called } of header.sequences)
    await client.query(SET_SEQUENCE, [`public.${name}`, last_value, is_called])
}
