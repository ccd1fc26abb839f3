// The current archiving failure, for other processes: DATA_DIR/archive-failure.json, while it lasts.

import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

export interface ArchiveFailure {
  at: Date
  reason: string
}

const fileOf = (dataDirectory: string): string => join(dataDirectory, 'archive-failure.json')

/** A folder that is not writable is reported elsewhere. */
export async function keepFailure(dataDirectory: string, { at, reason }: ArchiveFailure): Promise<void> {
  const draft = `${fileOf(dataDirectory)}-${process.pid}`
  await writeFile(draft, `${JSON.stringify({ at: at.toISOString(), reason })}\n`, { mode: 0o600 })
    .then(() => rename(draft, fileOf(dataDirectory)))
    .catch(() => {})
}

export async function forgetFailure(dataDirectory: string): Promise<void> {
  await rm(fileOf(dataDirectory), { force: true }).catch(() => {})
}

/** Null when no failure is recorded. */
export async function readFailure(dataDirectory: string): Promise<ArchiveFailure | null> {
  try {
    const { at, reason } = JSON.parse(await readFile(fileOf(dataDirectory), 'utf8'))
    return { at: new Date(at), reason: String(reason) }
  } catch {
    return null
  }
}
