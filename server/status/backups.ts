// Backups: the last that `samvad backup` wrote, as DATA_DIR/backup.json says, and the archive with what waits for it.

import { readdir, readFile, rename, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ArchiveFolder } from '#backup/archive-folder.ts'
import { OUTBOX } from '#postgres/prepare.ts'
import type { Found, Part } from './part.ts'
import { counted, lasting, secondsSince } from './words.ts'

/** A segment that has waited longer does not come into the archive. */
const WAITING_SECONDS_MAX = 600
/** A copy of all files is taken once a day. */
const BASE_SECONDS_MAX = 2 * 86_400

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

/** Segments of the log that are not in the archive yet, and when the oldest of them was finished. */
async function waitingIn(outbox: string): Promise<{ count: number; oldest: Date | null }> {
  const names = await readdir(outbox).catch(() => [])
  const times = await Promise.all(
    names.map(async (name) => (await stat(join(outbox, name)).catch(() => null))?.mtimeMs),
  )
  const known = times.filter((one) => one !== undefined)
  return { count: known.length, oldest: known.length === 0 ? null : new Date(Math.min(...known)) }
}

async function ofArchive(path: string, dataDirectory: string, now: Date): Promise<Required<Omit<Found, 'state'>>> {
  const { count, oldest } = await waitingIn(join(dataDirectory, OUTBOX))
  const bases = await new ArchiveFolder(path).bases().catch((error: Error) => error)
  const waitsFor = oldest === null ? 0 : secondsSince(oldest, now)
  const facts = { archive: path, archive_waiting: count, archive_waiting_seconds: Math.round(waitsFor) }
  const late =
    waitsFor > WAITING_SECONDS_MAX
      ? [`${counted(count, 'segment')} of the log, the oldest ${lasting(waitsFor)} old, did not come into ${path}.`]
      : []
  if (bases instanceof Error) {
    const why = `The archive in ${path} cannot be read: ${bases.message}.`
    return { problems: [why, ...late], lines: [why], facts: { ...facts, archive_base_at: null } }
  }
  const newest = bases
    .map(({ finished_at }) => new Date(finished_at))
    .sort((one, other) => Number(other) - Number(one))[0]
  const age = newest === undefined ? null : secondsSince(newest, now)
  const isOld = age === null || age > BASE_SECONDS_MAX
  const said = age === null ? 'no whole copy yet' : `the last whole copy ${lasting(age)} ago`
  return {
    problems: [...(isOld && late.length === 0 ? [`The archive in ${path} has ${said}: see the log.`] : []), ...late],
    lines: [`archive ${path}: ${said}, ${counted(count, 'segment')} of the log waiting`],
    facts: { ...facts, archive_base_at: newest ? Math.floor(newest.getTime() / 1000) : null },
  }
}

export const backupsPart: Part = {
  name: 'backups',
  async read({ settings: { dataDirectory, archive }, now }) {
    const last = await readLastBackup(dataDirectory)
    const file = {
      line: last
        ? `${last.file}: ${lasting(secondsSince(last.at, now))} ago`
        : 'none is known of: samvad backup --to FILE',
      facts: { last_at: last && Math.floor(last.at.getTime() / 1000), last_file: last?.file ?? null },
    }
    if (archive === null)
      return { ...(last ? {} : { state: 'unknown' as const }), lines: [file.line], facts: { ...file.facts, archive } }
    const { problems, lines, facts } = await ofArchive(archive, dataDirectory, now)
    return { problems, lines: [file.line, ...lines], facts: { ...file.facts, ...facts } }
  },
}
