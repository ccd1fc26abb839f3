// SQL of conversations. Every statement restricts the organization, and the user whose conversations they are or who
// reads them.

import type { Actor, Scope } from '#kit/app.ts'
import { rowsOf } from '#kit/database/rows.ts'
import { insertingFor } from '#kit/database/shards.ts'
import { nothing, type Statement, sql } from '#kit/database/sql.ts'
import type { Uuid } from '#kit/ids.ts'
import type { ChannelName } from '#messaging/channels/channel.ts'
import { mayDo } from '#people/access/queries.ts'
import { conversationOf, isUnread, namesOf } from './merge-queries.ts'
import { seesAll } from './rules.ts'
import type { ConversationChange } from './schema.ts'

export interface ConversationRow {
  id: Uuid
  user_id: Uuid
  contact_id: Uuid | null
  group_id: Uuid | null
  pinned_message_id: Uuid | null
  is_pinned: boolean
  is_muted: boolean
  last_active_at: Date | null
  last_opened_at: Date | null
  created_at: Date
  archived_at: Date | null
}

export const columns = sql`
  id, user_id, contact_id, group_id, pinned_message_id, is_pinned, is_muted, last_active_at, last_opened_at,
    created_at, archived_at`
export const columnsOf = sql`
  c.id, c.user_id, c.contact_id, c.group_id, c.pinned_message_id, c.is_pinned, c.is_muted, c.last_active_at,
    c.last_opened_at,
  c.created_at, c.archived_at`
/** Returns it if the actor may see it: it is their own, or they may see all. */
export function visible(actor: Actor, id: Uuid): Statement {
  const ofUser = seesAll(actor) ? nothing : sql`and user_id = ${actor.userId}`
  return sql`
    select ${columns} from conversations where org_id = ${actor.organizationId} and id = ${id} ${ofUser}`
}

/**
 * A condition: the user is a member whose role may see conversations; other users have none (spec 5.22). `user` is a
 * column or a value; only valid while the lock below is held.
 */
export function isReader(organizationId: Uuid, user: Statement): Statement {
  return mayDo('conversations.view', sql`${organizationId}`, user)
}

/**
 * A shared lock for transactions that create conversations; exclusive for handovers and for departures or role changes,
 * after the change. So no conversation is created for, or handed to, a user who is just losing access. Taken before any
 * row lock.
 */
export function shareReaders(organizationId: Uuid): Statement {
  return sql`select pg_advisory_xact_lock_shared(hashtextextended(${`readers of ${organizationId}`}, 0))`
}

export function lockReaders(organizationId: Uuid): Statement {
  return sql`select pg_advisory_xact_lock(hashtextextended(${`readers of ${organizationId}`}, 0))`
}

export interface Wanted {
  id: Uuid
  user_id: Uuid
  contact_id: Uuid | null
  group_id: Uuid | null
}

/**
 * Returns new conversations only: no row if the user already has one with the contact or group, or may not see
 * conversations.
 */
export function insert({ organizationId, at }: Scope, wanted: Wanted[]): Statement {
  const { id, beside } = insertingFor(organizationId)
  return sql`
    insert into conversations (org_id, id, user_id, contact_id, group_id, created_at)
    select ${id}, given.id, user_id, contact_id, group_id, ${at}::timestamptz from ${beside} ${givenOf(wanted)}
     where ${isReader(organizationId, sql`given.user_id`)}
    on conflict do nothing returning ${columns}`
}

/**
 * Conversations that the users already have. Looked up by counterpart and then by user, who may have very many: see
 * `existingAcross`.
 */
export function byCounterparts(organizationId: Uuid, wanted: Wanted[]): Statement {
  return sql`
    select ${columnsOf} from ${givenOf(wanted)} cross join lateral (
      select of_contact.* from (
        select k.* from conversations k
         where k.org_id = ${organizationId} and k.contact_id = given.contact_id offset 0) of_contact
       where of_contact.user_id = given.user_id
      union all
      select of_group.* from (
        select k.* from conversations k
         where k.org_id = ${organizationId} and k.group_id = given.group_id offset 0) of_group
       where of_group.user_id = given.user_id
      offset 0) c`
}

