// Formats times. `at` and `now` are Unix seconds.

const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

const STYLES = {
  year: { year: 'numeric' },
  date: { dateStyle: 'short' },
  day: { day: 'numeric', month: 'short' },
  dayAndYear: { day: 'numeric', month: 'short', year: 'numeric' },
  exact: { dateStyle: 'long', timeStyle: 'medium', hourCycle: 'h23' },
  clock: { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
} satisfies Record<string, Intl.DateTimeFormatOptions>

const formats = new Map<string, Intl.DateTimeFormat>()
const relativeFormats = new Map<string, Intl.RelativeTimeFormat>()

/** `at` in a style. Creating a format is far slower than using it, so each is created once. */
export function formatted(style: keyof typeof STYLES, at: number, locale: string, timeZone: string): string {
  const key = `${style} ${locale} ${timeZone}`
  const format = formats.get(key) ?? new Intl.DateTimeFormat(locale, { ...STYLES[style], timeZone })
  formats.set(key, format)
  return format.format(at * 1000)
}

function relativeFormat(language: string): Intl.RelativeTimeFormat {
  const format =
    relativeFormats.get(language) ?? new Intl.RelativeTimeFormat(language, { style: 'narrow', numeric: 'always' })
  relativeFormats.set(language, format)
  return format
}

/** "now", "5m ago", "3h ago", then the day, with the year where it is another. */
export function relativeTime(at: number, now: number, language: string, timeZone: string, nowWord: string): string {
  const ago = now - at
  if (Math.abs(ago) < MINUTE) return nowWord
  if (Math.abs(ago) < DAY) {
    const format = relativeFormat(language)
    return Math.abs(ago) < HOUR
      ? format.format(-Math.trunc(ago / MINUTE), 'minute')
      : format.format(-Math.trunc(ago / HOUR), 'hour')
  }
  return dayOf(at, now, language, timeZone)
}

/** "5 Nov", with the year where it is another than now. */
export function dayOf(at: number, now: number, language: string, timeZone: string): string {
  const year = (seconds: number) => formatted('year', seconds, 'en', timeZone)
  return formatted(year(at) === year(now) ? 'day' : 'dayAndYear', at, languageTag(language), timeZone)
}

/** "5 November 2026 at 14:03:20 IST": to be compared with a log. */
export const exactTime = (at: number, language: string, timeZone: string): string =>
  formatted('exact', at, languageTag(language), timeZone)

/** "14:03". */
export const clockTime = (at: number, language: string, timeZone: string): string =>
  formatted('clock', at, languageTag(language), timeZone)

const languageTag = (language: string): string => (language === 'hi' ? 'hi-IN' : 'en-IN')
