// Decides whether the measured series stay level: pure functions.

import type { Series, TableSize } from './samples.ts'

/** Allowed growth since the warm state: the larger of `least`, in the unit of the series, and `share` of its value. */
interface Tolerance {
  share: number
  least: number
  /** The quantile of the samples that is compared. */
  rank: number
}

const OF_MEMORY: Tolerance = { share: 0.15, least: 24, rank: 0.5 }
const OF_COUNTS: Tolerance = { share: 0.1, least: 6, rank: 0.1 }
/** Autovacuum starts when a fifth of a table is dead; at twice that, it does not keep up. */
const DEAD_SHARE_MAX = 0.4
/** Fewer dead rows are not judged: small tables change all the time. */
const DEAD_ROWS_MAX = 20_000
/** In seconds: an older transaction delays every vacuum. */
const TRANSACTION_MAX = 120

export interface Trend {
  name: string
  /**
   * Values of the second quarter, when the program is warm, and of the last: the median for memory, and for counts the
   * value that nine of ten samples reach, because a burst of connections comes and goes.
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

/** Tables whose dead rows are not vacuumed. */
export function uncleared(tables: readonly TableSize[]): string[] {
  return tables
    .filter(({ rows, dead }) => dead > DEAD_ROWS_MAX && dead > DEAD_SHARE_MAX * rows)
    .map(({ name, rows, dead }) => `${name} has ${dead} dead rows beside ${rows} live ones`)
}

/** Bytes per row, for tables that had enough rows to tell. */
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
