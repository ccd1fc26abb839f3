// Key figures of a report: progress, rate, and estimated end. Pure.

import type { Counts, Reported } from './shape.ts'

/** Accepted by the provider, whatever happened later. */
export const sentOf = ({ sent, delivered, read, undelivered }: Counts): number => sent + delivered + read + undelivered
export const deliveredOf = ({ delivered, read }: Counts): number => delivered + read
export const neverSentOf = ({ failed, cancelled }: Counts): number => failed + cancelled
/** Neither sent nor abandoned. */
export const remainingOf = ({ waiting, queued }: Counts): number => waiting + queued

/** "24%", "8.4%", "<0.1%": never 0% for a positive part, and 100% only for all. */
export function percentOf(part: number, whole: number): string {
  if (part <= 0 || whole <= 0) return '0%'
  if (part >= whole) return '100%'
  const percent = (part * 100) / whole
  if (percent < 0.1) return '<0.1%'
  if (percent >= 9.95 && percent <= 99) return `${Math.round(percent)}%`
  return `${Math.min(Math.round(percent * 10) / 10, 99.9)}%`
}

// --- Until when: spec 15.13 -----------------------------------------------------------------------------------------

const MINUTE = 60
const DAY = 24 * 3600
/** India's time is 5:30 ahead of UTC, without summer time. */
const INDIA = 330 * MINUTE

interface Quiet {
  /** Seconds of the day in India. */
  from: number
  length: number
}

const secondsOf = (time: string): number => {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return (hours * 60 + minutes) * MINUTE
}

function quietOf({ quiet_hours: quiet }: Pick<Reported, 'quiet_hours'>): Quiet | null {
  if (quiet === null) return null
  const from = secondsOf(quiet.from)
  return { from, length: (secondsOf(quiet.to) - from + DAY) % DAY }
}

/** Seconds since quiet hours last began. */
const sinceQuiet = (at: number, { from }: Quiet): number => (((at + INDIA - from) % DAY) + DAY) % DAY

/** The end of the current quiet hours; null outside them. Unix seconds. */
export function quietUntil(report: Pick<Reported, 'quiet_hours'>, now: number): number | null {
  const quiet = quietOf(report)
  if (quiet === null) return null
  const since = sinceQuiet(now, quiet)
  return since < quiet.length ? now + quiet.length - since : null
}

/** The estimated end of a running campaign at its current rate; null when unknown. Unix seconds. */
export function finishesAt(report: Reported, now: number): number | null {
  const { status, rate, max_per_minute: most, counts } = report
  const remaining = remainingOf(counts)
  const perMinute = rate > 0 ? Math.min(rate, most ?? rate) : most
  if (status !== 'running' || remaining === 0 || perMinute === null) return null
  let seconds = (remaining / perMinute) * MINUTE
  const quiet = quietOf(report)
  const begin = quietUntil(report, now) ?? now
  if (quiet === null || quiet.length === 0) return Math.ceil(begin + seconds)
  const untilQuiet = DAY - sinceQuiet(begin, quiet)
  if (seconds <= untilQuiet) return Math.ceil(begin + seconds)
  seconds -= untilQuiet
  const awake = DAY - quiet.length
  // Each day has as many seconds as its quiet hours leave free.
  return Math.ceil(begin + untilQuiet + quiet.length + Math.floor(seconds / awake) * DAY + (seconds % awake))
}

// --- Poll intervals --------------------------------------------------------------------------------------------------

const WHILE_SENDING_MS = 1000
const WHILE_REPORTED_MS = 15_000
/** Most delivery reports and replies arrive within this time. */
const REPORTED_FOR = 3 * DAY

/** For `refetchInterval`: spec 21.86. Counts have no events. */
export function lookAgainAfter(report: Reported | undefined, now: number): number | false {
  if (report === undefined || report.started_at === null) return false
  const { status, counts, ended_at: ended } = report
  // Also for a campaign that was just paused or cancelled: charged messages are still sent or reversed.
  if (status === 'running' || counts.queued > 0) return WHILE_SENDING_MS
  return now - (ended ?? now) < REPORTED_FOR ? WHILE_REPORTED_MS : false
}
