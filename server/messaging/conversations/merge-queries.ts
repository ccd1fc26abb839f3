// SQL of conversations that were merged into another and too large for one transaction. They are deleted, their
// messages keep the old id for a while, and readers of messages find the remaining conversation here.

import type { Scope } from '#kit/app.ts'
import { rowsOf } from '#kit/database/rows.ts'
import { insertingFor, onShard } from '#kit/database/shards.ts'
import { type Statement, sql } from '#kit/database/sql.ts'
import type { Uuid } from '#kit/ids.ts'

export interface MergedPair {
  from: Uuid
  into: Uuid
}

/**
 * SQL for the current conversation of a row of `organization` with the id `conversation`, which may have been merged.
 */
export function conversationOf(
  organizationIds: readonly Uuid[],
  organization: Statement,
  conversation: Statement,
): Statement {
  return sql`
    coalesce((select g.into_id from merges g
               where g.org_id = ${organization} ${onShard(sql`g.org_id`, organizationIds)}
                 and g.from_id = ${conversation}), ${conversation})`
}

/** A condition: some messages of `conversation` still have the id of a merged one. */
export function isMergedInto(organizationId: Uuid, conversation: Statement): Statement {
  return sql`
    exists (select from merges g where g.org_id = ${organizationId} and g.into_id = ${conversation})`
}

/** Rows `named` with all ids by which messages refer to the conversation: its own, and those of merged ones. */
export const namesOf = (organizationId: Uuid, conversation: Statement): Statement => sql`
  (select ${conversation} as id union all
   select g.from_id from merges g where g.org_id = ${organizationId} and g.into_id = ${conversation}) named`

/** A condition on messages: inbound and unread. As literals, to match the partial index. */
export const isUnread = sql`direction = 'inbound' and read_at is null`

/** Conversations by every id that messages refer to them by: their own, and those of merged ones. */
export function underAllNames(organizationId: Uuid): Statement {
  return sql`
    (select own.id, own.contact_id, own.group_id from conversations own where own.org_id = ${organizationId}
     union all
     select g.from_id, whole.contact_id, whole.group_id
       from merges g join conversations whole on whole.org_id = ${organizationId} and whole.id = g.into_id
      where g.org_id = ${organizationId})`
}

export function noteMerges({ organizationId, at }: Scope, merged: readonly MergedPair[]): Statement {
  const { id, beside } = insertingFor(organizationId)
  return sql`
    insert into merges (org_id, from_id, into_id, created_at)
    select ${id}, given.from_id, given.into_id, ${at}::timestamptz from ${beside} ${pairsOf('given', merged)}`
}

/** Conversations merged into one that is itself merged now belong to the remaining one. */
export function passMergesOn(organizationId: Uuid, merged: readonly MergedPair[]): Statement {
  return sql`
    update merges m set into_id = g.into_id from ${pairsOf('g', merged)}
     where m.org_id = ${organizationId} and m.into_id = g.from_id`
}

/** Ends merges into deleted conversations; returns their ids. */
export function endMergesInto(organizationId: Uuid, ids: readonly Uuid[]): Statement {
  return sql`
    delete from merges where org_id = ${organizationId} and into_id = any(${ids}::uuid[]) returning from_id as id`
}

const pairsOf = (name: string, merged: readonly MergedPair[]): Statement =>
  rowsOf(name, merged, { from_id: ['uuid', ({ from }) => from], into_id: ['uuid', ({ into }) => into] })
