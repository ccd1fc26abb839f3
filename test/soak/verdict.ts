// Whether what was measured stays as it is: pure.

import type { Series, TableSize } from './samples.ts'

/** By so much more at the end than once it was warm something may be, in its own unit, and in its own measure. */
interface Tolerance {
  share: number
  least: number
  /** Which of the sorted samples is compared, as a share of them. */
  rank: number
}

const OF_MEMORY: Tolerance = { share: 0.15, least: 24, rank: 0.5 }
const OF_COUNTS: Tolerance = { share: 0.1, least: 6, rank: 0.1 }
/** A vacuum comes when a fifth of a table is dead; twice that, and it does not keep up. */
const DEAD_SHARE_MAX = 0.4
/** In small tables that change all the time. */
const DEAD_ROWS_MAX = 20_000
/** Nothing may stay open for so long, in seconds: it holds up every vacuum. */
const TRANSACTION_MAX = 120

export interface Trend {
  name: string
  /**
   * Of the second quarter, when all is warm, and of the last: the median of memory, and of what is counted what nine of
   * ten samples have at least, as a burst of connections comes and goes.
   */
  warm: number
  last: number
  grows: boolean
}

export function trendsOf(series: Series): Trend[] {
  return [...series].map(([name, values]) => {
    const quarter = Math.ceil(values.length / 4)
    const { share, least, rank } = name.endsWith('MB') ? OF_MEMORY : OF_COUNTS
    const [warm, last] = [ranked(values.slice(quarter, 2 * quarter), rank), ranked(values.slice(-quarter), rank)]
    const grows = name.includes('oldest transaction')
      ? Math.max(...values) > TRANSACTION_MAX
      : last - warm > Math.max(least, share * warm)
    return { name, warm, last, grows }
  })
}

/** Of tables whose dead rows nobody clears away. */
export function uncleared(tables: readonly TableSize[]): string[] {
  return tables
    .filter(({ rows, dead }) => dead > DEAD_ROWS_MAX && dead > DEAD_SHARE_MAX * rows)
    .map(({ name, rows, dead }) => `${name} has ${dead} dead rows beside ${rows} live ones`)
}

/** The bytes of a row, of tables that had rows enough to tell by then. */
export function rowBytes(tables: readonly TableSize[]): Map<string, number> {
  const ROWS_TO_TELL_BY = 1000
  return new Map(
    tables.filter(({ rows }) => rows >= ROWS_TO_TELL_BY).map(({ name, rows, bytes }) => [name, bytes / rows]),
  )
}

function ranked(values: readonly number[], rank: number): number {
  const sorted = values.toSorted((one, other) => one - other)
  return sorted[Math.floor(sorted.length * rank)] ?? 0
}
