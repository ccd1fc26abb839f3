// Delays that end early: at the caller's signal or a deadline.

/** Resolves after this time; rejects with the signal's reason as soon as it aborts. */
export function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason)
    const end = () => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', end)
      resolve()
    }, ms)
    signal?.addEventListener('abort', end, { once: true })
  })
}

/** Settles with the work, or rejects with the signal's reason, whichever is first. */
export function unlessAborted<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return work
  return new Promise((resolve, reject) => {
    const end = () => reject(signal.reason)
    if (signal.aborted) return end()
    signal.addEventListener('abort', end, { once: true })
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', end))
  })
}

/** A signal that aborts with the caller's signal or at a deadline. */
export class Deadline {
  readonly #controller = new AbortController()
  readonly #outer: AbortSignal | undefined
  readonly #abort = () => this.#controller.abort(this.#outer?.reason)
  #timer: ReturnType<typeof setTimeout> | undefined
  /** Aborted by the deadline, not by the caller's signal. */
  isOver = false

  constructor(ms: number, outer: AbortSignal | undefined) {
    this.#outer = outer
    if (outer?.aborted) this.#abort()
    outer?.addEventListener('abort', this.#abort, { once: true })
    this.restart(ms)
  }

  get signal(): AbortSignal {
    return this.#controller.signal
  }

  restart(ms: number): void {
    this.lift()
    this.#timer = setTimeout(() => {
      this.isOver = true
      this.#controller.abort(new DOMException(`It took longer than ${ms} ms.`, 'TimeoutError'))
    }, ms)
  }

  /** Removes the deadline; the caller's signal still aborts. */
  lift(): void {
    clearTimeout(this.#timer)
  }

  /** Aborts now. */
  cut(): void {
    this.end()
    this.#controller.abort()
  }

  /** Removes the deadline and the caller's signal. */
  end(): void {
    this.lift()
    this.#outer?.removeEventListener('abort', this.#abort)
  }
}
