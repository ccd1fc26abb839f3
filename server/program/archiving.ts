// Continuous archiving, where SAMVAD_ARCHIVE names a folder for it: by the parent, which owns PostgreSQL.

import { readFile } from 'node:fs/promises'
import type pg from 'pg'
import { type Archiving, claim, ship, startArchiving } from '#backup/archive.ts'
import { ArchiveFolder } from '#backup/archive-folder.ts'
import { mustArchive } from '#backup/log-place.ts'
import type { App } from '#kit/app.ts'
import type { Settings } from '#kit/settings.ts'
import type { Connection } from '#postgres/supervisor.ts'
import type { Ending } from './ending.ts'
import { secretKeyOf } from './secret-key.ts'

/** The archive of another installation is not written to. */
export async function mustOwnArchive({ archive, dataDirectory }: Settings): Promise<void> {
  if (archive !== null) await claim(new ArchiveFolder(archive), dataDirectory)
}

/** Before PostgreSQL is started: so that what it lays out while it ends is the last that is shipped. */
export async function openArchive(settings: Settings, { stops }: Ending): Promise<void> {
  await mustOwnArchive(settings)
  const { archive, dataDirectory } = settings
  if (archive !== null) stops.push(() => ship({ folder: new ArchiveFolder(archive), dataDirectory }))
}

export async function archive(app: App, connection: pg.PoolConfig, { stops }: Ending): Promise<void> {
  const archiving = await archivingOf(app, connection)
  if (archiving === null) return
  await mustArchive(archiving.connection)
  const running = startArchiving(archiving, app.log)
  stops.push(() => running.stop())
}

/** Null where nothing is archived. */
export async function archivingOf(
  { settings, clock }: Pick<App, 'settings' | 'clock'>,
  connection: pg.PoolConfig,
): Promise<Archiving | null> {
  if (settings.archive === null) return null
  const { version } = JSON.parse(await readFile(new URL('../../package.json', import.meta.url), 'utf8'))
  return {
    folder: new ArchiveFolder(settings.archive),
    dataDirectory: settings.dataDirectory,
    connection: connection as Connection,
    version,
    secretKey: async () => (settings.secretKey === null ? secretKeyOf(settings.dataDirectory) : null),
    keptDays: settings.archiveKeptDays,
    clock,
  }
}
