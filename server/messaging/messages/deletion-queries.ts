// SQL of deletions: which messages they include, at once or in batches. Each statement reads a limited number of rows,
// whatever the table statistics.

import { type Statement, sql } from '#kit/database/sql.ts'
import type { Uuid } from '#kit/ids.ts'
import { underAllNames } from '#messaging/conversations/merge-queries.ts'

/** All messages of conversations that are small enough to be deleted at once. */
export function ofConversations(organizationId: Uuid, conversationIds: Uuid[]): Statement {
  return sql`
    select m.id from unnest(${conversationIds}::uuid[]) as given (id) cross join lateral (
      select id from messages where org_id = ${organizationId} and conversation_id = given.id offset 0) m`
}

/** Up to `limit` messages to groups. */
export function ofGroups(organizationId: Uuid, limit: number): Statement {
  return sql`
    select m.id from (
      select id from ${underAllNames(organizationId)} own where group_id is not null offset 0) c
     cross join lateral (
      select id from messages where org_id = ${organizationId} and conversation_id = c.id offset 0) m
     limit ${limit}`
}

export interface PieceRow {
  id: Uuid
  is_queued: boolean | null
}

/**
 * The newest messages of a conversation with one row per delivery, `limit` rows in total: the last message may have
 * more.
 */
export function nextOfConversation(organizationId: Uuid, conversationId: Uuid, limit: number): Statement {
  return sql`
    select m.id, d.is_queued from (
      select id from messages where org_id = ${organizationId} and conversation_id = ${conversationId}
       order by id desc limit ${limit}) m
      left join lateral (
        select status = 'queued' as is_queued from deliveries
         where org_id = ${organizationId} and message_id = m.id offset 0) d on true
     order by m.id desc limit ${limit}`
}

export interface AddressedRow {
  /** The last message checked. */
  id: Uuid
  /** True when it has a delivery to the contact, and when one waits. */
  is_to: boolean
  is_queued: boolean
}

/** The next messages after `after`, in global order, with a flag for deliveries to the contact. */
export function nextToContact(organizationId: Uuid, contactId: Uuid, after: Uuid | null, limit: number): Statement {
  return sql`
    select m.id, d.count > 0 as is_to, d.queued > 0 as is_queued from (
      select id from messages
       where org_id = ${organizationId} and id > coalesce(${after}::uuid, '00000000-0000-0000-0000-000000000000')
       order by id limit ${limit}) m
      cross join lateral (
        select count(*), count(*) filter (where status = 'queued') as queued from deliveries
         where org_id = ${organizationId} and message_id = m.id and contact_id = ${contactId} offset 0) d
     order by m.id`
}
