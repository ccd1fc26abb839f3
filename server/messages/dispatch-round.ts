// The transactions of dispatch, each for many organizations: one that records what has finished, claims what may follow and finds
// what was lost, and one that gives work back. Neither waits for a lock, so that no organization holds up another.

import type { Database } from '#kit/database.ts'
import type { Uuid } from '#kit/ids.ts'
import { extendWork, returnWork, type TakenWork } from '#kit/work.ts'
import * as queries from './dispatch-queries.ts'
import type { ClaimedRow, RecordedRow, Share } from './dispatch-queries.ts'
import type { Claimed, Outcome } from './dispatch-rules.ts'
import { recordOfMany } from './outcomes.ts'

/** Longer than any provider takes by itself; soon enough that what a dead process had is settled within a minute. */
export const LEASE_MS = 50_000
/** Of one organization. The others are found when its work is taken again. */
const LOST_AT_ONCE_MAX = 500

/** Of some connection, every so long: making plans takes milliseconds, and with a bad one a round takes longer than this. */
const PLANS_KEPT_MS = 250
let plannedAt = Number.NEGATIVE_INFINITY

function isTimeToPlan(): boolean {
  const now = performance.now()
  if (now - plannedAt < PLANS_KEPT_MS) return false
  plannedAt = now
  return true
}

export interface Round {
  /** None that gives money back. */
  outcomes: Outcome[]
  shares: Share[]
  /** Organizations of which leases may have run out. */
  lookers: Uuid[]
}

export interface RoundResult {
  recorded: RecordedRow[]
  claimed: ClaimedRow[]
  lost: Claimed[]
}

export function runRound(database: Database, { outcomes, shares, lookers }: Round, at: Date): Promise<RoundResult> {
  const leaseUntil = new Date(at.getTime() + LEASE_MS)
  return database.transaction(async (tx) => {
    const [, , lost, recorded, claimed] = await Promise.all([
      isTimeToPlan() ? tx.run(queries.planAnew) : null,
      tx.run(queries.lookUpByKey),
      lookers.length > 0 ? tx.rows<Claimed>(queries.lost(lookers, at, LOST_AT_ONCE_MAX)) : [],
      outcomes.length > 0 ? recordOfMany(tx, outcomes, at) : [],
      shares.length > 0 ? tx.rows<ClaimedRow>(queries.claim(shares, at, leaseUntil)) : [],
    ])
    return { recorded, claimed, lost }
  })
}

/** What became of work that was to be given back. */
export interface Returned {
  /** Given back; or noted, or taken by somebody else, since it was taken. */
  over: Set<Uuid>
  /** Whether something of `over` is due already. */
  isDue: boolean
}

/** Gives work back, until it is due next; `laterOf` says when that is for what is due already. Passes over where more is just being noted. */
export function runReturn(
  database: Database,
  taken: TakenWork[],
  at: Date,
  laterOf: (organizationId: Uuid) => Date,
): Promise<Returned> {
  return database.transaction(async (tx) => {
    const organizationIds = taken.map(({ org_id }) => org_id)
    const [, ours, dues] = await Promise.all([
      tx.run(queries.lookUpByKey),
      extendWork(tx, 'dispatch', taken, at),
      // Behind the extension: it sees what was noted before the rows were held.
      tx.rows<{ org_id: Uuid; due_at: Date | null }>(queries.nextDue(organizationIds)),
    ])
    const dueOf = new Map(dues.map(({ org_id, due_at }) => [org_id, due_at]))
    const returned = ours
      .filter(({ is_held }) => is_held)
      .map(({ org_id, due_at }) => {
        const next = dueOf.get(org_id) ?? null
        return { org_id, due_at, next: next !== null && next <= at ? laterOf(org_id) : next }
      })
    if (returned.length > 0) tx.later(returnWork('dispatch', returned))
    const passedOver = new Set(ours.filter(({ is_held }) => !is_held).map(({ org_id }) => org_id))
    return {
      over: new Set(organizationIds.filter((id) => !passedOver.has(id))),
      isDue: ours.length < taken.length || returned.some(({ next }) => next !== null && next <= at),
    }
  })
}
