// Moments in words. `at` and `now` are Unix seconds.

const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** "now", "5m ago", "3h ago", then the day, with the year where it is another. */
export function relativeTime(at: number, now: number, language: string, timeZone: string, nowWord: string): string {
  const ago = now - at
  if (Math.abs(ago) < MINUTE) return nowWord
  if (Math.abs(ago) < DAY) {
    const format = new Intl.RelativeTimeFormat(language, { style: 'narrow', numeric: 'always' })
    return Math.abs(ago) < HOUR
      ? format.format(-Math.trunc(ago / MINUTE), 'minute')
      : format.format(-Math.trunc(ago / HOUR), 'hour')
  }
  return dayOf(at, now, language, timeZone)
}

/** "5 Nov", with the year where it is another than now. */
export function dayOf(at: number, now: number, language: string, timeZone: string): string {
  const year = (seconds: number) =>
    new Intl.DateTimeFormat('en', { year: 'numeric', timeZone }).format(new Date(seconds * 1000))
  const isThisYear = year(at) === year(now)
  return new Intl.DateTimeFormat(languageTag(language), {
    day: 'numeric',
    month: 'short',
    ...(isThisYear ? {} : { year: 'numeric' }),
    timeZone,
  }).format(new Date(at * 1000))
}

/** "5 November 2026 at 14:03:20 IST": to be compared with a log. */
export function exactTime(at: number, language: string, timeZone: string): string {
  return new Intl.DateTimeFormat(languageTag(language), {
    dateStyle: 'long',
    timeStyle: 'medium',
    hourCycle: 'h23',
    timeZone,
  }).format(new Date(at * 1000))
}

/** "14:03". */
export function clockTime(at: number, language: string, timeZone: string): string {
  return new Intl.DateTimeFormat(languageTag(language), {
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZone,
  }).format(new Date(at * 1000))
}

const languageTag = (language: string): string => (language === 'hi' ? 'hi-IN' : 'en-IN')
