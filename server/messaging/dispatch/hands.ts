// Sends a claimed delivery outside any transaction, unless its channel was paused in the meantime.

import type { App } from '#kit/app.ts'
import type { ClaimedRow } from './claim-queries.ts'
import type { DispatchJournal } from './journal/journal.ts'
import type { DispatchPauses } from './pauses.ts'
import { type Outcome, returnedOutcome } from './rules.ts'
import type { DispatchRun } from './run.ts'
import type { Send } from './send.ts'

export class DispatchHands {
  readonly #app: App
  readonly #send: Send
  readonly #pauses: DispatchPauses
  readonly #journal: DispatchJournal
  readonly #wake: () => void

  constructor(app: App, send: Send, pauses: DispatchPauses, journal: DispatchJournal, wake: () => void) {
    this.#app = app
    this.#send = send
    this.#pauses = pauses
    this.#journal = journal
    this.#wake = wake
  }

  /** Never throws. `signal` aborts when the worker stops soon. */
  async deliver(run: DispatchRun, claimed: ClaimedRow, signal: AbortSignal): Promise<void> {
    run.begin(claimed.id)
    const outcome = await run.strands.follow(claimed, () => this.#handOver(claimed, signal))
    const at = this.#app.clock()
    this.#journal.note(outcome, at)
    run.finish(outcome, claimed.channel, at)
    if (this.#journal.fault) this.hold([run])
    this.#wake()
  }

  async #handOver(claimed: ClaimedRow, signal: AbortSignal): Promise<Outcome> {
    // A delivery of an earlier claim may have paused the channel since this one was claimed.
    const pausedUntil = this.#pauses.of(claimed.org_id, claimed.channel, this.#app.clock())
    return pausedUntil ? returnedOutcome(claimed, pausedUntil) : this.#send(claimed, signal)
  }

  /** The dispatch log is not writable: sending stops, while outcomes are still recorded. */
  hold(runs: readonly DispatchRun[]): void {
    if (this.#pauses.hold(this.#app.clock()))
      this.#app.log.error({ err: this.#journal.fault }, 'dispatch log not writable; sending stopped')
    for (const run of runs) run.mayBeDue = true
  }
}
