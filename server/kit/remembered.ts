// What is read of an organization and may be some seconds old. Who asks for what is remembered never waits: it is read
// anew ahead of its time, in the background, as long as somebody asks for it.

import { interval } from './interval.ts'

interface Entry<Value> {
  value?: Value
  /** Monotonic, in ms. */
  until: number
  reading?: Promise<Value>
}

export class Remembered<Value> {
  readonly #entries = new Map<string, Entry<Value>>()
  readonly #read: (key: string, isAhead: boolean) => Promise<Value>
  readonly #limits: { keptMs: number; keysMax: number }

  /**
   * Nothing is older than `keptMs` when it is given out, and `undefined` is not remembered. With more than `keysMax`
   * keys all are forgotten. `isAhead`: nobody waits for what is read.
   */
  constructor(read: (key: string, isAhead: boolean) => Promise<Value>, limits: { keptMs: number; keysMax: number }) {
    this.#read = read
    // A test shortens it, and cannot prolong it.
    this.#limits = { ...limits, keptMs: Math.min(limits.keptMs, interval('KEPT', limits.keptMs)) }
  }

  /** Rejects as the read does; a failed one is not remembered. `isGood`: whether what is remembered still serves. */
  get(key: string, isGood: (value: Value) => boolean = () => true): Value | Promise<Value> {
    const now = performance.now()
    const entry = this.#entries.get(key)
    if (!entry) return this.#begin(key, now)
    const isKept = entry.value !== undefined && entry.until > now && isGood(entry.value)
    if (!isKept) return entry.reading ?? this.#begin(key, now)
    // Its failure is nobody's yet: who asks when it is too old reads again.
    if (!entry.reading && entry.until - now < this.#limits.keptMs / 2) this.#begin(key, now, true).catch(() => {})
    return entry.value as Value
  }

  /** Whoever asks from now on waits for a new read. */
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
