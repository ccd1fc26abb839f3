// SQL of searches. The index returns candidates; the same statement reads their rows to check that they still exist and
// that the actor may see them.

import { PAGE_DEFAULT } from '#edge/paging.ts'
import type { Actor } from '#kit/app.ts'
import { onShard } from '#kit/database/shards.ts'
import { nothing, type Statement, sql } from '#kit/database/sql.ts'
import type { Uuid } from '#kit/ids.ts'
import type { ChannelName } from '#messaging/channels/channel.ts'
import { isFiltered, membersOf } from '#messaging/contacts/filter-queries.ts'
import { ownConversation } from '#messaging/contacts/queries.ts'
import type { ContactFilter } from '#messaging/contacts/schema.ts'
import { conversationOf } from '#messaging/conversations/merge-queries.ts'
import { seesAll } from '#messaging/conversations/rules.ts'
import { BUCKET, type Condition, type Kind } from './match-rules.ts'

/** Time limit of each statement in the transaction. */
export const limitTime = (milliseconds: number): Statement =>
  sql`select set_config('statement_timeout', ${String(milliseconds)}, true)`

export interface Buckets {
  newest: number
  oldest: number
}

export function bucketsOf(organizationId: Uuid, kind: Kind): Statement {
  return sql`
    select bucket as newest, case when earlier_filled > 0 then earlier_bucket else 0 end as oldest from search_heads
     where org_id = ${organizationId} and kind = ${kind}`
}

/** The entry after which a page begins. */
export interface Place {
  bucket: number
  id: Uuid
}

export function placeOf(organizationId: Uuid, id: Uuid): Statement {
  return sql`select bucket, id from search_entries where org_id = ${organizationId} and id = ${id}`
}

/** The entry of the conversation's contact or group. */
export function placeOfConversation(organizationId: Uuid, id: Uuid): Statement {
  return sql`
    select e.bucket, e.id, c.contact_id is not null as is_contact
      from (select k.org_id, k.contact_id, k.group_id from conversations k
             where k.org_id = ${organizationId} and k.id = ${id} offset 0) c
      join search_entries e on e.org_id = ${organizationId} and e.id = coalesce(c.contact_id, c.group_id)`
}

export interface Looked {
  organizationId: Uuid
  condition: Condition
  buckets: Buckets
  after: Place | null
}

/**
 * Matching ids as `e.id`, newest first, bucket by bucket until the page is full. Uses only the index of words and
 * filters by organization afterwards, as the primary key would read all of the organization's entries.
 */
export function found({ organizationId, condition, buckets, after }: Looked, isAfterToo = false): Statement {
  const inBucket = (text: string) => sql`replace(${text}::text, ${BUCKET}::text, b.n::text)::tsquery`
  const from = after === null ? buckets.newest : Math.min(buckets.newest, after.bucket)
  const behind =
    after === null
      ? nothing
      : isAfterToo
        ? sql`and (b.n < ${after.bucket}::int or k.id <= ${after.id}::uuid)`
        : sql`and (b.n < ${after.bucket}::int or k.id < ${after.id}::uuid)`
  const asked = condition.asked === null ? nothing : sql`and k.words @@ ${inBucket(condition.asked)}`
  return sql`
    generate_series(${from}::int, ${buckets.oldest}::int, -1) as b (n)
    cross join lateral (
      select k.id from (
        select i.org_id, i.id, i.words from search_entries i
         where i.words @@ ${inBucket(condition.indexed)} ${onShard(sql`i.org_id`, [organizationId])} offset 0) k
       where k.org_id = ${organizationId} ${behind} ${asked}
       order by k.id desc offset 0) e`
}

const rowsOf = (limit: number | undefined) => sql`limit ${(limit ?? PAGE_DEFAULT) + 1}`

export interface FoundMessageRow {
  id: Uuid
  conversation_id: Uuid
  user_id: Uuid
  contact_id: Uuid | null
  display_name: string | null
  group_id: Uuid | null
  group_name: string | null
  direction: 'outbound' | 'inbound'
  channel: ChannelName
  subject: string | null
  text: string | null
  html: string | null
  created_at: Date
}

