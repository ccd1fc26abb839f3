// SQL of users' reactions and of sending them to contacts.

import type { Actor, Scope } from '#kit/app.ts'
import { keysOf } from '#kit/database/by-key.ts'
import { onShard } from '#kit/database/shards.ts'
import { type Statement, sql } from '#kit/database/sql.ts'
import type { Uuid } from '#kit/ids.ts'
import type { Details } from '#kit/messages/details.ts'
import { detailsToStore, textToStore } from '#kit/stored-details.ts'
import type { ChannelName, Reachable } from '#messaging/channels/channel.ts'

export function addReaction({ organizationId, userId, at }: Actor, messageId: Uuid, emoji: string): Statement {
  return sql`
    insert into reactions (org_id, message_id, reactor_id, is_user, emoji, created_at)
    values (${organizationId}, ${messageId}, ${userId}, true, ${emoji}, ${at}) on conflict do nothing`
}

export function removeReaction({ organizationId, userId }: Actor, messageId: Uuid, emojis: string[]): Statement {
  return sql`
    delete from reactions where org_id = ${organizationId} and message_id = ${messageId} and reactor_id = ${userId}
      and emoji = any(${emojis}::text[])`
}

/** The users' reaction to the message is to be sent. */
export function noteReaction({ organizationId, at }: Scope, messageId: Uuid): Statement {
  return sql`
    insert into reaction_sends (org_id, message_id, due_at) values (${organizationId}, ${messageId}, ${at})
    on conflict (org_id, message_id) do update set due_at = excluded.due_at, tries = 0`
}

/** The contact who wrote the message. */
export function writerOf(organizationId: Uuid, messageId: Uuid): Statement {
  return sql`
    select c.email, c.phone_number, c.app_id, c.app_number, c.unsubscribed, c.suppressed, c.last_inbound_at
      from messages m
      join contacts c on c.org_id = m.org_id and c.org_id = ${organizationId} and c.id = m.sender_id
     where m.org_id = ${organizationId} and m.id = ${messageId} and m.direction = 'inbound'`
}

export interface DueReaction {
  org_id: Uuid
  message_id: Uuid
}

/** Due reactions of all organizations. */
export function dueReactions(at: Date, limit: number): Statement {
  return sql`
    select org_id, message_id from reaction_sends
     where org_id is not null and due_at <= ${at} and (lease_until is null or lease_until <= ${at})
     order by due_at limit ${limit}`
}

/** One at a time per message, to send reactions in order. Returns no row when another worker is doing it. */
export function takeReaction(organizationId: Uuid, messageId: Uuid, at: Date, until: Date): Statement {
  return sql`
    update reaction_sends set lease_until = ${until}, due_at = ${until}
     where org_id = ${organizationId} and message_id = ${messageId} and due_at <= ${at}
       and (lease_until is null or lease_until <= ${at})
    returning told, tries`
}

export interface ReactionToTell extends Reachable {
  channel: ChannelName
  provider_id: string | null
  /** The users' latest reaction. */
  emoji: string | null
}

export function reactionToTell(organizationId: Uuid, messageId: Uuid): Statement {
  return sql`
    select m.channel, m.provider_id, c.email, c.phone_number, c.app_id, c.app_number, c.unsubscribed, c.suppressed,
           c.last_inbound_at,
           (select r.emoji from reactions r
             where r.org_id = ${organizationId} and r.message_id = ${messageId} and r.is_user
             order by r.created_at desc, r.emoji desc limit 1) as emoji
      from messages m
      join contacts c on c.org_id = m.org_id and c.org_id = ${organizationId} and c.id = m.sender_id
     where m.org_id = ${organizationId} and m.id = ${messageId}`
}

/** The reaction that the provider accepted last. */
export function toldReaction(organizationId: Uuid, messageId: Uuid, told: string): Statement {
  return sql`
    update reaction_sends set told = ${told} where org_id = ${organizationId} and message_id = ${messageId}`
}

/** Sets the time of the next attempt, unless the reaction changed in the meantime: then that is due. */
export function finishReaction(
  organizationId: Uuid,
  messageId: Uuid,
  lease: Date,
  { at, tries }: { at: Date | null; tries: number },
): Statement {
  return sql`
    update reaction_sends set lease_until = null,
      due_at = case when due_at = ${lease} then ${at} else due_at end,
      tries = case when due_at = ${lease} then ${tries}::int else tries end
     where org_id = ${organizationId} and message_id = ${messageId} and lease_until = ${lease}`
}

export function failReaction(
  organizationId: Uuid,
  messageId: Uuid,
  emoji: string,
  { code, detail }: { code: string | null; detail: Details | null },
): Statement {
  return sql`
    update reactions set error_code = ${code}, error_detail = ${textToStore(detail)},
           error_details = ${detailsToStore(detail)}::jsonb
     where org_id = ${organizationId} and message_id = ${messageId} and is_user and emoji = ${emoji}
       and error_code is distinct from ${code}`
}

export function removeReactions(organizationId: Uuid, messageIds: Uuid[]): Statement {
  return sql`
    delete from reactions r using ${keysOf(organizationId, messageIds)} k
     where r.org_id = k.org_id ${onShard(sql`r.org_id`, [organizationId])} and r.message_id = k.id`
}

/** The time of contacts' last reactions, deleted with the messages. */
export function removeReactionTimes(organizationId: Uuid, messageIds: Uuid[]): Statement {
  return sql`
    delete from contact_reaction_times r using ${keysOf(organizationId, messageIds)} k
     where r.org_id = k.org_id ${onShard(sql`r.org_id`, [organizationId])} and r.message_id = k.id`
}

export function removeReactionSends(organizationId: Uuid, messageIds: Uuid[]): Statement {
  return sql`
    delete from reaction_sends r using ${keysOf(organizationId, messageIds)} k
     where r.org_id = k.org_id ${onShard(sql`r.org_id`, [organizationId])} and r.message_id = k.id`
}