function givenOf(wanted: Wanted[]): Statement {
  return rowsOf('given', wanted, {
    id: ['uuid', ({ id }) => id],
    user_id: ['uuid', ({ user_id }) => user_id],
    contact_id: ['uuid', ({ contact_id }) => contact_id],
    group_id: ['uuid', ({ group_id }) => group_id],
  })
}

/**
 * The given messages that are in the given conversation; locked, so that they cannot be deleted before they are pinned.
 */
export function lockMessagesOf(organizationId: Uuid, messages: { id: Uuid; conversationId: Uuid }[]): Statement {
  const given = rowsOf('given', messages, {
    id: ['uuid', ({ id }) => id],
    conversation_id: ['uuid', ({ conversationId }) => conversationId],
  })
  return sql`
    select m.id, given.conversation_id from ${given} join messages m on m.org_id = ${organizationId} and m.id = given.id
     where given.conversation_id = ${conversationOf([organizationId], sql`m.org_id`, sql`m.conversation_id`)}
     order by m.id for key share of m`
}

/** `is_changed`: true if a value differs from before. */
export type UpdatedRow = ConversationRow & { is_changed: boolean }

/** Each conversation once. Locked in the order of their ids, as everywhere, against deadlocks. */
export function update(
  organizationId: Uuid,
  changes: { actor: Actor; id: Uuid; input: ConversationChange }[],
): Statement {
  const given = rowsOf('given', changes, {
    id: ['uuid', ({ id }) => id],
    user_id: ['uuid', ({ actor }) => actor.userId],
    sets_message: ['bool', ({ input }) => input.pinned_message_id !== undefined],
    message_id: ['uuid', ({ input }) => input.pinned_message_id ?? null],
    is_pinned: ['bool', ({ input }) => input.is_pinned ?? null],
    is_muted: ['bool', ({ input }) => input.is_muted ?? null],
    sets_archived: ['bool', ({ input }) => input.archived_at !== undefined],
    archived_at: ['timestamptz', ({ input }) => input.archived_at ?? null],
  })
  return sql`
    with given as (select * from ${given}),
    locked as materialized (
      select c.id, c.pinned_message_id, c.is_pinned, c.is_muted, c.archived_at
        from conversations c join given g on g.id = c.id and g.user_id = c.user_id
       where c.org_id = ${organizationId} order by c.id for no key update of c)
    update conversations c set
      pinned_message_id = case when g.sets_message then g.message_id else c.pinned_message_id end,
      is_pinned = coalesce(g.is_pinned, c.is_pinned),
      is_muted = coalesce(g.is_muted, c.is_muted),
      archived_at = case when g.sets_archived then g.archived_at else c.archived_at end
    from given g join locked on locked.id = g.id
    where c.org_id = ${organizationId} and c.id = g.id
    returning ${columnsOf},
      (c.pinned_message_id, c.is_pinned, c.is_muted, c.archived_at) is distinct from
        (locked.pinned_message_id, locked.is_pinned, locked.is_muted, locked.archived_at) as is_changed`
}

export function markOpened({ organizationId, userId, at }: Actor, id: Uuid): Statement {
  return sql`
    update conversations set last_opened_at = ${at}
     where org_id = ${organizationId} and user_id = ${userId} and id = ${id} returning ${columns}`
}

/** Recomputed from its messages after they changed; the conversation is locked. Also sets `opened_at`, unless null. */
export function settleUnread(organizationId: Uuid, id: Uuid, openedAt: Date | null): Statement {
  return sql`
    update conversations c
       set last_opened_at = coalesce(${openedAt}::timestamptz, c.last_opened_at),
           is_unread = exists (
             select from ${namesOf(organizationId, sql`${id}::uuid`)} cross join lateral (
               select from messages
                where org_id = ${organizationId} and conversation_id = named.id and ${isUnread} limit 1 offset 0) one)
     where c.org_id = ${organizationId} and c.id = ${id} returning ${columnsOf}`
}

export function lockOne({ organizationId, userId }: Actor, id: Uuid): Statement {
  return sql`select id from conversations where org_id = ${organizationId} and user_id = ${userId}
    and id = ${id} for update`
}

export function lock(organizationId: Uuid, ids: Uuid[]): Statement {
  return sql`
    select id from conversations where org_id = ${organizationId} and id = any(${ids}::uuid[])
      order by id for no key update`
}

