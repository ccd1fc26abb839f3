// Continuous archiving of the embedded PostgreSQL, by the process that owns it: the segments that it lays out go into
// the archive one after the other, and once a day a copy of all files, so that any moment in between can be restored.

import { createReadStream } from 'node:fs'
import { readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { CannotStart, sentenceOf } from '#kit/cannot-start.ts'
import { newUuid } from '#kit/ids.ts'
import { makeFolder } from '#kit/make-folder.ts'
import { OUTBOX } from '#postgres/prepare.ts'
import type { Connection } from '#postgres/supervisor.ts'
import type { ArchiveFolder } from './archive-folder.ts'
import { type Base, holesIn, isOfTheLog, isSegment, unneeded } from './archive-rules.ts'
import { takeBase } from './base-backup.ts'
import { logPlace } from './log-place.ts'

const LOOK_EVERY_MS = 2_000
const DAY_MS = 24 * 3600 * 1000
/** A failure that lasts is told no oftener. */
const COMPLAIN_EVERY_MS = 60_000
/** The segments of a copy are laid out when it ends; whoever ships them may be another process. */
const SHIPPED_LIMIT_MS = 600_000
const OWNER_FILE = 'archive.json'

export interface Archiving {
  folder: ArchiveFolder
  dataDirectory: string
  connection: Connection
  version: string
  /** Of the moment, as it may be rotated; null where a setting holds it. */
  secretKey(): Promise<string | null>
  keptDays: number
  clock(): Date
}

interface Log {
  info(message: string): void
  error(message: string): void
}

/**
 * One archive is of one data folder: what was copied or restored writes another log from there on, and mixed they would
 * be of no use. Throws where the archive is another's.
 */
export async function claim(folder: ArchiveFolder, dataDirectory: string): Promise<void> {
  await folder.prepare()
  await makeFolder(dataDirectory, 0o711)
  const file = join(dataDirectory, OWNER_FILE)
  const text = await folder.text(OWNER_FILE)
  const mine = await readFile(file, 'utf8').catch(() => null)
  if (text === null) {
    const id = mine === null ? newUuid() : JSON.parse(mine).id
    await writeFile(file, `${JSON.stringify({ id })}\n`, { mode: 0o600 })
    return folder.putText(OWNER_FILE, `${JSON.stringify({ id, inode: await inodeOf(file) })}\n`)
  }
  const { id, inode } = JSON.parse(text)
  if (mine !== null && JSON.parse(mine).id === id && inode === (await inodeOf(file))) return
  throw new CannotStart(
    `SAMVAD_ARCHIVE=${folder.path} is the archive of another installation, or of what this one was copied or restored from. ` +
      `Set it to an empty folder; or, if only this one is left, remove ${join(folder.path, OWNER_FILE)}.`,
  )
}

const inodeOf = async (file: string): Promise<string> => String((await stat(file, { bigint: true })).ino)

/** Ships until it is stopped, and takes a copy when one is due. What fails is tried again. */
export function startArchiving(archiving: Archiving, log: Log): { stop(): Promise<void> } {
  const stopping = new AbortController()
  const { signal } = stopping
  let complainedAt = Number.NEGATIVE_INFINITY
  const run = async () => {
    let isFirst = true
    while (!signal.aborted) {
      try {
        await ship(archiving)
        if (await isBaseDue(archiving, isFirst)) {
          const { id } = await takeBaseNow(archiving)
          log.info(`the archive has a new copy, ${id}`)
          await tidy(archiving)
        }
        isFirst = false
      } catch (error) {
        if (!signal.aborted && performance.now() - complainedAt > COMPLAIN_EVERY_MS) {
          complainedAt = performance.now()
          log.error(`archiving to ${archiving.folder.path} fails and is tried again: ${sentenceOf(error)}`)
        }
      }
      await delay(LOOK_EVERY_MS, undefined, { signal }).catch(() => {})
    }
  }
  const running = run()
  return {
    async stop() {
      stopping.abort()
      await running
    },
  }
}

/** Moves what PostgreSQL has laid out. Killed in between, a segment is moved twice, which is the same. */
export async function ship({ folder, dataDirectory }: Pick<Archiving, 'folder' | 'dataDirectory'>): Promise<void> {
  const outbox = join(dataDirectory, OUTBOX)
  const names = await readdir(outbox).catch(() => [])
  for (const name of names.filter(isOfTheLog).toSorted()) {
    const file = join(outbox, name)
    await folder.putSegment(name, createReadStream(file)).catch((error: NodeJS.ErrnoException) => {
      // Another process, such as a command, has put it there meanwhile and taken it from here.
      if (error.code !== 'ENOENT' || error.path !== file) throw error
    })
    await rm(file, { force: true })
  }
}

/** Without one of the last day, or where the log has a hole since, as it was not archived for a while. */
async function isBaseDue({ folder, dataDirectory, connection, clock }: Archiving, isFirst: boolean): Promise<boolean> {
  const last = (await folder.bases()).toSorted((a, b) => (a.finished_at < b.finished_at ? -1 : 1)).at(-1)
  if (last === undefined || clock().getTime() - new Date(last.finished_at).getTime() > DAY_MS) return true
  if (!isFirst) return false
  const { current, waiting, segmentBytes } = await logPlace(connection)
  const there = [...(await folder.segments()), ...(await readdir(join(dataDirectory, OUTBOX))), ...waiting, current]
  return holesIn(there.filter(isSegment), last.first_segment, segmentBytes).length > 0
}

/** A copy of all files; in the archive it counts once all is there that it needs. */
export async function takeBaseNow(archiving: Archiving): Promise<Base> {
  const { folder, dataDirectory, connection, clock } = archiving
  const startedAt = clock()
  const id = startedAt.toISOString().replace(/[:.]/g, '-')
  let sha256 = ''
  const taken = await takeBase(connection, async (tar) => {
    sha256 = await folder.putBase(id, tar)
  })
  const finishedAt = clock()
  const until = performance.now() + SHIPPED_LIMIT_MS
  for (;;) {
    await ship(archiving)
    if ((await folder.segments()).includes(taken.lastSegment)) break
    if (performance.now() > until) throw new Error(`the segment ${taken.lastSegment} was not laid out for the archive`)
    await delay(LOOK_EVERY_MS)
  }
  const base: Base = {
    id,
    started_at: startedAt.toISOString(),
    finished_at: finishedAt.toISOString(),
    first_segment: taken.firstSegment,
    last_segment: taken.lastSegment,
    segment_bytes: taken.segmentBytes,
    version: archiving.version,
    postgres_version: taken.postgresVersion,
    sha256,
    secret_key: await archiving.secretKey(),
    postgres_password: (await readFile(join(dataDirectory, 'postgres-password'), 'utf8')).trim(),
  }
  await folder.publish(base)
  return base
}

/** Removes what serves no moment of the days that are kept. */
async function tidy({ folder, keptDays, clock }: Archiving): Promise<void> {
  await folder.removeDrafts()
  const since = new Date(clock().getTime() - keptDays * DAY_MS)
  const { bases, segments } = unneeded(await folder.bases(), await folder.segments(), since)
  // The copies first: one without its segments would look whole.
  for (const base of bases) await folder.removeBase(base)
  for (const name of segments) await folder.removeSegment(name)
}
