// SQL of attachments: rows, removal records, and quota usage.

import type { Actor, Scope } from '#kit/app.ts'
import { keysOf } from '#kit/database/by-key.ts'
import { organizationAt, type Placed } from '#kit/database/places.ts'
import { rowsOf } from '#kit/database/rows.ts'
import { insertingFor, onShard } from '#kit/database/shards.ts'
import { nothing, type Statement, sql } from '#kit/database/sql.ts'
import type { Uuid } from '#kit/ids.ts'
import { conversationOf } from '#messaging/conversations/merge-queries.ts'
import { seesAll } from '#messaging/conversations/rules.ts'

/** As part of a message. */
export interface AttachedRow {
  id: Uuid
  filename: string
  content_type: string
  /** In bytes. */
  size: number
}

export interface AttachmentRow extends AttachedRow {
  message_id: Uuid | null
}

export interface NewAttachment {
  id: Uuid
  messageId: Uuid | null
  place: number | null
  filename: string
  contentType: string
  size: number
  /** In hexadecimal. */
  sha256: string
  createdBy: Uuid | null
}

// At most 100 MB, so the size fits a double.
const columns = sql`a.id, a.message_id, a.filename, a.content_type, a.size::float8 as size`

/** A condition on attachment `a`: its message exists, in a conversation that `ofUser` admits. */
const isOfMessage = (organizationId: Uuid, ofUser: Statement): Statement => sql`
  exists (select from messages m
            join conversations c on c.org_id = m.org_id ${onShard(sql`c.org_id`, [organizationId])}
              and c.id = ${conversationOf([organizationId], sql`m.org_id`, sql`m.conversation_id`)}
           where m.org_id = ${organizationId} and m.id = a.message_id ${ofUser})`

/** An unused attachment is visible to its uploader, one of a template to everyone who may see templates. */
export function visible(actor: Actor, id: Uuid): Statement {
  const { organizationId, userId } = actor
  const ofTemplate = actor.permissions.has('templates.view') ? sql`or a.template_id is not null` : nothing
  const mine = seesAll(actor) ? nothing : sql`and (a.created_by = ${userId} ${ofTemplate})`
  // Not `=`, as in `ownConversation`: the conversation is looked up by its key, not among all that the user has.
  const ofUser = seesAll(actor) ? nothing : sql`and c.user_id is not distinct from ${userId}`
  return sql`
    select ${columns} from attachments a
     where a.org_id = ${organizationId} and a.id = ${id}
       and (a.message_id is null ${mine} or ${isOfMessage(organizationId, ofUser)})`
}

/** For requests with a signed link. */
export function served(organizationId: Uuid, id: Uuid): Statement {
  return sql`
    select ${columns} from attachments a
     where a.org_id = ${organizationId} and a.id = ${id}
       and (a.message_id is null or ${isOfMessage(organizationId, nothing)})`
}

export function insert({ organizationId, at }: Scope, one: NewAttachment): Statement {
  const { id: organization, beside } = insertingFor(organizationId)
  return sql`
    insert into attachments (org_id, id, message_id, place, filename, content_type, size, sha256, created_by,
      created_at)
    select ${organization}, given.id, ${one.messageId}::uuid, ${one.place}::int4, ${one.filename}::text,
           ${one.contentType}::text, ${one.size}::int8, decode(${one.sha256}::text, 'hex'), ${one.createdBy}::uuid,
           ${at}::timestamptz
      from ${beside} (select ${one.id}::uuid as id) given`
}

// --- Of messages ----------------------------------------------------------------------------------------------------

/** The attachments of message `m`, in order; null if it has none, at no cost. */
export const attachedToMessage = (organizationIds: readonly Uuid[]): Statement => sql`
  case when m.has_attachments then (
    select json_agg(json_build_object('id', x.id, 'filename', x.filename, 'content_type', x.content_type,
                                      'size', x.size) order by x.place, x.id)
      from attachments x
     where x.org_id = m.org_id ${onShard(sql`x.org_id`, organizationIds)} and x.message_id = m.id) end`

