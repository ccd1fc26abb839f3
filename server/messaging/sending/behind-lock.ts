// Sends that cannot be decided on cached data: the wallet was changed or is locked by another transaction, or a send
// would be refused for insufficient balance. They are decided under the wallets' locks, for all organizations together
// while other flushes go on; an organization whose lock is not available soon waits alone.
//
//   submit ─┬─ together: all organizations, 50 ms for each lock ── not available, or a re-rate credit is due ──► alone
//           └─ alone:    one organization, ALONE_AT_ONCE at once, waitMaxMs from the request
//
//   one transaction, two round trips:  lock and read ─ plan ─ write and commit
//                                              │         └─ insufficient balance, and a re-rate credit is due:
//                                              │            settled first, then once more
//                                              └─ a template was deleted or paused: rendered again, then once more

import type { App } from '#kit/app.ts'
import type { Pipe } from '#kit/database/database.ts'
import { busy, isConnectionFailure } from '#kit/database/errors.ts'
import { GroupCommit } from '#kit/group-commit.ts'
import type { Uuid } from '#kit/ids.ts'
import { indianMonth } from '#kit/india/calendar.ts'
import { interval } from '#kit/interval.ts'
import { Refusal } from '#kit/refusals.ts'
import { Slots } from '#kit/slots.ts'
import * as rerateQueries from '#messaging/rerating/queries.ts'
import { settleRerates } from '#messaging/rerating/rerate.ts'
import * as walletQueries from '#money/wallet/flush-queries.ts'
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
import { isEmpty, type Planned, type Result, type Submission } from './plan.ts'
import { type Read, readAll } from './reads.ts'
import type { Sending } from './send.ts'
import { takeStale } from './stale-templates.ts'

/** Wait for each lock when organizations are locked together: a few commits of another process. */
const TOGETHER_WAIT_MS = 50
/** Organizations that wait alone for their lock at the same time: each uses a connection. */
const ALONE_AT_ONCE = 4
/** Counted from the request: after this long, whatever it waited for, it is refused with a request to retry. */
const waitMaxMs = () => interval('SEND_LOCK', 1800)
/**
 * Each lock gets this fraction of the remaining time: a caller may wait for its place in the line, then for the wallet.
 */
const WAITS_OF_A_LOCK = 2
/** Owner of the connection turns for flushes of several organizations. */
const TOGETHER = 'sends together'

type Ending = 'done' | 'credit due'

export class BehindLock {
  readonly #app: App
  readonly #sending: Sending
  readonly #together: GroupCommit<Submission, ResultOrError>
  readonly #alone: GroupCommit<Submission, ResultOrError>
  readonly #slots = new Slots(ALONE_AT_ONCE)
  readonly #askedAtMs = new WeakMap<Submission, number>()

