// SQL for the fence: queued deliveries of all organizations, and deliveries that another installation has sent.

import { plainArray, type Statement, sql } from '#kit/database/sql.ts'
import type { Uuid } from '#kit/ids.ts'
import { channelNames } from '#messaging/channels/channel.ts'

/**
 * Deliveries that may have been sent before the restore: those that were in flight or due. One that was never tried and
 * is due later cannot have been sent. `strand_at` is the original due time of a delivery that waits for earlier ones
 * and is checked at growing intervals.
 */
const wasEarly = (before: Date) =>
  sql`created_at < ${before} and (attempts > 0 or coalesce(strand_at, due_at) < ${before})`
const isQueued = sql`channel = any(${plainArray(channelNames)}::text[]) and status = 'queued'`
const isInHand = sql`status = 'sending' and lease_until is not null`

export function waiting(before: Date): Statement {
  return sql`
    select org_id, channel as by, count(*) as count, min(created_at) as oldest,
           count(*) filter (where is_early) as early
      from (select org_id, channel, created_at, ${wasEarly(before)} as is_early from deliveries where ${isQueued}
             union all
            select org_id, channel, created_at, created_at < ${before} as is_early from deliveries where ${isInHand}) w
     group by org_id, channel order by org_id, channel`
}

/** Claims up to `limit` of them. */
export function take(organizationId: Uuid, before: Date, leaseUntil: Date, limit: number): Statement {
  return sql`
    with found as materialized (
      (select id from deliveries where org_id = ${organizationId} and ${isQueued} and ${wasEarly(before)}
        limit ${limit})
       union all
      (select id from deliveries where org_id = ${organizationId} and ${isInHand} and created_at < ${before}
        limit ${limit}))
    update deliveries d set status = 'sending', lease_until = ${leaseUntil}, claim_id = null from found f
     where d.org_id = ${organizationId} and d.id = f.id and d.status in ('queued', 'sending')
    returning d.org_id, d.id, d.attempts, d.lease_until, d.claim_id, d.created_at`
}
