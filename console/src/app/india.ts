// Days and months in India: billing and daily counts use them, wherever the user is.

import { dayOf } from '../design/times.ts'

export const INDIA = 'Asia/Kolkata'

const DAY_MS = 24 * 3600 * 1000
const format = new Intl.DateTimeFormat('en-CA', { timeZone: INDIA, dateStyle: 'short' })

/** `2026-11-23`. */
export const indianDay = (at: number = Date.now() / 1000): string => format.format(new Date(at * 1000))

/** `2026-11`. */
export const indianMonth = (at?: number): string => indianDay(at).slice(0, 7)

const noon = (day: string): Date => new Date(`${day}T12:00:00Z`)
const DAY = /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/

const isDay = (text: unknown): text is string =>
  typeof text === 'string' && DAY.test(text) && noon(text).toISOString().startsWith(text)

/** A period in the URL; the end is not before the start. */
export function daysOf({ from, to }: Record<string, unknown>): { from?: string; to?: string } {
  const first = isDay(from) ? from : undefined
  return { ...(first && { from: first }), ...(isDay(to) && !(first && to < first) && { to }) }
}

export const addDays = (day: string, count: number): string =>
  new Date(noon(day).getTime() + count * DAY_MS).toISOString().slice(0, 10)

export const addMonths = (month: string, count: number): string => {
  const at = noon(`${month}-01`)
  at.setUTCMonth(at.getUTCMonth() + count)
  return at.toISOString().slice(0, 7)
}

/** The last day of a month. */
export const lastDayOf = (month: string): string => addDays(`${addMonths(month, 1)}-01`, -1)

/** The number of days, including the first and the last. */
export const daysBetween = (from: string, to: string): number =>
  Math.round((noon(to).getTime() - noon(from).getTime()) / DAY_MS) + 1

/** "5 Nov", with the year unless it is the current one. */
export const shownDay = (day: string, language: string): string =>
  dayOf(noon(day).getTime() / 1000, Date.now() / 1000, language, INDIA)

/** "5 Nov 2026": for documents, which are filed by year. */
export const documentDay = (day: string, language: string): string =>
  new Intl.DateTimeFormat(language === 'hi' ? 'hi-IN' : 'en-IN', { dateStyle: 'medium', timeZone: INDIA }).format(
    noon(day),
  )

/** "November 2026". */
export const shownMonth = (month: string, language: string): string =>
  new Intl.DateTimeFormat(language === 'hi' ? 'hi-IN' : 'en-IN', {
    month: 'long',
    year: 'numeric',
    timeZone: INDIA,
  }).format(noon(`${month}-15`))
