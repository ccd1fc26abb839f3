// SQL of contacts.

import { endByBytes, pageById } from '#edge/paging.ts'
import type { Actor } from '#kit/app.ts'
import { keysOf } from '#kit/database/by-key.ts'
import { rowsOf } from '#kit/database/rows.ts'
import { onShard } from '#kit/database/shards.ts'
import { nothing, type Statement, sql } from '#kit/database/sql.ts'
import type { Uuid } from '#kit/ids.ts'
import { seconds } from '#kit/wire.ts'
import { isFiltered, membersOf } from './filter-queries.ts'
import { formsOf } from './number-forms.ts'
import type { Attributes } from './rules.ts'
import type { ContactChange, ContactQuery, NewContact } from './schema.ts'

export interface ContactRow {
  id: Uuid
  display_name: string | null
  email: string | null
  phone_number: string | null
  app_id: string | null
  avatar_url: string | null
  attributes: Attributes
  owner_id: Uuid
  unsubscribed: Record<string, number>
  suppressed: Record<string, string>
  marketing_stopped_at: Date | null
  last_active_at: Date | null
  /** The acting user's conversation with the contact. */
  conversation_id: Uuid | null
  created_at: Date
}

/**
 * The user's conversation with the contact `t`. Not `=`: without statistics the planner would use an index by user,
 * whose range grows with all of the user's conversations.
 */
export const ownConversation = ({ organizationId, userId }: Pick<Actor, 'organizationId' | 'userId'>) => sql`
  (select c.id from conversations c
    where c.org_id = t.org_id ${onShard(sql`c.org_id`, [organizationId])} and c.contact_id = t.id
      and c.user_id is not distinct from ${userId})`

export const columnsFor = (actor: Pick<Actor, 'organizationId' | 'userId'>) => sql`
  t.id, t.display_name, t.email, t.phone_number, t.app_id, t.avatar_url, t.attributes, t.owner_id, t.unsubscribed,
    t.suppressed, t.marketing_stopped_at, t.last_active_at, ${ownConversation(actor)} as conversation_id,
    t.created_at`

/** `condition`: a further condition on the contacts `t`. */
export function list(
  actor: Pick<Actor, 'organizationId' | 'userId'>,
  query: ContactQuery,
  condition?: Statement,
): Statement {
  const { where, tail } = pageById(query, sql`t.id`)
  const narrowed = condition === undefined ? nothing : sql`and ${condition}`
  const rows = sql`
    select ${columnsFor(actor)} from contacts t ${membersOf(actor.organizationId, query)}
     where t.org_id = ${actor.organizationId} ${isFiltered(actor.organizationId, query)} ${narrowed} ${where} ${tail}`
  return endByBytes(rows, bytesOfContact)
}

/** A page of a group's members. */
export function listOfGroup(actor: Actor, groupId: Uuid, page: Parameters<typeof pageById>[0]): Statement {
  const { where, tail } = pageById(page, sql`t.id`)
  const rows = sql`
    select ${columnsFor(actor)} from group_members m join contacts t on t.org_id = m.org_id and t.id = m.contact_id
     where m.org_id = ${actor.organizationId} and m.group_id = ${groupId} ${where} ${tail}`
  return endByBytes(rows, bytesOfContact)
}

/** Only what can be long is measured; the rest of a contact is less than two kilobytes. */
const bytesOfContact = sql`2000 + octet_length(attributes::text)`

export function byId(actor: Pick<Actor, 'organizationId' | 'userId'>, id: Uuid): Statement {
  return sql`select ${columnsFor(actor)} from contacts t where t.org_id = ${actor.organizationId} and t.id = ${id}`
}

