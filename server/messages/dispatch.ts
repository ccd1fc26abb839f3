// The dispatcher: takes the organizations that have deliveries due, claims as many as there are free slots, hands them over to the
// providers outside any transaction, and records what became of them in groups, while the next ones are already under way.
// At every moment a delivery is queued, under a lease, or ended; a process may die anywhere in between.

import { setTimeout as pause } from 'node:timers/promises'
import type { Handover, Providers } from '#channels/providers/index.ts'
import type { App } from '#kit/app.ts'
import { Bell } from '#kit/bell.ts'
import type { Uuid } from '#kit/ids.ts'
import { endedDeliveries, handoverSeconds } from '#kit/metrics.ts'
import { extendWork, returnWork, type TakenWork, takeWork } from '#kit/work.ts'
import * as queries from './dispatch-queries.ts'
import type { ClaimedRow } from './dispatch-queries.ts'
import {
  type Claimed,
  destinationOf,
  lostOutcome,
  type Outcome,
  outcomeOf,
  withdrawnOutcome,
} from './dispatch-rules.ts'
import { record } from './outcomes.ts'

/** Longer than any provider takes by itself; soon enough that what a dead process had is settled within a minute. */
export const LEASE_MS = 50_000
/**
 * Deliveries of one organization that are handed over at once. No more: what a process has in hand when it is killed has an unknown
 * outcome, and is not sent again.
 */
const SLOTS = 50
const ORGANIZATIONS_AT_ONCE = 16
const LOST_AT_ONCE_MAX = 500
/** How soon new work is seen while other work is going on. */
const LOOK_AGAIN_MS = 200
/** How long nothing is handed over after a provider could not be reached: its queue is not used up in vain. */
const OUTAGE_PAUSE_MS = 5_000
const RECORD_PAUSE_MS = 250
/** A row that is passed over is being deleted in a transaction, which is over soon. */
const PASSED_OVER_PAUSE_MS = 20

/** One organization's run in this process. */
interface Run {
  organizationId: Uuid
  taken: TakenWork
  /** Work was noted, and taken by this process, while the run was going on. */
  hasMore: boolean
  inHand: Set<Uuid>
  finished: Outcome[]
  isOutage: boolean
  bell: Bell
}

function isOutage({ status, errorCode }: Outcome): boolean {
  return status === 'queued' && errorCode === 'provider_unavailable'
}

export interface Dispatcher {
  /** Works until nothing is due, or `signal` says to take nothing more; then what is in hand is finished. */
  run(signal: AbortSignal): Promise<void>
}

