// Deliveries in flight of one organization by ordering key: one is sent at a time, and the next waits until it has
// ended.

import type { Uuid } from '#kit/ids.ts'
import type { ClaimedRow } from './claim-queries.ts'
import { type Outcome, returnedOutcome } from './rules.ts'
import { isPutOff, LOOK_AGAIN_MIN_MS, stepsAside, strandOf, WAIT_IN_HAND_MS, waitsForPutOff } from './strand-rules.ts'

export class DispatchStrands {
  readonly #clock: () => Date
  /** Ordering key → outcomes of its deliveries in flight, in order, until each is recorded. */
  readonly #inHand = new Map<string, Map<Uuid, Promise<Outcome>>>()
  readonly #strands = new Map<Uuid, string>()

  constructor(clock: () => Date) {
    this.#clock = clock
  }

  /** `handOver` never throws. Deliveries of one ordering key must be passed in order. */
  follow(claimed: ClaimedRow, handOver: () => Promise<Outcome>): Promise<Outcome> {
    const strand = strandOf(claimed)
    if (strand === null) return handOver()
    const inHand = this.#inHand.get(strand) ?? new Map<Uuid, Promise<Outcome>>()
    const before = [...inHand.values()]
    const outcome = before.length > 0 ? this.#behind(before, claimed, handOver) : handOver()
    this.#inHand.set(strand, inHand.set(claimed.id, outcome))
    this.#strands.set(claimed.id, strand)
    return outcome
  }

  /** The delivery is recorded: later claims already know its outcome. */
  forget(id: Uuid): void {
    const strand = this.#strands.get(id)
    if (strand === undefined) return
    this.#strands.delete(id)
    const inHand = this.#inHand.get(strand)
    if (inHand?.delete(id) && inHand.size === 0) this.#inHand.delete(strand)
  }

  /** Waits for the earlier ones. The nearest may have waited long enough and passed one that still blocks this one. */
  async #behind(
    before: readonly Promise<Outcome>[],
    claimed: ClaimedRow,
    handOver: () => Promise<Outcome>,
  ): Promise<Outcome> {
    const ended = await withinWait(Promise.all(before))
    const now = this.#clock()
    if (ended?.every((one) => isPassed(one, claimed, now))) return handOver()
    return returnedOutcome(claimed, new Date(now.getTime() + LOOK_AGAIN_MIN_MS))
  }
}

/** True when the earlier delivery no longer blocks this one. */
const isPassed = (before: Outcome, claimed: ClaimedRow, now: Date): boolean =>
  before.status !== 'queued' || stepsAside(before) || (isPutOff(before) && !waitsForPutOff(claimed, now))

/** Null on timeout. */
async function withinWait<Ended>(ended: Promise<Ended>): Promise<Ended | null> {
  const late = Promise.withResolvers<null>()
  const timer = setTimeout(() => late.resolve(null), WAIT_IN_HAND_MS)
  try {
    return await Promise.race([ended, late.promise])
  } finally {
    clearTimeout(timer)
  }
}
