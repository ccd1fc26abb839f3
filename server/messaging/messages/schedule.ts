// Scheduled sending times: spec 7.24. Pure.

import { invalid, type Refusal } from '#kit/refusals.ts'

const DAY_MS = 24 * 3600 * 1000
/** How far ahead messages can be scheduled. */
export const SCHEDULE_DAYS_MAX = 35
/** A time that passed recently counts as now: clocks differ, and requests take time. */
export const SCHEDULE_LATE_MAX_MS = 5 * 60_000

/** The earliest sending time, or why it is not possible. */
export function leavesAt(sendAt: Date | null | undefined, at: Date): Date | Refusal {
  if (sendAt == null) return at
  const ahead = sendAt.getTime() - at.getTime()
  if (ahead > SCHEDULE_DAYS_MAX * DAY_MS) return invalid('send_at', 'too_far_ahead', { days: SCHEDULE_DAYS_MAX })
  if (ahead < -SCHEDULE_LATE_MAX_MS) return invalid('send_at', 'in_past')
  return ahead > 0 ? sendAt : at
}
