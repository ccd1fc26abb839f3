// SQL of messages whose conversation is merged into another.

import { keyed } from '#kit/database/by-key.ts'
import { rowsOf } from '#kit/database/rows.ts'
import { onShard } from '#kit/database/shards.ts'
import { type Statement, sql } from '#kit/database/sql.ts'
import type { Uuid } from '#kit/ids.ts'

export interface PendingRow {
  from_id: Uuid
  into_id: Uuid
}

/** The merges with the lowest ids, locked. */
export function lockPending(organizationId: Uuid, limit: number): Statement {
  return sql`
    select from_id, into_id from merges where org_id = ${organizationId} order by from_id limit ${limit} for update`
}

export function endMerges(organizationId: Uuid, merged: { from: Uuid }[]): Statement {
  return sql`
    delete from merges where org_id = ${organizationId} and from_id = any(${merged.map(({ from }) => from)}::uuid[])`
}

/**
 * The newest messages of merged conversations, each with its new conversation; in the order of the given conversations.
 */
export function nextToMerge(organizationId: Uuid, merged: { from: Uuid; into: Uuid }[], limit: number): Statement {
  return sql`
    select m.id, g.into_id
      from ${rowsOf('g', merged, { from_id: ['uuid', ({ from }) => from], into_id: ['uuid', ({ into }) => into] })}
     cross join lateral (
       select id from messages where org_id = ${organizationId} and conversation_id = g.from_id
        order by id desc limit ${limit}) m
     limit ${limit}`
}

export interface Merged {
  id: Uuid
  into_id: Uuid
}

export function mergeDeliveries(organizationId: Uuid, messages: Merged[]): Statement {
  return sql`
    update deliveries d set conversation_id = g.into_id from ${keyed(organizationId, sql`g`, intoOf(messages))}
     where d.org_id = g.org_id ${onShard(sql`d.org_id`, [organizationId])} and d.message_id = g.id`
}

export function mergeMessages(organizationId: Uuid, messages: Merged[]): Statement {
  return sql`
    update messages m set conversation_id = g.into_id from ${keyed(organizationId, sql`g`, intoOf(messages))}
     where m.org_id = g.org_id ${onShard(sql`m.org_id`, [organizationId])} and m.id = g.id`
}

const intoOf = (messages: Merged[]) =>
  rowsOf('g', messages, { id: ['uuid', ({ id }) => id], into_id: ['uuid', ({ into_id }) => into_id] })
