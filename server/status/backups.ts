// Backups: the last that `samvad backup` wrote, as DATA_DIR/backup.json says, and the archive with what waits for it.

import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { archiveAt } from '#backup/archive-place.ts'
import { readFailure } from '#backup/last-failure.ts'
import { backlogIn } from '#backup/shipping.ts'
import { sentenceOf } from '#kit/cannot-start.ts'
import { seriesOf } from './measured.ts'
import type { Found, Part, View } from './part.ts'
import { counted, lasting, secondsSince } from './words.ts'

/** A segment that has waited longer does not come into the archive. */
const WAITING_SECONDS_MAX = 600
/** A copy of all files is taken once a day. */
const BASE_SECONDS_MAX = 2 * 86_400
/** Less than the look at everything may take. */
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

async function ofArchive(place: string, view: View): Promise<Required<Omit<Found, 'state'>>> {
  const { settings, now } = view
  const { dataDirectory } = settings
  const { count, oldest } = await backlogIn(dataDirectory)
  const failure = await readFailure(dataDirectory)
  const last = await lastCopy(place, view).catch((error: unknown) => error as Error)
  const waitsFor = oldest === null ? 0 : secondsSince(oldest, now)
  const facts = {
    archive: place,
    archive_waiting: count,
    archive_waiting_seconds: Math.round(waitsFor),
    archive_failure: failure?.reason ?? null,
  }
  const late =
    waitsFor > WAITING_SECONDS_MAX
      ? [`${counted(count, 'segment')} of the log, the oldest ${lasting(waitsFor)} old, did not come into ${place}.`]
      : []
  if (last instanceof Error) {
    const why = `The archive in ${place} cannot be read: ${withStop(sentenceOf(last))}`
    return { problems: [why, ...late], lines: [why], facts: { ...facts, archive_base_at: null } }
  }
  const failing = failure === null ? [] : [`Archiving to ${place} fails: ${withStop(failure.reason)}`]
  const newest = last
  const age = newest === null ? null : secondsSince(newest, now)
  const isOld = age === null || age > BASE_SECONDS_MAX
  const said = age === null ? 'no whole copy yet' : `the last whole copy ${lasting(age)} ago`
  const old = isOld && late.length === 0 ? [`The archive in ${place} has ${said}: see the log.`] : []
  return {
    problems: [...failing, ...old, ...late],
    lines: [`archive ${place}: ${said}, ${counted(count, 'segment')} of the log waiting`],
    facts: { ...facts, archive_base_at: newest === null ? null : Math.floor(newest.getTime() / 1000) },
  }
}

/** Who asks waits for no store that is away. */
async function lastCopy(place: string, { settings, measured, signal: over }: View): Promise<Date | null> {
  const signal = AbortSignal.any([AbortSignal.timeout(STORE_LIMIT_MS), over])
  try {
    const base = await archiveAt(place, settings).within(signal, { attempts: 1 }).lastBase()
    return base && new Date(base.finished_at)
  } catch (error) {
    // One that takes longer than the whole look may: the program knows what was there a while ago.
    const [known] = seriesOf(measured, 'samvad_archive_last_copy_timestamp_seconds')
    if (signal.aborted && known && known.value > 0) return new Date(known.value * 1000)
    throw error
  }
}

const withStop = (sentence: string): string => (/[.!?]$/.test(sentence) ? sentence : `${sentence}.`)

export const backupsPart: Part = {
  name: 'backups',
  async read(view) {
    const { dataDirectory, archive } = view.settings
    const { now } = view
    const last = await readLastBackup(dataDirectory)
    const file = {
      line: last
        ? `${last.file}: ${lasting(secondsSince(last.at, now))} ago`
        : 'none is known of: samvad backup --to FILE',
      facts: { last_at: last && Math.floor(last.at.getTime() / 1000), last_file: last?.file ?? null },
    }
    if (archive === null)
      return { ...(last ? {} : { state: 'unknown' as const }), lines: [file.line], facts: { ...file.facts, archive } }
    const { problems, lines, facts } = await ofArchive(archive, view)
    return { problems, lines: [file.line, ...lines], facts: { ...file.facts, ...facts } }
  },
}
