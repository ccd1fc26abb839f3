// Quiet hours: from one local time of day to another. Pure.

const MINUTE_MS = 60_000
const DAY_MINUTES = 24 * 60
/** The maximum clock change at once, in any time zone. */
const CLOCK_CHANGE_MINUTES = 180

export interface QuietHours {
  /** In minutes of the day. The period from `from` to `to`, which may be on the next day. */
  from: number
  to: number
  timeZone: string
}

const formats = new Map<string, Intl.DateTimeFormat>()
const FORMATS_MAX = 1000

/** Null for an unknown time zone. */
function formatOf(timeZone: string): Intl.DateTimeFormat | null {
  const known = formats.get(timeZone)
  if (known) return known
  try {
    const options = { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const
    const made = new Intl.DateTimeFormat('en-GB', options)
    if (formats.size >= FORMATS_MAX) formats.clear()
    formats.set(timeZone, made)
    return made
  } catch {
    return null
  }
}

/** A name as the time zone database has it: `Asia/Kolkata`, and no offset. */
export const isTimeZone = (text: string): boolean => /^[A-Za-z]/.test(text) && formatOf(text) !== null

/** The local time in minutes of the day. */
export function onTheWall(timeZone: string, at: Date): number {
  const [hours, minutes] = (formatOf(timeZone) ?? (formatOf('UTC') as Intl.DateTimeFormat)).format(at).split(':')
  return Number(hours) * 60 + Number(minutes)
}

export function isQuiet({ from, to, timeZone }: QuietHours, at: Date): boolean {
  const now = onTheWall(timeZone, at)
  return from < to ? now >= from && now < to : now >= from || now < to
}

/** The end of the quiet hours, also across clock changes; `at` when it is not in quiet hours. */
export function quietUntil(quiet: QuietHours, at: Date): Date {
  let until = at
  for (let step = 0; isQuiet(quiet, until) && step < 2 * DAY_MINUTES; step++) {
    const left = (quiet.to - onTheWall(quiet.timeZone, until) + DAY_MINUTES) % DAY_MINUTES
    const minutes = left > CLOCK_CHANGE_MINUTES ? left - CLOCK_CHANGE_MINUTES : 1
    until = new Date((Math.floor(until.getTime() / MINUTE_MS) + minutes) * MINUTE_MS)
  }
  return until
}

const CLOCK = /^([01][0-9]|2[0-3]):([0-5][0-9])$/
export const CLOCK_PATTERN = CLOCK.source

export const minutesOf = (clock: string): number => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3))
export const clockOf = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`
