// The working days of Indian banks, by the clock of India. Pure: dates are texts, YYYY-MM-DD.
// Banks are closed on Sundays, on the second and fourth Saturday of a month (RBI, from 1 September 2015), and on holidays.
// Holidays differ from state to state; here are those that (nearly) all share. An installation adds its own by setting.

import { indianDate } from '#kit/calendar.ts'

const DAY_MS = 24 * 3600 * 1000
/** A refund is days away; more closed days in a row than this mean that a setting is wrong. */
const DAYS_LOOKED_MAX = 100

/** The same day every year, MM-DD. 1 April: the banks close their accounts. */
const FIXED_HOLIDAYS: ReadonlySet<string> = new Set(['01-26', '04-01', '05-01', '08-15', '10-02', '12-25'])

/** Those that move, for the years in which they are known. Gazetted holidays of the Union; of later years Good Friday alone. */
const MOVING_HOLIDAYS: ReadonlySet<string> = new Set([
  '2026-03-04', // Holi
  '2026-03-21', // Id-ul-Fitr
  '2026-03-26', // Ram Navami
  '2026-03-31', // Mahavir Jayanti
  '2026-04-03', // Good Friday
  '2026-05-27', // Id-ul-Zuha
  '2026-06-26', // Muharram
  '2026-08-26', // Id-e-Milad
  '2026-09-04', // Janmashtami
  '2026-10-20', // Dussehra
  '2026-11-08', // Diwali
  '2026-11-24', // Guru Nanak Jayanti
  '2027-03-26', // Good Friday, and of the years below
  '2028-04-14',
  '2029-03-30',
  '2030-04-19',
])

/** Whether banks work on that date. `more` are the holidays that the installation adds. */
export function isBusinessDay(date: string, more: ReadonlySet<string>): boolean {
  const day = new Date(`${date}T00:00:00Z`)
  const weekday = day.getUTCDay()
  if (weekday === SUNDAY) return false
  const whichOfMonth = Math.ceil(day.getUTCDate() / 7)
  if (weekday === SATURDAY && (whichOfMonth === 2 || whichOfMonth === 4)) return false
  return !FIXED_HOLIDAYS.has(date.slice(5)) && !MOVING_HOLIDAYS.has(date) && !more.has(date)
}

const SUNDAY = 0
const SATURDAY = 6

/** The `count`th business day after the date in India of that moment, whether or not that date is one itself. */
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

/** service.md §1 rule 9 and §8: 5-7 business days. */
const EXPECTED_AFTER_DAYS = { from: 5, by: 7 }

/** When a refund to the source that is approved at that moment should have arrived. */
export function expectedDates(approvedAt: Date, more: ReadonlySet<string>): { from: string; by: string } {
  return {
    from: businessDaysAfter(approvedAt, EXPECTED_AFTER_DAYS.from, more),
    by: businessDaysAfter(approvedAt, EXPECTED_AFTER_DAYS.by, more),
  }
}
