// SQL of receipts: finding the deliveries that they are about and moving them on, whole arrays at a time.

import { rowsOf } from '#kit/database/rows.ts'
import { onShard } from '#kit/database/shards.ts'
import { type Statement, sql } from '#kit/database/sql.ts'
import type { RecordedRow } from '#messaging/dispatch/queries.ts'
import { costIn } from '#messaging/messages/give-back-queries.ts'
import type { DeliveryStatus } from '#messaging/messages/rules.ts'
import { isUnknown } from '#messaging/messages/unknown-queries.ts'
import { type Report, steps } from './rules.ts'

/** `place`: of the report in the array. */
export interface TakenRow extends RecordedRow {
  place: number
  /** Whether its status is another now; what was said before changes nothing. */
  has_moved: boolean
  /** Its status before. */
  was: DeliveryStatus
}

const possible = rowsOf('step', steps, {
  before_it: ['word', ({ from }) => from],
  after_it: ['word', ({ to }) => to],
})

/**
 * Moves deliveries on, of many organizations, and returns those that were found and free. What somebody else holds,
 * what is queued or on its way, and the second of two reports that turn out to be of one delivery are passed
 * over. So is whatever has a provider's name that several have: nobody can tell which was meant. Times are the earliest
 * that was ever said, so that the order of receipts does not matter.
 */
export function take(reports: readonly Report[]): Statement {
  const organizationIds = [...new Set(reports.map((one) => one.organizationId))]
  const here = (column: Statement) => onShard(column, organizationIds)
  const given = rowsOf('given', reports, {
    place: ['int4', (_, index) => index],
    org_id: ['uuid', (one) => one.organizationId],
    channel: ['word', (one) => one.channel],
    delivery_id: ['uuid', (one) => one.deliveryId],
    provider_id: ['text', (one) => one.providerId],
    status: ['word', (one) => one.status],
    delivered_at: ['timestamptz', (one) => one.deliveredAt],
    read_at: ['timestamptz', (one) => one.readAt],
    ended_at: ['timestamptz', (one) => one.endedAt],
    error_code: ['text', (one) => one.error?.code ?? null],
    error_detail: ['text', (one) => one.error?.detail ?? null],
  })
  return sql`
    with given as materialized (
      select * from ${given}),
    named as (
      select g.place, d.org_id, d.id from given g
        join deliveries d
          on d.org_id = g.org_id ${here(sql`d.org_id`)} and d.id = g.delivery_id and d.channel = g.channel
      union all
      select place, min(org_id::text)::uuid, min(id::text)::uuid from (
        select g.place, d.org_id, d.id from given g
         cross join lateral (
           select org_id, id from deliveries
            where org_id = g.org_id ${here(sql`org_id`)} and channel = g.channel and provider_id = g.provider_id
            limit 2) d
         where g.delivery_id is null) bearers
       group by place having count(*) = 1),
    found as materialized (select distinct on (org_id, id) place, org_id, id from named order by org_id, id, place),
    free as materialized (
      select f.place, d.org_id, d.id, d.status, d.message_id is null or d.contact_id is null as is_forgotten
        from found f join deliveries d on d.org_id = f.org_id ${here(sql`d.org_id`)} and d.id = f.id
       where d.status not in ('queued', 'sending') or ${isUnknown} for update of d skip locked),
    told as materialized (
      select f.*, g.delivered_at, g.read_at, g.ended_at, g.error_code, g.error_detail, g.status as said
        from free f join given g on g.place = f.place),
    moved as (
      update deliveries d
         set status = case when s.moves then t.said else d.status end,
             delivered_at = least(d.delivered_at, t.delivered_at), read_at = least(d.read_at, t.read_at),
             ended_at = case when s.moves then t.ended_at else d.ended_at end,
             sent_at = case when d.sent_at is null and s.moves and t.said <> 'failed'
               then coalesce(t.delivered_at, t.read_at, t.ended_at) else d.sent_at end,
             error_code = case when s.moves then t.error_code else d.error_code end,
             error_detail = case when not s.moves then d.error_detail
               when t.is_forgotten then null else t.error_detail end
        from told t
       cross join lateral (
         select exists (select from ${possible} where step.before_it = t.status and step.after_it = t.said) as moves) s
       where d.org_id = t.org_id ${here(sql`d.org_id`)} and d.id = t.id
         and (s.moves or least(d.delivered_at, t.delivered_at) is distinct from d.delivered_at
                      or least(d.read_at, t.read_at) is distinct from d.read_at)
      returning t.place, s.moves as has_moved, d.org_id, d.id, d.message_id, d.contact_id, d.channel, d.status,
        d.kind, d.created_at, ${costIn(organizationIds)} as cost_micros, d.transaction_id)
    select t.place, coalesce(m.has_moved, false) as has_moved, t.org_id, t.id, m.message_id, m.contact_id, m.channel,
      coalesce(m.status, t.status) as status,
           t.status as was, m.kind, m.created_at, m.cost_micros, m.transaction_id
      from told t left join moved m on m.place = t.place and m.id = t.id`
}
