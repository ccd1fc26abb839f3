// SQL of conversations. Every statement names the organization, and the user whose conversations they are, or who looks at them.

import { rolesWith } from '#access/rules.ts'
import { PAGE_DEFAULT, pageById } from '#edge/paging.ts'
import type { Actor } from '#kit/app.ts'
import type { Uuid } from '#kit/ids.ts'
import { notLeftOut, type Placed } from '#kit/places.ts'
import type { Scope } from '#kit/hooks.ts'
import { nothing, plainArray, type Statement, sql } from '#kit/sql.ts'
import { seesAll } from './rules.ts'
import type { ConversationChange, ConversationQuery } from './schema.ts'

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

const columns = sql`
  id, user_id, contact_id, group_id, pinned_message_id, is_pinned, is_muted, last_active_at, last_opened_at, created_at, archived_at`
export const columnsOf = sql`
  c.id, c.user_id, c.contact_id, c.group_id, c.pinned_message_id, c.is_pinned, c.is_muted, c.last_active_at, c.last_opened_at,
  c.created_at, c.archived_at`
/** The moment that places a conversation in the inbox: its last activity, or its creation while there was none. */
const activity = sql`coalesce(last_active_at, created_at)`

/** One user's, or everybody's for null. */
export function list(organizationId: Uuid, whose: Uuid | null, query: ConversationQuery): Statement {
  const filters = sql`
    ${flagFilter(sql`is_muted`, query.muted)} ${flagFilter(sql`is_pinned`, query.pinned)}
    ${flagFilter(sql`(archived_at is not null)`, query.archived)}
    ${query.group_id === undefined ? nothing : sql`and group_id = ${query.group_id}`}`
  const { where, tail } = query.sort === 'last_active' ? pageByActivity(organizationId, query) : pageById(query)
  const ofUser = whose === null ? nothing : sql`and user_id = ${whose}`
  return sql`select ${columns} from conversations where org_id = ${organizationId} ${ofUser} ${filters} ${where} ${tail}`
}

function flagFilter(condition: Statement, wanted: boolean | undefined): Statement {
  if (wanted === undefined) return nothing
  return wanted ? sql`and ${condition}` : sql`and not ${condition}`
}

function pageByActivity(organizationId: Uuid, { limit, starting_after, ending_before }: ConversationQuery) {
  const rows = (limit ?? PAGE_DEFAULT) + 1
  const cursor = starting_after ?? ending_before
  const position = sql`(select ${activity}, id from conversations where org_id = ${organizationId} and id = ${cursor ?? null})`
  if (ending_before)
    return {
      where: sql`and (${activity}, id) > ${position}`,
      tail: sql`order by ${activity} asc, id asc limit ${rows}`,
    }
  return {
    where: starting_after ? sql`and (${activity}, id) < ${position}` : nothing,
    tail: sql`order by ${activity} desc, id desc limit ${rows}`,
  }
}

/** If the actor may see it: it is their own, or they see everybody's. */
export function visible(actor: Actor, id: Uuid): Statement {
  const ofUser = seesAll(actor) ? nothing : sql`and user_id = ${actor.userId}`
  return sql`
    select ${columns} from conversations where org_id = ${actor.organizationId} and id = ${id} ${ofUser}`
}

/**
 * A condition: the user is a member whose role lets them see conversations. Who does not, has none (decisions §3). `user` is a column
 * or a value; true only as long as the lock below is held.
 */
export function isReader(organizationId: Uuid, user: Statement): Statement {
  return sql`exists (
    select 1 from memberships rm left join roles rr on rr.org_id = ${organizationId} and rr.id = rm.role_id
     where rm.org_id = ${organizationId} and rm.user_id = ${user}
       and (rm.role_name = any(${rolesWith('conversations.view')}::text[]) or 'conversations.view' = any(rr.permissions)))`
}

/**
 * Whoever begins conversations shares this; whoever hands them over holds it alone, and so does who leaves or gets another role, behind
 * the change of it. So none begins, or is handed over, to a user who is just losing the right to see it. Taken before any row's lock.
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

/** Only the new ones: no row where the user has one with the contact or group already, nor for who sees no conversations. */
export function insert({ organizationId, at }: Scope, wanted: Wanted[]): Statement {
  return sql`
    insert into conversations (org_id, id, user_id, contact_id, group_id, created_at)
    select ${organizationId}, id, user_id, contact_id, group_id, ${at} from ${givenOf(wanted)}
     where ${isReader(organizationId, sql`given.user_id`)}
    on conflict do nothing returning ${columns}`
}

