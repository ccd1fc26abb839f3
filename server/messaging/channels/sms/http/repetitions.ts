// Tells repetitions of calls that bring what contacts write, where neither an id nor a time is in it: somebody may well
// write "Yes" twice, and the same call is a repetition only of one whose answer the gateway may not have seen. Within
// this process; over several the same may be stored twice, and nothing is lost.

import { newUuid } from '#kit/ids.ts'

/** So long after our answer the gateway may bring it again because it did not see that. */
export const ANSWER_SEEN_AFTER_MS = 5_000
/** Of what was brought and may come again. */
const REMEMBERED_MAX = 10_000

interface Remembered {
  fingerprint: string
  inHand: number
  answeredAtMs: number
}

export class NamelessCalls {
  readonly #known = new Map<string, Remembered>()

  /** `call`: what it brings, and to whom. `ended` is to be called once it is answered, or could not be kept. */
  fingerprintOf(call: string, nowMs: number): { fingerprint: string; ended(nowMs: number): void } {
    const before = this.#known.get(call)
    const isRepeated = before && (before.inHand > 0 || nowMs - before.answeredAtMs < ANSWER_SEEN_AFTER_MS)
    const entry = isRepeated ? before : { fingerprint: `${call}:${newUuid()}`, inHand: 0, answeredAtMs: nowMs }
    entry.inHand++
    this.#known.delete(call)
    this.#known.set(call, entry)
    for (const [oldest] of this.#known) {
      if (this.#known.size <= REMEMBERED_MAX) break
      this.#known.delete(oldest)
    }
    return {
      fingerprint: entry.fingerprint,
      ended(endedAtMs) {
        entry.inHand--
        entry.answeredAtMs = endedAtMs
      },
    }
  }
}