export function insert(actor: Actor, id: Uuid, contact: NewContact): Statement {
  const { display_name, email, phone_number, app_id, avatar_url, attributes, owner_id, unsubscribed } = contact
  return sql`
    insert into contacts (org_id, id, display_name, email, phone_number, app_id, avatar_url, attributes, owner_id,
      unsubscribed, created_at)
    values (${actor.organizationId}, ${id}, ${display_name ?? null}, ${email ?? null}, ${phone_number ?? null},
      ${app_id ?? null},
            ${avatar_url ?? null}, ${json(attributes ?? {})}::jsonb, ${owner_id ?? actor.userId},
            jsonb_strip_nulls(${json(times(unsubscribed))}::jsonb), ${actor.at})`
}

/** No row changes if the contact does not exist. */
export function update({ organizationId }: Actor, id: Uuid, change: ContactChange): Statement {
  const given = (name: keyof ContactChange) => change[name] !== undefined
  return sql`
    update contacts set
      display_name = case when ${given('display_name')} then ${change.display_name ?? null} else display_name end,
      email = case when ${given('email')} then ${change.email ?? null} else email end,
      phone_number = case when ${given('phone_number')} then ${change.phone_number ?? null} else phone_number end,
      app_id = case when ${given('app_id')} then ${change.app_id ?? null} else app_id end,
      avatar_url = case when ${given('avatar_url')} then ${change.avatar_url ?? null} else avatar_url end,
      attributes = case when ${given('attributes')} then ${json(change.attributes ?? {})}::jsonb else attributes end,
      owner_id = coalesce(${change.owner_id ?? null}, owner_id),
      unsubscribed = jsonb_strip_nulls(unsubscribed || ${json(times(change.unsubscribed))}::jsonb)
    where org_id = ${organizationId} and id = ${id}`
}

// Always passed as text: input must never become part of the SQL.
function json(value: object): string {
  return JSON.stringify(value)
}

function times(unsubscribed: ContactChange['unsubscribed']): Record<string, number | null> {
  return Object.fromEntries(Object.entries(unsubscribed ?? {}).map(([channel, at]) => [channel, seconds(at)]))
}

export function lock({ organizationId }: Pick<Actor, 'organizationId'>, id: Uuid): Statement {
  return sql`select id from contacts where org_id = ${organizationId} and id = ${id} for update`
}

export function leaveGroups({ organizationId }: Pick<Actor, 'organizationId'>, id: Uuid): Statement {
  return sql`delete from group_members where org_id = ${organizationId} and contact_id = ${id}`
}

export function remove({ organizationId }: Pick<Actor, 'organizationId'>, id: Uuid): Statement {
  return sql`delete from contacts where org_id = ${organizationId} and id = ${id}`
}

/** Locks the existing ones of the contacts against deletion until the transaction ends. */
export function existing(organizationId: Uuid, ids: Uuid[]): Statement {
  return sql`select id from contacts where org_id = ${organizationId} and id = any(${ids}::uuid[])
    order by id for key share`
}

export interface LookedRow {
  id: Uuid
  is_theirs: boolean
  /** The number of contacts scanned. */
  looked: number
}

/** Scans the next `limit` contacts after `after`; returns those of these owners, and the last one scanned. */
export function nextOfOwners(
  organizationId: Uuid,
  ownerIds: readonly Uuid[],
  after: Uuid | null,
  limit: number,
): Statement {
  return sql`
    with looked as materialized (
      select id, owner_id = any(${ownerIds}::uuid[]) as is_theirs, row_number() over (order by id)::int4 as looked
        from contacts
       where org_id = ${organizationId} and id > coalesce(${after}::uuid, '00000000-0000-0000-0000-000000000000')
       order by id limit ${limit})
    select id, is_theirs, looked from looked where is_theirs or looked = (select max(looked) from looked)
     order by looked`
}

/** In the order of the ids, as everywhere, against deadlocks. */
export function lockAll(organizationId: Uuid, ids: readonly Uuid[]): Statement {
  return sql`
    select t.id from contacts t join ${keysOf(organizationId, ids)} k
        on t.org_id = k.org_id ${onShard(sql`t.org_id`, [organizationId])} and t.id = k.id
     order by t.id for no key update of t`
}

