// Whether a message has begun to leave, and how long its adapter may take: one that hangs holds no place of others.

import { DeadlinePassed, startCounting, withinDeadline } from '#kit/deadlines.ts'
import { Explained } from '#kit/explained.ts'
import { detailsOf } from '#kit/messages/details.ts'
import type { ClaimedRow } from './claim-queries.ts'
import type { DispatchJournal } from './journal/journal.ts'
import { type Outcome, SEND_TIMEOUT_MS } from './rules.ts'

/** A message at its adapter, as its deadlines are counted. */
const HANDOVER = { of: 'work', name: 'handover' } as const
startCounting(HANDOVER)
/** For an adapter to say what it knows of a message whose time is up. */
const ADAPTER_STOP_MS = 5_000
/** For what is in hand when the worker is to end; so that the rest is given back before it is killed. */
const STOP_GRACE_MS = 3000

/** Between a claimed delivery and its provider: whether a byte of it may have left. */
export class Departure {
  /** It may have left. */
  hasBegun = false
  /** It has not, and does not any more. */
  isHeldBack = false
  /** Of the outcome, where it leaves through another account than it was accepted for. */
  through: Pick<Outcome, 'accountId'> = {}
  readonly #journal: DispatchJournal
  readonly #claimed: ClaimedRow
  #noting: Promise<void> | undefined
  #isAbandoned = false

  constructor(journal: DispatchJournal, claimed: ClaimedRow) {
    this.#journal = journal
    this.#claimed = claimed
  }

  /** As `OutboundMessage` says it; noted once, however often an adapter begins. */
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

  /** Its adapter hangs: what it has not begun to send, it does not send later. */
  abandon(): void {
    this.#isAbandoned = true
    this.holdBack()
  }

  holdBack(): void {
    if (this.#journal.takeBack(this.#claimed)) this.isHeldBack = true
  }
}

/** Its timers end with the work: hundreds are under way at once. */
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
