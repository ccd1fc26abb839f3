// The business days of Indian banks, in Indian time. Pure: dates are texts, YYYY-MM-DD. Banks are closed on Sundays, on
// the second and fourth Saturday of a month (RBI, from 1 September 2015), and on holidays. Holidays differ by state;
// bank-holidays.ts lists those that (nearly) all share. An installation adds its own with a setting.

import { FIXED_HOLIDAYS, HOLIDAY_YEARS } from './bank-holidays.ts'
import { indianDate } from './calendar.ts'

const DAY_MS = 24 * 3600 * 1000
/** A refund takes days; more consecutive closed days than this mean that a setting is wrong. */
const DAYS_LOOKED_MAX = 100

const fixed: ReadonlySet<string> = new Set(FIXED_HOLIDAYS)
const moving: ReadonlySet<string> = new Set(HOLIDAY_YEARS.flatMap(({ dates }) => dates))

/** From this month on the next year is needed too: a refund's dates may be in it. MM of the date in India. */
const NEXT_YEAR_FROM_MONTH = 12

/** Years near that moment for which only some bank holidays are known. `more` can add the others. */
export function yearsKnownInPart(at: Date, more: ReadonlySet<string>): number[] {
  const [year, month] = indianDate(at).split('-').map(Number) as [number, number]
  const mattering = month >= NEXT_YEAR_FROM_MONTH ? [year, year + 1] : [year]
  const isKnown = (one: number) =>
    HOLIDAY_YEARS.some((known) => known.year === one && known.isComplete) ||
    [...more].some((date) => date.startsWith(`${one}-`))
  return mattering.filter((one) => !isKnown(one))
}

/** True when banks are open on that date. `more`: holidays that the installation adds. */
export function isBusinessDay(date: string, more: ReadonlySet<string>): boolean {
  const day = new Date(`${date}T00:00:00Z`)
  const weekday = day.getUTCDay()
  if (weekday === SUNDAY) return false
  const whichOfMonth = Math.ceil(day.getUTCDate() / 7)
  if (weekday === SATURDAY && (whichOfMonth === 2 || whichOfMonth === 4)) return false
  return !fixed.has(date.slice(5)) && !moving.has(date) && !more.has(date)
}

const SUNDAY = 0
const SATURDAY = 6

/** The `count`th business day after the Indian date of that moment, whether or not that date is one. */
export function businessDaysAfter(at: Date, count: number, more: ReadonlySet<string>): string {
  let date = indianDate(at)
  let left = count
  for (let looked = 0; left > 0; looked++) {
    if (looked === DAYS_LOOKED_MAX) throw new Error(`there are no ${count} business days after ${indianDate(at)}`)
    date = dayAfter(date)
    if (isBusinessDay(date, more)) left--
  }
  return date
}

function dayAfter(date: string): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + DAY_MS).toISOString().slice(0, 10)
}

/** spec 11.7: 5-7 business days. */
const EXPECTED_AFTER_DAYS = { from: 5, by: 7 }

/** The expected arrival of a refund to the source that is approved at that moment. */
export function expectedDates(approvedAt: Date, more: ReadonlySet<string>): { from: string; by: string } {
  return {
    from: businessDaysAfter(approvedAt, EXPECTED_AFTER_DAYS.from, more),
    by: businessDaysAfter(approvedAt, EXPECTED_AFTER_DAYS.by, more),
  }
}
