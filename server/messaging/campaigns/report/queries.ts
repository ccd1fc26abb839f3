// SQL of a campaign's report: outcomes and current cost of its deliveries.

import { PAGE_DEFAULT } from '#edge/paging.ts'
import { nothing, type Statement, sql } from '#kit/database/sql.ts'
import type { Uuid } from '#kit/ids.ts'
import { indianDate } from '#kit/india/calendar.ts'
import type { Micros } from '#kit/money.ts'
import { conversationOf } from '#messaging/conversations/merge-queries.ts'
import { type DeliveryRow, deliveryColumns } from '#messaging/messages/queries.ts'
import type { CampaignDeliveryQuery, Reaction } from '../schema.ts'

/** The usage counted for the campaign since the day it started, which equals the ledger (spec 13.36). */
export function cost(organizationId: Uuid, id: Uuid, since: Date): Statement {
  return sql`
    select coalesce(sum(amount_micros - reversed_micros - rerated_micros - refunded_micros), 0)::int8 as cost_micros
      from daily_usage
     where org_id = ${organizationId} and day >= ${indianDate(since)}::date and campaign_id = ${id}`
}

export interface DayCostRow {
  day: string
  amount_micros: Micros
}

/** The same by day of charge. */
export function costByDay(organizationId: Uuid, id: Uuid, since: Date): Statement {
  return sql`
    select day::text as day,
           sum(amount_micros - reversed_micros - rerated_micros - refunded_micros)::int8 as amount_micros
      from daily_usage
     where org_id = ${organizationId} and day >= ${indianDate(since)}::date and campaign_id = ${id}
     group by day`
}

export type ListedRow = DeliveryRow & { recipient_number: number; conversation_id: Uuid | null }

/** A campaign's deliveries, the last recipient first: ordered by recipient number, as the ids are. */
export function deliveries(organizationId: Uuid, id: Uuid, query: CampaignDeliveryQuery): Statement {
  const { starting_after, ending_before, limit = PAGE_DEFAULT } = query
  const place = (of: Uuid) => sql`
    (select recipient_number from deliveries where org_id = ${organizationId} and id = ${of})`
  const where = starting_after
    ? sql`< ${place(starting_after)}`
    : ending_before
      ? sql`> ${place(ending_before)}`
      : nothing
  const order = ending_before ? sql`asc` : sql`desc`
  const range = { where, order, limit: limit + 1 }
  return sql`
    select ${deliveryColumns([organizationId])}, d.recipient_number,
           ${conversationOf([organizationId], sql`d.org_id`, sql`d.conversation_id`)} as conversation_id
      from ${page(organizationId, id, query, range)} d
     where d.org_id = ${organizationId} order by d.recipient_number ${order}`
}

interface Range {
  /** The condition on the recipient's number; empty for none. */
  where: Statement
  order: Statement
  limit: number
}

/** A page of deliveries; by list or reaction through their own indexes. */
function page(organizationId: Uuid, id: Uuid, query: CampaignDeliveryQuery, range: Range): Statement {
  const { where, order, limit } = range
  const within = (number: Statement) => (where === nothing ? nothing : sql`and ${number} ${where}`)
  const someOf = narrowed(organizationId, id, query)
  if (someOf === null)
    return sql`
      (select * from deliveries d
        where d.org_id = ${organizationId} and d.campaign_id = ${id} and d.campaign_id is not null
          ${within(sql`d.recipient_number`)} ${filtered(query)}
        order by d.recipient_number ${order} limit ${limit})`
  return sql`
    (select f.* from (
       ${someOf} ${within(sql`number`)} order by number ${order} limit ${limit}) r
      cross join lateral (
        select * from deliveries
         where org_id = ${organizationId} and campaign_id = ${id} and recipient_number = r.number
           and campaign_id is not null offset 0) f)`
}

/** Recipient numbers from the index of a filter; null if the deliveries themselves are filtered. */
function narrowed(
  organizationId: Uuid,
  id: Uuid,
  { reaction, list_id, status, reason }: CampaignDeliveryQuery,
): Statement | null {
  if (reaction !== undefined) return reacted[reaction](organizationId, id)
  if (list_id === undefined || status !== undefined || reason !== undefined) return null
  return sql`
    select number from campaign_recipients
     where org_id = ${organizationId} and campaign_id = ${id} and list_id = ${list_id} and status = 'queued'`
}

const reacted: Record<Reaction, (organizationId: Uuid, id: Uuid) => Statement> = {
  opened: (organizationId, id) => sql`
    select number from campaign_engagements
     where org_id = ${organizationId} and campaign_id = ${id} and opens > 0`,
  clicked: (organizationId, id) => sql`
    select number from campaign_engagements
     where org_id = ${organizationId} and campaign_id = ${id} and clicks > 0`,
  unsubscribed: (organizationId, id) => sql`
    select number from campaign_recipients
     where org_id = ${organizationId} and campaign_id = ${id} and unsubscribed_at is not null`,
  complained: (organizationId, id) => sql`
    select number from campaign_recipients
     where org_id = ${organizationId} and campaign_id = ${id} and complained_at is not null`,
  // Only while the message of the reply exists.
  replied: (organizationId, id) => sql`
    select number from (
      select recipient_number as number from deliveries
       where org_id = ${organizationId} and campaign_id = ${id} and campaign_id is not null
         and message_id is not null) answered
     where number is not null`,
}

export function delivery(organizationId: Uuid, id: Uuid, deliveryId: Uuid): Statement {
  return sql`
    select id from deliveries
     where org_id = ${organizationId} and campaign_id = ${id} and id = ${deliveryId}`
}

const filtered = ({ status, list_id, reason }: CampaignDeliveryQuery): Statement => sql`
  ${status === undefined ? nothing : sql`and d.status = ${status}`}
  ${list_id === undefined ? nothing : sql`and d.list_id = ${list_id}`}
  ${reason === undefined ? nothing : sql`and d.error_code = ${reason}`}`

export interface CsvRow {
  id: Uuid
  recipient_number: number
  contact_id: Uuid | null
  address: string | null
  list_id: Uuid | null
  status: string
  error_code: string | null
  price_micros: Micros
  units: number
  created_at: Date
  sent_at: Date | null
  delivered_at: Date | null
  read_at: Date | null
  opened_at: Date | null
  clicked_at: Date | null
  unsubscribed_at: Date | null
  complained_at: Date | null
}

/** The next page for a CSV file, the last recipient first. */
export function deliveriesForCsv(
  organizationId: Uuid,
  id: Uuid,
  query: CampaignDeliveryQuery,
  { before, limit }: { before: number | null; limit: number },
): Statement {
  const where = before === null ? nothing : sql`< ${before}`
  return sql`
    select d.id, d.recipient_number, d.contact_id, d.address, d.list_id, d.status, d.error_code, d.price_micros,
           d.units, d.created_at, d.sent_at, d.delivered_at, d.read_at, e.opened_at, e.clicked_at, r.unsubscribed_at,
           r.complained_at
      from ${page(organizationId, id, query, { where, order: sql`desc`, limit })} d
      left join lateral (
        select opened_at, clicked_at from campaign_engagements
         where org_id = ${organizationId} and campaign_id = ${id} and number = d.recipient_number offset 0) e on true
      left join lateral (
        select unsubscribed_at, complained_at from campaign_recipients
         where org_id = ${organizationId} and campaign_id = ${id} and number = d.recipient_number offset 0) r on true
     where d.org_id = ${organizationId} order by d.recipient_number desc`
}

export interface CostRow {
  cost_micros: Micros
}
