// One organization's sends in this process. The lane remembers what its last flush left (balance, version, counters), so the
// next one is decided without asking and sent while the previous still commits: PostgreSQL never waits for this process.
// What was decided on a state that somebody else changed meanwhile is refused by the database as a whole, and decided anew
// behind the wallet's lock, where nobody else can.

import { keepAnswers, keptAnswers } from '#edge/idempotency.ts'
import type { Idempotency, Reply } from '#edge/route.ts'
import { indianMonth } from '#kit/calendar.ts'
import type { App } from '#kit/app.ts'
import type { Line } from '#kit/database.ts'
import { OUTDATED_STATE, sqlState } from '#kit/database-errors.ts'
import type { Uuid } from '#kit/ids.ts'
import { Refusal } from '#kit/refusals.ts'
import type { Statement } from '#kit/sql.ts'
import * as wallet from '#wallet/actions.ts'
import { callsForRecharge } from '#wallet/rules.ts'
import * as walletQueries from '#wallet/queries.ts'
import { decide, isEmpty, type Plan, type StoredAnswer, type Submission } from './decide.ts'
import { guardedWrites, type Known, measure, type Terms, writes } from './flush.ts'
import * as queries from './queries.ts'
import { groupsOf, partsOf, type Sizes, sizesOf } from './recipients.ts'
import { settleRerates } from './rerate.ts'
import * as rerateQueries from './rerate-queries.ts'
import { destinationsOf, type Destination } from './rules.ts'

/** After the wallet was changed by somebody else, so many flushes go behind the lock at once: another process sends as well. */
const LOCKED_AFTER_CONFLICT = 20

interface Read {
  destinations: Map<Uuid, Destination>
  sizes: Sizes
  kept: Map<string, StoredAnswer>
}

/** What was done, or the parts in which it is to be done because it reaches too many for one transaction. */
type Taken = Plan | Submission[][]

/** Told to the caller as soon as it is certain. */
type Answer = (reply: Reply | Refusal, submission: Submission) => void

export class Lane {
  readonly #app: App
  readonly #organizationId: Uuid
  #line: Promise<Line> | undefined
  #flushes = 0
  #known: Known | null = null
  #lockedFlushes = 0
  #settling: Promise<boolean> | undefined

  constructor(app: App, organizationId: Uuid) {
    this.#app = app
    this.#organizationId = organizationId
  }

  get isIdle(): boolean {
    return this.#flushes === 0
  }

