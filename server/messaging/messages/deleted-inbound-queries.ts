// SQL of the record of inbound messages that users deleted, because providers may deliver them again.

import { keysOf } from '#kit/database/by-key.ts'
import { onShard } from '#kit/database/shards.ts'
import { type Statement, sql } from '#kit/database/sql.ts'
import type { Uuid } from '#kit/ids.ts'
import type { ChannelName } from '#messaging/channels/channel.ts'

/** Hashed with the organization: a row reveals neither the message nor its sender. */
const hashOf = (organizationId: Uuid, ...parts: (Statement | string)[]): Statement => {
  const all = parts.map((part) => sql`${part}::text`).reduce((before, part) => sql`${before}, ${part}`)
  return sql`sha256(convert_to(concat_ws(' ', ${organizationId}::text, ${all}), 'UTF8'))`
}

/** Call it before the messages are deleted. */
export function keepNames(organizationId: Uuid, ids: Uuid[], at: Date): Statement {
  return sql`
    insert into deleted_inbound (org_id, channel, name_hash, content_hash, deleted_at)
    select m.org_id, m.channel, ${hashOf(organizationId, sql`m.channel`, sql`m.provider_id`)},
           case when m.content_hash is null then ''::bytea
                else ${hashOf(organizationId, sql`encode(m.content_hash, 'hex')`)} end, ${at}
      from ${keysOf(organizationId, ids)} k
      join messages m on m.org_id = k.org_id ${onShard(sql`m.org_id`, [organizationId])} and m.id = k.id
     where m.direction = 'inbound' and m.provider_id is not null
    on conflict do nothing`
}

interface Named {
  channel: ChannelName
  providerId: string
  /** Null if the provider's ids are unique. */
  contentHash: string | null
}

/**
 * When only the provider id of the deleted message is known, which several messages may share, a message written before
 * the deletion counts as the deleted one.
 */
export function wasDeleted(organizationId: Uuid, { channel, providerId, contentHash }: Named, time: Date): Statement {
  const isSame =
    contentHash === null
      ? sql`content_hash = ''`
      : sql`(content_hash = ${hashOf(organizationId, contentHash)} or content_hash = '' and deleted_at >= ${time})`
  return sql`
    exists (select from deleted_inbound
             where org_id = ${organizationId} and channel = ${channel}
               and name_hash = ${hashOf(organizationId, channel, providerId)} and ${isSame})`
}

/** True when any message with this provider id was deleted. */
export function wasNamed(organizationId: Uuid, channel: ChannelName, providerId: string): Statement {
  return sql`
    exists (select from deleted_inbound
             where org_id = ${organizationId} and channel = ${channel}
               and name_hash = ${hashOf(organizationId, channel, providerId)})`
}

/** Organizations with records older than `before`. */
export function organizationsWithOldNames(before: Date, limit: number): Statement {
  return sql`
    select o.id from organizations o
     where exists (select 1 from deleted_inbound d where d.org_id = o.id and d.deleted_at <= ${before})
     order by o.id limit ${limit}`
}

export function removeOldNames(organizationId: Uuid, before: Date, limit: number): Statement {
  return sql`
    delete from deleted_inbound where org_id = ${organizationId} and (channel, name_hash, content_hash) in (
      select channel, name_hash, content_hash from deleted_inbound
       where org_id = ${organizationId} and deleted_at <= ${before}
       order by deleted_at limit ${limit} for update skip locked)`
}
