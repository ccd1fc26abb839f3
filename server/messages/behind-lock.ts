// The sends that cannot be decided on what is known: somebody else moved the wallet, or holds it; somebody would be refused for want of
// money; a warning or a milestone is due. They are decided behind the wallets' locks, where nobody else can change anything: lock, read,
// decide, write, commit. Of all organizations together, while the rest goes on; whose lock is not soon to be had waits by itself.

import { indianMonth } from '#kit/calendar.ts'
import type { App } from '#kit/app.ts'
import type { Pipe } from '#kit/database.ts'
import { isConnectionFailure } from '#kit/database-errors.ts'
import { GroupCommit } from '#kit/group-commit.ts'
import type { Uuid } from '#kit/ids.ts'
import { Refusal } from '#kit/refusals.ts'
import { Slots } from '#kit/slots.ts'
import * as walletQueries from '#wallet/flush-queries.ts'
import { isEmpty, type Submission } from './decide.ts'
import { type Decided, extras, type Known, writes, writtenOf } from './flush.ts'
import { waitAtMost } from './flush-queries.ts'
import type { Sending } from './send.ts'
import { settleRerates } from './rerate.ts'
import * as rerateQueries from './rerate-queries.ts'
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

/** Organizations that lock together wait this long for who holds one of them: a few commits of another process. */
const TOGETHER_WAIT_MS = 50
/** Organizations that wait for their lock by themselves at once: each holds a connection. */
const ALONE_AT_ONCE = 4

type Result = 'done' | 'credit due'

export class BehindLock {
  readonly #app: App
  readonly #sending: Sending
  readonly #together: GroupCommit<Submission, Outcome>
  readonly #alone: GroupCommit<Submission, Outcome>
  readonly #slots = new Slots(ALONE_AT_ONCE)