export function messages(actor: Actor, looked: Looked, limit: number | undefined): Statement {
  const { organizationId, userId } = actor
  const own = seesAll(actor) ? nothing : sql`and c.user_id is not distinct from ${userId}`
  return sql`
    select m.*, t.display_name, g.name as group_name from (
      select m.* from ${found(looked)} cross join lateral (
        select m.id, c.id as conversation_id, c.user_id, c.contact_id, c.group_id, m.direction, m.channel, m.subject,
               left(m.text, 20000) as text, case when m.text is null then left(m.html, 200000) end as html, m.created_at
          from messages m join conversations c
            on c.org_id = ${organizationId}
           and c.id = ${conversationOf([organizationId], sql`m.org_id`, sql`m.conversation_id`)}
         where m.org_id = ${organizationId} and m.id = e.id ${own} offset 0) m
       ${rowsOf(limit)}) m
      left join contacts t on t.org_id = ${organizationId} and t.id = m.contact_id
      left join groups g on g.org_id = ${organizationId} and g.id = m.group_id`
}

export interface FoundContactRow {
  id: Uuid
  display_name: string | null
  email: string | null
  phone_number: string | null
  app_id: string | null
  avatar_url: string | null
  owner_id: Uuid
  unsubscribed: Record<string, number>
  suppressed: Record<string, string>
  created_at: Date
  conversation_id: Uuid | null
}

/** Combined with the filters of the list of contacts. */
export function contacts(
  { organizationId, userId }: Actor,
  looked: Looked,
  filter: ContactFilter,
  limit: number | undefined,
): Statement {
  return sql`
    select t.* from ${found(looked)} cross join lateral (
      select t.id, t.display_name, t.email, t.phone_number, t.app_id, t.avatar_url, t.owner_id, t.unsubscribed,
             t.suppressed, t.created_at,
             ${ownConversation({ organizationId, userId })} as conversation_id
        from contacts t ${membersOf(organizationId, filter)}
       where t.org_id = ${organizationId} and t.id = e.id ${isFiltered(organizationId, filter)} offset 0) t
     ${rowsOf(limit)}`
}

export interface FoundGroupRow {
  id: Uuid
  name: string
  description: string | null
  avatar_url: string | null
}

export function groups({ organizationId }: Actor, looked: Looked, limit: number | undefined): Statement {
  return sql`
    select g.* from ${found(looked)} cross join lateral (
      select g.id, g.name, g.description, g.avatar_url
        from groups g where g.org_id = ${organizationId} and g.id = e.id offset 0) g
     ${rowsOf(limit)}`
}

export interface FoundConversationRow {
  id: Uuid
  user_id: Uuid
  contact_id: Uuid | null
  display_name: string | null
  group_id: Uuid | null
  group_name: string | null
  /** The name of the contact or group that matched. */
  named: string
  last_active_at: Date | null
  archived_at: Date | null
}

/** Conversations of the contacts or groups found; those of one contact newest first, after `afterId`. */
export function conversations(
  actor: Actor,
  kind: 'contact' | 'group',
  looked: Looked,
  { limit, starting_after }: { limit?: number; starting_after?: Uuid },
): Statement {
  const { organizationId, userId } = actor
  const own = seesAll(actor) ? nothing : sql`and c.user_id is not distinct from ${userId}`
  const after = looked.after
  const behind =
    after === null ? nothing : sql`and (e.id <> ${after.id}::uuid or c.id < ${starting_after ?? null}::uuid)`
  const of = kind === 'contact' ? sql`c.contact_id` : sql`c.group_id`
  const named =
    kind === 'contact'
      ? sql`(select concat_ws(' ', t.display_name, t.email, t.phone_number, t.app_id) from contacts t
              where t.org_id = ${organizationId} and t.id = e.id)`
      : sql`(select g.name from groups g where g.org_id = ${organizationId} and g.id = e.id)`
  return sql`
    select c.*, t.display_name, g.name as group_name from (
      select c.* from ${found(looked, true)} cross join lateral (
        select c.id, c.user_id, c.contact_id, c.group_id, c.last_active_at, c.archived_at, ${named} as named
          from conversations c where c.org_id = ${organizationId} and ${of} = e.id ${own} ${behind}
         order by c.id desc offset 0) c
       ${rowsOf(limit)}) c
      left join contacts t on t.org_id = ${organizationId} and t.id = c.contact_id
      left join groups g on g.org_id = ${organizationId} and g.id = c.group_id`
}
