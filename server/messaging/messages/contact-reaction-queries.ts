// SQL of contacts' reactions.

import { type Statement, sql } from '#kit/database/sql.ts'
import type { Uuid } from '#kit/ids.ts'
import type { ChannelName } from '#messaging/channels/channel.ts'
import type { ContactReaction } from './contact-reactions.ts'

export interface NamedMessage {
  message_id: Uuid
  conversation_id: Uuid
  contact_id: Uuid
}

/** Messages to or from a contact, by the provider's id; two rows when several have it. */
export function namedBy(organizationId: Uuid, channel: ChannelName, providerId: string): Statement {
  return sql`
    select m.id as message_id, m.conversation_id, d.contact_id
      from deliveries d join messages m on m.org_id = d.org_id and m.id = d.message_id
     where d.org_id = ${organizationId} and m.org_id = ${organizationId} and d.channel = ${channel}
       and d.provider_id = ${providerId} and d.contact_id is not null
    union all
    select m.id, m.conversation_id, m.sender_id from messages m
     where m.org_id = ${organizationId} and m.channel = ${channel} and m.provider_id = ${providerId}
       and m.direction = 'inbound'
    limit 2`
}

/** Returns no row when a later reaction is stored. */
export function noteTime(organizationId: Uuid, { messageId, contactId, at }: ContactReaction): Statement {
  return sql`
    insert into contact_reaction_times as said (org_id, message_id, contact_id, said_at)
    values (${organizationId}, ${messageId}, ${contactId}, ${at})
    on conflict (org_id, message_id, contact_id) do update set said_at = excluded.said_at
      where said.said_at <= excluded.said_at
    returning message_id`
}

/** Removes the contact's reactions up to that time, except the new emoji. */
export function takeBack(organizationId: Uuid, reaction: ContactReaction, emoji: string | null): Statement {
  const { messageId, contactId } = reaction
  return sql`
    delete from reactions
     where org_id = ${organizationId} and message_id = ${messageId} and reactor_id = ${contactId} and not is_user
       and emoji is distinct from ${emoji}`
}

export function add(organizationId: Uuid, { messageId, contactId, at }: ContactReaction, emoji: string): Statement {
  return sql`
    insert into reactions (org_id, message_id, reactor_id, is_user, emoji, created_at)
    values (${organizationId}, ${messageId}, ${contactId}, false, ${emoji}, ${at}) on conflict do nothing`
}
