// SQL of a campaign's recipients, in sending order.

import { nothing, plainArray, type Statement, sql } from '#kit/database/sql.ts'
import type { Uuid } from '#kit/ids.ts'
import type { CampaignRow } from '../queries.ts'
import { type SkipReason, skipReasons } from '../recipients.ts'
import type { RecipientStatus } from './schema.ts'

export interface RecipientRow {
  number: number
  contact_id: Uuid | null
  display_name: string | null
  address: string | null
  list_id: Uuid | null
  status: RecipientStatus
  reason: SkipReason | null
  delivery_id: Uuid | null
}

export interface RecipientPage {
  after?: number
  before?: number
  limit: number
}

export interface RecipientFilter {
  status?: Exclude<RecipientStatus, 'waiting'> | undefined
  reason?: SkipReason | undefined
  /** The list through which they became recipients. */
  listId?: Uuid | undefined
}

type Of = Pick<CampaignRow, 'id' | 'next_number'>

/** A page of recipients. */
export function recipients(organizationId: Uuid, of: Of, filter: RecipientFilter, page: RecipientPage): Statement {
  return shown(organizationId, of.id, numbers(organizationId, of, filter, page), page)
}

/** Waiting recipients: all have numbers from the campaign's `next_number` on. */
export function waitingRecipients(
  organizationId: Uuid,
  { id, next_number }: Of,
  listId: Uuid | undefined,
  page: RecipientPage,
): Statement {
  const found = sql`
    select number from campaign_recipients
     where org_id = ${organizationId} and campaign_id = ${id} and status = 'waiting' and number >= ${next_number}
       ${ofList(listId)} ${within(sql`number`, page)}
     order by number ${orderOf(page)} limit ${page.limit}`
  return shown(organizationId, id, found, page)
}

function shown(organizationId: Uuid, id: Uuid, found: Statement, page: RecipientPage): Statement {
  return sql`
    select r.number, r.contact_id, c.display_name, coalesce(d.address, r.address) as address, r.list_id, r.status,
           r.reason, d.id as delivery_id
      from (${found}) p
     cross join lateral (
       select * from campaign_recipients
        where org_id = ${organizationId} and campaign_id = ${id} and number = p.number offset 0) r
      left join lateral (
        select id, address from deliveries
         where org_id = ${organizationId} and campaign_id = ${id} and recipient_number = p.number
           and campaign_id is not null offset 0) d on true
      left join contacts c on c.org_id = ${organizationId} and c.id = r.contact_id
     order by p.number ${orderOf(page)}`
}

/** Recipient numbers, by an index for each filter: recipients with one status may be few among a million others. */
function numbers(
  organizationId: Uuid,
  { id, next_number }: Of,
  { status, reason, listId }: RecipientFilter,
  page: RecipientPage,
): Statement {
  const { limit } = page
  const reasons = reason === undefined ? skipReasons : [reason]
  const order = orderOf(page)
  if (status === 'queued' && listId === undefined)
    // Each queued recipient has one delivery.
    return sql`
      select recipient_number as number from deliveries
       where org_id = ${organizationId} and campaign_id = ${id} and campaign_id is not null
         and recipient_number is not null ${within(sql`recipient_number`, page)}
       order by recipient_number ${order} limit ${limit}`
  if (status === 'skipped' || reason !== undefined)
    return sql`
      select s.number from unnest(${plainArray(reasons)}::text[]) as given (reason)
       cross join lateral (
         select number from campaign_recipients
          where org_id = ${organizationId} and campaign_id = ${id} and reason = given.reason
            ${ofList(listId)} ${within(sql`number`, page)}
          order by number ${order} limit ${limit}) s
       order by s.number ${order} limit ${limit}`
  const queued = status === 'queued' ? sql`and status = 'queued' and number < ${next_number}` : nothing
  return sql`
    select number from campaign_recipients
     where org_id = ${organizationId} and campaign_id = ${id} ${queued} ${ofList(listId)} ${within(sql`number`, page)}
     order by number ${order} limit ${limit}`
}

const ofList = (listId: Uuid | undefined): Statement => (listId === undefined ? nothing : sql`and list_id = ${listId}`)

const orderOf = ({ before }: RecipientPage): Statement => (before === undefined ? sql`asc` : sql`desc`)

const within = (number: Statement, { after, before }: RecipientPage): Statement =>
  after !== undefined ? sql`and ${number} > ${after}` : before !== undefined ? sql`and ${number} < ${before}` : nothing

export function recipientExists(organizationId: Uuid, id: Uuid, number: number): Statement {
  return sql`
    select number from campaign_recipients
     where org_id = ${organizationId} and campaign_id = ${id} and number = ${number}`
}
