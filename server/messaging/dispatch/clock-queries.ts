// SQL to correct due times and leases after the clock was set back, which would otherwise wait for as long again.

import { type Statement, sql } from '#kit/database/sql.ts'
import type { Uuid } from '#kit/ids.ts'
import type { ChannelName } from '#messaging/channels/channel.ts'

/** The due times of the next batch in index order. */
export function dueBehind(organizationId: Uuid, channel: ChannelName, after: Date, limit: number): Statement {
  return sql`
    select due_at from deliveries
     where org_id = ${organizationId} and channel = ${channel} and status = 'queued' and due_at > ${after}
     order by due_at limit ${limit}`
}

/**
 * Moves the batch to due times before `after`, so that no row is read twice. Scheduled messages keep their time, which
 * was set by the correct clock.
 */
export function bringForward(
  organizationId: Uuid,
  channel: ChannelName,
  { after, until }: { after: Date; until: Date },
  ms: number,
): Statement {
  return sql`
    update deliveries d set due_at = due_at - ${ms}::bigint * interval '1 millisecond'
     where d.org_id = ${organizationId} and channel = ${channel} and status = 'queued' and due_at > ${after}
       and due_at <= ${until}
       and not exists (select from messages m where m.org_id = ${organizationId} and m.id = d.message_id
         and m.send_at = d.due_at)`
}

/**
 * Ends leases that are later than any current lease can be: their holders have stopped, or they would have renewed
 * them.
 */
export function endLeasesBehind(organizationId: Uuid, latest: Date, now: Date): Statement {
  return sql`
    update deliveries set lease_until = ${now}
     where org_id = ${organizationId} and status = 'sending' and lease_until > ${latest}`
}
