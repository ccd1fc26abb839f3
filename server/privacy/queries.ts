// SQL of everything stored about one person, a page at a time.

import { channelsWith } from '#channels/table.ts'
import { literals, type Statement, sql } from '#kit/database/sql.ts'
import type { Uuid } from '#kit/ids.ts'
import { deliveriesFor } from '#messaging/campaigns/person-queries.ts'
import { otherFormIn } from '#messaging/contacts/number-form-queries.ts'
import { namesOf, underAllNames } from '#messaging/conversations/merge-queries.ts'
import { type DeliveryRow, deliveryColumns } from '#messaging/messages/queries.ts'

/** The person whose data is read. */
export interface Person {
  organizationId: Uuid
  contactId: Uuid
}

export interface StoredTimes {
  last_inbound_at: Date | null
  /** The number as the app's provider writes it, if that is another form. */
  app_number: string | null
}

/** Data of a contact that the API does not show. */
export function times({ organizationId, contactId }: Person): Statement {
  return sql`select last_inbound_at, app_number from contacts where org_id = ${organizationId} and id = ${contactId}`
}

/** The person's consents, oldest first. */
export function consentsOf({ organizationId, contactId }: Person): Statement {
  return sql`
    select id, contact_id, channel, status, source, text, user_id, created_at from consents
     where org_id = ${organizationId} and contact_id = ${contactId} order by id`
}

export interface SharedWritingOfContact {
  address: string
  wrote_at: Date
}

/** Shared accounts through which the person was written to. */
export function sharedWritingsOf({ organizationId, contactId }: Person): Statement {
  return sql`
    select address, wrote_at from shared_writings
     where org_id = ${organizationId} and contact_id = ${contactId} order by wrote_at`
}

export interface GroupOfContact {
  id: Uuid
  name: string
  member_since: Date
}

export function groupsOf({ organizationId, contactId }: Person): Statement {
  return sql`
    select g.id, g.name, m.created_at as member_since
      from group_members m join groups g on g.org_id = m.org_id and g.id = m.group_id
     where m.org_id = ${organizationId} and g.org_id = ${organizationId} and m.contact_id = ${contactId} order by g.id`
}

export function conversationsOf({ organizationId, contactId }: Person): Statement {
  return sql`
    select id, user_id, contact_id, group_id, pinned_message_id, is_pinned, is_muted, last_active_at, last_opened_at,
           created_at, archived_at
      from conversations where org_id = ${organizationId} and contact_id = ${contactId} order by id`
}

/** Messages in the person's own conversations, and group messages that were delivered to them. */
export function messageIds({ organizationId, contactId }: Person, after: Uuid | null, limit: number): Statement {
  return sql`
    select m.id
      from (select id, group_id from conversations where org_id = ${organizationId} and contact_id = ${contactId}
            union all
            select id, group_id from conversations where org_id = ${organizationId} and group_id is not null) c
     cross join lateral ${namesOf(organizationId, sql`c.id`)}
     cross join lateral (
       select id from messages
        where org_id = ${organizationId} and conversation_id = named.id
          and id > coalesce(${after}::uuid, '00000000-0000-0000-0000-000000000000')
          and (c.group_id is null or exists (
            select 1 from deliveries d
             where d.org_id = ${organizationId} and d.message_id = messages.id and d.contact_id = ${contactId}))
        order by id limit ${limit}) m
     order by m.id limit ${limit}`
}

/** The person's deliveries only: a group message has others too. */
export function deliveriesOf({ organizationId, contactId }: Person, ids: readonly Uuid[]): Statement {
  return sql`
    select ${deliveryColumns([organizationId])} from deliveries d
     where d.org_id = ${organizationId} and d.message_id = any(${ids}::uuid[]) and d.contact_id = ${contactId}
     order by d.id`
}

export type CampaignDelivery = DeliveryRow & {
  campaign_id: Uuid
  campaign_name: string
  variables: object | null
  unsubscribed_at: Date | null
  complained_at: Date | null
  opens: number | null
  clicks: number | null
  opened_at: Date | null
  clicked_at: Date | null
}