/** Locks the conversation and its messages against deletion until the transaction ends. */
export function keep({ organizationId, userId }: Actor, id: Uuid): Statement {
  return sql`select id from conversations where org_id = ${organizationId} and user_id = ${userId}
    and id = ${id} for key share`
}

export type Counterparts = { contactIds: Uuid[] } | { groupIds: Uuid[] }

/** For all users: when contacts or groups are deleted. */
export function lockByCounterpart(organizationId: Uuid, counterparts: Counterparts): Statement {
  return 'contactIds' in counterparts
    ? sql`
        select id from conversations where org_id = ${organizationId}
          and contact_id = any(${counterparts.contactIds}::uuid[])
         order by id for update`
    : sql`
        select id from conversations where org_id = ${organizationId}
          and group_id = any(${counterparts.groupIds}::uuid[])
         order by id for update`
}

/** The size of the conversations, up to `limit`: a row per delivery, and per message without one. */
export function countHeld(organizationId: Uuid, ids: Uuid[], limit: number): Statement {
  return sql`
    select count(*)::int as count from (
      select from unnest(${ids}::uuid[]) as given (id)
       cross join lateral (
         select id from messages where org_id = ${organizationId} and conversation_id = given.id offset 0) m
        left join lateral (
         select from deliveries where org_id = ${organizationId} and message_id = m.id offset 0) d on true
       limit ${limit}) held`
}

export function remove(organizationId: Uuid, ids: Uuid[]): Statement {
  return sql`
    delete from conversations where org_id = ${organizationId} and id = any(${ids}::uuid[]) returning id, user_id`
}

/** Unpins a message that is about to be deleted. */
export function unpin(organizationId: Uuid, messageId: Uuid, conversationId: Uuid): Statement {
  return sql`
    update conversations set pinned_message_id = null
     where org_id = ${organizationId} and id = ${conversationId} and pinned_message_id = ${messageId}`
}

/**
 * The contact's most recently active conversation, of any user who may see it; locked. Returns no row also when it was
 * deleted or merged while the lock was waited for: repeat the lookup.
 */
export function lockLatestOfContact(organizationId: Uuid, contactId: Uuid): Statement {
  return sql`
    select c.id, c.archived_at from conversations c
     where c.org_id = ${organizationId} and c.contact_id = ${contactId} and ${isReader(organizationId, sql`c.user_id`)}
     order by c.last_active_at desc nulls last, c.id desc limit 1 for update of c`
}

/** The conversation, if it is with this contact and its user may see it. */
export function lockOfContact(organizationId: Uuid, id: Uuid, contactId: Uuid): Statement {
  return sql`
    select c.id, c.archived_at from conversations c
     where c.org_id = ${organizationId} and c.id = ${id} and c.contact_id = ${contactId}
       and ${isReader(organizationId, sql`c.user_id`)} for update of c`
}

/**
 * The user who receives conversations without an owner: the preferred one, otherwise the longest-standing owner,
 * otherwise any; always one who may see conversations.
 */
export function taker(organizationId: Uuid, preferred: Uuid | null): Statement {
  return sql`
    select m.user_id from memberships m where m.org_id = ${organizationId}
      and ${isReader(organizationId, sql`m.user_id`)}
     order by (m.user_id is not distinct from ${preferred}) desc,
       (m.role_name is not distinct from 'owner') desc, m.created_at, m.user_id
     limit 1`
}

/** An inbound message was received: the conversation becomes active and unread, and is unarchived. */
export function markReceived(organizationId: Uuid, id: Uuid, channel: ChannelName, at: Date): Statement {
  return sql`
    update conversations
       set last_active_at = greatest(last_active_at, ${at}), archived_at = null, is_unread = true,
           last_inbound_at = ${at}, last_inbound_channel = ${channel}
     where org_id = ${organizationId} and id = ${id} returning ${columns}`
}

/** An automatic reply was received: the conversation becomes active, and stays archived and read if it was. */
export function markAnsweredAutomatically(organizationId: Uuid, id: Uuid, at: Date): Statement {
  return sql`
    update conversations set last_active_at = greatest(last_active_at, ${at})
     where org_id = ${organizationId} and id = ${id} returning ${columns}`
}
