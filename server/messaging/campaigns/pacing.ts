// Keeps queued deliveries within the campaign's rate and quiet hours, also when they could not be sent in time: after a
// pause, or while sending was blocked. spec 15.12.

import type { Scope } from '#kit/app.ts'
import type { Tx } from '#kit/database/database.ts'
import type { Uuid } from '#kit/ids.ts'
import { spaceQueued, waitingOf } from './pacing-queries.ts'
import type { CampaignRow } from './queries.ts'
import { minutesOf, nextDue, outsideQuietHours, type Pace } from './rules.ts'

/** How late the first delivery may be: a longer backlog is not sent all at once. */
const LATE_MS = 60_000

export const paceOf = ({
  max_per_minute,
  quiet_from,
  quiet_to,
}: Pick<CampaignRow, 'max_per_minute' | 'quiet_from' | 'quiet_to'>): Pace => {
  const [from, to] = [quiet_from, quiet_to].map((time) => (time === null ? null : minutesOf(time)))
  return { perMinute: max_per_minute, quiet: from == null || to == null ? null : { from, to } }
}

/** True when the first waiting delivery, or one waiting for the end of quiet hours, needs a new due time. */
export function areLate(first: Date, second: Date | null, now: Date, { perMinute, quiet }: Pace): boolean {
  if (perMinute === null) return false
  const end = outsideQuietHours(now, quiet)
  if (end > now) return first < end || (second !== null && second <= end)
  return now.getTime() - first.getTime() > LATE_MS
}

/** The row is locked. Deliveries in flight are skipped. */
export async function spaceAnew(tx: Tx, { organizationId, at }: Scope, row: CampaignRow): Promise<void> {
  const pace = paceOf(row)
  if (pace.perMinute === null) return
  const queued = await tx.rows<{ id: Uuid; due_at: Date }>(waitingOf(organizationId, row.id))
  const [first, second] = queued
  if (first === undefined || !areLate(first.due_at, second?.due_at ?? null, at, pace)) return
  let due: number | null = null
  const spaced = queued.map(({ id }) => {
    due = nextDue(due, at.getTime(), pace)
    return { id, dueAt: new Date(due) }
  })
  await tx.run(spaceQueued(organizationId, row.id, spaced))
}
