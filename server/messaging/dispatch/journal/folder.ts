// The journals of the workers of this folder: those of dead ones are read, and what nobody can read any more goes.

import { open, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Uuid } from '#kit/ids.ts'
import { lifeOf } from './life.ts'
import { type JournalText, readJournal } from './lines.ts'

/** What is of another machine, of an earlier start, or damaged: the leases that it speaks of are over long before. */
const UNREADABLE_KEPT_MS = 24 * 3600 * 1000

const NAME = /^([0-9a-f-]{36})\.(journal|journal-draft|socket)$/

export interface DeadJournal {
  worker: Uuid
  claims: JournalText['claims']
}

/** Of workers that surely are gone; `own` is not looked at. */
export async function deadJournals(folder: string, boot: string, own: Uuid, now: Date): Promise<DeadJournal[]> {
  const names = await readdir(folder).catch(() => [])
  const workers = new Set(
    names.map((name) => NAME.exec(name)?.[1] as Uuid).filter((worker) => worker && worker !== own),
  )
  const found: DeadJournal[] = []
  for (const worker of workers) {
    // First whether it is gone: then nothing is written behind what is read.
    const life = await lifeOf(folder, `${worker}.socket`)
    if (life === 'there') continue
    const text = await readWhole(join(folder, `${worker}.journal`))
    const isOurs = text !== null && text.origin.boot === boot
    if (isOurs && (life === 'gone' || text.hasEnded)) found.push({ worker, claims: text.claims })
    else await removeOld(folder, worker, now)
  }
  return found
}

export async function removeJournal(folder: string, worker: Uuid): Promise<void> {
  for (const kind of ['journal', 'journal-draft', 'socket'])
    await rm(join(folder, `${worker}.${kind}`), { force: true })
}

/** Null when there is none, or when it is a copy: what became of the deliveries is in the original. */
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

async function removeOld(folder: string, worker: Uuid, now: Date): Promise<void> {
  const paths = ['journal', 'journal-draft', 'socket'].map((kind) => join(folder, `${worker}.${kind}`))
  const found = await Promise.all(paths.map((path) => stat(path).catch(() => null)))
  const last = Math.max(...found.map((one) => one?.mtimeMs ?? 0))
  if (now.getTime() - last > UNREADABLE_KEPT_MS) await removeJournal(folder, worker)
}
