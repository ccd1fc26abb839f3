// Recovers orphaned deliveries: those of a killed worker with the same data directory, and those of a claim whose
// response was lost. Deliveries that were certainly not sent are requeued at once, and recorded provider responses are
// stored. The others have an unknown outcome and wait for the end of their lease (spec 7.13). The check is repeated
// until then, because a claim whose response was lost may commit after the first check.

import type { App } from '#kit/app.ts'
import type { Uuid } from '#kit/ids.ts'
import { endedDeliveries } from '#kit/metrics.ts'
import { enqueueWork } from '#kit/work.ts'
import { type DeadJournal, deadJournals, removeJournal } from './journal/folder.ts'
import type { DispatchJournal } from './journal/journal.ts'
import type { Claim } from './journal/lines.ts'
import { knownOutcome } from './known-outcome.ts'
import { type ClaimOfOne, underClaims } from './left-behind-queries.ts'
import { record, recordOfMany } from './outcomes.ts'
import { lookUpByKey, type RecordedRow } from './queries.ts'
import { type Claimed, isReturned, isReversed, type Outcome } from './rules.ts'

/** Interval between scans of the directory, and delay before a claim is checked again. */
const LOOK_AGAIN_MS = 5000
/** Claims (per organization) per statement: about what many organizations claim in a second. */
const TOGETHER_MAX = 2000
/** Owner of the connection turns: these transactions cover many organizations. */
const DISPATCH = 'dispatch'

export class LeftBehind {
  readonly #app: App
  readonly #journal: DispatchJournal
  /** Checked claims and the time of the check, by performance.now(). */
  readonly #lookedAt = new Map<Uuid, number>()
  /** Journals already read. */
  readonly #read = new Map<Uuid, DeadJournal>()
  #lookedThroughAt = Number.NEGATIVE_INFINITY
  #lookingThrough: Promise<void> | null = null

  constructor(app: App, journal: DispatchJournal) {
    this.#app = app
    this.#journal = journal
  }

  /**
   * Reads dead workers' journals. Must run before expired leases are settled, which would make the outcomes unknown.
   */
  async read(): Promise<void> {
    this.#lookingThrough ??= this.#lookThrough().finally(() => {
      this.#lookingThrough = null
    })
    await this.#lookingThrough
  }

  async look(): Promise<void> {
    await this.read()
    const now = performance.now()
    const claims = this.#journal.leftBehind()
    const known = new Set(claims.map(({ id }) => id))
    for (const id of this.#lookedAt.keys()) if (!known.has(id)) this.#lookedAt.delete(id)
    const due = claims.filter(({ id }) => now - (this.#lookedAt.get(id) ?? Number.NEGATIVE_INFINITY) >= LOOK_AGAIN_MS)
    if (due.length === 0) return
    const all = due.flatMap(({ id, leaseUntil, organizationIds }) =>
      organizationIds.map((organizationId): ClaimOfOne => ({ organizationId, claimId: id, leaseUntil })),
    )
    const under = new Set<Uuid>()
    for (const [, group] of Map.groupBy(all, ({ organizationId }) => this.#app.groupOf(organizationId)))
      for (let at = 0; at < group.length; at += TOGETHER_MAX)
        for (const claimId of await this.#settle(group.slice(at, at + TOGETHER_MAX))) under.add(claimId)
    for (const claim of due) this.#looked(claim, under.has(claim.id), now)
  }

  /**
   * After the lease ended and no delivery is under the claim, it is dropped; deliveries found later have an unknown
   * outcome.
   */
  #looked({ id, leaseUntil }: Claim, isAnyUnder: boolean, now: number): void {
    this.#lookedAt.set(id, now)
    if (!isAnyUnder && leaseUntil <= this.#app.clock()) this.#journal.drop({ id })
  }

  /** Requeues what was not sent; returns the claims that still have deliveries. */
  async #settle(claims: ClaimOfOne[]): Promise<Set<Uuid>> {
    const { database, clock, log } = this.#app
    const rows = await database.transaction(async (tx) => {
      const [, found] = await Promise.all([tx.run(lookUpByKey()), tx.rows<Claimed>(underClaims(claims))])
      return found
    }, DISPATCH)
    const at = clock()
    const outcomes = rows.map((row) => knownOutcome(this.#journal, row, at)).filter((one) => one !== null)
    const recorded = [...(await this.#record(outcomes, at)), ...(await this.#reverse(outcomes, at))]
    if (outcomes.length > 0) {
      for (const { channel, status } of recorded) endedDeliveries.inc({ channel, outcome: status })
      const never = new Set(outcomes.filter(isReturned).map(({ id }) => id))
      const returned = recorded.filter(({ id }) => never.has(id)).length
      log.warn(
        { queued: returned, recorded: recorded.length - returned, unknown: rows.length - outcomes.length },
        'recovered in-flight deliveries of a dead worker',
      )
      this.#app.wake('dispatch')
    }
    return new Set(rows.map(({ claim_id }) => claim_id as Uuid))
  }

  async #record(all: Outcome[], at: Date): Promise<RecordedRow[]> {
    const outcomes = all.filter((one) => !isReversed(one))
    if (outcomes.length === 0) return []
    const organizationIds = [...new Set(outcomes.map(({ organizationId }) => organizationId))].sort()
    return this.#app.database.transaction(async (tx) => {
      const [, recorded] = await Promise.all([tx.run(lookUpByKey()), recordOfMany(tx, outcomes, at)])
      for (const id of organizationIds) tx.onCommit(enqueueWork('dispatch', id, at))
      return recorded
    }, DISPATCH)
  }

  /** Records outcomes with a refund, each under its wallet's lock. A failed one is retried. */
  async #reverse(all: Outcome[], at: Date): Promise<RecordedRow[]> {
    const { database, log } = this.#app
    const recorded: RecordedRow[] = []
    for (const [organizationId, outcomes] of Map.groupBy(all.filter(isReversed), (one) => one.organizationId)) {
      try {
        const scope = { organizationId, at }
        recorded.push(...(await database.transaction((tx) => record(tx, scope, outcomes), organizationId)))
      } catch (err) {
        log.warn({ err, organization_id: organizationId }, 'charge reversal failed; will retry')
      }
    }
    return recorded
  }

  async #lookThrough(): Promise<void> {
    const { boot, folder, worker } = this.#journal
    const now = performance.now()
    if (boot === null || now - this.#lookedThroughAt < LOOK_AGAIN_MS) return
    this.#lookedThroughAt = now
    const known = new Set([worker, ...this.#read.keys()])
    for (const dead of await deadJournals(folder, boot, known, this.#app.clock())) {
      for (const { claim, left } of dead.claims) this.#journal.inherit(claim, left, dead.isWhole)
      this.#read.set(dead.worker, dead)
    }
    for (const { worker: dead, claims, isWhole } of this.#read.values()) {
      // A journal that may belong to another machine is left alone and deleted after a day.
      if (!isWhole || claims.some(({ claim }) => this.#journal.isKnown(claim.id))) continue
      this.#read.delete(dead)
      await removeJournal(folder, dead)
    }
  }
}
