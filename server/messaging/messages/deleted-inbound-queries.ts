// SQL of the names of messages that contacts wrote and users deleted: their providers may bring them again.

import { keysOf } from '#kit/database/by-key.ts'
import { onShard } from '#kit/database/shards.ts'
import { type Statement, sql } from '#kit/database/sql.ts'
import type { Uuid } from '#kit/ids.ts'
import type { ChannelName } from '#messaging/channels/channel.ts'

/** A hash with the organization in it: whoever has it can tell neither the message nor who wrote it. */
const hashOf = (organizationId: Uuid, channel: Statement | ChannelName, providerId: Statement | string): Statement =>
  sql`sha256(convert_to(concat_ws(' ', ${organizationId}::text, ${channel}::text, ${providerId}::text), 'UTF8'))`

/** While the messages are still there. */
export function keepNames(organizationId: Uuid, ids: Uuid[], at: Date): Statement {
  return sql`
    insert into deleted_inbound (org_id, channel, name_hash, deleted_at)
    select m.org_id, m.channel, ${hashOf(organizationId, sql`m.channel`, sql`m.provider_id`)}, ${at}
      from ${keysOf(organizationId, ids)} k
      join messages m on m.org_id = k.org_id ${onShard(sql`m.org_id`, [organizationId])} and m.id = k.id
     where m.direction = 'inbound' and m.provider_id is not null
    on conflict do nothing`
}

export function wasDeleted(organizationId: Uuid, channel: ChannelName, providerId: string): Statement {
  return sql`
    exists (select from deleted_inbound
             where org_id = ${organizationId} and channel = ${channel}
               and name_hash = ${hashOf(organizationId, channel, providerId)})`
}

/** Organizations that have names from before `before`. */
export function organizationsWithOldNames(before: Date, limit: number): Statement {
  return sql`
    select o.id from organizations o
     where exists (select 1 from deleted_inbound d where d.org_id = o.id and d.deleted_at <= ${before})
     order by o.id limit ${limit}`
}

export function removeOldNames(organizationId: Uuid, before: Date, limit: number): Statement {
  return sql`
    delete from deleted_inbound where org_id = ${organizationId} and (channel, name_hash) in (
      select channel, name_hash from deleted_inbound where org_id = ${organizationId} and deleted_at <= ${before}
       order by deleted_at limit ${limit} for update skip locked)`
}
