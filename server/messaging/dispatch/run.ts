// One organization under way in this process: what it has in hand, what is to be recorded of it, and whether more may
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
 * So many of which nothing left, with nothing else between, pause their channel at once: hundreds may be in hand, and
 * each that is tried uses up a try.
 */
const OUTAGES_IN_A_ROW = 5
/** Leases of an organization that stays at work run out meanwhile too. */
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
  /** The work that this process holds; another when it is taken again while the run goes on. */
  taken: DueLease
  /** Claimed, and not recorded yet. */
  readonly inHand = new Set<Uuid>()
  /** Of those, the ones of which nobody knows yet what becomes of them. */
  readonly #pending = new Set<Uuid>()
  readonly strands: DispatchStrands
  /** Of what was due at the last claim some waited for others of their strands. */
  #isAnyBehind = false
  /** To be recorded together with those of others. */
  finished: Outcome[] = []
  /** To be recorded behind the wallet's lock: they give money back. */
  reversals: Outcome[] = []
  /** Those to be recorded that another process lost. */
  readonly lost = new Set<Uuid>()
  /** Whether deliveries may be due that are not claimed yet. */
  mayBeDue = true
  /** It is being looked whether what waits for others of its strand still has to. */
  lookingAgain = 0
  /** When it was last looked whether leases have run out, by performance.now(). */
  #lookedAt = Number.NEGATIVE_INFINITY
  /** Claimed since the work was taken. */
  claimedCount = 0
  /** The slots of a claim under way. */
  promised = 0
  /** The scheduler's last round that claimed for it: who has waited longest is served first. */
  servedIn = 0
  /** Its transactions go alone: one that it had part in failed. */
  isApart = false
  /** Transactions together with others: rounds, and giving its work back. Never two at once. */
  readonly rounds = new DispatchTries()
  /** Transactions behind its wallet's lock. Never two at once. */
  readonly reversing = new DispatchTries()
  /** Of what has finished since it was last judged, by channel. */
  readonly #finished = new Map<ChannelName, Finished>()
  /** Those that the last claim was about. */
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

  /** Whether leases may have run out. */
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
    // It waits in the queue again: as if the last claim had not been about its channel.
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

  /** Outcomes that are to be recorded, for the first time or again. */
  putBack(outcomes: readonly Outcome[]): void {
    for (const outcome of outcomes) (isReversed(outcome) ? this.reversals : this.finished).push(outcome)
  }

  /**
   * Its leases that have run out, and of how many the outcome is unknown: what it has in hand itself is not lost,
   * whatever the clock says. `known` says what became of it, null when nobody knows.
   */
  settle(rows: readonly Claimed[], known: (claimed: Claimed) => Outcome | null): number {
    const lost = rows.filter(({ id }) => !this.inHand.has(id) && !this.lost.has(id))
    for (const { id } of lost) this.lost.add(id)
    const outcomes = lost.map((one) => known(one) ?? lostOutcome(one))
    this.putBack(outcomes)
    return outcomes.filter(({ status }) => status === 'sending').length
  }

  /** It is recorded, or not ours any more. */
  forget(id: Uuid): void {
    this.inHand.delete(id)
    this.strands.forget(id)
    this.lost.delete(id)
  }

  /** What could not be given back for too long: its leases run out, and whoever comes then settles it. */
  dropReversals(): void {
    for (const { id } of this.reversals) this.forget(id)
    this.reversals = []
    this.reversing.succeeded()
  }

  /**
   * Pauses the channels of which nothing left of what has finished since it was last asked, and those that are to go
   * slower; claims again when a pause is over.
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
    // What waits on a channel whose pause is over was not looked for by the last claim.
    if (this.openChannels(now).some((channel) => !this.#claimedOn.includes(channel))) this.mayBeDue = true
  }

  openChannels(now: Date): readonly ChannelName[] {
    return this.#pauses.openChannels(this.organizationId, now)
  }

  /** What it was promised, to be claimed. */
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

  /** What it was promised was claimed: so many are in hand now, and so many wait for others of their strands. */
  claimed(count: number, behind: number): void {
    this.claimedCount += count
    this.#isAnyBehind = behind > 0
    // Else there was nothing more.
    if (count + behind >= this.promised) this.mayBeDue = true
  }

  /** What has finished of what it has in hand: recorded, it frees a slot each. */
  get finishedInHand(): number {
    return this.lost.size === 0 ? this.finished.length : this.finished.filter(({ id }) => this.inHand.has(id)).length
  }

  get hasNothingOpen(): boolean {
    const isUnderWay = this.rounds.isUnderWay || this.reversing.isUnderWay || this.lookingAgain > 0
    return !isUnderWay && this.inHand.size + this.lost.size + this.finished.length + this.reversals.length === 0
  }
}

/** The slots that they have: deliveries in hand, and claims under way. */
export const slotsOf = (runs: Iterable<DispatchRun>): number =>
  Iterator.from(runs).reduce((sum, run) => sum + run.inHand.size + run.promised, 0)

export const promisedTo = (runs: readonly DispatchRun[]): number => runs.reduce((sum, run) => sum + run.promised, 0)

/** Deals free slots out among those that may claim. What they have to record is out of hand with it. */
export function promiseSlots(claimers: readonly DispatchRun[], free: number, most: number): void {
  const held = claimers.map((run) => run.inHand.size - run.finishedInHand)
  const dealt = dealSlots(free, held, most)
  claimers.forEach((run, index) => {
    run.promised = dealt[index] as number
  })
}
