// A form's daily analytics as chart columns, and percentages. Pure.

import { addDays, addMonths, daysBetween } from '../../app/india.ts'
import type { Stacked } from '../../design/series.ts'

export const measures = ['views', 'starts', 'submissions'] as const
export type Measure = (typeof measures)[number]

export type DayRow = Record<Measure, number> & { day: string }

/** Longer periods are shown by month, because bars of a few pixels are unreadable. */
const DAYS_MOST = 62
/** The default period. */
const DAYS_FIRST = 30

/** The period from the URL: without an end until today, without a start the 30 days before the end. */
export function periodOf({ from, to }: { from?: string; to?: string }, today: string): { from: string; to: string } {
  const end = to ?? today
  const begin = from ?? addDays(end, 1 - DAYS_FIRST)
  return begin <= end ? { from: begin, to: end } : { from: end, to: end }
}

const FILLS: Record<Measure, string> = { views: 'fill-soft', starts: 'fill-accent/60', submissions: 'fill-accent' }

interface Names {
  measure: (measure: Measure) => string
  column: (key: string, unit: 'day' | 'month') => string
}

export function chartOf(
  rows: readonly DayRow[],
  { from, to }: { from: string; to: string },
  names: Names,
): { data: Stacked; unit: 'day' | 'month' } {
  const unit = daysBetween(from, to) > DAYS_MOST ? 'month' : 'day'
  const sums = new Map<string, bigint[]>()
  if (unit === 'day')
    for (let day = from; day <= to; day = addDays(day, 1))
      sums.set(
        day,
        measures.map(() => 0n),
      )
  else
    for (let month = from.slice(0, 7); month <= to.slice(0, 7); month = addMonths(month, 1))
      sums.set(
        month,
        measures.map(() => 0n),
      )
  for (const row of rows) {
    const column = sums.get(unit === 'day' ? row.day : row.day.slice(0, 7))
    for (const [place, measure] of measures.entries())
      if (column) column[place] = (column[place] ?? 0n) + BigInt(row[measure])
  }
  return {
    unit,
    data: {
      isGrouped: true,
      series: measures.map((measure) => ({ name: names.measure(measure), fill: FILLS[measure] })),
      columns: [...sums].map(([key, values]) => ({ key, name: names.column(key, unit), values })),
    },
  }
}

/** "38%"; never "0%" for a positive part, and never "100%" for less than all. */
export function percent(part: number, whole: number): string {
  if (whole <= 0) return '–'
  if (part <= 0) return '0%'
  if (part >= whole) return '100%'
  return `${Math.min(99, Math.max(1, Math.round((part / whole) * 100)))}%`
}
