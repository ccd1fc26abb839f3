// Tracks an export's progress, and limits its size.

import { progressAt, ROWS_MAX } from './rules.ts'

/** More than a file may have: a shorter period has less. */
export class TooLarge extends Error {}

export class Progress {
  rows = 0
  percent = 0
  #first: Date | null = null

  /** Adds rows, up to the time `at`; the period ends at `end`. */
  add(rows: number, at: Date, end: Date): void {
    this.rows += rows
    if (this.rows > ROWS_MAX) throw new TooLarge(`more than ${ROWS_MAX} rows`)
    this.#first ??= at
    this.percent = Math.max(this.percent, progressAt(at, this.#first, end))
  }
}
