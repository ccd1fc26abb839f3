// SQL for reading events: only those with a position that the reader may see.

import { pageById } from '#edge/paging.ts'
import { onShard } from '#kit/database/shards.ts'
import { nothing, type Statement, sql } from '#kit/database/sql.ts'
import { firstUuidAt, type Uuid } from '#kit/ids.ts'
import type { Readable, Reader } from './rules.ts'

export interface EventRow {
  id: Uuid
  type: string
  object_id: Uuid
  position: bigint
  payload: Record<string, unknown>
  created_at: Date
}

const columns = sql`e.id, e.type, e.object_id, e.position, e.payload, e.created_at`

/**
 * A condition on events: a type that may be read in full, or the reader's own objects. An event about a conversation
 * belongs to the conversation's current user, and after its deletion to its last one. `payload`: the column with the
 * deciding field.
 */
export function mayRead(
  { organizationId, userId }: Reader,
  { all, own, some }: Readable,
  payload: Statement = sql`e.payload`,
): Statement {
  const byValue = some.reduce(
    (before, { type, field, values }) =>
      sql`${before} or e.type = ${type} and coalesce(${payload} ->> ${field}::text = any(${values}::text[]), false)`,
    nothing,
  )
  if (own.length === 0) return sql`(e.type = any(${all}::text[]) ${byValue})`
  const conversation = sql`select from conversations c where c.org_id = ${organizationId} and c.id = e.conversation_id`
  return sql`(e.type = any(${all}::text[]) ${byValue} or e.type = any(${own}::text[]) and (
    exists (${conversation} and c.user_id = ${userId}) or e.user_id = ${userId} and not exists (${conversation})))`
}

export interface Wanted {
  objectId?: Uuid | undefined
  from?: Date | undefined
  to?: Date | undefined
}

/** Maximum duration of a transaction: an id is older than its event's position by at most this. */
const ID_SLACK_MS = 10 * 60_000

function filters({ objectId, from, to }: Wanted): Statement {
  return sql`
    ${objectId === undefined ? nothing : sql`and e.object_id = ${objectId}`}
    ${from === undefined ? nothing : sql`and e.created_at >= ${from} and e.id >= ${firstUuidAt(from)}`}
    ${
      to === undefined
        ? nothing
        : sql`and e.created_at < ${to} and e.id < ${firstUuidAt(new Date(to.getTime() + ID_SLACK_MS))}`
    }`
}

/** Newest first; `place`: the cursor's position. */
export function list(
  reader: Reader,
  readable: Readable,
  wanted: Wanted,
  page: { limit?: number | undefined; before?: bigint | undefined; behind?: bigint | undefined },
): Statement {
  const limit = page.limit === undefined ? {} : { limit: page.limit }
  const cursor =
    page.behind !== undefined
      ? { ...limit, ending_before: String(page.behind) }
      : page.before !== undefined
        ? { ...limit, starting_after: String(page.before) }
        : limit
  const { where, tail } = pageById(cursor, sql`e.position`)
  return sql`
    select ${columns} from events e
     where e.org_id = ${reader.organizationId} and e.position is not null and ${mayRead(reader, readable)}
           ${filters(wanted)} ${where} ${tail}`
}

/** The event, if the reader may read it. */
export function one(reader: Reader, readable: Readable, id: Uuid): Statement {
  return sql`
    select ${columns} from events e
     where e.org_id = ${reader.organizationId} and e.id = ${id} and e.position is not null
       and ${mayRead(reader, readable)}`
}

/** The events after a position, in order. */
export function behind(reader: Reader, readable: Readable, position: bigint, wanted: Wanted, limit: number): Statement {
  return sql`
    select ${columns} from events e
     where e.org_id = ${reader.organizationId} and e.position > ${position} and ${mayRead(reader, readable)}
           ${filters(wanted)}
     order by e.position limit ${limit}`
}

/** Without a permission check: a cursor reveals nothing. */
export function positionOf(organizationId: Uuid, id: Uuid): Statement {
  return sql`
    select e.position from events e where e.org_id = ${organizationId} and e.id = ${id} and e.position is not null`
}

/** For many readers at once: the owner of each event, with the current owner of its conversation. */
export interface SharedRow extends EventRow {
  conversation_id: Uuid | null
  user_id: Uuid | null
  owner_id: Uuid | null
}

export function behindForAll(organizationId: Uuid, position: bigint, limit: number): Statement {
  return sql`
    select ${columns}, e.conversation_id, e.user_id,
           (select c.user_id from conversations c
             where c.org_id = ${organizationId} and c.id = e.conversation_id) as owner_id
      from events e
     where e.org_id = ${organizationId} and e.position > ${position}
     order by e.position limit ${limit}`
}

/** The last event positions of these organizations. */
export function headsOf(organizationIds: readonly Uuid[]): Statement {
  return sql`
    select h.org_id, h.position from event_heads h
     where h.org_id = any(${organizationIds}::uuid[]) ${onShard(sql`h.org_id`, organizationIds)}`
}
