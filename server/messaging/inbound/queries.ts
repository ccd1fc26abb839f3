// SQL of inbound messages.

import { type Statement, sql } from '#kit/database/sql.ts'
import type { Uuid } from '#kit/ids.ts'
import type { IncomingCall } from '#messaging/channels/arrivals/arrived.ts'
import type { MessageDetails } from '#messaging/channels/arrivals/message-details.ts'
import type { ChannelName } from '#messaging/channels/channel.ts'
import { hasAddress } from '#messaging/contacts/queries.ts'
import { wasDeleted, wasNamed } from '#messaging/messages/deleted-inbound-queries.ts'

export interface NewInbound {
  id: Uuid
  conversationId: Uuid
  contactId: Uuid
  channel: ChannelName
  subject: string | null
  text: string | null
  html: string | null
  quotedText: string | null
  providerId: string | null
  /** In hexadecimal; null if `providerId` is unique. */
  contentHash: string | null
  isAutomatic: boolean
  replyTo: string | null
  /** Null for channels on which senders cannot be forged. */
  isAuthenticated: boolean | null
  call: IncomingCall | null
}

export function insertInbound(organizationId: Uuid, message: NewInbound, at: Date): Statement {
  const { id, conversationId, contactId, channel, subject, text, html, quotedText, providerId, contentHash } = message
  const { isAutomatic, isAuthenticated, replyTo, call } = message
  return sql`
    insert into messages (org_id, id, conversation_id, direction, channel, sender_id, subject, text, html, quoted_text,
      provider_id, content_hash, is_automatic, is_authenticated, reply_to, call, created_at)
    values (${organizationId}, ${id}, ${conversationId}, 'inbound', ${channel}, ${contactId}, ${subject}, ${text},
      ${html}, ${quotedText}, ${providerId}, decode(${contentHash}::text, 'hex'), ${isAutomatic},
      ${isAuthenticated}, ${replyTo}, ${storedCall(call)}::jsonb, ${at})`
}

const storedCall = (call: IncomingCall | null): string | null =>
  call && JSON.stringify({ direction: call.direction, status: call.status, duration_seconds: call.durationSeconds })

/** Stores how a call ended; a row if that was not known before. */
export function endCall(organizationId: Uuid, id: Uuid, call: IncomingCall): Statement {
  return sql`
    update messages set call = ${storedCall(call)}::jsonb
     where org_id = ${organizationId} and id = ${id} and call ->> 'status' = 'ringing' returning id`
}

/** Held until the transaction ends, to create a contact with this address: no row exists yet that could be locked. */
export function lockStranger(organizationId: Uuid, address: string): Statement {
  return sql`select pg_advisory_xact_lock(hashtextextended(${`${organizationId} ${address.toLowerCase()}`}, 0))`
}

/** Held until the transaction ends, for messages with this provider id: no row exists yet that could be locked. */
export function lockIncoming(organizationId: Uuid, channel: ChannelName, providerId: string): Statement {
  return sql`select pg_advisory_xact_lock(hashtextextended(${`${organizationId} ${channel} ${providerId}`}, 1))`
}

export interface Repeatable {
  channel: ChannelName
  from: string
  providerId: string
  /** Null if the provider's ids are unique. */
  contentHash: string | null
  subject: string | null
  text: string | null
  html: string | null
  /** When the contact sent it. */
  time: Date
}

/** The message that this one repeats; a row without an id if it was deleted since. */
export function repeatedBy(organizationId: Uuid, message: Repeatable): Statement {
  const { channel, providerId, contentHash, time } = message
  const deleted = sql`select null::uuid where ${wasDeleted(organizationId, message, time)}`
  if (contentHash === null)
    return sql`
      select id from messages
       where org_id = ${organizationId} and channel = ${channel} and provider_id = ${providerId}
         and content_hash is null
      union all
      ${deleted} limit 1`
  return sql`
    select id from messages
     where org_id = ${organizationId} and channel = ${channel} and provider_id = ${providerId}
       and content_hash = decode(${contentHash}::text, 'hex')
    union all
    select m.id from messages m
     where m.org_id = ${organizationId} and m.channel = ${channel} and m.provider_id = ${providerId}
       and m.content_hash is null and ${isSameAs(organizationId, message)}
    union all
    ${deleted} limit 1`
}

/** For a message `m` stored before content hashes existed: compares the stored content. */
const isSameAs = (organizationId: Uuid, { from, subject, text, html }: Repeatable): Statement => sql`
  m.subject is not distinct from ${subject}::text and m.text is not distinct from ${text}::text
  and m.html is not distinct from ${html}::text and ${hasAddress(organizationId, sql`m.sender_id`, from)}`

/** The first message with this provider id; a row without an id if one was deleted. For ids that we generate. */
export function inboundBy(organizationId: Uuid, channel: ChannelName, providerId: string): Statement {
  return sql`
    select id from messages where org_id = ${organizationId} and channel = ${channel} and provider_id = ${providerId}
    union all
    select null where ${wasNamed(organizationId, channel, providerId)}
    limit 1`
}

/** An automatic reply is read on arrival: it needs no attention. */
export function markReadOnArrival(organizationId: Uuid, id: Uuid, at: Date): Statement {
  return sql`update messages set read_at = ${at} where org_id = ${organizationId} and id = ${id}`
}

/** Context that few messages have: the message they reply to, by the provider's id and ours, and additional data. */
export function noteContext(
  organizationId: Uuid,
  id: Uuid,
  {
    answersProviderId,
    answersId,
    details,
  }: { answersProviderId: string | null; answersId: Uuid | null; details: MessageDetails | null },
): Statement {
  return sql`
    update messages set answers_provider_id = ${answersProviderId}, answers_id = ${answersId},
           provider_details = ${details === null ? null : JSON.stringify(details)}::text::jsonb
     where org_id = ${organizationId} and id = ${id}`
}
