// Continuous archiving of the embedded PostgreSQL, by the process that owns it: completed log segments are uploaded one
// after another, and once a day a copy of all files, so that any moment in between can be restored. An unavailable
// store blocks nothing: segments wait in the outbox.

import { setTimeout as delay } from 'node:timers/promises'
import { sentenceOf } from '#kit/cannot-start.ts'
import { interval } from '#kit/interval.ts'
import type { StoreOptions } from '#kit/s3/store.ts'
import { archiveLastCopy } from './archive-metrics.ts'
import { type BaseFacts, holesIn, isSegment } from './archive-rules.ts'
import { forgetFailure, keepFailure } from './last-failure.ts'
import { logPlace } from './log-place.ts'
import { ship, waitingIn } from './shipping.ts'
import { type Archiving, takeBaseNow, tidy } from './taking.ts'

const LOOK_EVERY_MS = interval('ARCHIVE_LOOK', 2_000)
const DAY_MS = 24 * 3600 * 1000
/** A continuing failure is logged at most this often; a different one at the shorter interval. */
const COMPLAIN_EVERY_MS = 60_000
const COMPLAIN_OF_ANOTHER_EVERY_MS = interval('ARCHIVE_COMPLAINT', 10_000)
/** Minimum interval between checks for another process's copy: stores charge for requests. */
const ASK_FOR_BASES_EVERY_MS = 600_000
/** A failed copy starts over and transfers everything again. */
const RETRY_COPY_MS = 60_000
const RETRY_COPY_MS_MAX = 3600_000

interface Log {
  info(fields: object, message: string): void
  error(fields: object, message: string): void
}

/** Uploads until it is stopped, and takes a copy in parallel when one is due. Failures are retried. */
export function startArchiving(
  archiving: Archiving,
  mustBeOwn: (signal: AbortSignal, options: StoreOptions) => Promise<void>,
  log: Log,
): { stop(): Promise<void> } {
  const stopping = new AbortController()
  const { signal } = stopping
  const { dataDirectory, clock } = archiving
  // A hanging request is reported before its deadline, which is minutes later.
  const options: StoreOptions = { onSlow: (error) => void fails('ship', error) }
  const archive = archiving.archive.within(signal, options)
  const failing = new Set<string>(['since before'])
  let kept: string | null = null
  const told = { reason: '', at: Number.NEGATIVE_INFINITY }

  async function fails(what: string, error: unknown): Promise<void> {
    if (signal.aborted) return
    failing.add(what)
    const reason = sentenceOf(error)
    const sinceMs = performance.now() - told.at
    const isToTell = sinceMs >= (reason === told.reason ? COMPLAIN_EVERY_MS : COMPLAIN_OF_ANOTHER_EVERY_MS)
    if (isToTell) Object.assign(told, { reason, at: performance.now() })
    if (isToTell || reason !== kept) {
      kept = reason
      await keepFailure(dataDirectory, { at: clock(), reason })
    }
    if (isToTell) log.error({ archive: archive.place, reason }, 'archiving failed; will retry')
  }

  const succeeds = async (what: string): Promise<void> => {
    if (failing.size === 0) return
    for (const one of [what, 'since before']) failing.delete(one)
    if (failing.size > 0) return
    kept = null
    await forgetFailure(dataDirectory)
  }

  const shipping = async (): Promise<void> => {
    for (; !signal.aborted; await pause(LOOK_EVERY_MS, signal)) {
      try {
        await mustBeOwn(signal, options)
        await ship(archive, dataDirectory)
        await succeeds('ship')
      } catch (error) {
        await fails('ship', error)
      }
    }
  }

  const copying = async (): Promise<void> => {
    const due = createDue({ ...archiving, archive })
    let notBefore = Number.NEGATIVE_INFINITY
    let retryMs = RETRY_COPY_MS
    for (; !signal.aborted; await pause(LOOK_EVERY_MS, signal)) {
      if (performance.now() < notBefore) continue
      try {
        await mustBeOwn(signal, options)
        if (await due.isBaseDue()) {
          notBefore = performance.now() + retryMs
          retryMs = Math.min(RETRY_COPY_MS_MAX, retryMs * 2)
          const base = await takeBaseNow(archiving, signal)
          due.taken(base)
          notBefore = Number.NEGATIVE_INFINITY
          retryMs = RETRY_COPY_MS
          log.info({ archive: archive.place, base: base.id }, 'archive base copy complete')
          await tidy({ ...archiving, archive })
        }
        await succeeds('copy')
      } catch (error) {
        await fails('copy', error)
      }
    }
  }

  const running = Promise.all([shipping(), copying()])
  return {
    async stop() {
      stopping.abort()
      await running
    },
  }
}

const pause = (ms: number, signal: AbortSignal): Promise<void> => delay(ms, undefined, { signal }).catch(() => {})

/** A copy is due if none is from the last day, or if the log has a gap since, because archiving was off for a while. */
function createDue({ archive, dataDirectory, connection, clock }: Archiving) {
  let last: BaseFacts | null = null
  let askedAt = Number.NEGATIVE_INFINITY
  let isFirst = true
  const know = (base: BaseFacts | null): void => {
    last = base
    askedAt = performance.now()
    if (base !== null) archiveLastCopy.set(new Date(base.finished_at).getTime() / 1000)
  }
  return {
    taken(base: BaseFacts): void {
      isFirst = false
      know(base)
    },
    async isBaseDue(): Promise<boolean> {
      if (performance.now() - askedAt > ASK_FOR_BASES_EVERY_MS) know(await archive.lastBase())
      if (last === null || clock().getTime() - new Date(last.finished_at).getTime() > DAY_MS) return true
      if (!isFirst) return false
      const { current, waiting, segmentBytes } = await logPlace(connection)
      const there = [...(await waitingIn(dataDirectory)), ...waiting, current, ...(await archive.segments())]
      isFirst = false
      return holesIn(there.filter(isSegment), last.first_segment, segmentBytes).length > 0
    },
  }
}
