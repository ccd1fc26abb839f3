// Tracks whether a message's first byte was sent, and enforces a deadline on its adapter, so that a hanging one blocks
// no slot.

import { DeadlinePassed, startCounting, withinDeadline } from '#kit/deadlines.ts'
import { Explained } from '#kit/explained.ts'
import { detailsOf } from '#kit/messages/details.ts'
import type { ClaimedRow } from './claim-queries.ts'
import type { DispatchJournal } from './journal/journal.ts'
import { type Outcome, SEND_TIMEOUT_MS } from './rules.ts'

/** Counts messages at their adapter for the deadline. */
const HANDOVER = { of: 'work', name: 'handover' } as const
startCounting(HANDOVER)
/** Time for an adapter to report its result after its deadline. */
const ADAPTER_STOP_MS = 5_000
/** Time for in-flight deliveries when the worker stops, so that the rest is requeued before the process is killed. */
const STOP_GRACE_MS = 3000

/** Tracks for a claimed delivery whether a byte may have been sent to its provider. */
export class Departure {
  /** A byte may have been sent. */
  hasBegun = false
  /** Nothing was sent, and nothing can be sent any more. */
  isHeldBack = false
  /** Part of the outcome if another account sends it than the one it was accepted for. */
  through: Pick<Outcome, 'accountId'> = {}
  readonly #journal: DispatchJournal
  readonly #claimed: ClaimedRow
  #noting: Promise<void> | undefined
  #isAbandoned = false

  constructor(journal: DispatchJournal, claimed: ClaimedRow) {
    this.#journal = journal
    this.#claimed = claimed
  }

  /** See `OutboundMessage.leaving`. Recorded once, however often an adapter calls it. */
  readonly leaving = (): Promise<void> => (this.#noting ??= this.#note())

  async #note(): Promise<void> {
    if (this.#isAbandoned) throw new Explained(detailsOf('no_time_left'))
    this.hasBegun = true
    try {
      await this.#journal.leave(this.#claimed)
    } catch (error) {
      this.hasBegun = false
      this.isHeldBack = true
      throw error
    }
  }

  get names() {
    return { organization_id: this.#claimed.org_id, delivery_id: this.#claimed.id }
  }

  /** Called for a hanging adapter: it can no longer start to send. */
  abandon(): void {
    this.#isAbandoned = true
    this.holdBack()
  }

  holdBack(): void {
    if (this.#journal.takeBack(this.#claimed)) this.isHeldBack = true
  }
}

/** Clears its timers when the work ends: hundreds run at once. */
export async function withinTime<Result>(
  work: (signal: AbortSignal) => Promise<Result>,
  stopping: AbortSignal,
  departure: Departure,
): Promise<Result> {
  const stopped = new AbortController()
  const timers: NodeJS.Timeout[] = []
  const holdBack = () => {
    departure.holdBack()
    if (departure.isHeldBack) stopped.abort()
  }
  const stop = () => timers.push(setTimeout(holdBack, STOP_GRACE_MS))
  stopping.addEventListener('abort', stop, { once: true })
  if (stopping.aborted) stop()
  try {
    const limit = { ...HANDOVER, ms: SEND_TIMEOUT_MS, stopMs: ADAPTER_STOP_MS, signal: stopped.signal }
    return await withinDeadline(limit, work)
  } catch (error) {
    if (error instanceof DeadlinePassed) departure.abandon()
    throw error
  } finally {
    stopping.removeEventListener('abort', stop)
    for (const timer of timers) clearTimeout(timer)
  }
}
