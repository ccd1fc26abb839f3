// SQL of read state, for a message or a whole conversation.

import type { Actor, Scope } from '#kit/app.ts'
import { type Statement, sql } from '#kit/database/sql.ts'
import type { Uuid } from '#kit/ids.ts'
import { isUnread, namesOf } from '#messaging/conversations/merge-queries.ts'

/** Marks inbound messages up to `upTo` as read, the oldest first; null for all. The conversation is locked. */
export function markAllRead({ organizationId, at }: Scope, id: Uuid, upTo: Uuid | null, max: number): Statement {
  return sql`
    update messages set read_at = ${at}
     where org_id = ${organizationId} and id = any(array(
       select found.id from ${namesOf(organizationId, sql`${id}::uuid`)} cross join lateral (
         select m.id from messages m
          where m.org_id = ${organizationId} and m.conversation_id = named.id and ${isUnread}
            and (${upTo}::uuid is null or m.id <= ${upTo}::uuid)
          order by m.id limit ${max} offset 0) found
        order by found.id limit ${max}))`
}

export function countUnread(organizationId: Uuid, id: Uuid, max: number): Statement {
  return sql`
    select count(*)::int as count from (
      select from ${namesOf(organizationId, sql`${id}::uuid`)} cross join lateral (
        select from messages m
         where m.org_id = ${organizationId} and m.conversation_id = named.id and ${isUnread}
         limit ${max} offset 0) one
       limit ${max}) counted`
}

export function markRead({ organizationId }: Actor, id: Uuid, readAt: Date | null): Statement {
  return sql`
    update messages set read_at = case when ${readAt}::timestamptz is null then null
      else coalesce(read_at, ${readAt}) end
     where org_id = ${organizationId} and id = ${id}`
}