  /**
   * One transaction for all of them, or a few when they reach many; none is split. When it throws, those that were not answered
   * did not happen, or nobody knows: the callers try again with their keys.
   */
  async flush(submissions: Submission[], terms: Terms, answer: Answer): Promise<(Reply | Refusal)[]> {
    this.#flushes++
    try {
      return await this.#take(submissions, terms, answer)
    } finally {
      this.#flushes--
      if (this.#flushes === 0) this.#releaseLine()
    }
  }

  async #take(submissions: Submission[], terms: Terms, answer: Answer): Promise<(Reply | Refusal)[]> {
    const taken = (await this.#onKnownState(submissions, terms)) ?? (await this.#behindLock(submissions, terms))
    if (Array.isArray(taken)) {
      const replies = []
      for (const part of taken) replies.push(...(await this.#take(part, terms, answer)))
      return replies
    }
    this.#committed(taken)
    const replies = await this.#withDueCredit(taken, submissions, terms, answer)
    for (const [index, reply] of replies.entries()) answer(reply, submissions[index] as Submission)
    return replies
  }

  #committed({ messages, after }: Plan): void {
    if (messages.length === 0) return
    this.#app.wake('dispatch')
    if (callsForRecharge(after)) this.#app.wake('auto_recharge')
    measure(messages)
  }

  /** Who was refused for want of money behind one that crossed into a cheaper tier: the month's credit is theirs to spend. */
  async #withDueCredit(
    plan: Plan,
    submissions: Submission[],
    terms: Terms,
    answer: Answer,
  ): Promise<(Reply | Refusal)[]> {
    if (!plan.isShortOfMoney || !plan.crosses) return plan.replies
    const isShort = (reply: Reply | Refusal | undefined) =>
      reply instanceof Refusal && reply.code === 'insufficient_balance'
    const again = submissions.filter((_, index) => isShort(plan.replies[index]))
    if (again.length === 0) return plan.replies
    const replies = await this.#take(again, terms, answer)
    return plan.replies.map((reply) => (isShort(reply) ? (replies.shift() as Reply | Refusal) : reply))
  }

  /** Null when the state is not known, or turned out to be another. */
  async #onKnownState(submissions: Submission[], terms: Terms): Promise<Taken | null> {
    if (this.#lockedFlushes > 0) {
      this.#lockedFlushes--
      return null
    }
    if (!this.#known) return null
    const line = await this.#openLine()
    const { reads } = this.#app.database
    const [rows, keptRows] = await Promise.all([
      reads.rows<queries.DestinationRow>(queries.destinations(this.#organizationId, conversationsOf(submissions))),
      keysOf(submissions).length > 0 ? reads.rows<StoredAnswer>(this.#keptAnswers(submissions, terms.at)) : [],
    ])
    const sizes = sizesOf(rows)
    const parts = partsOf(submissions, sizes)
    if (parts.length > 1) return parts
    const groups = groupsOf(submissions, sizes)
    const memberRows =
      groups.length > 0
        ? await reads.rows<queries.RecipientRow>(queries.groupRecipients(this.#organizationId, groups))
        : []
    // From here to the sending nothing waits, so flushes are sent in the order in which they were decided.
    const month = indianMonth(terms.at)
    if (this.#known?.month !== month || line.isBroken) return null
    const before = this.#known
    const read = { destinations: destinationsOf(rows, memberRows), sizes, kept: keptOf(keptRows) }
    const plan = this.#decide(submissions, terms, before, read)
    if (plan.isShortOfMoney) return null
    if (isEmpty(plan)) return plan
    this.#known = { month, purse: plan.after, counters: plan.counters }
    try {
      await line.send(guardedWrites(this.#organizationId, plan, before, terms))
      return plan
    } catch (error) {
      this.#known = null
      if (line.isBroken) await this.#dropLine(line)
      if (sqlState(error) !== OUTDATED_STATE) throw error
      this.#lockedFlushes = LOCKED_AFTER_CONFLICT
      return null
    }
  }

  /** Lock, read, decide, write, commit: two round trips, one more for groups and one for who may be refused for want of money. */
  async #behindLock(submissions: Submission[], terms: Terms): Promise<Taken> {
    const taken = await this.#decideBehindLock(submissions, terms)
    if (taken !== 'credit due') return taken
    const isCreditDue = !(await this.#settleRerates())
    return (await this.#decideBehindLock(submissions, { ...terms, isCreditDue })) as Taken
  }

  /** `credit due`: nothing was done, because somebody would be refused for want of money that a re-rate is yet to bring. */
  #decideBehindLock(submissions: Submission[], terms: Terms): Promise<Taken | 'credit due'> {
    const month = indianMonth(terms.at)
    const organizationId = this.#organizationId
    return this.#app.database.pipeline(async (pipe) => {
      // The wallet's lock comes first: what is read behind it is what the previous holder left.
      const [wallets, counterRows, rows, keptRows = []] = (await pipe.step([
        walletQueries.lockWallet(organizationId),
        walletQueries.counters(organizationId, month),
        queries.destinations(organizationId, conversationsOf(submissions)),
        ...(keysOf(submissions).length > 0 ? [this.#keptAnswers(submissions, terms.at)] : []),
      ])) as [walletQueries.WalletRow[], walletQueries.CounterRow[], queries.DestinationRow[], StoredAnswer[]?]
      if (!wallets[0]) throw new Error('the organization has no wallet')
      const sizes = sizesOf(rows)
      const parts = partsOf(submissions, sizes)
      if (parts.length > 1) {
        await pipe.commit([])
        return parts
      }
      const groups = groupsOf(submissions, sizes)
      const [memberRows = []] = (
        groups.length > 0 ? await pipe.step([queries.groupRecipients(organizationId, groups)]) : []
      ) as [queries.RecipientRow[]?]
      const counters = new Map(counterRows.map(({ channel, message_count }) => [channel, message_count]))
      const before = { month, purse: wallet.purseOf(wallets[0]), counters }
      const read = { destinations: destinationsOf(rows, memberRows), sizes, kept: keptOf(keptRows) }
      const plan = this.#decide(submissions, terms, before, read)
      if (plan.isShortOfMoney && terms.isCreditDue === undefined) {
        const [open = []] = await pipe.step([rerateQueries.open(organizationId, 1)])
        if (open.length > 0) {
          await pipe.commit([])
          return 'credit due'
        }
      }
      await pipe.commit(
        isEmpty(plan)
          ? []
          : [
              ...writes(organizationId, plan, before, terms),
              ...(plan.answers.length > 0 ? [keepAnswers(organizationId, terms.at, plan.answers)] : []),
            ],
      )
      this.#known = { month, purse: plan.after, counters: plan.counters }
      return plan
    })
  }

  /** Once for all who wait for it. */
  #settleRerates(): Promise<boolean> {
    this.#settling ??= settleRerates(this.#app, this.#organizationId).finally(() => {
      this.#settling = undefined
    })
    return this.#settling
  }

  #decide(submissions: Submission[], terms: Terms, known: Known, { destinations, kept, sizes }: Read): Plan {
    const state = { ...terms, destinations, purse: { ...known.purse }, counters: new Map(known.counters) }
    return decide(this.#organizationId, state, submissions, kept, sizes)
  }

  #keptAnswers(submissions: Submission[], at: Date): Statement {
    const keyed = keysOf(submissions)
    return keptAnswers(
      this.#organizationId,
      keyed.map(({ tokenId }) => tokenId),
      keyed.map(({ key }) => key),
      at,
    )
  }

  async #openLine(): Promise<Line> {
    const opening = (this.#line ??= this.#app.database.line())
    try {
      const line = await opening
      if (!line.isBroken) return line
      await this.#dropLine(line)
    } catch (error) {
      // The next flush asks for another one.
      if (this.#line === opening) this.#line = undefined
      throw error
    }
    return this.#openLine()
  }

  /** At its first failure: whoever comes next takes another one. */
  async #dropLine(line: Line): Promise<void> {
    const held = this.#line
    // Of several flushes that were on it only one lets it go; by then there may be another.
    if ((await held) !== line || this.#line !== held) return
    this.#line = undefined
    line.release()
  }

  #releaseLine(): void {
    const line = this.#line
    this.#line = undefined
    void line?.then(
      (open) => open.release(),
      () => {},
    )
  }
}

function conversationsOf(submissions: Submission[]): Uuid[] {
  return [...new Set(submissions.flatMap(({ drafts }) => drafts.map((draft) => draft.conversation_id)))]
}

function keysOf(submissions: Submission[]): { tokenId: Uuid; key: string }[] {
  return submissions
    .filter(({ idempotency }) => idempotency !== null)
    .map(({ actor, idempotency }) => ({ tokenId: actor.tokenId, key: (idempotency as Idempotency).key }))
}

function keptOf(rows: StoredAnswer[]): Map<string, StoredAnswer> {
  return new Map(rows.map((row) => [`${row.token_id} ${row.key}`, row]))
}
