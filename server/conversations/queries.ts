// SQL of conversations. Every statement names the organization and the user whose conversations they are.

import { PAGE_DEFAULT, pageById } from '#edge/paging.ts'
import type { Actor } from '#kit/app.ts'
import type { Uuid } from '#kit/ids.ts'
import { nothing, type Statement, sql } from '#kit/sql.ts'
import type { ConversationChange, ConversationQuery } from './schema.ts'

export interface ConversationRow {
  id: Uuid
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

const columns = sql`id, contact_id, group_id, pinned_message_id, is_pinned, is_muted, last_active_at, last_opened_at, created_at, archived_at`
/** The moment that places a conversation in the inbox: its last activity, or its creation while there was none. */
const activity = sql`coalesce(last_active_at, created_at)`

export function list({ organizationId, userId }: Actor, query: ConversationQuery): Statement {
  const filters = sql`
    ${flagFilter(sql`is_muted`, query.muted)} ${flagFilter(sql`is_pinned`, query.pinned)}
    ${flagFilter(sql`(archived_at is not null)`, query.archived)}
    ${query.group_id === undefined ? nothing : sql`and group_id = ${query.group_id}`}`
  const { where, tail } = query.sort === 'last_active' ? pageByActivity(organizationId, query) : pageById(query)
  return sql`select ${columns} from conversations where org_id = ${organizationId} and user_id = ${userId} ${filters} ${where} ${tail}`
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

export function byId({ organizationId, userId }: Actor, id: Uuid): Statement {
  return sql`select ${columns} from conversations where org_id = ${organizationId} and user_id = ${userId} and id = ${id}`
}

/** No row when the user has one with this contact or group already. */
export function insert(
  { organizationId, userId, at }: Actor,
  id: Uuid,
  contactId: Uuid | null,
  groupId: Uuid | null,
): Statement {
  return sql`
    insert into conversations (org_id, id, user_id, contact_id, group_id, created_at)
    values (${organizationId}, ${id}, ${userId}, ${contactId}, ${groupId}, ${at})
    on conflict do nothing returning ${columns}`
}

export function byCounterpart(
  { organizationId, userId }: Actor,
  contactId: Uuid | null,
  groupId: Uuid | null,
): Statement {
  return contactId
    ? sql`select ${columns} from conversations where org_id = ${organizationId} and user_id = ${userId} and contact_id = ${contactId}`
    : sql`select ${columns} from conversations where org_id = ${organizationId} and user_id = ${userId} and group_id = ${groupId}`
}

/** Whether the message is one of the conversation; locked, so that it cannot be deleted before it is pinned. */
export function lockMessageOf({ organizationId }: Actor, conversationId: Uuid, messageId: Uuid): Statement {
  return sql`
    select id from messages where org_id = ${organizationId} and conversation_id = ${conversationId} and id = ${messageId} for key share`
}

export function update({ organizationId, userId }: Actor, id: Uuid, change: ConversationChange): Statement {
  const given = (name: keyof ConversationChange) => change[name] !== undefined
  return sql`
    update conversations set
      pinned_message_id = case when ${given('pinned_message_id')} then ${change.pinned_message_id ?? null}::uuid else pinned_message_id end,
      is_pinned = coalesce(${change.is_pinned ?? null}, is_pinned),
      is_muted = coalesce(${change.is_muted ?? null}, is_muted),
      archived_at = case when ${given('archived_at')} then ${change.archived_at ?? null}::timestamptz else archived_at end
    where org_id = ${organizationId} and user_id = ${userId} and id = ${id}
    returning ${columns}`
}

export function markOpened({ organizationId, userId, at }: Actor, id: Uuid): Statement {
  return sql`
    update conversations set last_opened_at = ${at}
     where org_id = ${organizationId} and user_id = ${userId} and id = ${id} returning ${columns}`
}

export function lock({ organizationId, userId }: Actor, id: Uuid): Statement {
  return sql`select id from conversations where org_id = ${organizationId} and user_id = ${userId} and id = ${id} for update`
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

/** A message went in or out. Several of one conversation count once. */
export function markActive(organizationId: Uuid, ids: Uuid[], at: Date): Statement {
  return sql`
    update conversations set last_active_at = ${at}
     where org_id = ${organizationId} and id = any(${ids}::uuid[]) and (last_active_at is null or last_active_at < ${at})`
}
