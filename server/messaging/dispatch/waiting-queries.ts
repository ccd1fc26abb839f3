// SQL of what waits to be handed over, over all organizations, and of what another installation has sent.

import { plainArray, type Statement, sql } from '#kit/database/sql.ts'
import type { Uuid } from '#kit/ids.ts'
import { channelNames } from '#messaging/channels/channel.ts'

/**
 * What was in hand may have left. What was never tried and is first due later cannot have: it is scheduled for then.
 * `strand_at` is when it was first due, of what waits for those before it and is looked at again later and later.
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

/** Up to `limit` of them, in hand from now on. */
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