export function createDispatcher(app: App, providers: Providers): Dispatcher {
  const { database, log, clock } = app
  const runs = new Map<Uuid, Run>()
  /** Organizations whose provider could not be reached, and until when nothing is handed over for them. */
  const pauses = new Map<Uuid, Date>()
  const bell = new Bell()

  async function take(signal: AbortSignal): Promise<void> {
    if (signal.aborted || runs.size >= ORGANIZATIONS_AT_ONCE) return
    const limit = ORGANIZATIONS_AT_ONCE - runs.size
    const all = await database.transaction((tx) => takeWork(tx, 'dispatch', clock(), limit))
    for (const taken of all) {
      const running = runs.get(taken.org_id)
      if (running) {
        running.taken = taken
        running.hasMore = true
        running.bell.ring()
      } else {
        start(taken, signal)
      }
    }
  }

  function start(taken: TakenWork, signal: AbortSignal): void {
    const run: Run = {
      organizationId: taken.org_id,
      taken,
      hasMore: false,
      inHand: new Set(),
      finished: [],
      isOutage: false,
      bell: new Bell(),
    }
    runs.set(taken.org_id, run)
    void dispatch(run, signal)
      // What was claimed and not recorded is settled when its lease runs out.
      .catch((err) => log.error({ err, organization_id: taken.org_id }, 'dispatch failed'))
      .finally(() => {
        runs.delete(taken.org_id)
        bell.ring()
      })
  }

  async function dispatch(run: Run, signal: AbortSignal): Promise<void> {
    do {
      run.hasMore = false
      if (pauseOf(run) === null) {
        await settleLost(run)
        await drain(run, signal)
      }
    } while (!(await giveBack(run, signal)))
  }

  /** Keeps the slots full until nothing is due; then waits for what is in hand. */
  async function drain(run: Run, signal: AbortSignal): Promise<void> {
    let failure: { error: unknown; since: number } | undefined
    run.isOutage = false
    for (;;) {
      const outcomes = run.finished.splice(0)
      if (outcomes.length > 0) run.isOutage = outcomes.every(isOutage)
      const free = signal.aborted || run.isOutage || failure ? 0 : SLOTS - run.inHand.size
      try {
        for (const row of await step(run, outcomes, free)) void handOver(run, row)
      } catch (error) {
        // Nothing more is claimed, and what is known is not lost with a database that is away for a moment.
        failure ??= { error, since: performance.now() }
        if (performance.now() - failure.since > LEASE_MS) break
        run.finished.push(...outcomes)
        await pause(RECORD_PAUSE_MS)
      }
      if (run.finished.length > 0) continue
      if (run.inHand.size === 0) break
      await run.bell.wait(LOOK_AGAIN_MS)
    }
    if (run.isOutage) pauses.set(run.organizationId, new Date(clock().getTime() + OUTAGE_PAUSE_MS))
    else pauses.delete(run.organizationId)
    if (failure) throw failure.error
  }

  /** Records what has finished and claims what may follow, in one transaction; returns what was claimed. */
  async function step(run: Run, outcomes: Outcome[], limit: number): Promise<ClaimedRow[]> {
    if (outcomes.length === 0 && limit <= 0) return []
    const { organizationId } = run
    const at = clock()
    const leaseUntil = new Date(at.getTime() + LEASE_MS)
    const { recorded, claimed } = await database.transaction(async (tx) => {
      const [recorded, claimed] = await Promise.all([
        outcomes.length > 0 ? record(tx, { organizationId, at }, outcomes) : [],
        limit > 0 ? tx.rows<ClaimedRow>(queries.claim(organizationId, at, leaseUntil, limit)) : [],
      ])
      return { recorded, claimed }
    })
    for (const { channel, status } of recorded) endedDeliveries.inc({ channel, outcome: status })
    const done = new Set(recorded.map(({ id }) => id))
    const passedOver = outcomes.filter(({ id }) => !done.has(id))
    if (passedOver.length > 0) void recordLater(run, passedOver)
    return claimed
  }

  /** Rows that somebody else held: being deleted, which is over soon, or recorded, after which they are not ours any more. */
  async function recordLater(run: Run, outcomes: Outcome[]): Promise<void> {
    for (const { id } of outcomes) run.inHand.add(id)
    await pause(PASSED_OVER_PAUSE_MS)
    const still = await database.reads.rows<{ id: Uuid }>(queries.underLease(run.organizationId, outcomes)).then(
      (rows) => new Set(rows.map(({ id }) => id)),
      () => new Set(outcomes.map(({ id }) => id)),
    )
    for (const { id } of outcomes) run.inHand.delete(id)
    run.finished.push(...outcomes.filter(({ id }) => still.has(id)))
    run.bell.ring()
  }

  function pauseOf({ organizationId }: Run): Date | null {
    const until = pauses.get(organizationId)
    const leftMs = until ? until.getTime() - clock().getTime() : 0
    // Longer than a pause can be: the clock was set back.
    return until && leftMs > 0 && leftMs <= OUTAGE_PAUSE_MS ? until : null
  }

  async function handOver(run: Run, claimed: ClaimedRow): Promise<void> {
    run.inHand.add(claimed.id)
    const outcome = await outcomeFor(run, claimed)
    run.finished.push(outcome)
    run.inHand.delete(claimed.id)
    run.bell.ring()
  }

  async function outcomeFor({ organizationId }: Run, claimed: ClaimedRow): Promise<Outcome> {
    const { id: deliveryId, contact_id: contactId, contact, display_name: name, subject, text, html } = claimed
    if (!claimed.has_content || contactId === null || contact === null) return withdrawnOutcome(claimed)
    const destination = destinationOf(claimed, contact)
    if ('outcome' in destination) return destination.outcome
    const { address } = destination
    const provider = providers[claimed.channel]
    const letter = {
      organizationId,
      deliveryId,
      contactId,
      address,
      name,
      earlier: claimed.earlier ?? [],
      subject,
      text,
      html,
    }
    const begun = performance.now()
    const handover: Handover = provider
      ? await provider.send({ ...letter, at: clock() }).catch((err) => {
          // A provider never throws; one that does has a defect, and nobody knows how far it came.
          log.error({ err, organization_id: organizationId, delivery_id: deliveryId }, 'a provider failed')
          return { became: 'unknown', detail: 'The program failed while it was handing it over.' }
        })
      : { became: 'refused', code: 'channel_unavailable', detail: `The channel ${claimed.channel} is not set up.` }
    if (provider)
      handoverSeconds.observe(
        { channel: claimed.channel, outcome: handover.became },
        (performance.now() - begun) / 1000,
      )
    return { ...outcomeOf(claimed, handover, clock(), Math.random()), address }
  }

  /** What another process had in hand when it ended. */
  async function settleLost(run: Run): Promise<void> {
    const { organizationId, inHand } = run
    const rows = await database.reads.rows<Claimed>(
      queries.lost(organizationId, clock(), [...inHand], LOST_AT_ONCE_MAX),
    )
    if (rows.length === 0) return
    log.warn({ organization_id: organizationId, deliveries: rows.length }, 'leases ran out; the outcomes are unknown')
    const scope = { organizationId, at: clock() }
    await database.transaction((tx) => record(tx, scope, rows.map(lostOutcome)))
  }

  /** False when there is more to do now. What is noted from the extension on changes the row, so that it is not given away with it. */
  async function giveBack(run: Run, signal: AbortSignal): Promise<boolean> {
    const now = clock()
    const { taken } = run
    const isOver = await database.transaction(async (tx) => {
      const held = await extendWork(tx, 'dispatch', taken, now)
      const next = (await tx.row<{ due_at: Date | null }>(queries.nextDue(run.organizationId)))?.due_at ?? null
      const isDue = next !== null && next <= now
      const pausedUntil = pauseOf(run)
      if (isDue && !signal.aborted && pausedUntil === null) {
        if (run.taken === taken) run.taken = held
        return false
      }
      await returnWork(tx, 'dispatch', held, isDue ? (pausedUntil ?? next) : next)
      return true
    })
    return isOver && !run.hasMore
  }

  return {
    async run(signal) {
      await take(signal)
      while (runs.size > 0) {
        await bell.wait(LOOK_AGAIN_MS)
        await take(signal).catch((err) => log.warn({ err }, 'due work could not be taken'))
      }
    },
  }
}
