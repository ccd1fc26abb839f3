// SQL of messages to and from a merged contact.

import type { Scope } from '#kit/app.ts'
import { keysOf } from '#kit/database/by-key.ts'
import { onShard } from '#kit/database/shards.ts'
import { type Statement, sql } from '#kit/database/sql.ts'
import type { Uuid } from '#kit/ids.ts'
import { underAllNames } from '#messaging/conversations/merge-queries.ts'

export interface MergeRow {
  from_id: Uuid
  into_id: Uuid
}

/** Messages queued for `from` that were also sent to or queued for `into`: to groups that contain both. */
export function queuedToBoth(organizationId: Uuid, { from_id, into_id }: MergeRow): Statement {
  return sql`
    select distinct d.message_id as id from deliveries d
     where d.org_id = ${organizationId} and d.status = 'queued' and d.contact_id = ${from_id}
       and exists (select from deliveries o
                    where o.org_id = ${organizationId} and o.message_id = d.message_id and o.contact_id = ${into_id})`
}

/** Unsent deliveries go to the remaining contact; two small indexes contain them. */
export function moveUnsent(organizationId: Uuid, { from_id, into_id }: MergeRow): Statement {
  return sql`
    update deliveries set contact_id = ${into_id}
     where org_id = ${organizationId} and contact_id = ${from_id} and status in ('queued', 'sending')`
}

export function noteMerge({ organizationId, at }: Scope, { from_id, into_id }: MergeRow): Statement {
  return sql`
    insert into contact_merges (org_id, from_id, into_id, created_at)
    values (${organizationId}, ${from_id}, ${into_id}, ${at})`
}

/** Contacts merged into one that is itself merged now belong to the remaining one. */
export function passMergesOn(organizationId: Uuid, { from_id, into_id }: MergeRow): Statement {
  return sql`
    update contact_merges set into_id = ${into_id} where org_id = ${organizationId} and into_id = ${from_id}`
}

/** Ends merges into deleted contacts; returns their ids. */
export function endMergesInto(organizationId: Uuid, contactIds: readonly Uuid[]): Statement {
  return sql`
    delete from contact_merges where org_id = ${organizationId} and into_id = any(${contactIds}::uuid[])
    returning from_id as id`
}

export function nextMerge(organizationId: Uuid): Statement {
  return sql`select from_id, into_id from contact_merges where org_id = ${organizationId} order by created_at limit 1`
}

/** The contact into which it is merged; no row once the merge has ended. */
export function lockMerge(organizationId: Uuid, fromId: Uuid): Statement {
  return sql`
    select from_id, into_id from contact_merges where org_id = ${organizationId} and from_id = ${fromId} for update`
}

export function endMerge(organizationId: Uuid, fromId: Uuid): Statement {
  return sql`delete from contact_merges where org_id = ${organizationId} and from_id = ${fromId}`
}

/** Conversations that may contain messages to it: its own and those with groups, under all ids that messages use. */
export function conversationsOf(organizationId: Uuid, intoId: Uuid): Statement {
  return sql`
    select own.id from ${underAllNames(organizationId)} own where own.contact_id = ${intoId}
     union all
    select own.id from ${underAllNames(organizationId)} own where own.group_id is not null`
}

export function messagesBehind(organizationId: Uuid, conversationId: Uuid, after: Uuid, limit: number): Statement {
  return sql`
    select id from messages
     where org_id = ${organizationId} and conversation_id = ${conversationId} and id > ${after}
     order by id limit ${limit}`
}

export function moveDeliveries(organizationId: Uuid, messageIds: Uuid[], { from_id, into_id }: MergeRow): Statement {
  return sql`
    update deliveries d set contact_id = ${into_id} from ${keysOf(organizationId, messageIds)} k
     where d.org_id = k.org_id ${onShard(sql`d.org_id`, [organizationId])} and d.message_id = k.id
       and d.contact_id = ${from_id}`
}

export function moveInbound(organizationId: Uuid, messageIds: Uuid[], { from_id, into_id }: MergeRow): Statement {
  return sql`
    update messages m set sender_id = ${into_id} from ${keysOf(organizationId, messageIds)} k
     where m.org_id = k.org_id ${onShard(sql`m.org_id`, [organizationId])} and m.id = k.id
       and m.sender_id = ${from_id} and m.direction = 'inbound'`
}

/** Identical reactions of both to one message are kept once. */
export function moveReactions(organizationId: Uuid, messageIds: Uuid[], { from_id, into_id }: MergeRow): Statement {
  return sql`
    update reactions r set reactor_id = ${into_id}
     where r.org_id = ${organizationId} and r.message_id = any(${messageIds}::uuid[]) and r.reactor_id = ${from_id}
       and not r.is_user and not exists (
         select from reactions o where o.org_id = ${organizationId} and o.message_id = r.message_id
            and o.reactor_id = ${into_id} and o.emoji = r.emoji)`
}

export function dropReactions(organizationId: Uuid, messageIds: Uuid[], fromId: Uuid): Statement {
  return sql`
    delete from reactions
     where org_id = ${organizationId} and message_id = any(${messageIds}::uuid[]) and reactor_id = ${fromId}
       and not is_user`
}

export function moveReactionTimes(organizationId: Uuid, messageIds: Uuid[], { from_id, into_id }: MergeRow): Statement {
  return sql`
    update contact_reaction_times t set contact_id = ${into_id}
     where t.org_id = ${organizationId} and t.message_id = any(${messageIds}::uuid[]) and t.contact_id = ${from_id}
       and not exists (
         select from contact_reaction_times o where o.org_id = ${organizationId} and o.message_id = t.message_id
            and o.contact_id = ${into_id})`
}
