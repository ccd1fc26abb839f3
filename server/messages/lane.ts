// One organization's sends in this process. The lane remembers what its last flush left (balance, version, counters), so the
// next one is decided without asking and sent while the previous still commits: PostgreSQL never waits for this process.
// What was decided on a state that somebody else changed meanwhile is refused by the database as a whole, and decided anew
// behind the wallet's lock, where nobody else can.

import * as conversationQueries from '#conversations/queries.ts'
import { guardedAnswers, keepAnswers, keptAnswers } from '#edge/idempotency.ts'
import type { Idempotency, Reply } from '#edge/route.ts'
import { indianMonth } from '#kit/calendar.ts'
import type { Database, Line } from '#kit/database.ts'
import { OUTDATED_STATE, sqlState } from '#kit/database-errors.ts'
import { insertEvents } from '#kit/events.ts'
import type { Uuid } from '#kit/ids.ts'
import type { Refusal } from '#kit/refusals.ts'
import type { Statement } from '#kit/sql.ts'
import { noteWork } from '#kit/work.ts'
import type { PriceList } from '#pricing/rules.ts'
import * as wallet from '#wallet/actions.ts'
import { callsForRecharge } from '#wallet/rules.ts'
import * as walletQueries from '#wallet/queries.ts'
import { decide, isEmpty, type Plan, type StoredAnswer, type Submission } from './decide.ts'
import { milestones } from './milestones.ts'
import * as queries from './queries.ts'
import { destinationsOf, type Destination } from './rules.ts'

/** After the wallet was changed by somebody else, so many flushes go behind the lock at once: another process sends as well. */
const LOCKED_AFTER_CONFLICT = 20

/** What every flush is given besides its requests. */
export interface Terms {
  priceList: PriceList
  unavailable: ReadonlySet<string>
  at: Date
}

interface Known {
  month: string
  purse: wallet.Purse
  counters: Map<string, bigint>
}

interface Read {
  destinations: Map<Uuid, Destination>
  kept: Map<string, StoredAnswer>
}

export class Lane {
  readonly #database: Database
  readonly #organizationId: Uuid
  #line: Promise<Line> | undefined
  #flushes = 0
  #known: Known | null = null
  #lockedFlushes = 0

  constructor(database: Database, organizationId: Uuid) {
    this.#database = database
    this.#organizationId = organizationId
  }

  get isIdle(): boolean {
    return this.#flushes === 0
  }

