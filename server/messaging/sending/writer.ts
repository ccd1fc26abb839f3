// The sends of all organizations in this process, decided on the cached wallet states and sent while the previous flush
// still commits: PostgreSQL never waits for this process, and no lock is held during the decision. When a wallet was
// changed by another transaction, the database leaves that organization out, and its sends take the lock while the rest
// of the flush commits.
//
//   submit ─ GroupCommit: requests that arrive during earlier flushes share the next one, organizations in turn;
//     │                   up to FLUSHES_MAX at once
//     ├─ partitionsOf   by organization        one of its requests holds the lock ──► waits for it, or uses it too
//     ├─ readAll        no lock; wallets too if not cached
//     │                                        too large ──► the larger writer        no room ──► the next flush
//     │    ── no waiting from here to the statements: flushes are sent in the order of their decisions ──
//     ├─ planPartition  in memory (plan.ts)    data outdated ──► once more     insufficient balance ──► under the lock
//     ├─ state.begin    the next flush is decided on the new wallet state, before this one has committed
//     ├─ writes         one message, one transaction
//     │                                        left out ──► under the lock    failed ──► each alone under it
//     └─ setResults     after the commit       connection lost ──► 503: result unknown

import type { App } from '#kit/app.ts'
import { asRefusal, isConnectionFailure } from '#kit/database/errors.ts'
import type { PipelinedConnection } from '#kit/database/pipelined-connection.ts'
import type { Statement } from '#kit/database/sql.ts'
import { GroupCommit } from '#kit/group-commit.ts'
import { indianMonth } from '#kit/india/calendar.ts'
import { flushSurprises } from '#kit/metrics.ts'
import type { BehindLock } from './behind-lock.ts'
import { measured, writes, writtenOf } from './flush.ts'
import {
  fit,
  forward,
  type Partition,
  partitionsOf,
  planPartition,
  type ResultOrError,
  type Results,
} from './partitions.ts'
import { isEmpty, nameOfKey, type Planned, type Submission } from './plan.ts'
import { type Read, readAll } from './reads.ts'
import type { Sending } from './send.ts'
import { staleIn } from './stale-templates.ts'
import type { CachedWallet } from './wallet-cache.ts'

/** Concurrent flushes: PostgreSQL runs one, the next is on its way, and responses of the previous one are written. */
const FLUSHES_MAX = 3
/** Maximum weight of a flush of large requests; one at a time while small requests are sent in parallel. */
const LARGE_WEIGHT_MAX = 1000
/** After this long without small requests, large ones need not yield. */
const SMALL_PAUSE_MS = 1000
/** Pause for the small ones after a flush of large ones: as long as the flush took, at most this long. */
const LARGE_REST_MAX_MS = 250

/** A partition during its flush. */
interface Started {
  partition: Partition
  state: CachedWallet
  epoch: number
  /** True when it is decided on the cached state; otherwise on what the flush reads. */
  isFresh: boolean
}

/**
 * Small requests share flushes; one that turns out to be large moves to the writer for large ones: a transaction of a
 * thousand messages takes tens of milliseconds, for which all of them would wait.
 */
export type Requests = { size: 'small'; larger: Writer } | { size: 'large'; areAlone: () => boolean }

export class Writer {
  readonly #app: App
  readonly #sending: Sending
  #connection: PipelinedConnection | undefined
  readonly #commits: GroupCommit<Submission, ResultOrError>
  readonly #behindLock: BehindLock
  readonly #requests: Requests
  readonly #tried = new WeakSet<Submission>()
  #submittedAtMs = Number.NEGATIVE_INFINITY

