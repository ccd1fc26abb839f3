// Detects repeated calls with inbound messages that have neither id nor time: somebody may write "Yes" twice, so the
// same call counts as a repetition only while the gateway may not have received our response to the first. Per process;
// with several processes the message may be stored twice, but nothing is lost.

import { newUuid } from '#kit/ids.ts'

/** For this long after our response, the gateway may repeat a call because it did not receive the response. */
export const ANSWER_SEEN_AFTER_MS = 5_000
/** Maximum number of remembered calls. */
const REMEMBERED_MAX = 10_000

interface Remembered {
  fingerprint: string
  inHand: number
  answeredAtMs: number
}

export class NamelessCalls {
  readonly #known = new Map<string, Remembered>()

  /**
   * `call`: the content and its recipient. Call `ended` after the response was sent, or when the event could not be
   * stored.
   */
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
