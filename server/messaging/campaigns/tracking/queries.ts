// SQL of opens and clicks.

import { rowsOf } from '#kit/database/rows.ts'
import { type Statement, sql } from '#kit/database/sql.ts'
import type { Uuid } from '#kit/ids.ts'
import type { CampaignMail } from './links.ts'

export interface TrackedDelivery {
  campaign_id: Uuid
  number: number
  sent_at: Date | null
}

/** No row if the contact was deleted or the campaign does not track. */
export function tracked({ organizationId, deliveryId }: CampaignMail): Statement {
  return sql`
    select d.campaign_id, d.recipient_number as number, d.sent_at
      from deliveries d join campaigns c on c.org_id = ${organizationId} and c.id = d.campaign_id and c.track
     where d.org_id = ${organizationId} and d.id = ${deliveryId} and d.campaign_id is not null
       and d.contact_id is not null`
}

export interface Engagement {
  opens: number
  clicks: number
  bot_opens: number
  bot_clicks: number
}

/** Adds one; no row if the recipient already has `max` of them. */
export function add(
  organizationId: Uuid,
  { campaign_id, number, sent_at }: TrackedDelivery,
  one: Engagement,
  { at, max }: { at: Date; max: number },
): Statement {
  return sql`
    insert into campaign_engagements as e (org_id, campaign_id, number, opens, clicks, bot_opens, bot_clicks, opened_at,
                                           clicked_at, sent_at)
    values (${organizationId}, ${campaign_id}, ${number}, ${one.opens}, ${one.clicks}, ${one.bot_opens},
            ${one.bot_clicks}, ${one.opens > 0 ? at : null}, ${one.clicks > 0 ? at : null}, ${sent_at ?? at})
    on conflict (org_id, campaign_id, number) do update
       set opens = e.opens + excluded.opens, clicks = e.clicks + excluded.clicks,
           bot_opens = e.bot_opens + excluded.bot_opens, bot_clicks = e.bot_clicks + excluded.bot_clicks,
           opened_at = coalesce(e.opened_at, excluded.opened_at),
           clicked_at = coalesce(e.clicked_at, excluded.clicked_at)
     where e.opens + e.clicks + e.bot_opens + e.bot_clicks < ${max}
    returning opens, clicks, bot_opens, bot_clicks`
}

/** Called when the contacts of these deliveries are erased. */
export function forget(
  organizationId: Uuid,
  deliveries: readonly Pick<TrackedDelivery, 'campaign_id' | 'number'>[],
): Statement {
  const given = rowsOf('given', deliveries, {
    campaign_id: ['uuid', (one) => one.campaign_id],
    number: ['int4', ({ number }) => number],
  })
  return sql`
    delete from campaign_engagements e using ${given}
     where e.org_id = ${organizationId} and e.campaign_id = given.campaign_id and e.number = given.number`
}

export function organizationsWithOld(before: Date, limit: number): Statement {
  return sql`
    select o.id from organizations o
     where exists (select from campaign_engagements e where e.org_id = o.id and e.sent_at < ${before}) limit ${limit}`
}

export function removeOld(organizationId: Uuid, before: Date, limit: number): Statement {
  return sql`
    delete from campaign_engagements
     where org_id = ${organizationId} and (campaign_id, number) in (
       select campaign_id, number from campaign_engagements
        where org_id = ${organizationId} and sent_at < ${before} order by sent_at limit ${limit})`
}