  constructor(sending: Sending, behindLock: BehindLock, requests: Requests) {
    this.#app = sending.app
    this.#sending = sending
    this.#behindLock = behindLock
    this.#requests = requests
    this.#commits = new GroupCommit(
      (_, submissions) => this.#flush(submissions),
      ({ drafts }) => drafts.length,
      requests.size === 'small'
        ? { ...sending.limits, flushesMax: () => FLUSHES_MAX }
        : {
            ...sending.limits,
            flushWeightMax: LARGE_WEIGHT_MAX,
            flushesMax: () => (requests.areAlone() ? FLUSHES_MAX : 1),
            restMs: (tookMs) => (requests.areAlone() ? 0 : Math.min(tookMs, LARGE_REST_MAX_MS)),
          },
    )
  }

  /** True when no request has arrived for `SMALL_PAUSE_MS`. */
  isPausing(): boolean {
    return performance.now() - this.#submittedAtMs > SMALL_PAUSE_MS
  }

  /** Rejects only if too many requests are waiting. */
  submit(submission: Submission): Promise<ResultOrError> {
    const { organizationId } = submission.actor
    this.#submittedAtMs = performance.now()
    return this.#commits.submit(this.#app.groupOf(organizationId), organizationId, submission)
  }

  /**
   * One transaction for all of them. A caller that gets an error may still find the send done only after a lost
   * connection.
   */
  async #flush(submissions: Submission[]): Promise<(ResultOrError | Promise<ResultOrError>)[]> {
    const { states, contextOf } = this.#sending
    const at = this.#app.clock()
    const month = indianMonth(at)
    const results: Results = new Map()
    const all = await partitionsOf(submissions, contextOf, at, results)
    const started = all.flatMap((partition): Started[] => {
      const state = states.of(partition.organizationId)
      if (!state.isBehindLock && !state.mustLock())
        return [{ partition, state, epoch: state.epoch, isFresh: state.isFresh(month) }]
      this.#lock(partition, state, results)
      return []
    })
    if (started.length > 0) await this.#takeAll(started, submissions, month, at, results)
    return submissions.map((submission) => results.get(submission) as ResultOrError | Promise<ResultOrError>)
  }

  async #takeAll(
    started: readonly Started[],
    submissions: readonly Submission[],
    month: string,
    at: Date,
    results: Results,
  ): Promise<void> {
    let writing: Promise<void> | undefined
    const ends = started.map(({ state }) => state.beginReading())
    try {
      const reads = await this.#read(started, submissions, month, at, results)
      // Nothing is awaited from here to the sending of the statements, so flushes are sent in the order of their
      // decisions.
      const planned = this.#planAll(started, reads, month, results)
      if (planned.length > 0) writing = this.#write(planned, started, month, at, results)
    } finally {
      for (const end of ends) end()
    }
    await writing
  }

  /** What to write; other requests already have their result or use the lock. */
  #planAll(started: readonly Started[], reads: readonly Read[], month: string, results: Results): Planned[] {
    return started.flatMap((one, index) => {
      const { partition, state, epoch, isFresh } = one
      if (partition.submissions.length === 0) return []
      const read = reads[index] as Read
      const before = isFresh ? state.known : read.snapshot
      try {
        // The data may be older than the cached state.
        const isOutdated = state.epoch !== epoch || before?.month !== month
        if (isOutdated && this.#mayTryAgain(partition)) {
          for (const submission of partition.submissions) forward(results, submission, this.submit(submission))
          return []
        }
        if (!isOutdated && before) {
          const planned = planPartition(partition, before, read, (key) => state.isTaken(key))
          if (!isFresh) state.learn(before)
          const { plan } = planned
          if (!plan.isShortOfMoney) {
            if (!isEmpty(plan)) return [planned]
            setResults(partition, planned, results)
            return []
          }
        }
        this.#lock(partition, state, results)
      } catch (error) {
        for (const submission of partition.submissions) results.set(submission, error as Error)
      }
      return []
    })
  }

  #read(
    started: readonly Started[],
    submissions: readonly Submission[],
    month: string,
    at: Date,
    results: Results,
  ): Promise<Read[]> {
    const partitions = started.map(({ partition }) => partition)
    const wallets = started.filter(({ isFresh }) => !isFresh).map(({ partition }) => partition)
    const asked = { partitions, wallets, lock: null, month, at }
    return readAll(
      asked,
      (statements) => this.#rowsOf(statements),
      (sizes) => {
        const { large, later } = fit(submissions, partitions, sizes, this.#recipientsMax)
        for (const submission of large) forward(results, submission, this.#largerOf().submit(submission))
        for (const submission of later) forward(results, submission, this.submit(submission))
      },
    )
  }

  async #write(
    planned: readonly Planned[],
    started: readonly Started[],
    month: string,
    at: Date,
    results: Results,
  ): Promise<void> {
    const begunAtMs = performance.now()
    const connection = this.#connect()
    const startedOf = new Map(started.map((one) => [one.partition.organizationId, one]))
    const each = planned.map((one) => {
      const { partition, state } = startedOf.get(one.organizationId) as Started
      const { after, counters, retries } = one.plan
      const keys = new Set(retries.map(({ callerId, retry }) => nameOfKey(callerId, retry.idempotency.key)))
      return { planned: one, partition, state, end: state.begin({ month, walletState: after, counters }, keys) }
    })
    try {
      const written = writtenOf(
        planned,
        await measured(this.#requests.size, connection.send(writes(planned, month, at, staleIn(planned)))),
      )
      flushSurprises.inc(written.leftOut.size)
      this.#sending.committed(
        planned.filter((_, index) => !written.leftOut.has(index + 1)),
        written,
        at,
        begunAtMs,
      )
      for (const [index, { partition, state, planned: one }] of each.entries()) {
        if (written.leftOut.has(index + 1)) {
          state.surprise()
          this.#lock(partition, state, results)
        } else setResults(partition, one, results)
      }
    } catch (error) {
      // After a lost connection the result is unknown. After any other error nothing was written, and each organization
      // is retried alone.
      const isUnknown = isConnectionFailure(error)
      for (const { partition, state } of each) {
        state.giveUp()
        for (const submission of partition.submissions) {
          if (isUnknown) results.set(submission, asRefusal(error) as Error)
          else forward(results, submission, this.#behindLock.submit(submission, true))
        }
      }
    } finally {
      for (const { end } of each) end()
    }
  }

  /** One after another. Long reads must not block the connection that all short ones share. */
  async #rowsOf(statements: Statement[]): Promise<unknown[][]> {
    const { reads } = this.#app.database
    if (this.#requests.size === 'small')
      return Promise.all(statements.map((statement) => reads.rows<unknown>(statement)))
    return this.#connect()
      .send(statements)
      .catch((error: unknown) => {
        throw asRefusal(error)
      })
  }

  get #recipientsMax(): number {
    return this.#requests.size === 'small' ? this.#sending.smallMax : Number.POSITIVE_INFINITY
  }

  #largerOf(): Writer {
    if (this.#requests.size === 'large') throw new Error('no request is too large for the writer of large ones')
    return this.#requests.larger
  }

  #connect(): PipelinedConnection {
    return (this.#connection ??= this.#app.database.pipelinedConnection())
  }

  /** Once per request: another flush of ours may have read the wallet first. */
  #mayTryAgain({ submissions }: Partition): boolean {
    if (submissions.some((submission) => this.#tried.has(submission))) return false
    for (const submission of submissions) this.#tried.add(submission)
    return true
  }

  /** When other requests of the organization hold the lock, it waits for them and is planned again. */
  #lock({ submissions }: Partition, state: CachedWallet, results: Results): void {
    const unlocked = state.isBehindLock ? state.unlocked() : null
    for (const submission of submissions)
      forward(
        results,
        submission,
        unlocked ? unlocked.then((held) => held ?? this.submit(submission)) : this.#behindLock.submit(submission),
      )
  }
}

function setResults({ submissions }: Partition, { plan }: Planned, results: Results): void {
  for (const [index, submission] of submissions.entries()) results.set(submission, plan.results[index] as ResultOrError)
}
