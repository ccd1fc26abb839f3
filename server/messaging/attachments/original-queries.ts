// SQL of the originals of inbound messages: rows for files in the store.

import type { Scope } from '#kit/app.ts'
import { keysOf } from '#kit/database/by-key.ts'
import { onShard } from '#kit/database/shards.ts'
import { type Statement, sql } from '#kit/database/sql.ts'
import type { Uuid } from '#kit/ids.ts'

export interface OriginalRow {
  /** Id of the file. */
  id: Uuid
  /** In bytes. */
  size: number
}

export interface NewOriginal {
  id: Uuid
  messageId: Uuid
  size: number
  /** In hexadecimal. */
  sha256: string
}

export function insertOriginal({ organizationId, at }: Scope, { id, messageId, size, sha256 }: NewOriginal): Statement {
  return sql`
    insert into message_originals (org_id, message_id, id, size, sha256, created_at)
    values (${organizationId}, ${messageId}, ${id}, ${size}, decode(${sha256}::text, 'hex'), ${at})`
}

export function originalOf(organizationId: Uuid, messageId: Uuid): Statement {
  return sql`
    select id, size::float8 as size from message_originals
     where org_id = ${organizationId} and message_id = ${messageId}`
}

export type OriginalOfMessage = OriginalRow & { message_id: Uuid; sha256: string }

/** For a page of messages. */
export function originalsOf(organizationId: Uuid, messageIds: readonly Uuid[]): Statement {
  return sql`
    select message_id, id, size::float8 as size, encode(sha256, 'hex') as sha256 from message_originals
     where org_id = ${organizationId} and message_id = any(${messageIds}::uuid[])`
}

/**
 * Deletes the originals of deleted messages; their files are deleted afterwards, and do not count against the quota.
 */
export function removeOriginals({ organizationId, at }: Scope, messageIds: Uuid[]): Statement {
  return sql`
    with gone as (
      delete from message_originals o using ${keysOf(organizationId, messageIds)} k
       where o.org_id = k.org_id ${onShard(sql`o.org_id`, [organizationId])} and o.message_id = k.id
      returning o.org_id, o.id)
    insert into attachment_removals (org_id, id, size, due_at)
    select gone.org_id, gone.id, 0, ${at}::timestamptz from gone
    returning id`
}