export function byCounterparts(organizationId: Uuid, wanted: Wanted[]): Statement {
  return sql`
    select ${columnsOf} from ${givenOf(wanted)}
      join conversations c on c.org_id = ${organizationId} and c.user_id = given.user_id and c.contact_id = given.contact_id
    union
    select ${columnsOf} from ${givenOf(wanted)}
      join conversations c on c.org_id = ${organizationId} and c.user_id = given.user_id and c.group_id = given.group_id`
}

function givenOf(wanted: Wanted[]): Statement {
  return sql`unnest(${wanted.map(({ id }) => id)}::uuid[], ${wanted.map(({ user_id }) => user_id)}::uuid[],
                    ${wanted.map(({ contact_id }) => contact_id)}::uuid[], ${wanted.map(({ group_id }) => group_id)}::uuid[])
             as given (id, user_id, contact_id, group_id)`
}

/** The messages that are in the conversation beside them; locked, so that they cannot be deleted before they are pinned. */
export function lockMessagesOf(organizationId: Uuid, conversationIds: Uuid[], messageIds: Uuid[]): Statement {
  return sql`
    select m.id, m.conversation_id from messages m
     where m.org_id = ${organizationId}
       and (m.id, m.conversation_id) in (select * from unnest(${messageIds}::uuid[], ${conversationIds}::uuid[]))
     order by m.id for key share of m`
}

/** Each conversation once. Locked in the order of their ids, as everybody does who locks several. */
export function update(
  organizationId: Uuid,
  changes: { actor: Actor; id: Uuid; input: ConversationChange }[],
): Statement {
  const inputs = changes.map(({ input }) => input)
  return sql`
    with given as (
      select * from unnest(${changes.map(({ id }) => id)}::uuid[], ${changes.map(({ actor }) => actor.userId)}::uuid[],
                           ${inputs.map(({ pinned_message_id }) => pinned_message_id !== undefined)}::bool[],
                           ${inputs.map(({ pinned_message_id }) => pinned_message_id ?? null)}::uuid[],
                           ${inputs.map(({ is_pinned }) => is_pinned ?? null)}::bool[],
                           ${inputs.map(({ is_muted }) => is_muted ?? null)}::bool[],
                           ${inputs.map(({ archived_at }) => archived_at !== undefined)}::bool[],
                           ${inputs.map(({ archived_at }) => archived_at ?? null)}::timestamptz[])
        as given (id, user_id, sets_message, message_id, is_pinned, is_muted, sets_archived, archived_at)),
    locked as materialized (
      select c.id from conversations c join given g on g.id = c.id and g.user_id = c.user_id
       where c.org_id = ${organizationId} order by c.id for no key update of c)
    update conversations c set
      pinned_message_id = case when g.sets_message then g.message_id else c.pinned_message_id end,
      is_pinned = coalesce(g.is_pinned, c.is_pinned),
      is_muted = coalesce(g.is_muted, c.is_muted),
      archived_at = case when g.sets_archived then g.archived_at else c.archived_at end
    from given g join locked on locked.id = g.id
    where c.org_id = ${organizationId} and c.id = g.id
    returning ${columnsOf}`
}

export function markOpened({ organizationId, userId, at }: Actor, id: Uuid): Statement {
  return sql`
    update conversations set last_opened_at = ${at}
     where org_id = ${organizationId} and user_id = ${userId} and id = ${id} returning ${columns}`
}

export function lockOne({ organizationId, userId }: Actor, id: Uuid): Statement {
  return sql`select id from conversations where org_id = ${organizationId} and user_id = ${userId} and id = ${id} for update`
}

export function lock(organizationId: Uuid, ids: Uuid[]): Statement {
  return sql`
    select id from conversations where org_id = ${organizationId} and id = any(${ids}::uuid[]) order by id for no key update`
}

/** Kept from being deleted, and its messages with it, until the transaction ends. */
export function keep({ organizationId, userId }: Actor, id: Uuid): Statement {
  return sql`select id from conversations where org_id = ${organizationId} and user_id = ${userId} and id = ${id} for key share`
}

export type Counterparts = { contactIds: Uuid[] } | { groupIds: Uuid[] }

