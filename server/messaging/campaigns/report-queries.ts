// SQL of a campaign's report: what became of its deliveries, and what they cost by now.

import { PAGE_DEFAULT } from '#edge/paging.ts'
import { nothing, plainArray, type Statement, sql } from '#kit/database/sql.ts'
import type { Uuid } from '#kit/ids.ts'
import { indianDate } from '#kit/india/calendar.ts'
import type { Micros } from '#kit/money.ts'
import { deliveryColumns } from '#messaging/messages/queries.ts'
import type { CampaignDeliveryQuery } from './schema.ts'

export interface ReportRow {
  queued: number
  sent: number
  delivered: number
  read: number
  failed: number
  undelivered: number
  cancelled: number
  replied: number
  cost_micros: Micros
}

/**
 * Counted by the index of the statuses alone. The cost is what usage counts for the campaign since the day of its start:
 * it equals the ledger (spec 13.36).
 */
export function report(organizationId: Uuid, id: Uuid, since: Date): Statement {
  const inStatus = (...statuses: string[]) => sql`
    coalesce(sum(count) filter (where status = any(${plainArray(statuses)}::text[])), 0)::int`
  return sql`
    select ${inStatus('queued', 'sending')} as queued, ${inStatus('sent')} as sent,
           ${inStatus('delivered')} as delivered, ${inStatus('read')} as read, ${inStatus('failed')} as failed,
           ${inStatus('undelivered')} as undelivered, ${inStatus('cancelled')} as cancelled,
           (select count(*)::int from deliveries
             where org_id = ${organizationId} and campaign_id = ${id} and campaign_id is not null
               and message_id is not null) as replied,
           (select coalesce(sum(amount_micros - reversed_micros - rerated_micros - refunded_micros), 0)::int8
              from daily_usage
             where org_id = ${organizationId} and day >= ${indianDate(since)}::date and campaign_id = ${id}) as cost_micros
      from (select status, count(*) from deliveries
             where org_id = ${organizationId} and campaign_id = ${id} and campaign_id is not null
             group by status) counted`
}

/** Its deliveries, the recipients who were queued last first: by their numbers, as the ids follow them. */
export function deliveries(organizationId: Uuid, id: Uuid, query: CampaignDeliveryQuery): Statement {
  const { starting_after, ending_before, limit = PAGE_DEFAULT, status, list_id } = query
  const place = (of: Uuid) => sql`
    (select recipient_number from deliveries where org_id = ${organizationId} and id = ${of})`
  const where = starting_after
    ? sql`and d.recipient_number < ${place(starting_after)}`
    : ending_before
      ? sql`and d.recipient_number > ${place(ending_before)}`
      : nothing
  const order = ending_before ? sql`asc` : sql`desc`
  return sql`
    select ${deliveryColumns([organizationId])} from deliveries d
     where d.org_id = ${organizationId} and d.campaign_id = ${id} and d.campaign_id is not null ${where}
       ${status === undefined ? nothing : sql`and d.status = ${status}`}
       ${list_id === undefined ? nothing : sql`and d.list_id = ${list_id}`}
     order by d.recipient_number ${order} limit ${limit + 1}`
}

export function delivery(organizationId: Uuid, id: Uuid, deliveryId: Uuid): Statement {
  return sql`
    select id from deliveries
     where org_id = ${organizationId} and campaign_id = ${id} and id = ${deliveryId}`
}
