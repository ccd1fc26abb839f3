// samvad restore

import { resolve } from 'node:path'
import { WrongLock } from '#backup/age.ts'
import { archiveAt } from '#backup/archive-place.ts'
import { needsPassphrase } from '#backup/read.ts'
import { restoreArchive } from '#backup/restore-archive.ts'
import { type Restore, restoreDatabase, restoreFolder } from '#backup/restoring.ts'
import { describe, type Finding } from '#doctor/actions.ts'
import { CannotStart } from '#kit/cannot-start.ts'
import { archivePlace } from '#kit/setting-readers.ts'
import { commandAlone, type Outcome, UsageError } from './command.ts'
import { ARCHIVE, decryptingOptions, knownPassphrase, type PassphraseWords } from './passphrase.ts'
import { aborted, say } from './program.ts'

/** A store that does not respond within this time is reported as unavailable. */
const FIRST_ANSWER_LIMIT_MS = 20_000

export const restoreCommand = commandAlone({
  noun: 'restore',
  verb: null,
  summary:
    'restore a backup, or a point in time of the archive, into an empty DATA_DIR; a backup also into the empty database of DATABASE_URL',
  options: {
    from: { type: 'string', value: 'FILE', meaning: 'the file that samvad backup wrote' },
    'from-archive': {
      type: 'string',
      value: 'PLACE',
      meaning: 'the location in SAMVAD_ARCHIVE: a folder or s3://bucket/prefix',
    },
    'to-time': {
      type: 'string',
      value: 'TIME',
      meaning: 'with --from-archive: point in time, such as 2026-11-22T09:30:00+05:30; default: the latest',
    },
    ...decryptingOptions,
    'no-check': { type: 'boolean', meaning: 'skip the checks of samvad doctor after the restore' },
  },
  async run({ settings, options }) {
    const { from, 'from-archive': archive, 'to-time': time } = options
    if ((from === undefined) === (archive === undefined))
      throw new UsageError('one of --from and --from-archive is required')
    const task: Task = {
      settings: { ...settings, dataDirectory: resolve(settings.dataDirectory) },
      isChecked: !options['no-check'],
      signal: aborted(),
      say,
    }
    if (archive !== undefined) return fromArchive(task, archive, time, options)
    if (time !== undefined) throw new UsageError('--to-time requires --from-archive')
    const isEncrypted = await needsPassphrase(from as string)
    const passphrase = isEncrypted ? await knownPassphrase(options, settings.backupPassphrase) : null
    return fromFile(task, from as string, passphrase)
  },
})

type Task = Omit<Restore, 'file' | 'passphrase'>

async function fromFile(task: Task, file: string, passphrase: string | null): Promise<Outcome> {
  const { databaseUrl, dataDirectory } = task.settings
  const target = { ...task, file, passphrase }
  const { header, contents, files, findings } =
    databaseUrl === null ? await restoreFolder(target) : await restoreDatabase(target)
  const rows = Object.values(contents).reduce((sum, table) => sum + table.rows, 0)
  const where = databaseUrl === null ? dataDirectory : 'The database of DATABASE_URL'
  return outcome(
    { taken_at: header.taken_at, version: header.version, tables: header.tables.length, rows, files },
    `${where} contains the installation as of ${header.taken_at}: ${rows} rows.`,
    findings,
  )
}

async function fromArchive(
  task: Task,
  place: string,
  time: string | undefined,
  words: PassphraseWords,
): Promise<Outcome> {
  if (task.settings.databaseUrl !== null)
    throw new UsageError('--from-archive restores into DATA_DIR only; unset DATABASE_URL')
  const to = time === undefined ? null : timeOf(time)
  const archive = archiveAt(archivePlaceOf(place), task.settings)
  task.say(`connecting to ${place}`)
  const soon = AbortSignal.any([task.signal, AbortSignal.timeout(FIRST_ANSWER_LIMIT_MS)])
  if (await archive.within(soon, { attempts: 2 }).isEncrypted()) {
    const passphrase = await knownPassphrase(words, task.settings.archivePassphrase, ARCHIVE)
    task.say('deriving the key from the passphrase')
    await archive.unlock(passphrase).catch(wrongPassphrase(place))
  }
  const { base, findings } = await restoreArchive({ ...task, archive, to })
  const moment = to === null ? 'as of the end of the archive' : `as of ${to.toISOString()}`
  return outcome(
    { copy: base.id, version: base.version, to: to === null ? null : to.toISOString() },
    `${task.settings.dataDirectory} contains the installation ${moment}.`,
    findings,
  )
}

function archivePlaceOf(place: string): string {
  try {
    return archivePlace(place.startsWith('s3:') ? place : resolve(place)) as string
  } catch (error) {
    throw new UsageError(`--from-archive ${place}: ${(error as Error).message}`)
  }
}

const wrongPassphrase =
  (place: string) =>
  (error: unknown): never => {
    if (!(error instanceof WrongLock)) throw error
    throw new CannotStart(
      `Wrong passphrase for the archive in ${place}. Nothing was changed. Use the value that SAMVAD_ARCHIVE_PASSPHRASE had on the installation that wrote the archive. A lost passphrase cannot be recovered.`,
    )
  }

/** Without an offset the time would depend on the machine. */
function timeOf(text: string): Date {
  const at = new Date(text)
  if (!/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})$/.test(text) || Number.isNaN(at.getTime()))
    throw new UsageError(
      `--to-time ${text}: must be a time with a UTC offset, such as 2026-11-22T09:30:00+05:30 or 2026-11-22T04:00:00Z`,
    )
  return at
}

function outcome(data: Record<string, unknown>, sentence: string, findings: Finding[] | null): Outcome {
  const broken = findings ?? []
  const verdict =
    findings === null
      ? 'Not checked. Run samvad doctor.'
      : broken.length === 0
        ? 'All checks passed.'
        : `Failed checks at that time: ${broken.map(({ id }) => id).join(', ')}`
  return {
    data: { ...data, is_healthy: findings === null ? null : broken.length === 0, broken: broken.map(({ id }) => id) },
    lines: [...broken.flatMap(describe), sentence, verdict],
    exitCode: broken.length === 0 ? 0 : 1,
  }
}
