// Uploads a copy of all files to the archive, and deletes what the new copy supersedes.

import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { interval } from '#kit/interval.ts'
import { DRAFT_AGE_MS } from '#kit/s3/store.ts'
import type { Connection } from '#postgres/supervisor.ts'
import type { Archive } from './archive-contents.ts'
import { type Base, baseId, strays, unneeded } from './archive-rules.ts'
import { takeBase } from './base-backup.ts'

const lookEveryMs = () => interval('ARCHIVE_LOOK', 2_000)
const DAY_MS = 24 * 3600 * 1000
/** The copy's last segments are completed at its end; another process may upload them and have many to upload. */
const SHIPPED_LIMIT_MS = 3600_000

export interface Archiving {
  archive: Archive
  dataDirectory: string
  connection: Connection
  version: string
  /** The current key, because it may be rotated; null when a setting holds it. */
  secretKey(): Promise<string | null>
  keptDays: number
  clock(): Date
}

/** Counts once all its segments are in the archive: `shipMeanwhile` uploads them, or another process does. */
export async function takeBaseNow(
  archiving: Archiving,
  signal: AbortSignal,
  shipMeanwhile: () => Promise<void> = async () => {},
): Promise<Base> {
  const { dataDirectory, connection, clock } = archiving
  const archive = archiving.archive.within(signal)
  const startedAt = clock()
  const id = baseId(startedAt)
  let sha256 = ''
  const taken = await takeBase(connection, async (tar) => {
    sha256 = await archive.putBase(id, until(signal, tar))
  })
  const finishedAt = clock()
  const endsAt = performance.now() + SHIPPED_LIMIT_MS
  for (;;) {
    await shipMeanwhile()
    if (await archive.hasSegment(taken.lastSegment)) break
    if (performance.now() > endsAt) throw new Error(`log segment ${taken.lastSegment} did not reach the archive outbox`)
    await delay(lookEveryMs(), undefined, { signal })
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
  await archive.publish(base)
  return base
}

async function* until(signal: AbortSignal, source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  for await (const chunk of source) {
    signal.throwIfAborted()
    yield chunk
  }
}

/** Removes what no retained moment needs, and incomplete copies. */
export async function tidy({ archive, keptDays, clock }: Omit<Archiving, 'connection'>): Promise<void> {
  const now = clock()
  const since = new Date(now.getTime() - keptDays * DAY_MS)
  const { bases, segments } = unneeded(await archive.bases(), await archive.segments(), since)
  // Copies first: one without its segments would appear complete.
  for (const base of bases) await archive.removeBase(base)
  await archive.removeSegments(segments)
  const begun = baseId(new Date(now.getTime() - DRAFT_AGE_MS))
  for (const id of strays(await archive.baseFiles(), begun)) await archive.removeBase({ id })
  await archive.removeDrafts(now)
}
