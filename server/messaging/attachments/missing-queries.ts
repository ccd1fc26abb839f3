// SQL of inbound files that are not stored: still to be fetched, or unavailable.

import type { Scope } from '#kit/app.ts'
import { keysOf } from '#kit/database/by-key.ts'
import { rowsOf } from '#kit/database/rows.ts'
import { onShard } from '#kit/database/shards.ts'
import { type Statement, sql } from '#kit/database/sql.ts'
import type { Uuid } from '#kit/ids.ts'
import type { FileReference } from '#messaging/channels/arrivals/arrived.ts'
import type { MissingFile } from './incoming.ts'
import type { MissingReason } from './rules.ts'

/** As shown with a message. */
export interface MissingRow {
  ordinal: number
  filename: string | null
  content_type: string | null
  /** Null while it is still to be fetched. */
  reason: MissingReason | null
}

export function insertMissing(
  { organizationId, at }: Scope,
  messageId: Uuid,
  files: readonly (MissingFile & { id: Uuid })[],
): Statement {
  const given = rowsOf('given', files, {
    id: ['uuid', (one) => one.id],
    ordinal: ['int4', (one) => one.ordinal],
    filename: ['text', (one) => one.filename],
    content_type: ['text', (one) => one.contentType],
    reference: ['text', (one) => (one.reference === null ? null : JSON.stringify(one.reference))],
    reason: ['text', (one) => one.reason],
  })
  return sql`
    insert into missing_attachments
      (org_id, id, message_id, ordinal, filename, content_type, reference, due_at, reason, created_at)
    select ${organizationId}::uuid, given.id, ${messageId}::uuid, given.ordinal, given.filename, given.content_type,
           given.reference::jsonb, case when given.reason is null then ${at}::timestamptz end, given.reason,
           ${at}::timestamptz
      from ${given}`
}

/** The missing files of message `m`, in order; null if it has none. */
export const missingOfMessage = (organizationIds: readonly Uuid[]): Statement => sql`
  case when m.has_attachments then (
    select json_agg(json_build_object('ordinal', x.ordinal, 'filename', x.filename, 'content_type', x.content_type,
                                      'reason', x.reason)
                    order by x.ordinal, x.id)
      from missing_attachments x
     where x.org_id = m.org_id ${onShard(sql`x.org_id`, organizationIds)} and x.message_id = m.id) end`

/** For a page of messages. */
export function missingOfMessages(organizationId: Uuid, messageIds: readonly Uuid[]): Statement {
  return sql`
    select message_id, ordinal, filename, content_type, reason from missing_attachments
     where org_id = ${organizationId} and message_id = any(${messageIds}::uuid[])
     order by ordinal, id`
}

export function removeMissing(organizationId: Uuid, messageIds: readonly Uuid[]): Statement {
  return sql`
    delete from missing_attachments x using ${keysOf(organizationId, messageIds)} k
     where x.org_id = ${organizationId} and x.org_id = k.org_id and x.message_id = k.id`
}

// --- Fetching -------------------------------------------------------------------------------------------------------

export interface DueRow {
  id: Uuid
  message_id: Uuid
  ordinal: number
  filename: string | null
  content_type: string | null
  reference: FileReference
  tries: number
}

/** The next due ones, counted as attempts. The caller holds the organization's lease. */
export function beginFetching(organizationId: Uuid, now: Date, limit: number): Statement {
  return sql`
    update missing_attachments x set tries = x.tries + 1
     where x.org_id = ${organizationId} and x.id in (
       select id from missing_attachments where org_id = ${organizationId} and due_at <= ${now}
        order by due_at, id limit ${limit})
    returning x.id, x.message_id, x.ordinal, x.filename, x.content_type, x.reference, x.tries`
}

export function nextFetching(organizationId: Uuid): Statement {
  return sql`
    select min(due_at) as due_at from missing_attachments
     where org_id = ${organizationId} and due_at is not null`
}

/** `uncounted`: the attempt does not count. */
export function fetchLater(organizationId: Uuid, id: Uuid, dueAt: Date, uncounted: boolean): Statement {
  return sql`
    update missing_attachments set due_at = ${dueAt}, tries = case when ${uncounted} then tries - 1 else tries end
     where org_id = ${organizationId} and id = ${id}`
}

/** Marks the file as unavailable. Returns no row if its message was deleted. */
export function markUnavailable(organizationId: Uuid, id: Uuid, reason: MissingReason): Statement {
  return sql`
    update missing_attachments set due_at = null, reason = ${reason}, reference = null
     where org_id = ${organizationId} and id = ${id} returning id`
}

/** Deletes the entry of a file that is stored now. Returns no row if its message was deleted. */
export function removeFetched(organizationId: Uuid, id: Uuid): Statement {
  return sql`delete from missing_attachments where org_id = ${organizationId} and id = ${id} returning id`
}
