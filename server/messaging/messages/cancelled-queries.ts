// SQL of events for deliveries cancelled because their message, conversation or contact is deleted or merged.

import { onShard } from '#kit/database/shards.ts'
import { type Statement, sql } from '#kit/database/sql.ts'
import type { Uuid } from '#kit/ids.ts'
import { conversationOf } from '#messaging/conversations/merge-queries.ts'
import { netPriceIn } from './give-back-queries.ts'
import { deliveryColumns, type MessageRow } from './queries.ts'

export type BareMessageRow = Pick<
  MessageRow,
  | 'id'
  | 'conversation_id'
  | 'user_id'
  | 'direction'
  | 'channel'
  | 'sender_id'
  | 'template_id'
  | 'template_version'
  | 'send_at'
  | 'updated_at'
  | 'created_at'
  | 'statuses'
  | 'price_micros'
>

/**
 * Messages without content. For a conversation that is already deleted (in batches) the message belongs to its sender.
 */
export function bareMessages(organizationId: Uuid, ids: readonly Uuid[]): Statement {
  const here = (column: Statement) => onShard(column, [organizationId])
  return sql`
    select m.id, coalesce(c.id, m.conversation_id) as conversation_id, coalesce(c.user_id, m.sender_id) as user_id,
           m.direction, m.channel, m.sender_id, m.template_id, m.template_version, m.send_at, m.updated_at,
           m.created_at, d.statuses, d.price_micros
      from messages m
      left join conversations c on c.org_id = m.org_id ${here(sql`c.org_id`)}
       and c.id = ${conversationOf([organizationId], sql`m.org_id`, sql`m.conversation_id`)}
      left join lateral (
        select array_agg(status) as statuses, sum(${netPriceIn([organizationId])})::int8 as price_micros
          from deliveries d
         where d.org_id = m.org_id ${here(sql`d.org_id`)} and d.message_id = m.id) d on true
     where m.org_id = ${organizationId} and m.id = any(${ids}::uuid[])`
}

/** In the order of creation. */
export function deliveriesByIds(organizationId: Uuid, ids: readonly Uuid[]): Statement {
  return sql`
    select ${deliveryColumns([organizationId])} from deliveries d
     where d.org_id = ${organizationId} and d.id = any(${ids}::uuid[]) order by d.id`
}
