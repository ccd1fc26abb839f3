// Backups: the last file that `samvad backup` wrote (DATA_DIR/backup.json), and the archive with its backlog.

import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { archiveAt } from '#backup/archive-place.ts'
import { readFailure } from '#backup/last-failure.ts'
import { backlogIn } from '#backup/shipping.ts'
import { sentenceOf } from '#kit/cannot-start.ts'
import type { BackupFacts } from './facts.ts'
import { seriesOf } from './measured.ts'
import { line, problem } from './messages.ts'
import type { Found, Part, View } from './part.ts'
import { secondsSince } from './units.ts'

/** A log segment that has waited longer is a problem. */
const WAITING_SECONDS_MAX = 600
/** A full copy is taken once a day. */
const BASE_SECONDS_MAX = 2 * 86_400
/** Less than the whole status may take. */
const STORE_LIMIT_MS = 700

export interface LastBackup {
  at: Date
  file: string
}

const fileOf = (dataDirectory: string): string => join(dataDirectory, 'backup.json')

export async function keepLastBackup(dataDirectory: string, { at, file }: LastBackup): Promise<void> {
  const draft = `${fileOf(dataDirectory)}-${process.pid}`
  await writeFile(draft, `${JSON.stringify({ at: at.toISOString(), file })}\n`)
  await rename(draft, fileOf(dataDirectory))
}

/** Null when there is none, or none that can be read. */
async function readLastBackup(dataDirectory: string): Promise<LastBackup | null> {
  try {
    const { at, file } = JSON.parse(await readFile(fileOf(dataDirectory), 'utf8'))
    return { at: new Date(at), file: String(file) }
  } catch {
    return null
  }
}

type ArchiveFacts = Omit<BackupFacts, 'last_at' | 'last_file'>

async function ofArchive(archive: string, view: View): Promise<Required<Omit<Found<ArchiveFacts>, 'state'>>> {
  const { settings, now } = view
  const { dataDirectory } = settings
  const { count: segments, oldest } = await backlogIn(dataDirectory)
  const failure = await readFailure(dataDirectory)
  const last = await lastCopy(archive, view).catch((error: unknown) => error as Error)
  const seconds = oldest === null ? 0 : secondsSince(oldest, now)
  const facts = {
    archive,
    archive_waiting: segments,
    archive_waiting_seconds: Math.round(seconds),
    archive_failure: failure?.reason ?? null,
  }
  const late = seconds > WAITING_SECONDS_MAX ? [problem('archive_backlog', { archive, segments, seconds })] : []
  const lines = [line('archive_place', { archive }), line('archive_waiting', { segments })]
  if (last instanceof Error) {
    const error = sentenceOf(last)
    return {
      problems: [problem('archive_unreadable', { archive, error }), ...late],
      lines: [...lines, line('archive_error', { error })],
      facts: { ...facts, archive_base_at: null },
    }
  }
  const failing = failure === null ? [] : [problem('archive_failing', { archive, error: failure.reason })]
  const age = last === null ? null : secondsSince(last, now)
  const tooOld =
    age === null
      ? [problem('archive_empty', { archive })]
      : age > BASE_SECONDS_MAX
        ? [problem('archive_old', { archive, seconds: age })]
        : []
  return {
    problems: [...failing, ...(late.length === 0 ? tooOld : []), ...late],
    lines: [...lines, age === null ? line('archive_copy_none') : line('archive_copy', { seconds: age })],
    facts: { ...facts, archive_base_at: last && Math.floor(last.getTime() / 1000) },
  }
}

/** A store that does not answer delays the status no longer than STORE_LIMIT_MS. */
async function lastCopy(archive: string, { settings, measured, signal: over }: View): Promise<Date | null> {
  const signal = AbortSignal.any([AbortSignal.timeout(STORE_LIMIT_MS), over])
  try {
    const base = await archiveAt(archive, settings).within(signal, { attempts: 1 }).lastBase()
    return base && new Date(base.finished_at)
  } catch (error) {
    // The store takes too long: the program's metrics have the time of the last copy that it saw.
    const [known] = seriesOf(measured, 'samvad_archive_last_copy_timestamp_seconds')
    if (signal.aborted && known && known.value > 0) return new Date(known.value * 1000)
    throw error
  }
}

export const backupsPart: Part<BackupFacts> = {
  name: 'backups',
  async read(view) {
    const { dataDirectory, archive } = view.settings
    const last = await readLastBackup(dataDirectory)
    const file = last
      ? line('backup_file', { file: last.file, seconds: secondsSince(last.at, view.now) })
      : line('backup_none')
    const facts = { last_at: last && Math.floor(last.at.getTime() / 1000), last_file: last?.file ?? null, archive }
    if (archive === null) return { ...(last ? {} : { state: 'unknown' as const }), lines: [file], facts }
    const found = await ofArchive(archive, view)
    return { problems: found.problems, lines: [file, ...found.lines], facts: { ...facts, ...found.facts } }
  },
}
