// The sends of all organizations in this process, decided on what its last flush left of each wallet and sent while the previous flush
// still commits: PostgreSQL never waits for this process, and no lock is held while it thinks. Where somebody else changed a wallet
// meanwhile, the database leaves that organization out, and its sends go behind the lock while the rest goes through.

import { indianMonth } from '#kit/calendar.ts'
import type { App } from '#kit/app.ts'
import { asRefusal, isConnectionFailure } from '#kit/database-errors.ts'
import { GroupCommit } from '#kit/group-commit.ts'
import type { Line } from '#kit/line.ts'
import type { Statement } from '#kit/sql.ts'
import * as walletQueries from '#wallet/flush-queries.ts'
import type { BehindLock } from './behind-lock.ts'
import { isEmpty, nameOfKey, type Submission } from './decide.ts'
import { type Decided, hasExtras, type Known, writes, writtenOf } from './flush.ts'
import type { Sending } from './send.ts'
import {
  decideShare,
  firstReads,
  fit,
  handOn,
  knownOf,
  type KnownRows,
  type Outcome,
  type Read,
  readAll,
  type Share,
  sharesOf,
  sizesIn,
  type Told,
} from './share.ts'
import type { WalletState } from './wallet-states.ts'

/** Flushes under way at once: PostgreSQL works on one, the next is on its way, answers of the last are written. */
const FLUSHES_MAX = 3
/** A flush of large requests, of which one is under way at a time: small ones go on beside it, on the same machine. */
const LARGE_WEIGHT_MAX = 1000

/** A share while its flush is under way. */
interface Started {
  share: Share
  state: WalletState
  epoch: number
  /** Whether it is decided on what this process knows; else on what the flush reads. */
  isFresh: boolean
}

/** Of each share. `known`: what the database says of the wallet, where this process does not know it. */
interface Reading {
  known: (Known | null)[]
  reads: Read[]
}

export class Lane {
  readonly #app: App
  readonly #sending: Sending
  #line: Line | undefined
  readonly #commits: GroupCommit<Submission, Outcome>
  readonly #behindLock: BehindLock
  readonly #larger: Lane | null
  readonly #tried = new WeakSet<Submission>()

