// SQL of receipts: finds their deliveries and updates the status, many per statement.

import { rowsOf } from '#kit/database/rows.ts'
import { onShard } from '#kit/database/shards.ts'
import { nothing, type Statement, sql } from '#kit/database/sql.ts'
import { detailsToStore, textToStore } from '#kit/stored-details.ts'
import type { RecordedRow } from '#messaging/dispatch/queries.ts'
import { costIn } from '#messaging/messages/give-back-queries.ts'
import type { DeliveryStatus } from '#messaging/messages/rules.ts'
import { isUnknown } from '#messaging/messages/unknown-queries.ts'
import { type Report, steps } from './rules.ts'

/** Index of the report in the array. */
export interface TakenRow extends RecordedRow {
  place: number
  /** True when the status changed; a repeated receipt changes nothing. */
  has_moved: boolean
  /** The previous status. */
  was: DeliveryStatus
}

const possible = rowsOf('step', steps, {
  before_it: ['word', ({ from }) => from],
  after_it: ['word', ({ to }) => to],
})

/**
 * Updates deliveries of many organizations and returns those that were found and not locked. Locked deliveries, queued
 * ones and those in flight are skipped, and so is the second of two reports for one delivery. A provider id that
 * several deliveries have is skipped too, because it is ambiguous. Times are the earliest reported, so that the order
 * of receipts does not matter.
 *
 * The report's data is carried from step to step: a join by position would compare each with each, because these
 * transactions use nested loops by key (lookUpByKey of dispatch).
 */
export function take(reports: readonly Report[]): Statement {
  const organizationIds = [...new Set(reports.map((one) => one.organizationId))]
  const here = (column: Statement) => onShard(column, organizationIds)
  // Most reports have no error: then no array of details is passed.
  const areExplained = reports.some(({ error }) => error !== null)
  const errorDetails = areExplained ? sql`when not t.is_forgotten then t.error_details::jsonb` : nothing
  const given = rowsOf('given', reports, {
    place: ['int4', (_, index) => index],
    org_id: ['uuid', (one) => one.organizationId],
    channel: ['word', (one) => one.channel],
    delivery_id: ['uuid', (one) => one.deliveryId],
    provider_id: ['text', (one) => one.providerId],
    written_as: ['text', (one) => one.writtenAs],
    said: ['word', (one) => one.status],
    delivered_at: ['timestamptz', (one) => one.deliveredAt],
    read_at: ['timestamptz', (one) => one.readAt],
    ended_at: ['timestamptz', (one) => one.endedAt],
    error_code: ['text', (one) => one.error?.code ?? null],
    error_detail: ['text', (one) => textToStore(one.error?.detail ?? null)],
    ...(areExplained ? { error_details: ['text', (one) => detailsToStore(one.error?.detail ?? null)] } : {}),
  })
  return sql`
    with given as materialized (
      select * from ${given}),
    named as (
      select g.*, d.id from given g
        join deliveries d
          on d.org_id = g.org_id ${here(sql`d.org_id`)} and d.id = g.delivery_id and d.channel = g.channel
      union all
      select g.*, bearer.id from given g
       cross join lateral (
         select min(d.id::text)::uuid as id from (
           select id from deliveries
            where org_id = g.org_id ${here(sql`org_id`)} and channel = g.channel
              and provider_id in (g.provider_id, g.written_as)
            limit 2) d
         having count(*) = 1) bearer
       where g.delivery_id is null),
    found as materialized (select distinct on (org_id, id) * from named order by org_id, id, place),
    told as materialized (
      select f.*, d.status, d.message_id is null and d.campaign_id is null or d.contact_id is null as is_forgotten
        from found f join deliveries d on d.org_id = f.org_id ${here(sql`d.org_id`)} and d.id = f.id
       where d.status not in ('queued', 'sending') or ${isUnknown} for update of d skip locked),
    moved as (
      update deliveries d
         set status = case when s.moves then t.said else d.status end,
             delivered_at = least(d.delivered_at, t.delivered_at), read_at = least(d.read_at, t.read_at),
             ended_at = case when s.moves then t.ended_at else d.ended_at end,
             sent_at = case when d.sent_at is null and s.moves and t.said <> 'failed'
               then coalesce(t.delivered_at, t.read_at, t.ended_at) else d.sent_at end,
             error_code = case when s.moves then t.error_code else d.error_code end,
             error_detail = case when not s.moves then d.error_detail
               when t.is_forgotten then null else t.error_detail end,
             error_details = case when not s.moves then d.error_details ${errorDetails} end
        from told t
       cross join lateral (select (t.status, t.said) in (select before_it, after_it from ${possible}) as moves) s
       where d.org_id = t.org_id ${here(sql`d.org_id`)} and d.id = t.id
         and (s.moves or least(d.delivered_at, t.delivered_at) is distinct from d.delivered_at
                      or least(d.read_at, t.read_at) is distinct from d.read_at)
      returning t.place, s.moves as has_moved, d.org_id, d.id, d.message_id, d.contact_id, d.channel, d.status,
        t.status as was, d.kind, d.created_at, ${costIn(organizationIds)} as cost_micros, d.transaction_id,
        d.campaign_id)
    select * from moved
     union all
    select place, false, org_id, id, null, null, channel, status, status, null, null, null, null, null from told
     where place not in (select place from moved)`
}
