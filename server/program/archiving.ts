// Continuous archiving, when SAMVAD_ARCHIVE is set: by the parent, which owns PostgreSQL.

import { readFile } from 'node:fs/promises'
import type pg from 'pg'
import { startArchiving } from '#backup/archive.ts'
import type { Archive } from '#backup/archive-contents.ts'
import { archiveAt } from '#backup/archive-place.ts'
import { claim } from '#backup/claim.ts'
import { mustArchive } from '#backup/log-place.ts'
import { ship, waitingIn } from '#backup/shipping.ts'
import type { Archiving } from '#backup/taking.ts'
import type { App } from '#kit/app.ts'
import { sentenceOf } from '#kit/cannot-start.ts'
import { interval } from '#kit/interval.ts'
import { StoreAway, type StoreOptions } from '#kit/s3/store.ts'
import type { Settings } from '#kit/settings.ts'
import type { Connection } from '#postgres/supervisor.ts'
import type { Ending } from './ending.ts'
import { secretKeyOf } from './secret-key.ts'

/** A store that does not respond by then counts as unavailable and does not delay the start. */
const CLAIM_LIMIT_MS = 10_000
/** At the end, for PostgreSQL's last segments; the rest is uploaded at the next start. */
const LAST_SHIP_LIMIT_MS = 15_000
/** Maximum wait at the end for a store that does not respond at all. */
const LAST_ANSWER_LIMIT_MS = interval('ARCHIVE_LAST_ANSWER', 3_000)
const LAST_LIMITS = { shipMs: LAST_SHIP_LIMIT_MS, answerMs: LAST_ANSWER_LIMIT_MS }

export interface OpenArchive {
  archive: Archive
  /** Throws while it is unknown, or untrue, that the archive belongs to this installation. */
  mustBeOwn(signal?: AbortSignal, options?: StoreOptions): Promise<void>
}

/**
 * Null without an archive. Throws when the archive belongs to another installation, or its configuration cannot work.
 */
export async function ownArchive(settings: Settings): Promise<OpenArchive | null> {
  const { archive: place, dataDirectory, archivePassphrase: passphrase } = settings
  if (place === null) return null
  const archive = archiveAt(place, settings)
  let claiming: Promise<void> | null = null
  return {
    archive,
    mustBeOwn(signal, options) {
      const seen = signal === undefined ? archive : archive.within(signal, options)
      claiming ??= claim({ archive: seen, dataDirectory, passphrase, now: new Date() }).catch((error) => {
        claiming = null
        throw error
      })
      return claiming
    },
  }
}

/** Called before PostgreSQL is started, so that its stop follows PostgreSQL's and uploads the last segments. */
export async function openArchive(
  settings: Settings,
  { stops, signal }: Ending,
  lastLimits = LAST_LIMITS,
): Promise<OpenArchive | null> {
  const own = await ownArchive(settings)
  if (own === null) return null
  await own.mustBeOwn(AbortSignal.any([signal, AbortSignal.timeout(CLAIM_LIMIT_MS)])).catch((error) => {
    if (!(error instanceof StoreAway)) throw error
  })
  stops.push(() => shipLast(own, settings.dataDirectory, lastLimits))
  return own
}

/** Segments that cannot be uploaded stay in the outbox and do not block the end. */
async function shipLast(
  { archive, mustBeOwn }: OpenArchive,
  dataDirectory: string,
  { shipMs, answerMs }: typeof LAST_LIMITS,
): Promise<void> {
  const signal = AbortSignal.timeout(shipMs)
  try {
    if ((await waitingIn(dataDirectory)).length === 0) return
    await archive.within(AbortSignal.timeout(answerMs)).isEncrypted()
    await mustBeOwn(signal)
    await ship(archive.within(signal), dataDirectory)
  } catch (error) {
    const { length } = await waitingIn(dataDirectory)
    console.error(
      `Log segments not yet archived: ${length}. They stay in DATA_DIR and are archived after the next start. Cause: ${sentenceOf(error)}`,
    )
  }
}

export async function archive(
  app: App,
  connection: pg.PoolConfig,
  { stops }: Ending,
  own: OpenArchive | null,
): Promise<void> {
  if (own === null) return
  await mustArchive(connection as Connection)
  const running = startArchiving(await archivingOf(app, connection, own), own.mustBeOwn, app.log)
  stops.push(() => running.stop())
}

export async function archivingOf(
  { settings, clock }: Pick<App, 'settings' | 'clock'>,
  connection: pg.PoolConfig,
  { archive }: OpenArchive,
): Promise<Archiving> {
  const { version } = JSON.parse(await readFile(new URL('../../package.json', import.meta.url), 'utf8'))
  return {
    archive,
    dataDirectory: settings.dataDirectory,
    connection: connection as Connection,
    version,
    secretKey: async () => (settings.secretKey === null ? secretKeyOf(settings.dataDirectory) : null),
    keptDays: settings.archiveKeptDays,
    clock,
  }
}
