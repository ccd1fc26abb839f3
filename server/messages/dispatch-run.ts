// One organization under way in this process: what it has in hand, what is to be recorded of it, and whether more may be due.

import type { Uuid } from '#kit/ids.ts'
import type { TakenWork } from '#kit/work.ts'
import { type Claimed, isOutage, isReversed, lostOutcome, type Outcome } from './dispatch-rules.ts'
import { DispatchTries } from './dispatch-tries.ts'

export class DispatchRun {
  readonly organizationId: Uuid
  readonly #group: string
  /** The work that this process holds; another when it is taken again while the run goes on. */
  taken: TakenWork
  /** Claimed, and not recorded yet. */
  readonly inHand = new Set<Uuid>()
  /** To be recorded together with those of others. */
  finished: Outcome[] = []
  /** To be recorded behind the wallet's lock: they give money back. */
  reversals: Outcome[] = []
  /** Those among `reversals` that another process lost. */
  readonly lost = new Set<Uuid>()
  /** Whether deliveries may be due that are not claimed yet. */
  mayBeDue = true
  /** Whether leases may have run out. */
  mayHaveLost = true
  /** Claimed since the work was taken. */
  claimedCount = 0
  /** The slots of a claim under way. */
  promised = 0
  /** The scheduler's last round that claimed for it: who has waited longest is served first. */
  servedIn = 0
  /** Its transactions go alone: one that it had part in failed. */
  isApart = false
  /** When it was last found that nothing can be handed over; null when something could since. */
  outageAt: Date | null = null
  /** Transactions together with others: rounds, and giving its work back. Never two at once. */
  readonly rounds = new DispatchTries()
  /** Transactions behind its wallet's lock. Never two at once. */
  readonly reversing = new DispatchTries()
  #outages = 0
  #others = 0

  constructor(taken: TakenWork, group: string) {
    this.organizationId = taken.org_id
    this.#group = group
    this.taken = taken
  }

  /** Runs of the same group share their transactions. */
  get group(): string {
    return this.isApart ? `apart ${this.organizationId}` : this.#group
  }

  takenAgain(taken: TakenWork): void {
    this.taken = taken
    this.mayBeDue = true
    this.mayHaveLost = true
    this.claimedCount = 0
  }

  finish(outcome: Outcome): void {
    if (isOutage(outcome)) this.#outages++
    else this.#others++
    this.putBack([outcome])
  }

  /** Outcomes that are to be recorded, for the first time or again. */
  putBack(outcomes: readonly Outcome[]): void {
    for (const outcome of outcomes) (isReversed(outcome) ? this.reversals : this.finished).push(outcome)
  }

  /** Its leases that have run out, and how many of them count: what it has in hand itself is not lost, whatever the clock says. */
  settle(rows: readonly Claimed[]): number {
    const lost = rows.filter(({ id }) => !this.inHand.has(id) && !this.lost.has(id))
    for (const { id } of lost) this.lost.add(id)
    this.putBack(lost.map(lostOutcome))
    return lost.length
  }

  /** It is recorded, or not ours any more. */
  forget(id: Uuid): void {
    this.inHand.delete(id)
    this.lost.delete(id)
  }

  /** What could not be given back for too long: its leases run out, and whoever comes then settles it. */
  dropReversals(): void {
    for (const { id } of this.reversals) this.forget(id)
    this.reversals = []
    this.reversing.succeeded()
  }

  /** Of what has finished since it was last asked. */
  judgeOutage(now: Date): void {
    if (this.#outages + this.#others > 0) this.outageAt = this.#others === 0 ? now : null
    this.#outages = 0
    this.#others = 0
  }

  get hasNothingOpen(): boolean {
    const isUnderWay = this.rounds.isUnderWay || this.reversing.isUnderWay
    return !isUnderWay && this.inHand.size + this.lost.size + this.finished.length + this.reversals.length === 0
  }
}
