// SQL of messages that can be quoted: the contact has received or written them, and their provider id is known.

import { organizationAt, type Placed } from '#kit/database/places.ts'
import { rowsOf } from '#kit/database/rows.ts'
import { onShard } from '#kit/database/shards.ts'
import { type Statement, sql } from '#kit/database/sql.ts'
import type { Uuid } from '#kit/ids.ts'
import type { ChannelName } from '#messaging/channels/channel.ts'
import { conversationOf } from '#messaging/conversations/merge-queries.ts'

export interface QuotableRow extends Placed {
  id: Uuid
  conversation_id: Uuid
  channel: ChannelName
  /** True if the contact wrote it, or if it was sent to a contact. */
  has_arrived: boolean
}

export function quotable(organizationIds: readonly Uuid[], asked: readonly ({ id: Uuid } & Placed)[]): Statement {
  const here = (column: Statement) => onShard(column, organizationIds)
  const given = rowsOf('given', asked, { place: ['int4', ({ place }) => place], id: ['uuid', ({ id }) => id] })
  return sql`
    select given.place, found.* from ${given} cross join lateral (
      select m.id, ${conversationOf(organizationIds, sql`m.org_id`, sql`m.conversation_id`)} as conversation_id,
             m.channel,
             m.direction = 'inbound' and m.provider_id is not null and m.call is null
               or exists (select from deliveries d
                           where d.org_id = m.org_id ${here(sql`d.org_id`)} and d.message_id = m.id
                             and d.provider_id is not null and d.status in ('sent', 'delivered', 'read')) as has_arrived
        from messages m
       where m.org_id = ${organizationAt(organizationIds)} and m.id = given.id offset 0) found`
}

/**
 * The provider id of the message that `m` quotes, as the contact of delivery `t` received it: a group message has one
 * id per member.
 */
export const quotedProviderId = (here: (column: Statement) => Statement): Statement => sql`
  case when m.answers_id is not null then (
    select coalesce(x.provider_id, (
             select s.provider_id from deliveries s
              where s.org_id = x.org_id ${here(sql`s.org_id`)} and s.message_id = x.id and s.contact_id = t.contact_id
                and s.provider_id is not null limit 1))
      from messages x where x.org_id = m.org_id ${here(sql`x.org_id`)} and x.id = m.answers_id) end`