/** Transfers contacts of each owner to that owner's heir. */
export function give(
  actor: Pick<Actor, 'organizationId' | 'userId'>,
  ids: readonly Uuid[],
  heirs: readonly { ownerId: Uuid; heirId: Uuid }[],
): Statement {
  const given = rowsOf('g', heirs, {
    owner_id: ['uuid', ({ ownerId }) => ownerId],
    heir_id: ['uuid', ({ heirId }) => heirId],
  })
  return sql`
    update contacts t set owner_id = g.heir_id from ${given}
     where t.org_id = ${actor.organizationId} and t.id = any(${ids}::uuid[]) and t.owner_id = g.owner_id
    returning ${columnsFor(actor)}`
}

/** No row changes if the contact is already unsubscribed or was deleted: the first time stays. */
export function unsubscribe(organizationId: Uuid, id: Uuid, channel: string, at: Date): Statement {
  return sql`
    update contacts set unsubscribed = unsubscribed || jsonb_build_object(${channel}::text, ${seconds(at)}::int8)
     where org_id = ${organizationId} and id = ${id} and not jsonb_exists(unsubscribed, ${channel})`
}

/** The contact with this address; of several the most recently active one, otherwise the oldest. */
export function byAddress(
  organizationId: Uuid,
  field: 'email' | 'phone_number' | 'app_id',
  address: string,
): Statement {
  const isTheirs = {
    email: sql`lower(email) = lower(${address}) and email is not null`,
    phone_number: sql`phone_number = any(${formsOf(address)}::text[])`,
    app_id: sql`app_id = ${address}`,
  }[field]
  return sql`
    select id, owner_id from contacts where org_id = ${organizationId} and ${isTheirs}
     order by ${field === 'phone_number' ? sql`(phone_number = ${address}) desc,` : nothing}
              last_active_at desc nulls last, id limit 1 for no key update`
}

/** Stores the provider's notation of the number of a contact whose number is in the other one. */
export function noteAppNumber(organizationId: Uuid, id: Uuid, number: string): Statement {
  return sql`
    update contacts set app_number = ${number}
     where org_id = ${organizationId} and id = ${id} and phone_number = any(${formsOf(number)}::text[])
       and app_number is distinct from ${number}`
}

/** A condition: the contact `id` has the address in any of its fields. */
export const hasAddress = (organizationId: Uuid, id: Statement, address: string): Statement => sql`
  exists (select from contacts t where t.org_id = ${organizationId} and t.id = ${id}
             and (lower(t.email) = lower(${address}::text) or ${address}::text in (t.phone_number, t.app_id)))`

/** Sets the address if the contact has none of this kind. */
export function learnAddress(
  organizationId: Uuid,
  id: Uuid,
  field: 'email' | 'phone_number' | 'app_id',
  address: string,
): Statement {
  const column = { email: sql`email`, phone_number: sql`phone_number`, app_id: sql`app_id` }[field]
  return sql`
    update contacts set ${column} = ${address}
     where org_id = ${organizationId} and id = ${id} and ${column} is null`
}

/** Sets the contact's addresses in the app. */
export function moveAddresses(
  organizationId: Uuid,
  id: Uuid,
  { phone_number, app_id, display_name }: Pick<ContactRow, 'phone_number' | 'app_id' | 'display_name'>,
): Statement {
  return sql`
    update contacts set phone_number = ${phone_number}, app_id = ${app_id}, display_name = ${display_name}
     where org_id = ${organizationId} and id = ${id}`
}

/** An inbound message was received: the 24-hour session starts at this time. */
export function markInbound(organizationId: Uuid, id: Uuid, at: Date): Statement {
  return sql`
    update contacts set last_inbound_at = greatest(last_inbound_at, ${at}), last_active_at = greatest(last_active_at,
      ${at})
     where org_id = ${organizationId} and id = ${id}`
}

/** The same on a channel without sessions. */
export function markActive(organizationId: Uuid, id: Uuid, at: Date): Statement {
  return sql`
    update contacts set last_active_at = greatest(last_active_at, ${at})
     where org_id = ${organizationId} and id = ${id}`
}
