// SQL of a campaign's audience: the contacts on its lists and in its segments, less the exclusions, piece by piece in
// the order of their ids.

import { onShard } from '#kit/database/shards.ts'
import { nothing, type Statement, sql } from '#kit/database/sql.ts'
import type { Uuid } from '#kit/ids.ts'
import type { ChannelName, Reachable } from '#messaging/channels/channel.ts'
import type { Filter } from '#messaging/contacts/segments/filter.ts'
import { matchesFilter } from '#messaging/contacts/segments/filter-queries.ts'

export interface AudienceRow extends Reachable {
  contact_id: Uuid
  /** Null for an excluded or deleted contact, whose other fields are null too. */
  is_part: true | null
  app_number: string | null
  marketing_stopped_at: Date | null
  display_name: string | null
  attributes: Record<string, unknown>
  /** The first of the campaign's lists that the contact is on. */
  list_id: Uuid | null
  has_consent: boolean
}

export interface Audience {
  organizationId: Uuid
  channel: ChannelName
  listIds: readonly Uuid[]
  /** The filters of its segments. */
  filters: readonly Filter[]
  excludedListIds: readonly Uuid[]
  /** Contacts added later are not included. */
  at: Date
  needsConsent: boolean
}

/** The contact columns that batches read too. */
export const contactColumns = sql`
  t.email, t.phone_number, t.app_id, t.app_number, t.unsubscribed, t.suppressed, t.marketing_stopped_at,
  t.last_inbound_at, t.display_name, t.attributes`

/** The next `limit` of the audience after a contact; fewer at its end. */
export function nextOfAudience(audience: Audience, after: Uuid | null, limit: number): Statement {
  const { organizationId, channel, listIds, filters, excludedListIds, at, needsConsent } = audience
  const here = (column: Statement) => onShard(column, [organizationId])
  const from = after === null ? nothing : sql`and contact_id > ${after}`
  const onLists = sql`
    select m.contact_id from unnest(${listIds}::uuid[]) as l (id)
     cross join lateral (
       select contact_id from list_members
        where org_id = ${organizationId} and list_id = l.id and created_at <= ${at} ${from}
        order by contact_id limit ${limit}) m`
  const inSegments = filters.map(
    (filter) => sql`
      union all
      (select t.id as contact_id from contacts t
        where t.org_id = ${organizationId} ${after === null ? nothing : sql`and t.id > ${after}`}
          and t.created_at <= ${at} and (${matchesFilter(organizationId, filter, at)})
        order by t.id limit ${limit})`,
  )
  const candidates = inSegments.reduce((all, one) => sql`${all} ${one}`, sql`(${onLists})`)
  return sql`
    with candidates as materialized (
      select distinct contact_id from (${candidates}) found order by contact_id limit ${limit})
    select k.contact_id, f.is_part, f.email, f.phone_number, f.app_id, f.app_number, f.unsubscribed, f.suppressed,
           f.marketing_stopped_at, f.last_inbound_at, f.display_name, f.attributes, f.list_id, f.has_consent
      from candidates k
      left join lateral (
        select true as is_part, ${contactColumns},
               (select l.id from unnest(${listIds}::uuid[]) with ordinality as l (id, place)
                  join list_members m on m.org_id = t.org_id ${here(sql`m.org_id`)} and m.list_id = l.id
                    and m.contact_id = t.id and m.created_at <= ${at}
                 order by l.place limit 1) as list_id,
               ${needsConsent ? isConsented(channel, here) : sql`true`} as has_consent
          from contacts t
         where t.org_id = ${organizationId} and t.id = k.contact_id and t.created_at <= ${at}
           and not exists (select from list_members x
                            where x.org_id = t.org_id ${here(sql`x.org_id`)} and x.contact_id = t.id
                              and x.list_id = any(${excludedListIds}::uuid[]))
         offset 0) f on true
     order by k.contact_id`
}

/** A contact as if it were part of an audience. */
export function candidateById(
  organizationId: Uuid,
  contactId: Uuid,
  { channel, needsConsent }: Pick<Audience, 'channel' | 'needsConsent'>,
): Statement {
  const here = (column: Statement) => onShard(column, [organizationId])
  return sql`
    select t.id as contact_id, true as is_part, ${contactColumns}, null::uuid as list_id,
           ${needsConsent ? isConsented(channel, here) : sql`true`} as has_consent
      from contacts t where t.org_id = ${organizationId} and t.id = ${contactId}`
}

/** True when the latest consent of contact `t` for the channel is granted. */
export const isConsented = (channel: ChannelName, here: (column: Statement) => Statement): Statement => sql`
  coalesce((select s.status = 'granted' from consents s
             where s.org_id = t.org_id ${here(sql`s.org_id`)} and s.contact_id = t.id and s.channel = ${channel}
               and s.scope = 'all'
             order by s.id desc limit 1), false)`

/** The stored filters of these segments, in order. */
export function filtersOf(organizationId: Uuid, ids: readonly Uuid[]): Statement {
  return sql`
    select s.filter from unnest(${ids}::uuid[]) with ordinality as given (id, place)
      join segments s on s.org_id = ${organizationId} and s.id = given.id order by given.place`
}

export function existingSegments(organizationId: Uuid, ids: readonly Uuid[]): Statement {
  return sql`select id from segments where org_id = ${organizationId} and id = any(${ids}::uuid[])`
}

/** The contacts among these that exist. */
export function existingContacts(organizationId: Uuid, ids: readonly Uuid[]): Statement {
  return sql`select id from contacts where org_id = ${organizationId} and id = any(${ids}::uuid[])`
}

/** The lists among these that exist. `held`: blocks their deletion until the transaction ends. */
export function existingLists(organizationId: Uuid, ids: readonly Uuid[], held = false): Statement {
  return sql`
    select id from lists
     where org_id = ${organizationId} and id = any(${ids}::uuid[]) and deleted_at is null
     ${held ? sql`order by id for share` : nothing}`
}
