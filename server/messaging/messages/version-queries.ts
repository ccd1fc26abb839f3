// SQL of earlier texts of edited messages, and of messages that contacts withdrew.

import { keysOf } from '#kit/database/by-key.ts'
import { onShard } from '#kit/database/shards.ts'
import { nothing, type Statement, sql } from '#kit/database/sql.ts'
import type { Uuid } from '#kit/ids.ts'
import type { ChannelName } from '#messaging/channels/channel.ts'
import { wasNamed } from './deleted-inbound-queries.ts'

/** Maximum number of earlier texts shown per message. */
const EARLIER_MAX = 100

export interface NewVersion {
  messageId: Uuid
  /** Provider id of the edit; empty for the original text. */
  providerId: string
  text: string | null
  /** By the provider's clock; null for the original text. */
  writtenAt: Date | null
}

/** No row if the version is already stored. */
export function insertVersion(organizationId: Uuid, version: NewVersion, at: Date): Statement {
  const { messageId, providerId, text, writtenAt } = version
  return sql`
    insert into message_versions (org_id, message_id, provider_id, text, written_at, received_at)
    values (${organizationId}, ${messageId}, ${providerId}, ${text}, ${writtenAt}, ${at})
    on conflict do nothing returning provider_id`
}

/** The newest first; within one second the last one received. */
const newestFirst = sql`order by written_at desc nulls last, received_at desc, provider_id desc`

/** Shows the text that was written last, in whatever order edits arrived. */
export function showNewest(organizationId: Uuid, messageId: Uuid): Statement {
  return sql`
    update messages m set text = v.text, edited_at = v.written_at
      from (select text, written_at from message_versions
             where org_id = ${organizationId} and message_id = ${messageId} ${newestFirst} limit 1) v
     where m.org_id = ${organizationId} and m.id = ${messageId}`
}

export interface EarlierText {
  text: string | null
  /** Unix seconds; null for the original text. */
  written_at: number | null
}

const earlier = (organizationId: Statement, messageId: Statement, shard: Statement = nothing): Statement => sql`
  (select json_agg(json_build_object('text', x.text, 'written_at', extract(epoch from x.written_at)::int8)
                   order by x.written_at nulls first, x.received_at, x.provider_id)
     from (select * from message_versions
            where org_id = ${organizationId} ${shard} and message_id = ${messageId} ${newestFirst}
           offset 1 limit ${EARLIER_MAX}::int4) x)`

/** Earlier texts of message `m`, oldest first; null for an unedited message, at no cost. */
export const earlierTexts = (organizationIds: readonly Uuid[]): Statement => sql`
  case when m.edited_at is not null
       then ${earlier(sql`m.org_id`, sql`m.id`, onShard(sql`org_id`, organizationIds))} end`

/** For a page of messages. */
export function earlierTextsOf(organizationId: Uuid, messageIds: readonly Uuid[]): Statement {
  return sql`
    select given.id as message_id, ${earlier(sql`${organizationId}::uuid`, sql`given.id`)} as earlier_texts
      from unnest(${messageIds}::uuid[]) as given (id)`
}

export function removeVersions(organizationId: Uuid, messageIds: Uuid[]): Statement {
  return sql`
    delete from message_versions v using ${keysOf(organizationId, messageIds)} k
     where v.org_id = ${organizationId} and v.org_id = k.org_id and v.message_id = k.id`
}

export interface InboundRow {
  id: Uuid
  conversation_id: Uuid
}

/** Inbound messages by the provider's id. */
export function inboundByProviderId(organizationId: Uuid, channel: ChannelName, providerId: string): Statement {
  return sql`
    select id, conversation_id from messages
     where org_id = ${organizationId} and channel = ${channel} and provider_id = ${providerId}
       and direction = 'inbound'
     limit 1`
}

/** Returns a row if a user deleted it. */
export function deletedByProviderId(organizationId: Uuid, channel: ChannelName, providerId: string): Statement {
  return sql`select 1 as deleted where ${wasNamed(organizationId, channel, providerId)}`
}

/** No row if it was already withdrawn. */
export function withdraw(organizationId: Uuid, messageId: Uuid, at: Date): Statement {
  return sql`
    update messages set withdrawn_at = ${at}
     where org_id = ${organizationId} and id = ${messageId} and withdrawn_at is null returning id`
}
