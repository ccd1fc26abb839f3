// SQL of messages that contacts write.

import { type Statement, sql } from '#kit/database/sql.ts'
import type { Uuid } from '#kit/ids.ts'
import type { ChannelName } from '#messaging/channels/channel.ts'
import { wasDeleted } from '#messaging/messages/deleted-inbound-queries.ts'

export interface NewInbound {
  id: Uuid
  conversationId: Uuid
  contactId: Uuid
  channel: ChannelName
  subject: string | null
  text: string | null
  html: string | null
  providerId: string | null
  isAutomatic: boolean
  replyTo: string | null
  /** Null where the channel lets nobody claim to be another. */
  isAuthenticated: boolean | null
}

export function insertInbound(organizationId: Uuid, message: NewInbound, at: Date): Statement {
  const { id, conversationId, contactId, channel, subject, text, html, providerId } = message
  const { isAutomatic, isAuthenticated, replyTo } = message
  return sql`
    insert into messages (org_id, id, conversation_id, direction, channel, sender_id, subject, text, html, provider_id,
      is_automatic, is_authenticated, reply_to, created_at)
    values (${organizationId}, ${id}, ${conversationId}, 'inbound', ${channel}, ${contactId}, ${subject}, ${text},
      ${html}, ${providerId}, ${isAutomatic}, ${isAuthenticated}, ${replyTo}, ${at})`
}

/**
 * Until the transaction ends, for whoever makes a contact of this address: there is no row yet that could be locked.
 */
export function lockStranger(organizationId: Uuid, address: string): Statement {
  return sql`select pg_advisory_xact_lock(hashtextextended(${`${organizationId} ${address.toLowerCase()}`}, 0))`
}

/** Until the transaction ends, for whoever brings the same message: there is no row yet that could be locked. */
export function lockIncoming(organizationId: Uuid, channel: ChannelName, providerId: string): Statement {
  return sql`select pg_advisory_xact_lock(hashtextextended(${`${organizationId} ${channel} ${providerId}`}, 1))`
}

/** What a contact wrote, by the provider's name for it; without an id where it was deleted since. */
export function inboundBy(organizationId: Uuid, channel: ChannelName, providerId: string): Statement {
  return sql`
    select id from messages where org_id = ${organizationId} and channel = ${channel} and provider_id = ${providerId}
    union all
    select null where ${wasDeleted(organizationId, channel, providerId)}
    limit 1`
}

/** An automatic answer is read on arrival: nobody has to look at it. */
export function markReadOnArrival(organizationId: Uuid, id: Uuid, at: Date): Statement {
  return sql`update messages set read_at = ${at} where org_id = ${organizationId} and id = ${id}`
}
