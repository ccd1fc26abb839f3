// India's calendar: months and financial years in Asia/Kolkata time, which is UTC+05:30 all year. Plain arithmetic, so
// that neither the process's time zone nor its time zone database changes a bill.

const KOLKATA_OFFSET_MS = 5.5 * 3600 * 1000
/** Every day has this length: India has no daylight saving time. */
const DAY_MS = 24 * 3600 * 1000

/** The last result, which usually applies to the next call: many thousands a second are on the same day. */
let lastDay = Number.NaN
let lastDate = ''

/** The date in India, `YYYY-MM-DD`. */
export function indianDate(at: Date): string {
  const time = at.getTime() + KOLKATA_OFFSET_MS
  const day = Math.floor(time / DAY_MS)
  if (day !== lastDay) {
    lastDate = new Date(time).toISOString().slice(0, 10)
    lastDay = day
  }
  return lastDate
}

/** The date and the time of day in India, `YYYY-MM-DD HH:MM`. */
export function indianTime(at: Date): string {
  return new Date(at.getTime() + KOLKATA_OFFSET_MS).toISOString().slice(0, 16).replace('T', ' ')
}

/** The same with the zone's name, for people: `YYYY-MM-DD HH:MM IST`. */
export const indianMoment = (at: Date): string => `${indianTime(at)} IST`

/**
 * The date and the time to the second in India, `YYYY-MM-DD HH:MM:SS`: a format that spreadsheets recognize as a time.
 */
export function indianClock(at: Date): string {
  return new Date(at.getTime() + KOLKATA_OFFSET_MS).toISOString().slice(0, 19).replace('T', ' ')
}

/** The first day of the calendar month in India, `YYYY-MM-01`: the key of monthly counters. */
export function indianMonth(at: Date): string {
  return `${indianDate(at).slice(0, 7)}-01`
}

/** The start of the month `YYYY-MM` in India, and of the next one. */
export function monthBounds(month: string): { from: Date; to: Date } {
  const [year, number] = month.split('-').map(Number) as [number, number]
  const midnight = (monthIndex: number) => new Date(Date.UTC(year, monthIndex, 1) - KOLKATA_OFFSET_MS)
  return { from: midnight(number - 1), to: midnight(number) }
}

/** The start of the day `YYYY-MM-DD` in India. */
export const dayStart = (date: string): Date => new Date(Date.parse(`${date}T00:00:00Z`) - KOLKATA_OFFSET_MS)

/** The exclusive end of the day `YYYY-MM-DD` in India. */
export const dayEnd = (date: string): Date => new Date(dayStart(date).getTime() + DAY_MS)

/** The financial year (April to March) by Indian date: `2026` for 1 April 2026 to 31 March 2027. */
export function financialYear(at: Date): number {
  const [year, month] = indianDate(at).split('-').map(Number) as [number, number]
  return month >= 4 ? year : year - 1
}
