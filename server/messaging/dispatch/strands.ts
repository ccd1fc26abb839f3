// What an organization has in hand of each strand: one is handed over at a time, and what is behind it goes only once
// it has ended.

import type { Uuid } from '#kit/ids.ts'
import type { ClaimedRow } from './claim-queries.ts'
import { type Outcome, returnedOutcome } from './rules.ts'
import { isPutOff, LOOK_AGAIN_MIN_MS, stepsAside, strandOf, WAIT_IN_HAND_MS, waitsForPutOff } from './strand-rules.ts'

interface Last {
  id: Uuid
  outcome: Promise<Outcome>
}

export class DispatchStrands {
  readonly #clock: () => Date
  /** Strand → the last of it that is in hand, until it is recorded. */
  readonly #lasts = new Map<string, Last>()
  readonly #strands = new Map<Uuid, string>()

  constructor(clock: () => Date) {
    this.#clock = clock
  }

  /** `handOver` never throws. Of a strand they must come in their order. */
  follow(claimed: ClaimedRow, handOver: () => Promise<Outcome>): Promise<Outcome> {
    const strand = strandOf(claimed)
    if (strand === null) return handOver()
    const before = this.#lasts.get(strand)
    const outcome = before ? this.#behind(before, claimed, handOver) : handOver()
    this.#lasts.set(strand, { id: claimed.id, outcome })
    this.#strands.set(claimed.id, strand)
    return outcome
  }

  /** It is recorded: whoever comes now was claimed knowing of it. */
  forget(id: Uuid): void {
    const strand = this.#strands.get(id)
    if (strand === undefined) return
    this.#strands.delete(id)
    if (this.#lasts.get(strand)?.id === id) this.#lasts.delete(strand)
  }

  async #behind(before: Last, claimed: ClaimedRow, handOver: () => Promise<Outcome>): Promise<Outcome> {
    const ended = await withinWait(before.outcome)
    const now = this.#clock()
    if (ended !== null && isPassed(ended, claimed, now)) return handOver()
    return returnedOutcome(claimed, new Date(now.getTime() + LOOK_AGAIN_MIN_MS))
  }
}

/** Whether the one before it holds it back no more. */
const isPassed = (before: Outcome, claimed: ClaimedRow, now: Date): boolean =>
  before.status !== 'queued' || stepsAside(before) || (isPutOff(before) && !waitsForPutOff(claimed, now))

/** Null when it takes longer. */
async function withinWait(outcome: Promise<Outcome>): Promise<Outcome | null> {
  const late = Promise.withResolvers<null>()
  const timer = setTimeout(() => late.resolve(null), WAIT_IN_HAND_MS)
  try {
    return await Promise.race([outcome, late.promise])
  } finally {
    clearTimeout(timer)
  }
}
