// SQL of segments.

import { type Page, pageById } from '#edge/paging.ts'
import type { Actor } from '#kit/app.ts'
import { insertingFor } from '#kit/database/shards.ts'
import { type Statement, sql } from '#kit/database/sql.ts'
import type { Uuid } from '#kit/ids.ts'

export interface SegmentRow {
  id: Uuid
  name: string
  /** In the API's representation. */
  filter: Record<string, unknown>
  created_at: Date
}

const columns = sql`id, name, filter, created_at`

export function list(organizationId: Uuid, page: Page): Statement {
  const { where, tail } = pageById(page)
  return sql`select ${columns} from segments where org_id = ${organizationId} ${where} ${tail}`
}

export function byId(organizationId: Uuid, id: Uuid): Statement {
  return sql`select ${columns} from segments where org_id = ${organizationId} and id = ${id}`
}

export function lock(organizationId: Uuid, id: Uuid): Statement {
  return sql`select id from segments where org_id = ${organizationId} and id = ${id} for update`
}

export interface StoredSegment {
  name: string
  filter: Record<string, unknown>
}

export function insert({ organizationId, userId, at }: Actor, id: Uuid, { name, filter }: StoredSegment): Statement {
  return sql`
    insert into segments (org_id, id, name, filter, created_by, created_at)
    values (${organizationId}, ${id}, ${name}, ${JSON.stringify(filter)}::json, ${userId}, ${at})
    returning ${columns}`
}

export function update(organizationId: Uuid, id: Uuid, { name, filter }: Partial<StoredSegment>): Statement {
  const json = filter === undefined ? null : JSON.stringify(filter)
  return sql`
    update segments set name = coalesce(${name ?? null}, name), filter = coalesce(${json}::json, filter)
     where org_id = ${organizationId} and id = ${id}
    returning ${columns}`
}

export function remove(organizationId: Uuid, id: Uuid): Statement {
  return sql`delete from segments where org_id = ${organizationId} and id = ${id}`
}

// --- The lists that a filter refers to ------------------------------------------------------------------------------

/** The existing ones, in the order of their ids. */
export function lists(organizationId: Uuid, ids: readonly Uuid[]): Statement {
  return sql`
    select id from lists where org_id = ${organizationId} and id = any(${ids}::uuid[]) and deleted_at is null
     order by id`
}

/** As `lists`, and locks them against deletion until the transaction ends. */
export function holdLists(organizationId: Uuid, ids: readonly Uuid[]): Statement {
  return sql`${lists(organizationId, ids)} for share`
}

export function addLists(organizationId: Uuid, id: Uuid, listIds: readonly Uuid[]): Statement {
  const { id: organization, beside } = insertingFor(organizationId)
  return sql`
    insert into segment_lists (org_id, segment_id, list_id)
    select distinct ${organization}, ${id}::uuid, list_id from ${beside} unnest(${listIds}::uuid[]) as given (list_id)`
}

export function removeLists(organizationId: Uuid, id: Uuid): Statement {
  return sql`delete from segment_lists where org_id = ${organizationId} and segment_id = ${id}`
}

// --- Evaluation ------------------------------------------------------------------------------------------------------

/** Limits each statement of the transaction in time and memory. */
export const limitWork = (milliseconds: number, memory: string): Statement => sql`
  select set_config('statement_timeout', ${String(milliseconds)}, true), set_config('work_mem', ${memory}, true)`
