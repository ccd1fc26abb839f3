// Deliveries that were claimed and that nobody has in hand: a worker of this folder was killed, or the answer to a
// claim was lost. Those that surely never left are queued again at once; of the others nobody knows, and they wait for
// the end of their lease (spec 7.13). It is looked several times until then: a claim whose answer was lost may be
// committed later than the first look.

import type { App } from '#kit/app.ts'
import type { Uuid } from '#kit/ids.ts'
import { enqueueWork } from '#kit/work.ts'
import { deadJournals, removeJournal } from './journal/folder.ts'
import type { DispatchJournal } from './journal/journal.ts'
import type { Claim } from './journal/lines.ts'
import { type ClaimOfOne, underClaims } from './left-behind-queries.ts'
import { recordOfMany } from './outcomes.ts'
import { lookUpByKey } from './queries.ts'
import { type Claimed, returnedOutcome } from './rules.ts'

/** How often the folder is looked through, and how soon a claim is looked at once more. */
const LOOK_AGAIN_MS = 5000
/** Claims of organizations that one statement is about: of many organizations, those of a second or so. */
const TOGETHER_MAX = 2000
/** Whose turn at the connections they take: they are of many organizations. */
const DISPATCH = 'dispatch'

export class LeftBehind {
  readonly #app: App
  readonly #journal: DispatchJournal
  /** Claims that were looked at, and when, by performance.now(). */
  readonly #lookedAt = new Map<Uuid, number>()
  /** Journals that were read, with the claims that they name. */
  readonly #read = new Map<Uuid, Uuid[]>()
  #lookedThroughAt = Number.NEGATIVE_INFINITY

  constructor(app: App, journal: DispatchJournal) {
    this.#app = app
    this.#journal = journal
  }

  async look(): Promise<void> {
    await this.#lookThrough()
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

  /** Once its lease is over and nothing is under it, it is settled; what is found later is of an unknown outcome. */
  #looked({ id, leaseUntil }: Claim, isAnyUnder: boolean, now: number): void {
    this.#lookedAt.set(id, now)
    if (!isAnyUnder && leaseUntil <= this.#app.clock()) this.#journal.drop({ id })
  }

  /** Gives back what never left; returns the claims under which there was something still. */
  async #settle(claims: ClaimOfOne[]): Promise<Set<Uuid>> {
    const { database, clock, log } = this.#app
    const rows = await database.transaction(async (tx) => {
      const [, found] = await Promise.all([tx.run(lookUpByKey()), tx.rows<Claimed>(underClaims(claims))])
      return found
    }, DISPATCH)
    const here = rows.filter((row) => this.#journal.takeBack(row))
    const at = clock()
    const organizationIds = [...new Set(here.map(({ org_id }) => org_id))].sort()
    if (here.length > 0) {
      const returned = await database.transaction(async (tx) => {
        const [, recorded] = await Promise.all([
          tx.run(lookUpByKey()),
          recordOfMany(
            tx,
            here.map((row) => returnedOutcome(row, at)),
            at,
          ),
        ])
        for (const id of organizationIds) tx.onCommit(enqueueWork('dispatch', id, at))
        return recorded
      }, DISPATCH)
      log.warn(
        { deliveries: returned.length, unknown: rows.length - here.length },
        'what was claimed and never left is queued again',
      )
      this.#app.wake('dispatch')
    }
    return new Set(rows.map(({ claim_id }) => claim_id as Uuid))
  }

  async #lookThrough(): Promise<void> {
    const { boot, folder, worker } = this.#journal
    const now = performance.now()
    if (boot === null || now - this.#lookedThroughAt < LOOK_AGAIN_MS) return
    this.#lookedThroughAt = now
    for (const dead of await deadJournals(folder, boot, worker, this.#app.clock())) {
      if (this.#read.has(dead.worker)) continue
      for (const { claim, left } of dead.claims) this.#journal.inherit(claim, left)
      this.#read.set(
        dead.worker,
        dead.claims.map(({ claim }) => claim.id),
      )
    }
    for (const [dead, claimIds] of this.#read) {
      if (claimIds.some((id) => this.#journal.isKnown(id))) continue
      this.#read.delete(dead)
      await removeJournal(folder, dead)
    }
  }
}
