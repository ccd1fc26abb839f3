// SQL of contacts in campaigns: what is erased when a contact is deleted, and what moves when it is merged.

import { onShard } from '#kit/database/shards.ts'
import { type Statement, sql } from '#kit/database/sql.ts'
import type { Uuid } from '#kit/ids.ts'
import { costIn } from '#messaging/messages/give-back-queries.ts'
import { deliveryColumns } from '#messaging/messages/queries.ts'

const here = (organizationId: Uuid, column: Statement): Statement => onShard(column, [organizationId])

/** Campaigns with these contacts as waiting recipients, locked in id order. */
export function lockWaitingFor(organizationId: Uuid, contactIds: readonly Uuid[]): Statement {
  return sql`
    select c.id from campaigns c
     where c.org_id = ${organizationId} and c.id in (
       select campaign_id from campaign_recipients
        where org_id = ${organizationId} and contact_id = any(${contactIds}::uuid[]) and status = 'waiting')
     order by c.id for update of c`
}

/** Skips these waiting recipients; returns their campaigns, each with how many it no longer counts as waiting. */
export function skipWaiting(organizationId: Uuid, contactIds: readonly Uuid[], reason: string): Statement {
  return sql`
    with skipped as (
      update campaign_recipients set status = 'skipped', reason = ${reason}, address = null
       where org_id = ${organizationId} and contact_id = any(${contactIds}::uuid[]) and status = 'waiting'
      returning campaign_id, units),
    counted as (
      select campaign_id, count(*)::int as count, sum(units) as units from skipped group by campaign_id)
    update campaigns c set waiting_count = c.waiting_count - counted.count,
           waiting_units = c.waiting_units - counted.units
      from counted where c.org_id = ${organizationId} and c.id = counted.campaign_id
    returning c.id, counted.count`
}

/** Queued deliveries to these contacts, locked, with their current cost. */
export function lockQueuedFor(organizationId: Uuid, contactIds: readonly Uuid[]): Statement {
  return sql`
    select d.id, d.transaction_id, ${costIn([organizationId])} as cost_micros, d.channel, d.left_in_part
      from (select campaign_id, number from campaign_recipients
             where org_id = ${organizationId} and contact_id = any(${contactIds}::uuid[]) and status = 'queued'
            offset 0) r
      join deliveries d on d.org_id = ${organizationId} and d.campaign_id = r.campaign_id
       and d.recipient_number = r.number
     where d.status = 'queued' and d.campaign_id is not null order by d.id for update of d`
}

/**
 * Deliveries to these contacts: of their own recipients, and of merged ones, whose recipients no longer refer to a
 * contact.
 */
const deliveriesTo = (organizationId: Uuid, contactIds: readonly Uuid[]): Statement => sql`
    select d.id from campaign_recipients r
      join deliveries d on d.org_id = r.org_id ${here(organizationId, sql`d.org_id`)} and d.campaign_id = r.campaign_id
       and d.recipient_number = r.number and d.campaign_id is not null
     where r.org_id = ${organizationId} and r.contact_id = any(${contactIds}::uuid[]) and r.status = 'queued'
     union
    select id from deliveries
     where org_id = ${organizationId} and message_id is null and contact_id = any(${contactIds}::uuid[])
       and campaign_id is not null`

export function deliveriesFor(organizationId: Uuid, contactIds: readonly Uuid[]): Statement {
  return deliveriesTo(organizationId, contactIds)
}

/** An unknown outcome can no longer be resolved: it counts as sent. */
export function countUnknownAsSent(organizationId: Uuid, contactIds: readonly Uuid[], at: Date): Statement {
  return sql`
    with theirs as materialized (${deliveriesTo(organizationId, contactIds)})
    update deliveries d set status = 'sent', sent_at = ${at}::timestamptz
      from theirs where d.org_id = ${organizationId} and d.id = theirs.id and d.status = 'sending'
       and d.lease_until is null
    returning d.org_id, d.campaign_id, d.status`
}

/** Removes contact, address, provider id and error details from their deliveries. */
export function forgetDeliveriesFor(organizationId: Uuid, contactIds: readonly Uuid[]): Statement {
  return sql`
    with theirs as materialized (${deliveriesTo(organizationId, contactIds)})
    update deliveries d set contact_id = null, address = null, provider_id = null, error_detail = null,
           error_details = null
      from theirs where d.org_id = ${organizationId} and d.id = theirs.id
    returning d.id, d.campaign_id, d.recipient_number as number`
}

/** An unsubscription or complaint, and the period of campaigns it may be attributed to. */
export interface Ended {
  isComplaint: boolean
  channel: string
  since: Date
  at: Date
}

