// Recording what became of deliveries, but for the transaction of a round: what was recorded is forgotten, what was
// passed over is recorded later, and what gives money back is recorded for each organization by itself, behind its
// wallet's lock.

import { setTimeout as pause } from 'node:timers/promises'
import type { App } from '#kit/app.ts'
import type { Uuid } from '#kit/ids.ts'
import { endedDeliveries, roundFailures } from '#kit/metrics.ts'
import type { DispatchJournal } from './journal/journal.ts'
import { record } from './outcomes.ts'
import type { RecordedRow } from './queries.ts'
import * as queries from './queries.ts'
import type { Outcome } from './rules.ts'
import type { DispatchRun } from './run.ts'
import type { DispatchTraces } from './traces.ts'

/** A row that is passed over is being deleted in a transaction, which is over soon. */
export const PASSED_OVER_PAUSE_MS = 20

export class DispatchRecorder {
  readonly #app: App
  readonly #runs: ReadonlyMap<Uuid, DispatchRun>
  readonly #journal: DispatchJournal
  readonly #wake: () => void
  readonly #traces: DispatchTraces | undefined

  /** `wake` is called when there is something to do. */
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

  /** Of the outcomes that were to be recorded these were. */
  recorded(outcomes: Outcome[], rows: RecordedRow[]): void {
    for (const { channel, status } of rows)
      endedDeliveries.inc({ channel, outcome: status === 'sending' ? 'unknown' : status })
    const done = new Set(rows.map(({ id }) => id))
    for (const outcome of outcomes) if (done.has(outcome.id)) this.#forget(outcome)
    const passedOver = outcomes.filter(({ id }) => !done.has(id))
    if (passedOver.length > 0) void this.#recordLater(passedOver)
  }

  /**
   * Rows that somebody else held: being deleted, which is over soon, or recorded, after which they are not ours any
   * more.
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

  #forget({ organizationId, id, claimId }: Outcome): void {
    this.#runs.get(organizationId)?.forget(id)
    this.#journal.settled({ id, claim_id: claimId })
  }

  /** Never throws: what fails is tried again. */
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
    } catch (err) {
      roundFailures.inc({ what: 'reversal' })
      log.warn({ err, organization_id: organizationId }, 'what did not leave was not given back; it is tried again')
      run.reversing.failed(err)
      run.putBack(outcomes)
    }
  }
}
