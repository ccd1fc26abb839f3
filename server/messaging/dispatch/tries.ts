// Retry state of one recurring database operation: whether it is running, how it failed, and when it may run again.
// Results are kept in memory while the database is down or a lock is held.

/** Delay after a failure; after n failures in a row n times as long, up to the limit. */
const PAUSE_MS = 250
const PAUSE_MAX_MS = 1000

/** All times are those of performance.now(). */
export class DispatchTries {
  isUnderWay = false
  /** Start of the last attempt: the longest waiting goes first. */
  begunAt = 0
  #failures = 0
  #failingSince = 0
  #againAt = 0
  #error: unknown = null

  begin(): void {
    this.isUnderWay = true
    this.begunAt = performance.now()
  }

  succeeded(): void {
    this.isUnderWay = false
    this.#failures = 0
  }

  /** Not before this time, whatever the result. */
  rest(ms: number): void {
    this.#againAt = performance.now() + ms
  }

  /** Retry immediately, in a different way. */
  ended(): void {
    this.isUnderWay = false
  }

  failed(error: unknown): void {
    const now = performance.now()
    if (this.#failures === 0) this.#failingSince = now
    this.#failures++
    this.#againAt = now + Math.min(this.#failures * PAUSE_MS, PAUSE_MAX_MS)
    this.#error = error
    this.isUnderWay = false
  }

  get mayBegin(): boolean {
    return !this.isUnderWay && (this.#againAt === 0 || this.#againAt <= performance.now())
  }

  /** True when the last attempt failed. */
  get isFailing(): boolean {
    return this.#failures > 0
  }

  /** How long and how often it has been failing, and the last error; null if it last succeeded. */
  get failure(): { forMs: number; times: number; error: unknown } | null {
    if (this.#failures === 0) return null
    return { forMs: performance.now() - this.#failingSince, times: this.#failures, error: this.#error }
  }
}