/** Marks the last campaign delivery to the contact on the channel since then, once. */
export function markEnded(
  organizationId: Uuid,
  contactId: Uuid,
  { isComplaint, channel, since, at }: Ended,
): Statement {
  const column = isComplaint ? sql`complained_at` : sql`unsubscribed_at`
  return sql`
    with last as (
      select r.campaign_id, r.number from campaign_recipients r
        join deliveries d on d.org_id = r.org_id ${here(organizationId, sql`d.org_id`)}
         and d.campaign_id = r.campaign_id and d.recipient_number = r.number and d.campaign_id is not null
       where r.org_id = ${organizationId} and r.contact_id = ${contactId} and r.status = 'queued'
         and d.channel = ${channel} and d.sent_at > ${since}
       order by d.sent_at desc limit 1)
    update campaign_recipients r set ${column} = ${at}::timestamptz
      from last where r.org_id = ${organizationId} and r.campaign_id = last.campaign_id and r.number = last.number
       and r.${column} is null
    returning r.campaign_id`
}

export function forgetRecipients(organizationId: Uuid, contactIds: readonly Uuid[]): Statement {
  return sql`
    update campaign_recipients set contact_id = null, address = null, variables = null
     where org_id = ${organizationId} and contact_id = any(${contactIds}::uuid[])`
}

/** Skips waiting recipients if the other contact is a recipient of the same campaign: that one receives it. */
export function skipBoth(organizationId: Uuid, waiting: Uuid, other: Uuid): Statement {
  return sql`
    with skipped as (
      update campaign_recipients r set status = 'skipped', reason = 'duplicate_address', address = null
       where r.org_id = ${organizationId} and r.contact_id = ${waiting} and r.status = 'waiting'
         and exists (select from campaign_recipients o
                      where o.org_id = r.org_id ${here(organizationId, sql`o.org_id`)}
                        and o.contact_id = ${other} and o.campaign_id = r.campaign_id and o.status <> 'skipped')
      returning r.campaign_id, r.units)
    update campaigns c set waiting_count = c.waiting_count - 1, waiting_units = c.waiting_units - skipped.units
      from skipped where c.org_id = ${organizationId} and c.id = skipped.campaign_id
    returning c.id, 1 as count`
}

/** Queued deliveries to `waiting` of campaigns that `other` receives too, locked, with their current cost. */
export function lockQueuedToBoth(organizationId: Uuid, waiting: Uuid, other: Uuid): Statement {
  return sql`
    select d.id, d.transaction_id, ${costIn([organizationId])} as cost_micros, d.channel, d.left_in_part
      from campaign_recipients r
      join campaign_recipients o on o.org_id = r.org_id ${here(organizationId, sql`o.org_id`)}
       and o.contact_id = ${other} and o.campaign_id = r.campaign_id and o.status = 'queued'
      join deliveries e on e.org_id = r.org_id ${here(organizationId, sql`e.org_id`)}
       and e.campaign_id = o.campaign_id and e.recipient_number = o.number and e.campaign_id is not null
       and e.status not in ('cancelled', 'failed')
      join deliveries d on d.org_id = r.org_id ${here(organizationId, sql`d.org_id`)}
       and d.campaign_id = r.campaign_id and d.recipient_number = r.number and d.campaign_id is not null
     where r.org_id = ${organizationId} and r.contact_id = ${waiting} and r.status = 'queued' and d.status = 'queued'
     order by d.id for update of d`
}

/** Moves deliveries to the remaining contact; those with a message move with it. */
export function moveDeliveries(organizationId: Uuid, from: Uuid, into: Uuid): Statement {
  return sql`
    update deliveries set contact_id = ${into}
     where org_id = ${organizationId} and message_id is null and contact_id = ${from} and campaign_id is not null`
}

/** When only the merged contact has a delivery, the remaining contact's skipped recipient loses its reference. */
export function yieldRecipients(organizationId: Uuid, from: Uuid, into: Uuid): Statement {
  return sql`
    update campaign_recipients r set contact_id = null, address = null, variables = null
     where r.org_id = ${organizationId} and r.contact_id = ${into} and r.status = 'skipped'
       and exists (select from campaign_recipients o
                    where o.org_id = r.org_id ${here(organizationId, sql`o.org_id`)}
                      and o.contact_id = ${from} and o.campaign_id = r.campaign_id and o.status = 'queued')`
}

/**
 * All other recipients move to the remaining contact; if that has its own, the merged one loses its reference, address
 * and variables.
 */
export function moveRecipients(organizationId: Uuid, from: Uuid, into: Uuid): Statement {
  return sql`
    update campaign_recipients r
       set contact_id = case when f.is_own then null else ${into}::uuid end,
           address = case when f.is_own then null else r.address end,
           variables = case when f.is_own then null else r.variables end
      from (select g.campaign_id, g.number, exists (
              select from campaign_recipients o
               where o.org_id = g.org_id ${here(organizationId, sql`o.org_id`)}
                 and o.contact_id = ${into} and o.campaign_id = g.campaign_id) as is_own
              from campaign_recipients g where g.org_id = ${organizationId} and g.contact_id = ${from}) f
     where r.org_id = ${organizationId} and r.campaign_id = f.campaign_id and r.number = f.number`
}

/** The deliveries as events show them. */
export function shownDeliveries(organizationId: Uuid, ids: readonly Uuid[]): Statement {
  return sql`
    select ${deliveryColumns([organizationId])}, d.campaign_id from deliveries d
     where d.org_id = ${organizationId} and d.id = any(${ids}::uuid[]) and d.campaign_id is not null order by d.id`
}
