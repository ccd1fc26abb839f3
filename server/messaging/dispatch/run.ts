// One organization's dispatch in this process: its deliveries in flight, the outcomes to record, and whether more may
// be due.

import type { Uuid } from '#kit/ids.ts'
import type { DueLease } from '#kit/work.ts'
import { type ChannelName, channelNames } from '#messaging/channels/channel.ts'
import type { Share } from './due-queries.ts'
import type { DispatchPauses } from './pauses.ts'
import { type Claimed, isOutage, isReturned, isReversed, lostOutcome, type Outcome, throttledUntil } from './rules.ts'
import { dealSlots } from './slot-rules.ts'
import { LOOK_BEYOND } from './strand-rules.ts'
import { DispatchStrands } from './strands.ts'
import { DispatchTries } from './tries.ts'

/**
 * This many consecutive failed deliveries pause their channel at once: hundreds may be in flight, and each attempt
 * counts.
 */
const OUTAGES_IN_A_ROW = 5
/** Interval of the check for expired leases of an organization that is dispatched continuously. */
export const LOOK_FOR_LOST_MS = 2000

interface Finished {
  outages: number
  others: number
  throttledUntil: Date | null
  atOnce: number | null
}

export class DispatchRun {
  readonly organizationId: Uuid
  readonly #group: string
  readonly #pauses: DispatchPauses
  /** The lease on the organization's work; replaced when it is leased again during the run. */
  taken: DueLease
  /** Claimed and not recorded yet. */
  readonly inHand = new Set<Uuid>()
  /** Deliveries in flight without an outcome yet. */
  readonly #pending = new Set<Uuid>()
  readonly strands: DispatchStrands
  /** True when the last claim found due deliveries that wait for earlier ones of their ordering key. */
  #isAnyBehind = false
  /** Outcomes to record in a round, together with other organizations. */
  finished: Outcome[] = []
  /** Outcomes with a refund, recorded under the wallet's lock. */
  reversals: Outcome[] = []
  /** Orphaned deliveries of other processes whose outcomes are to be recorded. */
  readonly lost = new Set<Uuid>()
  /** True when unclaimed deliveries may be due. */
  mayBeDue = true
  /** Number of checks under way for waiting deliveries that could be released. */
  lookingAgain = 0
  /** Time of the last check for expired leases, by performance.now(). */
  #lookedAt = Number.NEGATIVE_INFINITY
  /** Number of deliveries claimed since the work was leased. */
  claimedCount = 0
  /** Slots of the claim in progress. */
  promised = 0
  /** The scheduler's last round that claimed for this organization: the one that waited longest is served first. */
  servedIn = 0
  /** True if its transactions run alone, after a shared one failed. */
  isApart = false
  /** State of its rounds and the release of its work; one at a time. */
  readonly rounds = new DispatchTries()
  /** Transactions under the wallet's lock, one at a time. */
  readonly reversing = new DispatchTries()
  /** Deliveries finished since the last evaluation, per channel. */
  readonly #finished = new Map<ChannelName, Finished>()
  /** The channels of the last claim. */
  #claimedOn: readonly ChannelName[] = channelNames

  constructor(taken: DueLease, group: string, pauses: DispatchPauses, clock: () => Date) {
    this.organizationId = taken.org_id
    this.#group = group
    this.#pauses = pauses
    this.strands = new DispatchStrands(clock)
    this.taken = taken
  }

  /** Runs of the same group share their transactions. */
  get group(): string {
    return this.isApart ? `apart ${this.organizationId}` : this.#group
  }

  get isFailing(): boolean {
    return this.rounds.isFailing || this.reversing.isFailing
  }

  takenAgain(taken: DueLease): void {
    this.taken = taken
    this.mayBeDue = true
    this.mayHaveLost = true
    this.claimedCount = 0
  }

  /** True when leases may have expired. */
  get mayHaveLost(): boolean {
    return performance.now() - this.#lookedAt >= LOOK_FOR_LOST_MS
  }

  set mayHaveLost(may: boolean) {
    this.#lookedAt = may ? Number.NEGATIVE_INFINITY : performance.now()
  }

  begin(id: Uuid): void {
    this.inHand.add(id)
    this.#pending.add(id)
  }

  finish(outcome: Outcome, channel: ChannelName, at: Date): void {
    this.#pending.delete(outcome.id)
    if (!isReturned(outcome)) this.#note(outcome, channel, at)
    // Requeued: the channel counts as not read by the last claim.
    else this.#claimedOn = this.#claimedOn.filter((one) => one !== channel)
    this.putBack([outcome])
  }

