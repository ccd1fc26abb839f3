// Organizations whose provider could not be reached, and until when nothing is handed over for them: their queues are not used up
// in vain. By organization, not by channel: what waits is one queue in the order of time, so that a claim is one range of one index.

import type { Uuid } from '#kit/ids.ts'

const OUTAGE_PAUSE_MS = 5_000

export class DispatchPauses {
  readonly #until = new Map<Uuid, Date>()

  begin(organizationId: Uuid, at: Date): void {
    this.#until.set(organizationId, new Date(at.getTime() + OUTAGE_PAUSE_MS))
  }

  /** Null when there is none, or none any more. */
  of(organizationId: Uuid, now: Date): Date | null {
    const until = this.#until.get(organizationId)
    if (!until) return null
    const leftMs = until.getTime() - now.getTime()
    // Longer than a pause can be: the clock was set back.
    if (leftMs > 0 && leftMs <= OUTAGE_PAUSE_MS) return until
    this.#until.delete(organizationId)
    return null
  }
}