/** Campaign deliveries to the person, also from before a merge, with the values of the variables. */
export function campaignDeliveriesOf({ organizationId, contactId }: Person): Statement {
  return sql`
    with theirs as materialized (${deliveriesFor(organizationId, [contactId])})
    select k.id as campaign_id, k.name as campaign_name, r.variables, r.unsubscribed_at, r.complained_at, e.opens,
           e.clicks, e.opened_at, e.clicked_at, d.*
      from theirs
     cross join lateral (
       select ${deliveryColumns([organizationId])}, d.campaign_id as of_campaign, d.recipient_number from deliveries d
        where d.org_id = ${organizationId} and d.id = theirs.id) d
      join campaigns k on k.org_id = ${organizationId} and k.id = d.of_campaign
      left join campaign_recipients r on r.org_id = ${organizationId} and r.campaign_id = d.of_campaign
       and r.number = d.recipient_number and r.contact_id = ${contactId}
      left join campaign_engagements e on e.org_id = ${organizationId} and e.campaign_id = d.of_campaign
       and e.number = d.recipient_number
     order by d.id`
}

export interface StoredEvent {
  id: Uuid
  type: string
  payload: Record<string, unknown>
  created_at: Date
}

/** Events about these objects; for a group message not those about other recipients. */
export function eventsAbout(organizationId: Uuid, ids: readonly Uuid[], contact: string): Statement {
  return sql`
    select id, type, payload, created_at from events
     where org_id = ${organizationId} and object_id = any(${ids}::uuid[])
       and coalesce(payload #>> '{delivery,contact_id}', ${contact}) = ${contact}
     order by id`
}

export interface StoredMail {
  id: Uuid
  channel: string
  from_address: string
  address: string
  subject: string | null
  text: string | null
  html: string | null
  received_at: Date
}

/**
 * Sandbox mail that the contact's deletion would remove, without mail that the program sent to a user with the same
 * address (password resets, invitations): its links would let a reader of the export act as that user.
 */
export function sandboxMail({ organizationId, contactId }: Person, after: Uuid | null, limit: number): Statement {
  return sql`
    select s.id, s.channel, s.from_address, s.address, s.subject, s.text, s.html, s.received_at from sandbox_messages s
     where s.org_id = ${organizationId} and (${after}::uuid is null or s.id > ${after})
       and s.only_user_id is null and s.invitation_id is null
       and (s.contact_id = ${contactId} or s.contact_id is null
         and s.channel in (${literals(channelsWith('email'))}) and lower(s.address) = (
         select lower(t.email) from contacts t where t.org_id = ${organizationId} and t.id = ${contactId}))
     order by s.id limit ${limit}`
}

export interface StoredPart {
  id: Uuid
  part: number
  parts: number
  text: string
  received_at: Date
}

/** Stored parts of incomplete long SMS from the person. */
export function partsFrom({ organizationId, contactId }: Person, after: Uuid | null, limit: number): Statement {
  return sql`
    select p.id, p.part, p.parts, p.text, p.received_at from sms_incoming_parts p
     where p.org_id = ${organizationId} and (${after}::uuid is null or p.id > ${after}) and p.from_number in (
       select unnest(array[t.phone_number, ${otherFormIn(sql`t.phone_number`)}]) from contacts t
        where t.org_id = ${organizationId} and t.id = ${contactId}
       union all
       select unnest(array[k.address, ${otherFormIn(sql`k.address`)}]) from contact_addresses k
        where k.org_id = ${organizationId} and k.contact_id = ${contactId} and k.field = 'phone_number')
     order by p.id limit ${limit}`
}

/** Counts of the objects that a deletion removes. */
export function extent({ organizationId, contactId }: Person): Statement {
  const own = sql`
    select c.id from ${underAllNames(organizationId)} c where c.contact_id = ${contactId}`
  return sql`
    select
      (select count(*) from conversations c where c.org_id = ${organizationId} and c.contact_id = ${contactId})
        as conversations,
      (select count(*) from messages m where m.org_id = ${organizationId} and m.conversation_id in (${own}))
        as messages,
      (select count(*) from group_members g where g.org_id = ${organizationId} and g.contact_id = ${contactId})
        as groups,
      (select count(*) from deliveries d
        where d.org_id = ${organizationId} and d.contact_id = ${contactId} and d.status = 'queued')
        as queued_deliveries`
}