  constructor(sending: Sending) {
    this.#app = sending.app
    this.#sending = sending
    const weigh = ({ drafts }: Submission) => drafts.length
    this.#together = new GroupCommit((_, submissions) => this.#flush(submissions, false), weigh, sending.limits)
    this.#alone = new GroupCommit(
      (_, submissions) => this.#slots.take(() => this.#flush(submissions, true)),
      weigh,
      sending.limits,
    )
  }

  /** Rejects only when too many wait. */
  async submit(submission: Submission, mustBeAlone = false): Promise<Outcome> {
    const { organizationId } = submission.actor
    const state = this.#sending.states.of(organizationId)
    state.beginLocked()
    try {
      if (mustBeAlone || state.held) return await this.#submitAlone(submission)
      return await this.#together.submit(this.#app.groupOf(organizationId), organizationId, submission)
    } finally {
      state.endLocked()
    }
  }

  #submitAlone(submission: Submission): Promise<Outcome> {
    const { organizationId } = submission.actor
    return this.#alone.submit(organizationId, organizationId, submission)
  }

  async #flush(submissions: Submission[], isAlone: boolean): Promise<(Outcome | Promise<Outcome>)[]> {
    const { states, termsOf } = this.#sending
    const at = this.#app.clock()
    const told: Told = new Map()
    const shares = await sharesOf(submissions, termsOf, at, told)
    if (shares.length > 0) {
      try {
        if (isAlone) await this.#byItself(shares[0] as Share, submissions, told)
        else await this.#transaction(shares, submissions, told, at, false)
        for (const { organizationId } of shares) states.of(organizationId).held = null
      } catch (error) {
        const refusal = error as Error & { cause?: unknown }
        const mayBeDone = isConnectionFailure(refusal.cause ?? refusal)
        if (isAlone && refusal instanceof Refusal && !mayBeDone)
          for (const { organizationId } of shares) states.of(organizationId).held = refusal
        for (const submission of submissions) {
          if (told.has(submission)) continue
          if (isAlone || mayBeDone) told.set(submission, refusal)
          else handOn(told, submission, this.#submitAlone(submission))
        }
      }
    }
    return submissions.map((submission) => told.get(submission) as Outcome | Promise<Outcome>)
  }

  async #byItself(share: Share, submissions: Submission[], told: Told): Promise<void> {
    const { at } = share.terms
    // What finds no room in the first is decided anew in the second.
    const first = { ...share, submissions: [...share.submissions] }
    if ((await this.#transaction([first], submissions, told, at, true)) === 'done') return
    const isCreditDue = !(await settleRerates(this.#app, share.organizationId))
    await this.#transaction([{ ...share, terms: { ...share.terms, isCreditDue } }], submissions, told, at, true)
  }

  /** `credit due`: the one organization would refuse somebody for want of money that a re-rate is yet to bring; nothing was done. */
  #transaction(shares: Share[], submissions: Submission[], told: Told, at: Date, isAlone: boolean): Promise<Result> {
    const month = indianMonth(at)
    const ids = shares.map(({ organizationId }) => organizationId)
    const again = isAlone
      ? (one: Submission) => this.#submitAlone(one)
      : (one: Submission) =>
          this.#together.submit(this.#app.groupOf(one.actor.organizationId), one.actor.organizationId, one)

    return this.#app.database
      .pipeline(async (pipe) => {
        // The locks come first: what is read behind them is what the previous holders left.
        const before = [
          ...(isAlone ? [] : [waitAtMost(TOGETHER_WAIT_MS)]),
          walletQueries.lockWallets(ids),
          walletQueries.countersOf(ids, month),
        ]
        const rows = await pipe.step([...before, ...firstReads(shares, at)])
        const [walletRows, counterRows] = rows.slice(before.length - 2) as KnownRows
        const first = rows.slice(before.length)
        const sizes = sizesIn(shares, first)
        const { later } = fit(submissions, shares, sizes)
        const reads = await readAll(shares, first, sizes, (statements) => pipe.step(statements))
        const known = knownOf(shares, walletRows, counterRows, month)
        const decided = decideAll(shares, reads, known, told)

        const due = await this.#creditDue(pipe, decided)
        if (due.size > 0 && isAlone) {
          await pipe.commit([])
          return { result: 'credit due' as const, decided: [], later: [] }
        }
        const kept = decided.filter(({ organizationId }) => !due.has(organizationId))
        const writing = kept.filter(({ plan }) => !isEmpty(plan))
        const results = await pipe.commit(
          writing.length > 0 ? [...writes(writing, month, at), ...extras(writing, month, at)] : [],
        )
        for (const { organizationId, plan } of kept)
          this.#sending.states.of(organizationId).learn({ month, purse: plan.after, counters: plan.counters })
        if (writing.length > 0) this.#sending.committed(writing, writtenOf(writing, results), at)
        for (const { submissions: own, organizationId } of shares)
          if (due.has(organizationId)) for (const one of own) handOn(told, one, this.#submitAlone(one))
        return { result: 'done' as const, decided: kept, later }
      })
      .then(({ result, decided, later }) => {
        for (const one of later) handOn(told, one, again(one))
        for (const one of decided) this.#tell(one, shares, told)
        return result
      })
  }

  /** Who was refused for want of money behind one that crossed into a cheaper tier: the month's credit is theirs to spend. */
  #tell({ organizationId, plan }: Decided, shares: readonly Share[], told: Told): void {
    const own = shares.find((share) => share.organizationId === organizationId)?.submissions ?? []
    const hasCredit = plan.isShortOfMoney && plan.crosses
    for (const [index, submission] of own.entries()) {
      const reply = plan.replies[index] as Outcome
      const isShort = reply instanceof Refusal && reply.code === 'insufficient_balance'
      if (hasCredit && isShort) handOn(told, submission, this.#submitAlone(submission))
      else told.set(submission, reply)
    }
  }

  async #creditDue(pipe: Pipe, decided: readonly Decided[]): Promise<Set<Uuid>> {
    const short = decided.filter(({ plan, terms }) => plan.isShortOfMoney && terms.isCreditDue === undefined)
    if (short.length === 0) return new Set()
    const [rows = []] = await pipe.step([rerateQueries.openAmong(short.map(({ organizationId }) => organizationId))])
    return new Set((rows as { org_id: Uuid }[]).map(({ org_id }) => org_id))
  }
}

/** One organization's failure is told to its callers alone. */
function decideAll(shares: readonly Share[], reads: readonly Read[], known: (Known | null)[], told: Told): Decided[] {
  return shares.flatMap((share, index) => {
    try {
      const before = known[index]
      if (!before) throw new Error('the organization has no wallet')
      return share.submissions.length > 0 ? [decideShare(share, before, reads[index] as Read)] : []
    } catch (error) {
      for (const submission of share.submissions) told.set(submission, error as Error)
      return []
    }
  })
}
