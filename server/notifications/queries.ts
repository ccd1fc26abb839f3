// SQL of notices: creating them from events, and reading them.

import { type Page, pageById } from '#edge/paging.ts'
import { mayRead } from '#feed/queries.ts'
import type { Readable, Reader } from '#feed/rules.ts'
import { keysOf } from '#kit/database/by-key.ts'
import { rowsOf } from '#kit/database/rows.ts'
import { insertingFor, onShard } from '#kit/database/shards.ts'
import { nothing, type Statement, sql } from '#kit/database/sql.ts'
import { firstUuidAt, type Uuid } from '#kit/ids.ts'
import type { NoticeType, StoredFacts } from './kinds.ts'
import { noticeTypes } from './kinds.ts'

// --- From events to notices. ----------------------------------------------------------------------------------------

export function beginHead(organizationId: Uuid): Statement {
  return sql`insert into notice_heads (org_id) values (${organizationId}) on conflict do nothing`
}

export interface HeadRow {
  position: bigint
  since: Date | null
  /** The position of the organization's last event. */
  last: bigint
}

/** Locked by the worker that writes an organization's notices. */
export function holdHead(organizationId: Uuid): Statement {
  return sql`
    select h.position, h.since,
           coalesce((select e.position from event_heads e where e.org_id = ${organizationId}), 0) as last
      from notice_heads h where h.org_id = ${organizationId} for update of h`
}

export function moveHead(organizationId: Uuid, position: bigint): Statement {
  return sql`update notice_heads set position = ${position} where org_id = ${organizationId}`
}

export interface HappenedRow {
  id: Uuid
  type: NoticeType
  object_id: Uuid
  position: bigint
  payload: Record<string, unknown>
  created_at: Date
  conversation_id: Uuid | null
  user_id: Uuid | null
  owner_id: Uuid | null
  is_muted: boolean | null
}

/** Removes user-written text from payloads, so that notices do not copy it. */
export function happened(
  organizationId: Uuid,
  { behind, upTo, limit }: { behind: bigint; upTo: bigint; limit: number },
): Statement {
  return sql`
    select e.id, e.type, e.object_id, e.position, e.created_at, e.conversation_id, e.user_id,
           e.payload - '{text,html,subject,variables,attachments}'::text[] as payload, c.user_id as owner_id, c.is_muted
      from events e
      left join conversations c on c.org_id = ${organizationId} and c.id = e.conversation_id
     where e.org_id = ${organizationId} and e.position > ${behind} and e.position <= ${upTo}
       and e.type = any(${noticeTypes}::text[])
     order by e.position limit ${limit}`
}

export interface NewNotice {
  id: Uuid
  userId: Uuid
  eventId: Uuid
  type: NoticeType
  objectId: Uuid
  conversationId: Uuid | null
  facts: StoredFacts
  count: number
  isInApp: boolean
  at: Date
}

export function insert(organizationId: Uuid, notices: readonly NewNotice[]): Statement {
  const { id, beside } = insertingFor(organizationId)
  const given = rowsOf('given', notices, {
    id: ['uuid', (one) => one.id],
    user_id: ['uuid', ({ userId }) => userId],
    event_id: ['uuid', ({ eventId }) => eventId],
    type: ['word', ({ type }) => type],
    object_id: ['uuid', ({ objectId }) => objectId],
    conversation_id: ['uuid', ({ conversationId }) => conversationId],
    facts: ['text', ({ facts }) => JSON.stringify(facts)],
    count: ['int4', ({ count }) => count],
    is_in_app: ['bool', ({ isInApp }) => isInApp],
    at: ['timestamptz', ({ at }) => at],
  })
  return sql`
    insert into notices (org_id, id, user_id, event_id, type, object_id, conversation_id, facts, count, is_in_app,
      created_at)
    select ${id}, given.id, user_id, event_id, type, object_id, conversation_id, facts::jsonb, count, is_in_app, at
      from ${beside} ${given}
        on conflict (org_id, event_id, user_id) do nothing`
}

export interface OpenRow {
  id: Uuid
  user_id: Uuid
  conversation_id: Uuid
  created_at: Date
}

/**
 * Unread notices that can include another message: read neither in the console nor in the conversation. Locked rows are
 * skipped; the message then gets a new notice.
 */
export function holdOpen(organizationId: Uuid, conversationIds: readonly Uuid[], since: Date): Statement {
  return sql`
    select n.id, n.user_id, n.conversation_id, n.created_at from notices n
      join conversations c on c.org_id = ${organizationId} and c.id = n.conversation_id
     where n.org_id = ${organizationId} and n.conversation_id = any(${conversationIds}::uuid[])
       and n.type = 'message.received' and n.read_at is null and n.facts is not null and n.created_at > ${since}
       and (c.last_opened_at is null or c.last_opened_at < n.created_at)
     order by n.id for update of n skip locked`
}

export function addTo(organizationId: Uuid, more: readonly { id: Uuid; count: number }[]): Statement {
  const given = rowsOf('given', more, { id: ['uuid', (one) => one.id], count: ['int4', ({ count }) => count] })
  return sql`
    update notices n set count = n.count + given.count from ${given}
     where n.org_id = ${organizationId} and n.id = given.id`
}

// --- Reading one's own notices ---------------------------------------------------------------------------------------

export interface NoticeRow {
  id: Uuid
  user_id: Uuid
  event_id: Uuid
  type: NoticeType
  object_id: Uuid
  conversation_id: Uuid | null
  facts: StoredFacts | null
  count: number
  created_at: Date
  read_at: Date | null
  /** The sender, for notices about messages. */
  from_name: string | null
}

