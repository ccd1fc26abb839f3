// SQL of the message that a reply refers to.

import { onShard } from '#kit/database/shards.ts'
import { plainArray, type Statement, sql } from '#kit/database/sql.ts'
import type { Uuid } from '#kit/ids.ts'
import { conversationOf } from '#messaging/conversations/merge-queries.ts'
import type { AnsweredState } from './rules.ts'

export interface AnsweredMessage {
  /** Null unless the message is available. */
  id: Uuid | null
  state: AnsweredState
}

/** A reply that was received stores the provider's id of the message; one that was sent stores ours. */
export const answersOne = sql`(m.answers_provider_id is not null or m.answers_id is not null)`

/**
 * A subquery with a row when message `m` is a reply. A message that was not stored when the reply arrived is looked up
 * by the provider's id: it, or its provider's response, may have come later.
 */
export const answered = (organizationIds: readonly Uuid[]): Statement => {
  const here = (column: Statement) => onShard(column, organizationIds)
  return sql`
  select json_build_object('id', x.id, 'state', case when x.id is not null then 'available'
                                                     when m.answers_id is not null then 'deleted'
                                                     else 'unknown' end) as in_reply_to
    from (select (
      select x.id from messages x
        join conversations xc on xc.org_id = x.org_id ${here(sql`xc.org_id`)}
         and xc.id = ${conversationOf(organizationIds, sql`x.org_id`, sql`x.conversation_id`)}
       where x.org_id = m.org_id ${here(sql`x.org_id`)} and x.id = coalesce(m.answers_id,
         (select xd.message_id from deliveries xd
           where xd.org_id = m.org_id ${here(sql`xd.org_id`)} and xd.channel = m.channel
             and xd.provider_id = m.answers_provider_id and xd.message_id is not null limit 1),
         (select xm.id from messages xm
           where xm.org_id = m.org_id ${here(sql`xm.org_id`)} and xm.channel = m.channel
             and xm.provider_id = m.answers_provider_id and xm.direction = 'inbound' limit 1))) as id) x
   where ${answersOne}`
}

export type AnsweringRow = { message_id: Uuid; in_reply_to: AnsweredMessage }

export function answeredByEach(organizationId: Uuid, messageIds: Uuid[]): Statement {
  return sql`
    select m.id as message_id, a.in_reply_to from unnest(${plainArray(messageIds)}::uuid[]) as g (id)
      join messages m on m.org_id = ${organizationId} and m.id = g.id
     cross join lateral (${answered([organizationId])}) a`
}
