// Records outcomes outside the transaction of a round: forgets recorded ones, retries skipped ones, and records those
// with a refund per organization, under its wallet's lock.

import { setTimeout as pause } from 'node:timers/promises'
import type { App } from '#kit/app.ts'
import type { Uuid } from '#kit/ids.ts'
import { endedDeliveries, lostDeliveries, roundFailures } from '#kit/metrics.ts'
import { enqueueWork } from '#kit/work.ts'
import type { ToldToWait } from './claim-queries.ts'
import type { DispatchJournal } from './journal/journal.ts'
import { knownOutcome } from './known-outcome.ts'
import { record } from './outcomes.ts'
import type { RecordedRow } from './queries.ts'
import * as queries from './queries.ts'
import type { Claimed, Outcome } from './rules.ts'
import type { DispatchRun } from './run.ts'
import { type Follower, letIn } from './strand-queries.ts'
import { inOrder, strandOf } from './strand-rules.ts'
import type { DispatchTraces } from './traces.ts'

/** Skipped rows are locked by a deletion, which ends soon. */
export const PASSED_OVER_PAUSE_MS = 20

/** Maximum number of attempts to release a waiting delivery whose row is locked. */
const LET_IN_TRIES = 50

export interface InQueue {
  org_id: Uuid
  id: Uuid
}

export class DispatchRecorder {
  readonly #app: App
  readonly #runs: ReadonlyMap<Uuid, DispatchRun>
  readonly #journal: DispatchJournal
  readonly #wake: () => void
  readonly #traces: DispatchTraces | undefined

  /** `wake` is called when there is new work. */
  constructor(
    app: App,
    runs: ReadonlyMap<Uuid, DispatchRun>,
    journal: DispatchJournal,
    wake: () => void,
    traces?: DispatchTraces,
  ) {
    this.#app = app
    this.#runs = runs
    this.#journal = journal
    this.#wake = wake
    this.#traces = traces
  }

  /** Records deliveries with expired leases: with their known outcome, otherwise as unknown. */
  lost(all: readonly Claimed[], at: Date): void {
    for (const [id, rows] of Map.groupBy(all, ({ org_id }) => org_id)) {
      const count = this.#runs.get(id)?.settle(rows, (row) => knownOutcome(this.#journal, row, at)) ?? 0
      lostDeliveries.inc(count)
      if (count > 0)
        this.#app.log.warn({ organization_id: id, deliveries: count }, 'delivery leases expired; outcomes unknown')
    }
  }

  /** Of the given outcomes, these rows were recorded. */
  recorded(outcomes: Outcome[], rows: RecordedRow[]): void {
    for (const { channel, status } of rows)
      endedDeliveries.inc({ channel, outcome: status === 'sending' ? 'unknown' : status })
    const done = new Set(rows.map(({ id }) => id))
    for (const outcome of outcomes) if (done.has(outcome.id)) this.#forget(outcome)
    this.#letIn(rows)
    const passedOver = outcomes.filter(({ id }) => !done.has(id))
    if (passedOver.length > 0) void this.#recordLater(passedOver)
  }

  /**
   * Retries rows that were locked by a deletion, which ends soon, or by another recorder, after which they are no
   * longer ours.
   */
  async #recordLater(outcomes: Outcome[]): Promise<void> {
    await pause(PASSED_OVER_PAUSE_MS)
    const still = await this.#app.database.reads.rows<{ id: Uuid }>(queries.underLease(outcomes)).then(
      (rows) => new Set(rows.map(({ id }) => id)),
      () => new Set(outcomes.map(({ id }) => id)),
    )
    for (const outcome of outcomes) {
      if (still.has(outcome.id)) this.#runs.get(outcome.organizationId)?.putBack([outcome])
      else this.#forget(outcome)
    }
    this.#wake()
  }

  /** Makes the followers of ended deliveries due now; locked ones a little later. */
  #letIn(rows: RecordedRow[]): void {
    const held: InQueue[] = []
    for (const { org_id, followers } of rows) {
      for (const { id, is_let_in } of followers ?? []) {
        if (is_let_in) this.#mayBeDue(org_id)
        else held.push({ org_id, id })
      }
    }
    if (held.length > 0) void this.#letInLater(held)
  }

  #mayBeDue(organizationId: Uuid): void {
    const run = this.#runs.get(organizationId)
    if (run) run.mayBeDue = true
  }

  /**
   * Checks waiting deliveries again. Their claim decided on an older snapshot: an earlier delivery that ended at that
   * moment did not release them.
   */
  toldToWait(waiting: readonly ToldToWait[]): void {
    const strands = Map.groupBy(inOrder(waiting.filter((one) => one.is_behind_others)), strandOf)
    const firsts = [...strands.values()].flatMap(([first]) => first ?? [])
    if (firsts.length > 0) void this.#letInLater(firsts)
  }

  /**
   * Never throws. Releases queued deliveries that have no earlier one to wait for. When this fails, they become due by
   * their own due time.
   */
  async #letInLater(all: readonly InQueue[]): Promise<void> {
    for (const [organizationId, some] of Map.groupBy(all, ({ org_id }) => org_id)) {
      const run = this.#runs.get(organizationId)
      if (run) run.lookingAgain++
      try {
        for (let left: readonly InQueue[] = some, times = 0; left.length > 0 && times < LET_IN_TRIES; times++) {
          if (times > 0) await pause(PASSED_OVER_PAUSE_MS)
          left = await this.#letInOnce(organizationId, left)
        }
      } catch (err) {
        const about = { err, organization_id: organizationId }
        this.#app.log.warn(about, 'failed to release waiting deliveries; will retry')
      }
      if (run) run.lookingAgain--
    }
    this.#wake()
  }

  /** Returns the locked ones. */
  async #letInOnce(organizationId: Uuid, waiting: readonly InQueue[]): Promise<InQueue[]> {
    const { database, clock } = this.#app
    const rows = await database.transaction(async (tx) => {
      const at = clock()
      const [, found] = await Promise.all([
        tx.run(queries.lookUpByKey()),
        tx.rows<InQueue & Follower>(letIn(waiting, at)),
      ])
      if (found.some(({ is_let_in }) => is_let_in)) tx.onCommit(enqueueWork('dispatch', organizationId, at))
      return found
    }, organizationId)
    if (rows.some(({ is_let_in }) => is_let_in)) this.#mayBeDue(organizationId)
    return rows.filter(({ is_let_in }) => !is_let_in)
  }

  #forget({ organizationId, id, claimId }: Outcome): void {
    this.#runs.get(organizationId)?.forget(id)
    this.#journal.settled({ id, claim_id: claimId })
  }

  /** Never throws; failures are retried. */
  async reverse(run: DispatchRun): Promise<void> {
    const { organizationId, reversals: outcomes } = run
    const { database, clock, log } = this.#app
    const begunAtMs = performance.now()
    run.reversals = []
    run.reversing.begin()
    try {
      const scope = { organizationId, at: clock() }
      const rows = await database.transaction((tx) => record(tx, scope, outcomes), organizationId)
      run.reversing.succeeded()
      this.#traces?.reversed(outcomes, rows, begunAtMs)
      this.recorded(outcomes, rows)
      // An earlier delivery of the same ordering key may have ended in a concurrent round, so that neither released the
      // follower.
      if (rows.length > 0) void this.#letInLater(rows)
    } catch (err) {
      roundFailures.inc({ what: 'reversal' })
      log.warn({ err, organization_id: organizationId }, 'charge reversal failed; will retry')
      run.reversing.failed(err)
      run.putBack(outcomes)
    }
  }
}
