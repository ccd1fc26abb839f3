// Cache with refresh-ahead for organization data that may be a few seconds old: a hit never waits, and entries in use
// are refreshed in the background before they expire.

import { interval } from './interval.ts'

interface Entry<Value> {
  value?: Value
  /** On the monotonic clock, in ms. */
  until: number
  reading?: Promise<Value>
}

export class Remembered<Value> {
  readonly #entries = new Map<string, Entry<Value>>()
  readonly #read: (key: string, isAhead: boolean) => Promise<Value>
  readonly #limits: { keptMs: number; keysMax: number }

  /**
   * Returned values are at most `keptMs` old; `undefined` is not cached. With more than `keysMax` keys the cache is
   * cleared. `isAhead`: a background refresh, for which nobody waits.
   */
  constructor(read: (key: string, isAhead: boolean) => Promise<Value>, limits: { keptMs: number; keysMax: number }) {
    this.#read = read
    // A test can shorten it, but not extend it.
    this.#limits = { ...limits, keptMs: Math.min(limits.keptMs, interval('KEPT', limits.keptMs)) }
  }

  /**
   * Rejects as the read does; a failed read is not cached. `isGood`: decides whether a cached value can still be used.
   */
  get(key: string, isGood: (value: Value) => boolean = () => true): Value | Promise<Value> {
    const now = performance.now()
    const entry = this.#entries.get(key)
    if (!entry) return this.#begin(key, now)
    const isKept = entry.value !== undefined && entry.until > now && isGood(entry.value)
    if (!isKept) return entry.reading ?? this.#begin(key, now)
    // A failed refresh affects nobody: the next caller after expiry reads again.
    if (!entry.reading && entry.until - now < this.#limits.keptMs / 2) this.#begin(key, now, true).catch(() => {})
    return entry.value as Value
  }

  /** The next caller waits for a new read. */
  forget(key: string): void {
    this.#entries.delete(key)
  }

  #begin(key: string, now: number, isAhead = false): Promise<Value> {
    if (this.#entries.size >= this.#limits.keysMax) this.#entries.clear()
    const entry: Entry<Value> = this.#entries.get(key) ?? { until: now }
    this.#entries.set(key, entry)
    entry.reading = this.#read(key, isAhead).then(
      (value) => {
        Object.assign(entry, { value, until: now + this.#limits.keptMs, reading: undefined })
        this.#dropIfEmpty(key, entry)
        return value
      },
      (error: unknown) => {
        entry.reading = undefined
        this.#dropIfEmpty(key, entry)
        throw error
      },
    )
    return entry.reading
  }

  #dropIfEmpty(key: string, entry: Entry<Value>): void {
    if (entry.value === undefined && this.#entries.get(key) === entry) this.#entries.delete(key)
  }
}
