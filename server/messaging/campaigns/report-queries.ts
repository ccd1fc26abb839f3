// SQL of a campaign's report: what became of its deliveries, and what they cost by now.

import { PAGE_DEFAULT } from '#edge/paging.ts'
import { nothing, type Statement, sql } from '#kit/database/sql.ts'
import type { Uuid } from '#kit/ids.ts'
import type { Micros } from '#kit/money.ts'
import { netPriceIn } from '#messaging/messages/give-back-queries.ts'
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

export function report(organizationId: Uuid, id: Uuid): Statement {
  const inStatus = (status: string) => sql`(count(*) filter (where d.status = ${status}))::int`
  return sql`
    select (count(*) filter (where d.status in ('queued', 'sending')))::int as queued,
             ${inStatus('sent')} as sent, ${inStatus('delivered')} as delivered, ${inStatus('read')} as read,
             ${inStatus('failed')} as failed, ${inStatus('undelivered')} as undelivered,
             ${inStatus('cancelled')} as cancelled, count(d.message_id)::int as replied,
             coalesce(sum(${netPriceIn([organizationId])}), 0)::int8 as cost_micros
      from deliveries d where d.org_id = ${organizationId} and d.campaign_id = ${id}`
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
     where d.org_id = ${organizationId} and d.campaign_id = ${id} ${where}
       ${status === undefined ? nothing : sql`and d.status = ${status}`}
       ${list_id === undefined ? nothing : sql`and d.list_id = ${list_id}`}
     order by d.recipient_number ${order} limit ${limit + 1}`
}

export function delivery(organizationId: Uuid, id: Uuid, deliveryId: Uuid): Statement {
  return sql`
    select id from deliveries
     where org_id = ${organizationId} and campaign_id = ${id} and id = ${deliveryId}`
}