/** With whichever user: for the deletion of contacts or groups. */
export function lockByCounterpart(organizationId: Uuid, counterparts: Counterparts): Statement {
  return 'contactIds' in counterparts
    ? sql`
        select id from conversations where org_id = ${organizationId} and contact_id = any(${counterparts.contactIds}::uuid[])
         order by id for update`
    : sql`
        select id from conversations where org_id = ${organizationId} and group_id = any(${counterparts.groupIds}::uuid[])
         order by id for update`
}

export function remove(organizationId: Uuid, ids: Uuid[]): Statement {
  return sql`delete from conversations where org_id = ${organizationId} and id = any(${ids}::uuid[])`
}

/** Unpins a message that is about to be deleted. */
export function unpin(organizationId: Uuid, messageId: Uuid, conversationId: Uuid): Statement {
  return sql`
    update conversations set pinned_message_id = null
     where org_id = ${organizationId} and id = ${conversationId} and pinned_message_id = ${messageId}`
}

export interface ActiveConversation extends Placed {
  id: Uuid
}

/**
 * Messages went out. Several of one conversation count once, and within a second too, which is as exact as the API tells time: the row
 * and its place in the index change once a second at most, however busy the conversation is. One that somebody holds is not waited
 * for, since others' sends would wait too; those are returned, to be marked later.
 */
export function markActive(
  organizationIds: readonly Uuid[],
  active: readonly ActiveConversation[],
  at: Date,
): Statement {
  const second = new Date(Math.floor(at.getTime() / 1000) * 1000)
  return sql`
    with due as materialized (
      select given.place, c.org_id, c.id
        from unnest(${plainArray(active.map(({ place }) => place))}::int4[], ${plainArray(active.map(({ id }) => id))}::uuid[])
             as given (place, id)
       cross join lateral (
         select k.org_id, k.id from conversations k
          where k.org_id = (${plainArray(organizationIds)}::uuid[])[given.place] and k.id = given.id
            and (k.last_active_at is null or k.last_active_at < ${second}) offset 0) c
       where ${notLeftOut}),
    free as materialized (
      select due.org_id, due.id from due cross join lateral (
        select from conversations h where h.org_id = due.org_id and h.id = due.id for no key update skip locked) held),
    marked as (
      update conversations c set last_active_at = greatest(c.last_active_at, ${second}) from free
       where c.org_id = free.org_id and c.id = free.id)
    select due.place, due.id from due where not exists (select from free where free.org_id = due.org_id and free.id = due.id)`
}

/** As above for those that were held; waits for them. */
export function markActiveLater(organizationId: Uuid, ids: readonly Uuid[], at: Date): Statement {
  const second = new Date(Math.floor(at.getTime() / 1000) * 1000)
  return sql`
    update conversations set last_active_at = ${second}
     where org_id = ${organizationId} and id = any(array(
       select id from conversations
        where org_id = ${organizationId} and id = any(${plainArray(ids)}::uuid[])
          and (last_active_at is null or last_active_at < ${second})
        order by id for no key update))`
}

/**
 * The conversation with the contact that was active last, whoever's it is as long as they see it; locked. No row, too, when it went
 * or became part of another while its lock was waited for: look again.
 */
export function lockLatestOfContact(organizationId: Uuid, contactId: Uuid): Statement {
  return sql`
    select c.id, c.archived_at from conversations c
     where c.org_id = ${organizationId} and c.contact_id = ${contactId} and ${isReader(organizationId, sql`c.user_id`)}
     order by c.last_active_at desc nulls last, c.id desc limit 1 for update of c`
}

/** Who takes what has nobody: the preferred one, else the owner who has been one for longest, else any; of those who see conversations. */
export function taker(organizationId: Uuid, preferred: Uuid | null): Statement {
  return sql`
    select m.user_id from memberships m where m.org_id = ${organizationId} and ${isReader(organizationId, sql`m.user_id`)}
     order by (m.user_id is not distinct from ${preferred}) desc, (m.role_name is not distinct from 'owner') desc, m.created_at, m.user_id
     limit 1`
}

/** A message came in: active now, and no longer archived. */
export function markReceived(organizationId: Uuid, id: Uuid, at: Date): Statement {
  return sql`
    update conversations set last_active_at = greatest(last_active_at, ${at}), archived_at = null
     where org_id = ${organizationId} and id = ${id} returning ${columns}`
}
