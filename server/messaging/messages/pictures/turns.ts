// Rate limit for fetching pictures, per process, because each fetch costs this process only.

export const PICTURES_A_MINUTE_MAX = 200
const MINUTE_MS = 60_000
/** Entries of the least recent callers are dropped. */
const KEPT_MAX = 10_000

interface Minute {
  began: number
  count: number
}

export class Turns {
  readonly #minutes = new Map<string, Minute>()

  /** Counts a fetch and returns 0; otherwise returns the seconds to wait. */
  take(whose: string, at: Date): number {
    const now = at.getTime()
    const known = this.#minutes.get(whose)
    // A clock that was set back would otherwise block a caller for long.
    const isOver = known === undefined || now - known.began >= MINUTE_MS || now < known.began
    const minute = isOver ? { began: now, count: 0 } : known
    if (minute.count >= PICTURES_A_MINUTE_MAX) return Math.ceil((minute.began + MINUTE_MS - now) / 1000)
    minute.count++
    this.#minutes.delete(whose)
    this.#minutes.set(whose, minute)
    if (this.#minutes.size > KEPT_MAX) this.#minutes.delete(this.#minutes.keys().next().value as string)
    return 0
  }
}
