// Periods of a subscription: from the Indian day of its start to the same day of the next month. Pure. spec 23.1.

import { dayStart, indianDate } from '#kit/india/calendar.ts'

/** Both are midnights in India; `to` is exclusive. */
export interface Period {
  from: Date
  to: Date
}

/**
 * `anchorDay`: the day of the month (1 to 31) on which its periods begin; in a shorter month they begin on the last
 * day.
 */
export interface Anchored {
  anchorDay: number
  period: Period
}

/** The first period of a subscription that starts at `at`: it begins at that day's midnight. */
export function firstPeriod(at: Date): Anchored {
  const date = indianDate(at)
  const anchorDay = Number(date.slice(8))
  return { anchorDay, period: nextPeriod(anchorDay, dayStart(date)) }
}

/** The period that begins at `from`, a midnight in India: it ends on the anchor day of the next month. */
export function nextPeriod(anchorDay: number, from: Date): Period {
  const [year, month] = indianDate(from).split('-').map(Number) as [number, number]
  // `Date.UTC` counts months from 0, so `month` is the next month here; day 0 of the month after is its last day.
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate()
  const to = new Date(Date.UTC(year, month, Math.min(anchorDay, lastDay)))
  return { from, to: dayStart(to.toISOString().slice(0, 10)) }
}
