// Semaphore with first-in, first-out order.

export class Slots {
  #free: number
  /** First in, first out; a Set, so that abandoned waiters are removed cheaply. */
  readonly #waiting = new Set<() => void>()

  constructor(count: number) {
    this.#free = count
  }

  /** Rejects with `otherwise()` when no slot is free within `withinMs`; without a limit it waits indefinitely. */
  async take<T>(work: () => Promise<T>, limit?: { withinMs: number; otherwise: () => Error }): Promise<T> {
    if (this.#free > 0) this.#free--
    else await this.#turn(limit)
    try {
      return await work()
    } finally {
      const [next] = this.#waiting
      if (next) next()
      else this.#free++
    }
  }

  #turn(limit?: { withinMs: number; otherwise: () => Error }): Promise<void> {
    return new Promise((resolve, reject) => {
      const begin = () => {
        this.#waiting.delete(begin)
        clearTimeout(timer)
        resolve()
      }
      const giveUp = () => {
        this.#waiting.delete(begin)
        reject(limit?.otherwise())
      }
      const timer = limit && setTimeout(giveUp, Math.max(0, limit.withinMs))
      this.#waiting.add(begin)
    })
  }
}
