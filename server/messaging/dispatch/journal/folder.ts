// The journals in this data directory: reads those of dead workers, and deletes those that are no longer needed.

import { open, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Uuid } from '#kit/ids.ts'
import { lifeOf } from '#kit/sign-of-life.ts'
import { type JournalText, readJournal } from './lines.ts'

/** For journals of another machine, of an earlier boot, or damaged ones: by then their leases have long expired. */
const UNREADABLE_KEPT_MS = 24 * 3600 * 1000

const NAME = /^([0-9a-f-]{36})\.(journal|journal-draft|socket)$/

export interface DeadJournal {
  worker: Uuid
  claims: JournalText['claims']
  /** True when the journal is complete; otherwise only the recorded lines are known. */
  isWhole: boolean
}

/**
 * Journals of workers that are certainly dead, or that ran before the last boot of this machine: their last lines may
 * be missing, but recorded lines are valid. Workers in `known` are skipped.
 */
export async function deadJournals(
  folder: string,
  boot: string,
  known: ReadonlySet<Uuid>,
  now: Date,
): Promise<DeadJournal[]> {
  const names = await readdir(folder).catch(() => [])
  const workers = new Set(
    names.map((name) => NAME.exec(name)?.[1] as Uuid).filter((worker) => worker && !known.has(worker)),
  )
  const found: DeadJournal[] = []
  for (const worker of workers) {
    // Checks first that the worker is dead, so that nothing is appended after reading.
    const life = await lifeOf(folder, `${worker}.socket`)
    if (life === 'there') continue
    const text = await readWhole(join(folder, `${worker}.journal`))
    const isOfThisStart = text?.origin.boot === boot
    const isGone = !isOfThisStart || life === 'gone' || text.hasEnded
    const isWhole = isOfThisStart && isGone && text.isWhole
    if (!isWhole && (await removeOld(folder, worker, now))) continue
    if (text && isGone) found.push({ worker, claims: text.claims, isWhole })
  }
  return found
}

export async function removeJournal(folder: string, worker: Uuid): Promise<void> {
  for (const kind of ['journal', 'journal-draft', 'socket'])
    await rm(join(folder, `${worker}.${kind}`), { force: true })
}

/** Null if there is no journal, or if it is a copy: outcomes are in the original. */
async function readWhole(path: string): Promise<JournalText | null> {
  const file = await open(path).catch(() => null)
  if (file === null) return null
  try {
    const { dev, ino } = await file.stat({ bigint: true })
    const text = readJournal(await file.readFile('utf8'))
    return text?.origin.device === String(dev) && text.origin.inode === String(ino) ? text : null
  } finally {
    await file.close()
  }
}

async function removeOld(folder: string, worker: Uuid, now: Date): Promise<boolean> {
  const paths = ['journal', 'journal-draft', 'socket'].map((kind) => join(folder, `${worker}.${kind}`))
  const found = await Promise.all(paths.map((path) => stat(path).catch(() => null)))
  const last = Math.max(...found.map((one) => one?.mtimeMs ?? 0))
  const isOld = now.getTime() - last > UNREADABLE_KEPT_MS
  if (isOld) await removeJournal(folder, worker)
  return isOld
}