  constructor(sending: Sending) {
    this.#app = sending.app
    this.#sending = sending
    const weigh = ({ drafts }: Submission) => drafts.length
    this.#together = new GroupCommit((_, submissions) => this.#flush(submissions, false), weigh, sending.limits)
    this.#alone = new GroupCommit(
      (_, submissions) =>
        this.#slots.take(() => this.#flush(submissions, true), {
          withinMs: this.#patienceMs(submissions),
          otherwise: busy,
        }),
      weigh,
      sending.limits,
    )
  }

  /** Rejects only if too many requests are waiting. */
  async submit(submission: Submission, mustBeAlone = false): Promise<ResultOrError> {
    const { organizationId } = submission.actor
    const state = this.#sending.states.of(organizationId)
    if (!this.#askedAtMs.has(submission)) this.#askedAtMs.set(submission, performance.now())
    state.beginLocked()
    try {
      if (mustBeAlone || state.held) return await this.#submitAlone(submission)
      return await this.#together.submit(this.#app.groupOf(organizationId), organizationId, submission)
    } finally {
      state.endLocked()
    }
  }

  /** Remaining time of the request that has waited longest. */
  #patienceMs(submissions: readonly Submission[]): number {
    const now = performance.now()
    return waitMaxMs() - Math.max(0, ...submissions.map((one) => now - (this.#askedAtMs.get(one) ?? now)))
  }

  #submitAlone(submission: Submission): Promise<ResultOrError> {
    const { organizationId } = submission.actor
    return this.#alone.submit(organizationId, organizationId, submission)
  }

  async #flush(submissions: Submission[], isAlone: boolean): Promise<(ResultOrError | Promise<ResultOrError>)[]> {
    const { states, contextOf } = this.#sending
    const at = this.#app.clock()
    const results: Results = new Map()
    const partitions = await partitionsOf(submissions, contextOf, at, results)
    if (partitions.length > 0) {
      try {
        if (isAlone) await measured('alone', this.#byItself(partitions[0] as Partition, submissions, results))
        else await measured('behind_lock', this.#transaction(partitions, submissions, results, at, false))
        for (const { organizationId } of partitions) states.of(organizationId).held = null
      } catch (error) {
        const refusal = error as Error
        const mayBeDone = isConnectionFailure(refusal)
        if (isAlone && refusal instanceof Refusal && !mayBeDone)
          for (const { organizationId } of partitions) states.of(organizationId).held = refusal
        for (const submission of submissions) {
          if (results.has(submission)) continue
          if (isAlone || mayBeDone) results.set(submission, refusal)
          else forward(results, submission, this.#submitAlone(submission))
        }
      }
    }
    return submissions.map((submission) => results.get(submission) as ResultOrError | Promise<ResultOrError>)
  }

  async #byItself(partition: Partition, submissions: Submission[], results: Results): Promise<void> {
    const { at } = partition.context
    // Requests refused for insufficient balance in the first attempt are planned again in the second.
    const first = { ...partition, submissions: [...partition.submissions] }
    if ((await this.#transaction([first], submissions, results, at, true)) === 'done') return
    const isCreditDue = !(await settleRerates(this.#app, partition.organizationId))
    await this.#transaction(
      [{ ...partition, context: { ...partition.context, isCreditDue } }],
      submissions,
      results,
      at,
      true,
    )
  }

  /**
   * `credit due`: the single organization would be refused for insufficient balance although a re-rate credit is
   * pending; nothing was written.
   */
  #transaction(
    partitions: Partition[],
    submissions: Submission[],
    results: Results,
    at: Date,
    isAlone: boolean,
  ): Promise<Ending> {
    const begunAtMs = performance.now()
    const month = indianMonth(at)
    const again = isAlone
      ? (one: Submission) => this.#submitAlone(one)
      : (one: Submission) =>
          this.#together.submit(this.#app.groupOf(one.actor.organizationId), one.actor.organizationId, one)

    const owner = isAlone ? (partitions[0] as Partition).organizationId : TOGETHER

    return this.#app.database
      .pipeline(async (pipe) => {
        const later: Submission[] = []
        // At least 1 ms: 0 would wait without limit.
        const waitMs = isAlone
          ? Math.max(1, Math.ceil(this.#patienceMs(submissions) / WAITS_OF_A_LOCK))
          : TOGETHER_WAIT_MS
        const reads = await readAll(
          { partitions, wallets: partitions, lock: { waitMs }, month, at },
          (statements) => pipe.step(statements),
          (sizes) => later.push(...fit(submissions, partitions, sizes).later),
        )
        const stale = partitions.flatMap((one, index) => takeStale(one, (reads[index] as Read).stale))
        const planned = planAll(partitions, reads, results)

        const due = await this.#creditDue(pipe, planned)
        if (due.size > 0 && isAlone) {
          await pipe.commit([])
          return { result: 'credit due' as const, planned: [], later: [], stale: [] }
        }
        const kept = planned.filter(({ organizationId }) => !due.has(organizationId))
        const writing = kept.filter(({ plan }) => !isEmpty(plan))
        const written = await pipe.commit(
          writing.length > 0 ? [...writes(writing, month, at), ...walletQueries.mustHaveMovedAll()] : [],
        )
        for (const { organizationId, plan } of kept)
          this.#sending.states.of(organizationId).learn({ month, walletState: plan.after, counters: plan.counters })
        if (writing.length > 0) this.#sending.committed(writing, writtenOf(writing, written), at, begunAtMs)
        for (const { submissions: own, organizationId } of partitions)
          if (due.has(organizationId)) for (const one of own) forward(results, one, this.#submitAlone(one))
        return { result: 'done' as const, planned: kept, later, stale }
      }, owner)
      .then(({ result, planned, later, stale }) => {
        for (const one of later) forward(results, one, again(one))
        for (const one of stale)
          forward(
            results,
            one,
            this.#sending.remake(one).then(() => again(one)),
          )
        for (const one of planned) this.#setResults(one, partitions, results)
        return result
      })
  }

  /**
   * Requests refused for insufficient balance after one that crossed into a cheaper tier are tried again: they can
   * spend the month's re-rate credit.
   */
  #setResults({ organizationId, plan }: Planned, partitions: readonly Partition[], results: Results): void {
    const own = partitions.find((partition) => partition.organizationId === organizationId)?.submissions ?? []
    const hasCredit = plan.isShortOfMoney && plan.crosses
    for (const [index, submission] of own.entries()) {
      const result = plan.results[index] as Result
      if (hasCredit && isShortOfMoney(result)) forward(results, submission, this.#submitAlone(submission))
      else results.set(submission, result)
    }
  }

  async #creditDue(pipe: Pipe, planned: readonly Planned[]): Promise<Set<Uuid>> {
    const short = planned.filter(({ plan, context }) => plan.isShortOfMoney && context.isCreditDue === undefined)
    if (short.length === 0) return new Set()
    const [rows = []] = await pipe.step([rerateQueries.openAmong(short.map(({ organizationId }) => organizationId))])
    return new Set((rows as { org_id: Uuid }[]).map(({ org_id }) => org_id))
  }
}

/** Nothing of it was accepted, so it can be planned again. */
function isShortOfMoney(result: Result): boolean {
  if (result instanceof Refusal || 'kept' in result) return false
  return (
    result.outcomes.every((outcome) => outcome instanceof Refusal) &&
    result.outcomes.some((outcome) => outcome instanceof Refusal && outcome.code === 'insufficient_balance')
  )
}

/** An organization's failure is reported to its own callers only. */
function planAll(partitions: readonly Partition[], reads: readonly Read[], results: Results): Planned[] {
  return partitions.flatMap((partition, index) => {
    try {
      const read = reads[index] as Read
      if (!read.snapshot) throw new Error('the organization has no wallet')
      return partition.submissions.length > 0 ? [planPartition(partition, read.snapshot, read)] : []
    } catch (error) {
      for (const submission of partition.submissions) results.set(submission, error as Error)
      return []
    }
  })
}