  /** `larger`: the lane of those that are large, for a lane that is kept short. */
  constructor(sending: Sending, behindLock: BehindLock, larger: Lane | null) {
    this.#app = sending.app
    this.#sending = sending
    this.#behindLock = behindLock
    this.#larger = larger
    this.#commits = new GroupCommit(
      (_, submissions) => this.#flush(submissions),
      ({ drafts }) => drafts.length,
      larger ? { ...sending.limits, flushesMax: FLUSHES_MAX } : { ...sending.limits, flushWeightMax: LARGE_WEIGHT_MAX },
    )
  }

  /** Rejects only when too many wait. */
  submit(submission: Submission): Promise<Outcome> {
    const { organizationId } = submission.actor
    return this.#commits.submit(this.#app.groupOf(organizationId), organizationId, submission)
  }

  /** One transaction for all of them. Who was not told that it is done may find it done all the same only where the connection broke. */
  async #flush(submissions: Submission[]): Promise<(Outcome | Promise<Outcome>)[]> {
    const { states, termsOf } = this.#sending
    const at = this.#app.clock()
    const month = indianMonth(at)
    const told: Told = new Map()
    const all = await sharesOf(submissions, termsOf, at, told)
    const started = all.flatMap((share): Started[] => {
      const state = states.of(share.organizationId)
      if (!state.isBehindLock && !state.mustLock())
        return [{ share, state, epoch: state.epoch, isFresh: state.isFresh(month) }]
      this.#lock(share, state, told)
      return []
    })
    if (started.length > 0) await this.#takeAll(started, submissions, month, at, told)
    return submissions.map((submission) => told.get(submission) as Outcome | Promise<Outcome>)
  }

  async #takeAll(
    started: readonly Started[],
    submissions: readonly Submission[],
    month: string,
    at: Date,
    told: Told,
  ): Promise<void> {
    let writing: Promise<void> | undefined
    const ends = started.map(({ state }) => state.beginReading())
    try {
      const reading = await this.#read(started, submissions, month, at, told)
      // From here to the sending nothing waits, so flushes are sent in the order in which they were decided.
      const decided = this.#decideAll(started, reading, month, told)
      if (decided.length > 0) writing = this.#write(decided, started, month, at, told)
    } finally {
      for (const end of ends) end()
    }
    await writing
  }

  /** What is to be written; the rest is told already, or is for behind the lock. */
  #decideAll(started: readonly Started[], { known, reads }: Reading, month: string, told: Told): Decided[] {
    return started.flatMap((one, index) => {
      const { share, state, epoch, isFresh } = one
      if (share.submissions.length === 0) return []
      const before = isFresh ? state.known : known[index]
      try {
        // What was read may be older than the state that it would be decided on.
        const isOutdated = state.epoch !== epoch || before?.month !== month
        if (isOutdated && this.#mayTryAgain(share)) {
          for (const submission of share.submissions) handOn(told, submission, this.submit(submission))
          return []
        }
        if (!isOutdated && before) {
          const decided = decideShare(share, before, reads[index] as Read, (key) => state.isTaken(key))
          if (!isFresh) state.learn(before)
          const { plan } = decided
          if (!plan.isShortOfMoney && !hasExtras(decided)) {
            if (!isEmpty(plan)) return [decided]
            tell(share, decided, told)
            return []
          }
        }
        this.#lock(share, state, told)
      } catch (error) {
        for (const submission of share.submissions) told.set(submission, error as Error)
      }
      return []
    })
  }

  /** What is not known of the wallets first: what is read behind it is no older. */
  async #read(
    started: readonly Started[],
    submissions: readonly Submission[],
    month: string,
    at: Date,
    told: Told,
  ): Promise<Reading> {
    const run = (statements: Statement[]) => this.#rowsOf(statements)
    const shares = started.map(({ share }) => share)
    const unknown = started.filter(({ isFresh }) => !isFresh)
    const ids = unknown.map(({ share }) => share.organizationId)
    const states = ids.length > 0 ? [walletQueries.walletsOf(ids), walletQueries.countersOf(ids, month)] : []
    const rows = await run([...states, ...firstReads(shares, at)])
    const first = rows.slice(states.length)
    const [walletRows = [], counterRows = []] = rows.slice(0, states.length) as Partial<KnownRows>
    const found = knownOf(unknown, walletRows, counterRows, month)

    const sizes = sizesIn(shares, first)
    const larger = this.#larger
    const { large, later } = fit(submissions, shares, sizes, larger ? this.#sending.smallMax : undefined)
    for (const submission of large) handOn(told, submission, (larger as Lane).submit(submission))
    for (const submission of later) handOn(told, submission, this.submit(submission))
    return {
      known: started.map((one) => (one.isFresh ? null : (found[unknown.indexOf(one)] ?? null))),
      reads: await readAll(shares, first, sizes, run),
    }
  }

  async #write(
    decided: readonly Decided[],
    started: readonly Started[],
    month: string,
    at: Date,
    told: Told,
  ): Promise<void> {
    const line = this.#openLine()
    const startedOf = new Map(started.map((one) => [one.share.organizationId, one]))
    const each = decided.map((one) => {
      const { share, state } = startedOf.get(one.organizationId) as Started
      const { after, counters, answers } = one.plan
      const keys = new Set(answers.map(({ tokenId, idempotency }) => nameOfKey(tokenId, idempotency.key)))
      return { decided: one, share, state, end: state.begin({ month, purse: after, counters }, keys) }
    })
    try {
      const written = writtenOf(decided, await line.send(writes(decided, month, at)))
      this.#sending.committed(
        decided.filter((_, index) => !written.leftOut.has(index + 1)),
        written,
        at,
      )
      for (const [index, { share, state, decided: one }] of each.entries()) {
        if (written.leftOut.has(index + 1)) {
          state.surprise()
          this.#lock(share, state, told)
        } else tell(share, one, told)
      }
    } catch (error) {
      // Nobody knows whether it happened where the connection broke. Otherwise nothing did: each is tried by itself.
      const isUnknown = isConnectionFailure(error)
      for (const { share, state } of each) {
        state.giveUp()
        for (const submission of share.submissions) {
          if (isUnknown) told.set(submission, asRefusal(error) as Error)
          else handOn(told, submission, this.#behindLock.submit(submission, true))
        }
      }
    } finally {
      for (const { end } of each) end()
    }
  }

  /** One behind the other. Long reads are not for the connection that all short ones share. */
  async #rowsOf(statements: Statement[]): Promise<unknown[][]> {
    const { reads } = this.#app.database
    if (this.#larger) return Promise.all(statements.map((statement) => reads.rows<unknown>(statement)))
    return this.#openLine()
      .send(statements)
      .catch((error: unknown) => {
        throw asRefusal(error)
      })
  }

  #openLine(): Line {
    return (this.#line ??= this.#app.database.line())
  }

  /** Once for each request: another flush of ours, perhaps, was the first to ask for the wallet. */
  #mayTryAgain({ submissions }: Share): boolean {
    if (submissions.some((submission) => this.#tried.has(submission))) return false
    for (const submission of submissions) this.#tried.add(submission)
    return true
  }

  /** Where others of the organization are behind the lock already it waits for them, and is taken again; so it comes back from there. */
  #lock({ submissions }: Share, state: WalletState, told: Told): void {
    const unlocked = state.isBehindLock ? state.unlocked() : null
    for (const submission of submissions)
      handOn(
        told,
        submission,
        unlocked ? unlocked.then((held) => held ?? this.submit(submission)) : this.#behindLock.submit(submission),
      )
  }
}

function tell({ submissions }: Share, { plan }: Decided, told: Told): void {
  for (const [index, submission] of submissions.entries()) told.set(submission, plan.replies[index] as Outcome)
}