  /** One transaction for all of them. When it throws, none of them happened, or nobody knows: the callers try again with their keys. */
  async flush(
    submissions: Submission[],
    terms: Terms,
  ): Promise<{ replies: (Reply | Refusal)[]; accepted: Plan['messages']; callsForRecharge: boolean }> {
    this.#flushes++
    try {
      const plan = (await this.#onKnownState(submissions, terms)) ?? (await this.#behindLock(submissions, terms))
      const { replies, messages: accepted, after } = plan
      return { replies, accepted, callsForRecharge: accepted.length > 0 && callsForRecharge(after) }
    } finally {
      this.#flushes--
      if (this.#flushes === 0) this.#releaseLine()
    }
  }

  /** Null when the state is not known, or turned out to be another. */
  async #onKnownState(submissions: Submission[], terms: Terms): Promise<Plan | null> {
    if (this.#lockedFlushes > 0) {
      this.#lockedFlushes--
      return null
    }
    if (!this.#known) return null
    const ids = conversationsOf(submissions)
    const line = await (this.#line ??= this.#database.line())
    const { reads } = this.#database
    const [contactRows, memberRows, keptRows] = await Promise.all([
      reads.rows<queries.DestinationRow>(queries.destinations(this.#organizationId, ids)),
      reads.rows<queries.DestinationRow>(queries.groupRecipients(this.#organizationId, ids)),
      keysOf(submissions).length > 0 ? reads.rows<StoredAnswer>(this.#keptAnswers(submissions, terms.at)) : [],
    ])
    // From here to the sending nothing waits, so flushes are sent in the order in which they were decided.
    const month = indianMonth(terms.at)
    if (this.#known?.month !== month) return null
    const before = this.#known
    const plan = this.#decide(submissions, terms, before, {
      destinations: destinationsOf(contactRows, memberRows),
      kept: keptOf(keptRows),
    })
    if (plan.isShortOfMoney) return null
    if (isEmpty(plan)) return plan
    this.#known = { month, purse: plan.after, counters: plan.counters }
    try {
      await line.send(this.#guardedWrites(plan, before, month, terms))
      return plan
    } catch (error) {
      this.#known = null
      if (sqlState(error) !== OUTDATED_STATE) throw error
      this.#lockedFlushes = LOCKED_AFTER_CONFLICT
      return null
    }
  }

  /** Lock, read, decide, write, commit: two round trips. */
  #behindLock(submissions: Submission[], terms: Terms): Promise<Plan> {
    const month = indianMonth(terms.at)
    const ids = conversationsOf(submissions)
    const organizationId = this.#organizationId
    return this.#database.pipeline(async (pipe) => {
      // The wallet's lock comes first: what is read behind it is what the previous holder left.
      const [wallets, counterRows, contactRows, memberRows, keptRows = []] = (await pipe.step([
        walletQueries.lockWallet(organizationId),
        walletQueries.counters(organizationId, month),
        queries.destinations(organizationId, ids),
        queries.groupRecipients(organizationId, ids),
        ...(keysOf(submissions).length > 0 ? [this.#keptAnswers(submissions, terms.at)] : []),
      ])) as [
        walletQueries.WalletRow[],
        walletQueries.CounterRow[],
        queries.DestinationRow[],
        queries.DestinationRow[],
        StoredAnswer[]?,
      ]
      if (!wallets[0]) throw new Error('the organization has no wallet')
      const counters = new Map(counterRows.map(({ channel, message_count }) => [channel, message_count]))
      const before = { month, purse: wallet.purseOf(wallets[0]), counters }
      const plan = this.#decide(submissions, terms, before, {
        destinations: destinationsOf(contactRows, memberRows),
        kept: keptOf(keptRows),
      })
      await pipe.commit(
        isEmpty(plan)
          ? []
          : [
              ...(plan.messages.length > 0 ? [walletQueries.updateWallet(organizationId, plan.after, terms.at)] : []),
              ...this.#writes(plan, before, month, terms),
              ...(plan.answers.length > 0 ? [keepAnswers(organizationId, terms.at, plan.answers)] : []),
            ],
      )
      this.#known = { month, purse: plan.after, counters: plan.counters }
      return plan
    })
  }

  #decide(submissions: Submission[], terms: Terms, known: Known, { destinations, kept }: Read): Plan {
    const state = { ...terms, destinations, purse: { ...known.purse }, counters: new Map(known.counters) }
    return decide(this.#organizationId, state, submissions, kept)
  }

  /** In one message to the server, which makes them one transaction; the first that finds another state than expected fails all. */
  #guardedWrites(plan: Plan, before: Known, month: string, terms: Terms): Statement[] {
    const { at } = terms
    const organizationId = this.#organizationId
    const ownerOf = new Map(plan.messages.map(({ conversationId, userId }) => [conversationId, userId]))
    return [
      ...(plan.messages.length > 0
        ? [
            walletQueries.moveWallet(organizationId, before.purse, plan.after, at),
            conversationQueries.mustBelong(organizationId, ownerOf),
          ]
        : []),
      ...this.#writes(plan, before, month, terms),
      ...(plan.answers.length > 0 ? [guardedAnswers(organizationId, at, plan.answers)] : []),
    ]
  }

  #writes(plan: Plan, before: Known, month: string, terms: Terms): Statement[] {
    const { messages, postings, warnings } = plan
    const { at, priceList } = terms
    const organizationId = this.#organizationId
    if (messages.length === 0) return []
    const changed = new Map([...plan.counters].filter(([channel, count]) => before.counters.get(channel) !== count))
    return [
      walletQueries.updateCounters(organizationId, month, changed),
      walletQueries.insertPostings(organizationId, at, postings),
      queries.insertMessages(organizationId, at, messages),
      queries.insertDeliveries(organizationId, at, month, priceList.volumeListId, messages),
      conversationQueries.markActive(
        organizationId,
        messages.map(({ conversationId }) => conversationId),
        at,
      ),
      noteWork('dispatch', organizationId, at),
      ...milestones(
        { organizationId, month, at, priceList, walletVersion: plan.after.version },
        before.counters,
        changed,
      ),
      ...(callsForRecharge(plan.after) ? [noteWork('auto_recharge', organizationId, at)] : []),
      ...(warnings.length > 0 ? [insertEvents(organizationId, at, warnings)] : []),
    ]
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
