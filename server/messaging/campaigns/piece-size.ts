// How many rows a transaction writes that holds the wallet: fewer where the machine is slow or busy, so that a pause or
// a single send of the organization never waits for long.

const ROWS_MIN = 200
/** A transaction that takes longer halves the next one. */
const LONG_MS = 500
/** One that takes no longer doubles it. */
const SHORT_MS = 250

export class PieceSize {
  readonly #max: number
  #rows: number

  constructor(max: number) {
    this.#max = max
    this.#rows = max
  }

  get rows(): number {
    return this.#rows
  }

  noteTaken(ms: number): void {
    if (ms > LONG_MS) this.#rows = Math.max(ROWS_MIN, Math.floor(this.#rows / 2))
    else if (ms <= SHORT_MS) this.#rows = Math.min(this.#max, this.#rows * 2)
  }

  /** Whatever comes of the work: one that failed for want of time was too long too. */
  async timed<T>(work: (rows: number) => Promise<T>): Promise<T> {
    const started = performance.now()
    try {
      return await work(this.#rows)
    } finally {
      this.noteTaken(performance.now() - started)
    }
  }
}