  #note(outcome: Outcome, channel: ChannelName, at: Date): void {
    const finished = this.#finished.get(channel) ?? { outages: 0, others: 0, throttledUntil: null, atOnce: null }
    if (isOutage(outcome)) finished.outages++
    else finished.others++
    finished.throttledUntil = throttledUntil(outcome, at) ?? finished.throttledUntil
    finished.atOnce = outcome.atOnce ?? finished.atOnce
    this.#finished.set(channel, finished)
    if (finished.others === 0 && finished.outages === OUTAGES_IN_A_ROW)
      this.#pauses.beginOutage(this.organizationId, channel, at)
  }

  /** Queues outcomes for recording, for the first time or again. */
  putBack(outcomes: readonly Outcome[]): void {
    for (const outcome of outcomes) (isReversed(outcome) ? this.reversals : this.finished).push(outcome)
  }

  /**
   * Settles expired leases and returns the number of unknown outcomes. Deliveries in flight in this process are not
   * orphaned, whatever the clock shows. `known` returns a delivery's outcome, null when it is unknown.
   */
  settle(rows: readonly Claimed[], known: (claimed: Claimed) => Outcome | null): number {
    const lost = rows.filter(({ id }) => !this.inHand.has(id) && !this.lost.has(id))
    for (const { id } of lost) this.lost.add(id)
    const outcomes = lost.map((one) => known(one) ?? lostOutcome(one))
    this.putBack(outcomes)
    return outcomes.filter(({ status }) => status === 'sending').length
  }

  /** The delivery is recorded, or no longer ours. */
  forget(id: Uuid): void {
    this.inHand.delete(id)
    this.strands.forget(id)
    this.lost.delete(id)
  }

  /** Refunds that could not be recorded for too long: their leases expire, and the next worker settles them. */
  dropReversals(): void {
    for (const { id } of this.reversals) this.forget(id)
    this.reversals = []
    this.reversing.succeeded()
  }

  /**
   * Pauses channels on which nothing was sent since the last evaluation and channels that are throttled; allows new
   * claims when a pause ends.
   */
  judge(now: Date): void {
    for (const [channel, { others, throttledUntil, atOnce }] of this.#finished) {
      if (others === 0) this.#pauses.beginOutage(this.organizationId, channel, now)
      else this.#pauses.endOutage(this.organizationId, channel, throttledUntil === null)
      if (throttledUntil) this.#pauses.throttle(this.organizationId, channel, throttledUntil)
      if (atOnce !== null) this.#pauses.narrow(this.organizationId, channel, atOnce, now)
    }
    if (this.#finished.size > 0) this.#finished.clear()
    if (this.#claimedOn === channelNames) return
    // The last claim did not read the channel whose pause has ended.
    if (this.openChannels(now).some((channel) => !this.#claimedOn.includes(channel))) this.mayBeDue = true
  }

  openChannels(now: Date): readonly ChannelName[] {
    return this.#pauses.openChannels(this.organizationId, now)
  }

  /** The share of slots to claim. */
  shareAt(now: Date): Share {
    this.#claimedOn = this.openChannels(now)
    return {
      organizationId: this.organizationId,
      free: this.promised,
      channels: this.#claimedOn,
      beyond: this.#isAnyBehind ? LOOK_BEYOND : 0,
      inHand: [...this.#pending],
      atOnce: this.#pauses.narrowed(this.organizationId, now),
    }
  }

  /**
   * Records a claim: the number of deliveries claimed, and of those that wait for earlier ones of their ordering key.
   */
  claimed(count: number, behind: number): void {
    this.claimedCount += count
    this.#isAnyBehind = behind > 0
    // Fewer than requested: there was nothing more.
    if (count + behind >= this.promised) this.mayBeDue = true
  }

  /** Finished deliveries that still occupy a slot until they are recorded. */
  get finishedInHand(): number {
    return this.lost.size === 0 ? this.finished.length : this.finished.filter(({ id }) => this.inHand.has(id)).length
  }

  get hasNothingOpen(): boolean {
    const isUnderWay = this.rounds.isUnderWay || this.reversing.isUnderWay || this.lookingAgain > 0
    return !isUnderWay && this.inHand.size + this.lost.size + this.finished.length + this.reversals.length === 0
  }
}

/** Occupied slots: deliveries in flight plus claims under way. */
export const slotsOf = (runs: Iterable<DispatchRun>): number =>
  Iterator.from(runs).reduce((sum, run) => sum + run.inHand.size + run.promised, 0)

export const promisedTo = (runs: readonly DispatchRun[]): number => runs.reduce((sum, run) => sum + run.promised, 0)

/** Distributes free slots among runs that may claim. Finished deliveries no longer count, as the round records them. */
export function promiseSlots(claimers: readonly DispatchRun[], free: number, most: number): void {
  const held = claimers.map((run) => run.inHand.size - run.finishedInHand)
  const dealt = dealSlots(free, held, most)
  claimers.forEach((run, index) => {
    run.promised = dealt[index] as number
  })
}
