// The day of a message, in the displayed time zone. Pure.

import { dayOf, formatted } from '../design/times.ts'

const DAY = 24 * 3600

/** "2026-11-05": equal for all times of a day. */
export const dayKey = (at: number, timeZone: string): string => formatted('date', at, 'en-CA', timeZone)

/** "Today", "Yesterday", "5 Nov". */
export function dayName(
  at: number,
  now: number,
  language: string,
  timeZone: string,
  names: { today: string; yesterday: string },
): string {
  const day = dayKey(at, timeZone)
  if (day === dayKey(now, timeZone)) return names.today
  if (day === dayKey(now - DAY, timeZone)) return names.yesterday
  return dayOf(at, now, language, timeZone)
}
