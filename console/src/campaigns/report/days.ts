// A campaign's events per day as chart columns. Pure.

import { channelOf } from '../../app/channels.ts'
import { addDays, addMonths, daysBetween } from '../../app/india.ts'
import type { Series, Stacked } from '../../design/series.ts'
import type { Reported } from './shape.ts'

export interface DayRow {
  day: string
  sent: number
  delivered: number
  read: number
  failed: number
  undelivered: number
  replied: number
  opened: number | null
  clicked: number | null
}

/** Longer periods are shown by month, because bars of a few pixels are unreadable. */
const DAYS_MOST = 62
/** A single bar would be as wide as the page. */
const DAYS_LEAST = 7

export type Measure = 'sent' | 'delivered' | 'read' | 'opened' | 'clicked' | 'replied' | 'undelivered'

const FILLS: Record<Measure, string> = {
  sent: 'fill-soft',
  delivered: 'fill-accent/60',
  read: 'fill-accent',
  opened: 'fill-accent',
  clicked: 'fill-warn',
  replied: 'fill-good',
  undelivered: 'fill-bad',
}

const valueOf = (row: DayRow, measure: Measure): number =>
  measure === 'undelivered' ? row.undelivered + row.failed : (row[measure] ?? 0)

/** The measures that apply to the channel and are not all zero. */
export function measuresOf(report: Pick<Reported, 'channel' | 'track'>, rows: readonly DayRow[]): Measure[] {
  const happened = (measure: Measure) => rows.some((row) => valueOf(row, measure) > 0)
  const tells = channelOf(report.channel)
  const always: Record<Measure, boolean> = {
    sent: true,
    delivered: tells?.isMail !== true,
    read: tells?.hasSession === true,
    opened: report.track,
    clicked: report.track,
    replied: true,
    undelivered: true,
  }
  return (Object.keys(FILLS) as Measure[]).filter((measure) => always[measure] || happened(measure))
}

interface Wanted {
  /** The date in India. */
  today: string
  nameOf: (key: string, unit: 'day' | 'month') => string
  measureName: (measure: Measure) => string
}

export interface Days {
  data: Stacked
  unit: 'day' | 'month'
}

/** Null while there are no events. */
export function daysOf(
  report: Pick<Reported, 'channel' | 'track'>,
  rows: readonly DayRow[],
  { today, nameOf, measureName }: Wanted,
): Days | null {
  const [first, last] = [rows[0]?.day, rows.at(-1)?.day]
  if (first === undefined || last === undefined) return null
  const unit = daysBetween(first, last) > DAYS_MOST ? 'month' : 'day'
  const measures = measuresOf(report, rows)
  const values = new Map(keysOf(first, last, today, unit).map((key) => [key, measures.map(() => 0n)]))
  for (const row of rows) {
    const column = values.get(unit === 'day' ? row.day : row.day.slice(0, 7))
    for (const [place, measure] of measures.entries())
      if (column) column[place] = (column[place] ?? 0n) + BigInt(valueOf(row, measure))
  }
  const series: Series[] = measures.map((measure) => ({ name: measureName(measure), fill: FILLS[measure] }))
  const columns = [...values].map(([key, column]) => ({ key, name: nameOf(key, unit), values: column }))
  return { data: { series, columns, isGrouped: true }, unit }
}

function keysOf(first: string, last: string, today: string, unit: 'day' | 'month'): string[] {
  const keys: string[] = []
  if (unit === 'month') {
    for (let month = first.slice(0, 7); month <= last.slice(0, 7); month = addMonths(month, 1)) keys.push(month)
    return keys
  }
  const week = addDays(first, DAYS_LEAST - 1)
  const soonest = week < today ? week : today
  for (let day = first; day <= last || day <= soonest; day = addDays(day, 1)) keys.push(day)
  return keys
}
