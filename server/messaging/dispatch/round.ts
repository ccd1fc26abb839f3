// The transactions of dispatch, each for many organizations: a round, which records outcomes, claims deliveries and
// finds expired leases, and the release of leased work. Neither waits for a row lock, so no organization delays
// another.

import type { Database, Tx } from '#kit/database/database.ts'
import { areShards } from '#kit/database/shards.ts'
import type { Uuid } from '#kit/ids.ts'
import { interval } from '#kit/interval.ts'
import { type DueLease, extendLeases, releaseLeases } from '#kit/work.ts'
import type { ChannelName } from '#messaging/channels/channel.ts'
import { type ClaimedRow, claim as claiming, type LookedAtRow, type ToldToWait } from './claim-queries.ts'
import type { Share } from './due-queries.ts'
import type { DispatchJournal } from './journal/journal.ts'
import type { Claim } from './journal/lines.ts'
import { recordOfMany } from './outcomes.ts'
import type { RecordedRow } from './queries.ts'
import * as queries from './queries.ts'
import { type Claimed, nextDue, type Outcome, type Waiting } from './rules.ts'
import { inOrder } from './strand-rules.ts'
import type { DispatchTraces } from './traces.ts'

/**
 * Longer than any provider takes to respond, and short enough that a dead process's deliveries are settled within a
 * minute.
 */
export const LEASE_MS = 50_000
/** Per organization. The rest is found the next time its work is leased. */
const LOST_AT_ONCE_MAX = 500
/** Owner of the connection turns: these transactions cover many organizations. */
const ROUNDS = 'dispatch'
/**
 * Minimum interval between new plans on a connection: planning takes milliseconds, and a round with a bad plan takes
 * longer than this.
 */
const PLANS_KEPT_MS = interval('DISPATCH_PLANS_KEPT', 250)

export interface Round {
  /** Without refunds. */
  outcomes: Outcome[]
  shares: Share[]
  /** Organizations that may have expired leases. */
  lookers: Uuid[]
}

export interface RoundResult {
  recorded: RecordedRow[]
  claimed: ClaimedRow[]
  /** Due deliveries that wait for earlier ones of their ordering key. */
  waiting: ToldToWait[]
  lost: Claimed[]
  /** True if nothing could be claimed because the journal is not writable. */
  isHeld: boolean
}

/** The result of releasing leased work. */
export interface ReturnedWork {
  /** Organizations whose work was released, or was changed or leased by another process since. */
  over: Set<Uuid>
  /** True when work of an organization in `over` is due already. */
  isDue: boolean
}

export class DispatchTransactions {
  readonly #database: Database
  readonly #journal: DispatchJournal
  readonly #traces: DispatchTraces | undefined
  #plannedAt = Number.NEGATIVE_INFINITY

  constructor(database: Database, journal: DispatchJournal, traces?: DispatchTraces) {
    this.#database = database
    this.#journal = journal
    this.#traces = traces
  }

  async round(round: Round, at: Date): Promise<RoundResult> {
    const begunAtMs = performance.now()
    const claim = await this.#begin(round.shares, at)
    let hasBegun = false
    try {
      const result = await this.#database.transaction((tx) => {
        hasBegun = true
        return this.#inOne(tx, round, claim, at)
      }, ROUNDS)
      if (claim)
        this.#journal.took(
          claim,
          result.claimed.map(({ id }) => id),
        )
      this.#traces?.round(round.outcomes, result, begunAtMs)
      return { ...result, isHeld: round.shares.length > 0 && claim === null }
    } catch (error) {
      // The transaction may have committed: a lost response only means that the result is unknown.
      if (claim && hasBegun) this.#journal.leaveBehind(claim)
      else if (claim) this.#journal.drop(claim)
      throw error
    }
  }

  /** Null if there is nothing to claim, or if the journal cannot be written. */
  #begin(shares: Share[], at: Date): Promise<Claim | null> {
    if (shares.length === 0) return Promise.resolve(null)
    const organizationIds = shares.map(({ organizationId }) => organizationId)
    return this.#journal.begin(organizationIds, at, new Date(at.getTime() + LEASE_MS)).catch(() => null)
  }

  async #inOne(tx: Tx, { outcomes, shares, lookers }: Round, claim: Claim | null, at: Date) {
    const [, , lost, recorded, lookedAt] = await Promise.all([
      !areShards() && this.#isTimeToPlan() ? tx.run(queries.planAnew) : null,
      tx.run(queries.lookUpByKey()),
      lookers.length > 0 ? tx.rows<Claimed>(queries.lost(lookers, at, LOST_AT_ONCE_MAX)) : [],
      outcomes.length > 0 ? recordOfMany(tx, outcomes, at) : [],
      claim ? tx.rows<LookedAtRow>(claiming(shares, at, claim, this.#traces !== undefined)) : [],
    ])
    return { recorded, lost, ...sorted(lookedAt) }
  }

  #isTimeToPlan(): boolean {
    const now = performance.now()
    if (now - this.#plannedAt < PLANS_KEPT_MS) return false
    this.#plannedAt = now
    return true
  }

  /**
   * Releases work until its next due time; `pauseOf` returns the end of a channel's pause. Skips organizations for
   * which new work is being added.
   */
  giveBack(
    taken: DueLease[],
    at: Date,
    pauseOf: (organizationId: Uuid, channel: ChannelName) => Date | null,
  ): Promise<ReturnedWork> {
    return this.#database.transaction(async (tx) => {
      const organizationIds = taken.map(({ org_id }) => org_id)
      const [, ours, waiting] = await Promise.all([
        tx.run(queries.lookUpByKey()),
        extendLeases(tx, 'dispatch', taken, at),
        // Runs after the extension, so that it sees work added before the rows were locked.
        tx.rows<Waiting & { org_id: Uuid }>(queries.waiting(organizationIds)),
      ])
      const waitingOf = Map.groupBy(waiting, ({ org_id }) => org_id)
      const returned = ours
        .filter(({ is_held }) => is_held)
        .map(({ org_id, due_at }) => {
          const next = nextDue(waitingOf.get(org_id) ?? [], (channel) => pauseOf(org_id, channel))
          return { org_id, due_at, next }
        })
      if (returned.length > 0) tx.onCommit(releaseLeases('dispatch', returned))
      const passedOver = new Set(ours.filter(({ is_held }) => !is_held).map(({ org_id }) => org_id))
      return {
        over: new Set(organizationIds.filter((id) => !passedOver.has(id))),
        isDue: ours.length < taken.length || returned.some(({ next }) => next !== null && next <= at),
      }
    }, ROUNDS)
  }
}

function sorted(rows: LookedAtRow[]): Pick<RoundResult, 'claimed' | 'waiting'> {
  const claimed = rows.filter((row) => row.is_taken)
  const waiting = claimed.length === rows.length ? [] : rows.filter((row) => !row.is_taken)
  return { claimed: inOrder(claimed), waiting }
}
