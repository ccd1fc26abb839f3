// Uploads PostgreSQL's completed segments to the archive, in order.

import { createReadStream } from 'node:fs'
import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { OUTBOX } from '#postgres/prepare.ts'
import type { Archive } from './archive-contents.ts'
import { isOfTheLog } from './archive-rules.ts'

/** If it is interrupted in between, a segment is uploaded twice, which is harmless. */
export async function ship(archive: Archive, dataDirectory: string): Promise<void> {
  const outbox = join(dataDirectory, OUTBOX)
  for (const name of await waitingIn(dataDirectory)) {
    const file = join(outbox, name)
    await archive.putSegment(name, createReadStream(file)).catch((error: NodeJS.ErrnoException) => {
      // Another process, such as a command, has uploaded and removed it in the meantime.
      if (error.code !== 'ENOENT' || error.path !== file) throw error
    })
    await rm(file, { force: true })
  }
}

/** The names of segments that wait to be uploaded. */
export async function waitingIn(dataDirectory: string): Promise<string[]> {
  const names = await readdir(join(dataDirectory, OUTBOX)).catch(() => [])
  return names.filter(isOfTheLog).toSorted()
}

/** The number of waiting segments, and the completion time of the oldest. */
export async function backlogIn(dataDirectory: string): Promise<{ count: number; oldest: Date | null }> {
  const times = await Promise.all(
    (await waitingIn(dataDirectory)).map(
      async (name) => (await stat(join(dataDirectory, OUTBOX, name)).catch(() => null))?.mtimeMs,
    ),
  )
  const known = times.filter((one) => one !== undefined)
  return { count: known.length, oldest: known.length === 0 ? null : new Date(Math.min(...known)) }
}
