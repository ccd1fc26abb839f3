// Restores a past moment from an archive into an empty DATA_DIR: the last copy before it, then the log up to that
// moment, with PostgreSQL's own recovery.

import { appendFile, mkdir, open, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Finding } from '#doctor/actions.ts'
import { CannotStart, sentenceOf } from '#kit/cannot-start.ts'
import { opensAllOf } from '#kit/crypto.ts'
import { ByteReader } from '#kit/s3/byte-reader.ts'
import { NotThere } from '#kit/s3/store.ts'
import type { Settings } from '#kit/settings.ts'
import { syncsToDisk } from '#postgres/settings.ts'
import { startEmbeddedPostgres } from '#postgres/supervisor.ts'
import type { Archive, StoredBase } from './archive-contents.ts'
import { type Base, baseFor, holesIn, isSegment } from './archive-rules.ts'
import { beginRestoring, finishRestoring, mustBeEmptyFolder, removeRestoring } from './empty-folder.ts'
import { lookOver } from './look-over.ts'
import { tarEntries } from './tar.ts'

const OWN_SETTINGS = 'postgresql.auto.conf'
/** How long a failing start is retried: a failure of recovery is permanent. */
const RECOVERY_FAILURE_LIMIT_MS = 1_000
const ZEROS = Buffer.alloc(64 * 1024)

export interface ArchiveRestore {
  settings: Settings
  /** Unlocked if it is encrypted. */
  archive: Archive
  /** Null: as far as the archive reaches. */
  to: Date | null
  isChecked: boolean
  signal: AbortSignal
  say(sentence: string): void
}

export async function restoreArchive(restore: ArchiveRestore): Promise<{ base: Base; findings: Finding[] | null }> {
  const { settings, to, isChecked, signal, say } = restore
  const { dataDirectory } = settings
  const archive = restore.archive.within(signal)
  await mustBeEmptyFolder(dataDirectory)
  const { base: chosen, segments } = await choose(archive, to)
  const base = await archive.opened(chosen)
  if (settings.secretKey !== null && base.secret_key !== null && !opensAllOf(base.secret_key, settings.secretKey))
    throw new CannotStart(
      'SAMVAD_SECRET_KEY is not the key of the archived installation. Nothing was changed. Unset it.',
    )
  if (settings.secretKey === null && base.secret_key === null)
    throw new CannotStart(
      'The archive does not contain the secret key, because the installation had it in SAMVAD_SECRET_KEY. Set SAMVAD_SECRET_KEY to the same key. Nothing was changed.',
    )
  say(`checking base copy ${base.id}`)
  await archive.mustBeWhole(base)

  const log = { info: () => {}, warn: say, error: say }
  const folder = await beginRestoring(dataDirectory, async (left) => {
    await (await startEmbeddedPostgres({ dataDirectory: left, log })).stop()
  })
  try {
    const cluster = join(folder, 'postgres')
    await mkdir(cluster, { mode: 0o700 })
    say('unpacking the base copy')
    await unpack(archive.base(base), cluster, signal)
    for (const name of segments) {
      signal.throwIfAborted()
      await writeSparsely(join(cluster, 'pg_wal', name), archive.segment(name))
    }
    await writeFile(join(folder, 'postgres-password'), `${base.postgres_password}\n`, { mode: 0o600 })
    const ownSettings = await readFile(join(cluster, OWN_SETTINGS), 'utf8')
    await appendFile(join(cluster, OWN_SETTINGS), recoverySettings(to))
    await writeFile(join(cluster, 'recovery.signal'), '', { mode: 0o600 })
    say(`replaying ${segments.length} log segments`)
    let findings: Finding[] | null
    const postgres = await startEmbeddedPostgres({
      dataDirectory: folder,
      // The reason why it cannot reach the moment is reported once, in a sentence.
      log: { ...log, warn: (line) => NOT_REACHED.test(line) || log.warn(line) },
      signal,
      startLimitMs: RECOVERY_FAILURE_LIMIT_MS,
    }).catch((error) => {
      throw notReached(error, to)
    })
    try {
      findings = await lookOver(postgres.connection, isChecked, say)
    } finally {
      await postgres.stop()
    }
    signal.throwIfAborted()
    await writeFile(join(cluster, OWN_SETTINGS), ownSettings)
    await finishRestoring(dataDirectory, settings.secretKey === null ? base.secret_key : null)
    return { base, findings }
  } catch (error) {
    await removeRestoring(dataDirectory)
    throw error
  }
}

