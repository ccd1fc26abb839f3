// A complete restore: checks the file, then the target, restores, migrates to this version, and runs the doctor. Into
// DATA_DIR with the embedded PostgreSQL, or into the database of DATABASE_URL.

import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import type { Finding } from '#doctor/actions.ts'
import { CannotStart } from '#kit/cannot-start.ts'
import { opensAllOf } from '#kit/crypto.ts'
import type { Settings } from '#kit/settings.ts'
import { attachmentStore } from '#messaging/attachments/store/stores.ts'
import { startEmbeddedPostgres } from '#postgres/supervisor.ts'
import type { BackupContents, BackupHeader } from './contents.ts'
import {
  beginRestoring,
  finishRestoring,
  mustBeEmptyFolder,
  removeRestoring,
  restoringFolder,
  writeSecretKey,
} from './empty-folder.ts'
import { lookOver } from './look-over.ts'
import { checkBackup, mustBeEmpty, restoreInto } from './restore.ts'

export interface Restore {
  settings: Settings
  file: string
  passphrase: string | null
  /** True when the doctor runs afterwards. */
  isChecked: boolean
  signal: AbortSignal
  say(sentence: string): void
}

export interface Restored {
  header: BackupHeader
  contents: BackupContents
  /** The number of attachment files. */
  files: number
  /** Null when the doctor was not run. */
  findings: Finding[] | null
}

/** Into DATA_DIR, which must be empty; after a failure it is empty again. */
export async function restoreFolder(restore: Restore): Promise<Restored> {
  const { settings, signal, say } = restore
  const { dataDirectory } = settings
  await mustBeEmptyFolder(dataDirectory)
  const { secretKey } = await check(restore)
  const log = { info: () => {}, warn: say, error: say }
  const folder = await beginRestoring(dataDirectory, async (left) => {
    await (await startEmbeddedPostgres({ dataDirectory: left, log })).stop()
  })
  try {
    const postgres = await startEmbeddedPostgres({ dataDirectory: folder, log, signal })
    let restored: Restored
    try {
      const target = { ...settings, dataDirectory: folder }
      restored = await bringIn(
        restore,
        postgres.connection,
        `the new database in ${restoringFolder(dataDirectory)}`,
        target,
      )
    } finally {
      await postgres.stop()
    }
    signal.throwIfAborted()
    await finishRestoring(dataDirectory, settings.secretKey === null ? secretKey : null)
    return restored
  } catch (error) {
    await removeRestoring(dataDirectory)
    throw error
  }
}

/** Into the database of DATABASE_URL; the key is written to DATA_DIR unless a setting holds it. */
export async function restoreDatabase(restore: Restore): Promise<Restored> {
  const { settings } = restore
  const connection = { connectionString: settings.databaseUrl as string }
  await mustBeEmpty(connection, 'The database of DATABASE_URL')
  const { secretKey } = await check(restore)
  const there = await readFile(join(settings.dataDirectory, 'secret.key'), 'utf8').catch(() => null)
  if (settings.secretKey === null && there !== null && !opensAllOf(secretKey, there.trim()))
    throw new CannotStart(
      `${join(settings.dataDirectory, 'secret.key')} is not the key of the backup. Nothing was changed. Move the file away or set DATA_DIR to another folder.`,
    )
  // Before the data: without the key they are useless, and the key alone does no harm.
  if (settings.secretKey === null && there === null) await writeSecretKey(settings.dataDirectory, secretKey)
  return bringIn(restore, connection, 'The database of DATABASE_URL', settings)
}

async function check({ settings, file, passphrase, say }: Restore) {
  say(`checking ${file}`)
  const backup = await checkBackup(file, passphrase)
  if (settings.secretKey !== null && !opensAllOf(backup.secretKey, settings.secretKey))
    throw new CannotStart(
      'SAMVAD_SECRET_KEY is not the key of the backup. Nothing was changed. Unset it, or set it to the key of the installation that was backed up.',
    )
  return backup
}

async function bringIn(
  restore: Restore,
  connection: pg.ClientConfig,
  where: string,
  place: Parameters<typeof attachmentStore>[0],
): Promise<Restored> {
  const { file, passphrase, isChecked, signal, say } = restore
  const { header, contents, files } = await restoreInto({
    attachments: attachmentStore(place),
    connection,
    where,
    file,
    passphrase,
    signal,
    onTable: (name) => say(`restoring ${name}`),
  })
  return { header, contents, files, findings: await lookOver(connection, isChecked, say) }
}