export type OfMessageRow = AttachedRow & { message_id: Uuid }

/** For a page of messages. */
export function ofMessages(organizationId: Uuid, messageIds: Uuid[]): Statement {
  return sql`
    select a.message_id, ${columns} from ${keysOf(organizationId, messageIds)} k
      join attachments a on a.org_id = k.org_id ${onShard(sql`a.org_id`, [organizationId])} and a.message_id = k.id
     order by a.place, a.id`
}

export interface AskedAttachment extends Placed {
  id: Uuid
}

export type SendableRow = AttachmentRow & Placed

/** Uploaded attachments that a message may still reference, used or not. */
export function sendable(organizationIds: readonly Uuid[], asked: readonly AskedAttachment[], since: Date): Statement {
  const given = rowsOf('given', asked, { place: ['int4', ({ place }) => place], id: ['uuid', ({ id }) => id] })
  return sql`
    select given.place, ${columns} from ${given}
      join attachments a on a.org_id = ${organizationAt(organizationIds)} and a.id = given.id
       and a.created_by is not null and (a.message_id is not null or a.created_at > ${since})`
}

export interface Attaching {
  id: Uuid
  messageId: Uuid
  /** 1-based position among the message's attachments. */
  ordinal: number
}

/**
 * Runs under the wallets' locks after a check that they are unused, or by their only owner. `which`: organizations that
 * meet the condition.
 */
export function attach(
  organizationIds: readonly Uuid[],
  rows: readonly (Attaching & Placed)[],
  which = sql`true`,
): Statement {
  const given = rowsOf('given', rows, {
    place: ['int4', ({ place }) => place],
    id: ['uuid', ({ id }) => id],
    message_id: ['uuid', ({ messageId }) => messageId],
    ordinal: ['int4', ({ ordinal }) => ordinal],
  })
  return sql`
    update attachments a set message_id = given.message_id, place = given.ordinal
      from ${given}
     where a.org_id = ${organizationAt(organizationIds)} and a.id = given.id and a.message_id is null
       and ${which}`
}

// --- The quota ------------------------------------------------------------------------------------------------------

export function usage(organizationId: Uuid): Statement {
  return sql`select bytes from attachment_usage where org_id = ${organizationId}`
}

/** Adds to the usage, up to `most`: no row if it would be exceeded. */
export function addUsage(organizationId: Uuid, bytes: number, most: number): Statement {
  return sql`
    insert into attachment_usage (org_id, bytes) values (${organizationId}, ${bytes})
    on conflict (org_id) do update set bytes = attachment_usage.bytes + excluded.bytes
     where attachment_usage.bytes + excluded.bytes <= ${most}
    returning bytes`
}

// --- Deletion -------------------------------------------------------------------------------------------------------

/** Records the file before it is written. */
export function notePending(organizationId: Uuid, id: Uuid, dueAt: Date): Statement {
  return sql`
    insert into attachment_removals (org_id, id, size, due_at) values (${organizationId}, ${id}, 0, ${dueAt})`
}

/** Whether or not it was recorded: the file is deleted as soon as possible. */
export function noteGoing({ organizationId, at }: Scope, id: Uuid): Statement {
  return sql`
    insert into attachment_removals (org_id, id, size, due_at) values (${organizationId}, ${id}, 0, ${at})
    on conflict (org_id, id) do update set due_at = least(attachment_removals.due_at, excluded.due_at)`
}

/** The upload becomes a row: no row if its file is already being deleted. */
export function keepPending(organizationId: Uuid, id: Uuid): Statement {
  return sql`
    delete from attachment_removals where org_id = ${organizationId} and id = ${id} and begun_at is null returning id`
}

/** Postpones the deletion: no row if the file is already being deleted. */
export function waitLonger(organizationId: Uuid, id: Uuid, dueAt: Date): Statement {
  return sql`
    update attachment_removals set due_at = ${dueAt}
     where org_id = ${organizationId} and id = ${id} and begun_at is null returning id`
}

