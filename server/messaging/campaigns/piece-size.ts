// The number of rows per transaction under the wallet's lock: smaller on a slow or busy machine, so that a pause or a
// single send never waits long.

const ROWS_MIN = 200
/** A transaction that takes longer halves the next one. */
const LONG_MS = 500
/** A faster one doubles the size. */
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

  /** `rows` of this transaction. Several that run in parallel change the size only once. */
  noteTaken(ms: number, rows: number): void {
    if (ms > LONG_MS) this.#rows = Math.min(this.#rows, Math.max(ROWS_MIN, Math.floor(rows / 2)))
    else if (ms <= SHORT_MS) this.#rows = Math.max(this.#rows, Math.min(this.#max, rows * 2))
  }

  /** Runs `work` with at most `most` rows. A transaction that fails, for example by a timeout, is measured too. */
  async timed<T>(most: number, work: (rows: number) => Promise<T>): Promise<T> {
    const started = performance.now()
    const rows = Math.min(this.#rows, most)
    try {
      return await work(rows)
    } finally {
      this.noteTaken(performance.now() - started, rows)
    }
  }
}