async function choose(archive: Archive, to: Date | null): Promise<{ base: StoredBase; segments: string[] }> {
  const bases = await archive.bases().catch((error: unknown) => {
    if (error instanceof NotThere) return []
    throw error
  })
  const base = baseFor(bases, to)
  if (base === undefined) {
    const first = bases.map(({ finished_at }) => finished_at).toSorted()[0]
    throw new CannotStart(
      first === undefined
        ? `--from-archive ${archive.place}: no archive with a complete base copy. Nothing was changed.`
        : `--to-time: the archive starts at ${first}. Nothing was changed.`,
    )
  }
  const segments = (await archive.segments()).filter((name) => isSegment(name) && name >= base.first_segment)
  const holes = holesIn(segments, base.first_segment, base.segment_bytes)
  // With a given moment, recovery itself reports that it cannot be reached.
  if (holes.length > 0 && to === null)
    throw new CannotStart(
      `The archive is incomplete: ${holes.join(', ')} is missing. Nothing was changed. Use --to-time to restore to an earlier time.`,
    )
  return { base, segments }
}

async function unpack(tar: AsyncIterable<Buffer>, folder: string, signal: AbortSignal): Promise<void> {
  for await (const { name, kind, body } of tarEntries(new ByteReader(tar))) {
    signal.throwIfAborted()
    const parts = name.split('/').filter((part) => part !== '' && part !== '.')
    if (parts.includes('..'))
      throw new CannotStart(`The base copy in the archive contains the path ${name}, which points outside of the copy.`)
    const path = join(folder, ...parts)
    if (kind === 'folder') await mkdir(path, { recursive: true, mode: 0o700 })
    else if (kind === 'file') {
      await mkdir(dirname(path), { recursive: true, mode: 0o700 })
      const handle = await open(path, 'w', 0o600)
      try {
        for await (const chunk of body) await handle.writeFile(chunk)
        if (syncsToDisk()) await handle.sync()
      } finally {
        await handle.close()
      }
    }
  }
}

/** A segment that was archived early consists mostly of zeros, which take no disk space. */
async function writeSparsely(file: string, source: AsyncIterable<Buffer>): Promise<void> {
  const reader = new ByteReader(source)
  const handle = await open(file, 'w', 0o600)
  try {
    let at = 0
    while (!(await reader.isAtEnd())) {
      const piece = await reader.readUpTo(ZEROS.length)
      if (!piece.equals(ZEROS.subarray(0, piece.length))) await handle.write(piece, 0, piece.length, at)
      at += piece.length
    }
    await handle.truncate(at)
    if (syncsToDisk()) await handle.sync()
  } finally {
    await handle.close()
  }
}

/**
 * PostgreSQL finds the segments in its own folder when the restore command finds none. This setting accepts a time
 * without T and Z only. Connections are refused until the moment is reached.
 */
function recoverySettings(to: Date | null): string {
  const target =
    to === null ? [] : [`recovery_target_time = '${to.toISOString().replace('T', ' ').replace('Z', '+00')}'`]
  return [
    '',
    `restore_command = 'exit 1'`,
    ...target,
    `recovery_target_action = 'promote'`,
    `hot_standby = 'off'`,
    '',
  ].join('\n')
}

/** PostgreSQL's message. */
const NOT_REACHED = /recovery ended before configured recovery target/

function notReached(error: unknown, to: Date | null): unknown {
  if (to === null || !NOT_REACHED.test(sentenceOf(error))) return error
  return new CannotStart(
    `--to-time: the archive has no transaction after ${to.toISOString()}. Omit --to-time to restore its latest state.`,
  )
}