/** Deletes the attachments of these messages; their files are deleted afterwards. */
export function removeOfMessages({ organizationId, at }: Scope, messageIds: Uuid[]): Statement {
  return sql`
    with gone as (
      delete from attachments a using ${keysOf(organizationId, messageIds)} k
       where a.org_id = k.org_id ${onShard(sql`a.org_id`, [organizationId])} and a.message_id = k.id
      returning a.org_id, a.id, a.size)
    insert into attachment_removals (org_id, id, size, due_at)
    select gone.org_id, gone.id, gone.size, ${at}::timestamptz from gone
    returning id`
}

/** Deletes attachments that no message used in time. */
export function removeUnused({ organizationId, at }: Scope, before: Date, limit: number): Statement {
  return sql`
    with gone as (
      delete from attachments a
       where a.org_id = ${organizationId} and a.message_id is null and a.template_id is null and a.id in (
         select id from attachments
          where org_id = ${organizationId} and message_id is null and template_id is null and created_at <= ${before}
          order by created_at limit ${limit} for update skip locked)
      returning a.org_id, a.id, a.size)
    insert into attachment_removals (org_id, id, size, due_at)
    select gone.org_id, gone.id, gone.size, ${at}::timestamptz from gone`
}

// --- Files taken by other owners than users' messages ---------------------------------------------------------------

/** Claims unused attachments: messages can no longer use them. Returns the claimed ones. */
export function claim(organizationId: Uuid, ids: readonly Uuid[]): Statement {
  return sql`
    update attachments set created_by = null
     where org_id = ${organizationId} and id = any(${ids}::uuid[]) and message_id is null and created_by is not null
    returning id`
}

/** Messages can use them again. */
export function release(organizationId: Uuid, ids: readonly Uuid[], userId: Uuid): Statement {
  return sql`
    update attachments set created_by = ${userId}
     where org_id = ${organizationId} and id = any(${ids}::uuid[]) and message_id is null and created_by is null`
}

/** Deletes claimed attachments whose content was copied. */
export function removeClaimed({ organizationId, at }: Scope, ids: readonly Uuid[]): Statement {
  return sql`
    with gone as (
      delete from attachments a
       where a.org_id = ${organizationId} and a.id = any(${ids}::uuid[]) and a.message_id is null
         and a.created_by is null
      returning a.org_id, a.id, a.size)
    insert into attachment_removals (org_id, id, size, due_at)
    select gone.org_id, gone.id, gone.size, ${at}::timestamptz from gone`
}

/** Starts the removals: none of these files can become a row any more. */
export function beginRemovals({ organizationId, at }: Scope, limit: number): Statement {
  return sql`
    update attachment_removals r set begun_at = ${at}
     where r.org_id = ${organizationId} and r.id in (
       select id from attachment_removals where org_id = ${organizationId} and due_at <= ${at}
        order by due_at limit ${limit} for update skip locked)
    returning r.id`
}

/** Ends the removals, after the files were deleted. */
export function endRemovals(organizationId: Uuid, ids: Uuid[]): Statement {
  return sql`
    with gone as (
      delete from attachment_removals r
       where r.org_id = ${organizationId} and r.id = any(${ids}::uuid[]) returning r.size)
    update attachment_usage u set bytes = u.bytes - (select coalesce(sum(size), 0) from gone)
     where u.org_id = ${organizationId} and exists (select from gone where size > 0)`
}

/** The next time at which there is work, attachments unused for `unusedMs` included. */
export function nextDue(organizationId: Uuid, unusedMs: number): Statement {
  return sql`
    select least(
      (select min(due_at) from attachment_removals where org_id = ${organizationId}),
      (select min(created_at) from attachments
        where org_id = ${organizationId} and message_id is null and template_id is null)
        + ${unusedMs}::int8 * interval '1 millisecond') as due_at`
}

/** Shared lock for readers of a snapshot of the rows and then of their files: while it is held, no file is deleted. */
export const REMOVAL_LOCK = 7_260_016

/** Held until the transaction ends; false while a reader holds it, or another removal is starting. */
export function mayRemove(): Statement {
  return sql`select pg_try_advisory_xact_lock(${REMOVAL_LOCK}::int8) as may`
}