/** `e`: the alias used by the rule of who may read an event. */
const columns = (organizationId: Uuid) => sql`
  e.id, e.user_id, e.event_id, e.type, e.object_id, e.conversation_id, e.facts, e.count, e.created_at, e.read_at,
  ${fromName(organizationId, sql`e.conversation_id`)} as from_name`

/** The contact's or group's name; null when it has none or the conversation was deleted. */
export const fromName = (organizationId: Uuid, conversation: Statement): Statement => sql`
  (select coalesce(k.display_name, g.name) from conversations v
     left join contacts k on k.org_id = ${organizationId} and k.id = v.contact_id
     left join groups g on g.org_id = ${organizationId} and g.id = v.group_id
    where v.org_id = ${organizationId} and v.id = ${conversation})`

/** The reader's own notices whose objects still exist and which they may read now. */
function listed(reader: Reader, readable: Readable): Statement {
  return sql`
    e.user_id = ${reader.userId} and e.is_in_app and e.facts is not null
    and ${mayRead(reader, readable, sql`e.facts`)}`
}

const isUnread = (isUnread: boolean | undefined) =>
  isUnread === undefined ? nothing : isUnread ? sql`and e.read_at is null` : sql`and e.read_at is not null`

export function list(reader: Reader, readable: Readable, unread: boolean | undefined, page: Page): Statement {
  const { where, tail } = pageById(page, sql`e.id`)
  return sql`
    select ${columns(reader.organizationId)} from notices e
     where e.org_id = ${reader.organizationId} and ${listed(reader, readable)} ${isUnread(unread)} ${where} ${tail}`
}

export function isThere(organizationId: Uuid, userId: Uuid, id: Uuid): Statement {
  return sql`
    select from notices n where n.org_id = ${organizationId} and n.user_id = ${userId} and n.id = ${id}`
}

/** Counts up to the limit. */
export function countUnread(reader: Reader, readable: Readable, limit: number): Statement {
  return sql`
    select count(*)::int4 as count from (
      select from notices e
       where e.org_id = ${reader.organizationId} and ${listed(reader, readable)} ${isUnread(true)}
       limit ${limit}) unread`
}

export function markRead(reader: Reader, readable: Readable, id: Uuid, at: Date): Statement {
  return sql`
    update notices e set read_at = coalesce(e.read_at, ${at})
     where e.org_id = ${reader.organizationId} and e.id = ${id} and ${listed(reader, readable)}
    returning ${columns(reader.organizationId)}`
}

/** Rows are locked in the common order. */
export function markAllRead(reader: Reader, readable: Readable, at: Date): Statement {
  const { organizationId } = reader
  return sql`
    with unread as materialized (
      select e.id from notices e
       where e.org_id = ${organizationId} and ${listed(reader, readable)} ${isUnread(true)}
       order by e.id for update)
    update notices n set read_at = ${at} from unread u where n.org_id = ${organizationId} and n.id = u.id`
}

// --- Gone with time, with a membership, with a conversation. --------------------------------------------------------

export function organizationsWithOld(before: Date, limit: number): Statement {
  return sql`
    select o.id from organizations o
     where exists (select from notices n where n.org_id = o.id and n.id < ${firstUuidAt(before)})
     order by o.id limit ${limit}`
}

export function removeOld(organizationId: Uuid, before: Date, limit: number): Statement {
  return sql`
    with old as materialized (
      select n.id from notices n where n.org_id = ${organizationId} and n.id < ${firstUuidAt(before)}
       order by n.id limit ${limit} for update skip locked),
    sends as (
      delete from notice_sends s using old where s.org_id = ${organizationId} and s.notice_id = old.id)
    delete from notices n using old where n.org_id = ${organizationId} and n.id = old.id`
}

/** Restricts to those of the users who are no longer members. */
const ofGone = (organizationId: Uuid, userIds: readonly Uuid[]) => sql`
  user_id = any(${userIds}::uuid[]) and user_id not in (
    select m.user_id from memberships m where m.org_id = ${organizationId} and m.user_id = any(${userIds}::uuid[]))`

export const removeOfGone = (organizationId: Uuid, userIds: readonly Uuid[]): readonly Statement[] => [
  sql`delete from notice_sends where org_id = ${organizationId} and ${ofGone(organizationId, userIds)}`,
  sql`delete from notices where org_id = ${organizationId} and ${ofGone(organizationId, userIds)}`,
  sql`delete from notification_preferences
    where org_id = ${organizationId} and ${ofGone(organizationId, userIds)}`,
]

/** Moves the notices of a merged conversation to the remaining one. */
export function moveToConversations(organizationId: Uuid, merged: readonly { from: Uuid; into: Uuid }[]): Statement {
  const given = rowsOf('given', merged, {
    from_id: ['uuid', ({ from }) => from],
    into_id: ['uuid', ({ into }) => into],
  })
  return sql`
    update notices n set conversation_id = given.into_id from ${given}
     where n.org_id = ${organizationId} and n.conversation_id = given.from_id`
}

/**
 * Deletes notices of deleted objects and of deleted conversations. A notice for several messages counts one less
 * instead.
 */
export function forgetObjects(organizationId: Uuid, objectIds: readonly Uuid[]): Statement[] {
  const onKey = onShard(sql`n.org_id`, [organizationId])
  return [
    sql`
      update notices n set facts = case when n.count > 1 then n.facts end, count = greatest(n.count - 1, 1)
        from ${keysOf(organizationId, objectIds)} k
       where n.org_id = k.org_id ${onKey} and n.object_id = k.id and n.facts is not null`,
    sql`
      update notices n set facts = null
        from ${keysOf(organizationId, objectIds)} k
       where n.org_id = k.org_id ${onKey} and n.conversation_id = k.id and n.facts is not null`,
  ]
}
