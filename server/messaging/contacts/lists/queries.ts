// SQL of contact lists and their members.

import { pageById } from '#edge/paging.ts'
import type { Actor, Scope } from '#kit/app.ts'
import { insertingFor } from '#kit/database/shards.ts'
import { nothing, type Statement, sql } from '#kit/database/sql.ts'
import type { Uuid } from '#kit/ids.ts'
import type { ListChange, ListQuery, NewList } from './schema.ts'

export interface ListRow {
  id: Uuid
  name: string
  description: string | null
  contact_count: number
  created_at: Date
}

const columns = sql`id, name, description, contact_count::float8 as contact_count, created_at`

export function list(organizationId: Uuid, { contact_id, ...page }: ListQuery): Statement {
  const { where, tail } = pageById(page)
  const ofContact =
    contact_id === undefined
      ? nothing
      : sql`and id in (
          select list_id from list_members where org_id = ${organizationId} and contact_id = ${contact_id})`
  return sql`
    select ${columns} from lists
     where org_id = ${organizationId} and deleted_at is null ${ofContact} ${where} ${tail}`
}

export function byId(organizationId: Uuid, id: Uuid): Statement {
  return sql`select ${columns} from lists where org_id = ${organizationId} and id = ${id} and deleted_at is null`
}

export function insert({ organizationId, userId, at }: Actor, id: Uuid, { name, description }: NewList): Statement {
  return sql`
    insert into lists (org_id, id, name, description, created_by, created_at)
    values (${organizationId}, ${id}, ${name}, ${description ?? null}, ${userId}, ${at})
    returning ${columns}`
}

export function update(organizationId: Uuid, id: Uuid, { name, description }: ListChange): Statement {
  return sql`
    update lists set name = coalesce(${name ?? null}, name),
           description = case when ${description !== undefined} then ${description ?? null} else description end
     where org_id = ${organizationId} and id = ${id} and deleted_at is null
    returning ${columns}`
}

/** Existing members are unchanged. The caller has locked the contacts against deletion. */
export function addMembers({ organizationId, at }: Scope, id: Uuid, contactIds: readonly Uuid[]): Statement {
  const { id: organization, beside } = insertingFor(organizationId)
  return sql`
    insert into list_members (org_id, list_id, contact_id, created_at)
    select distinct ${organization}, ${id}::uuid, contact_id, ${at}::timestamptz
      from ${beside} unnest(${contactIds}::uuid[]) as given (contact_id)
    on conflict do nothing`
}

export function removeMembers(organizationId: Uuid, id: Uuid, contactIds: readonly Uuid[]): Statement {
  return sql`
    delete from list_members
     where org_id = ${organizationId} and list_id = ${id} and contact_id = any(${contactIds}::uuid[])`
}

/** Lock order: contacts, members, then the list, as when a contact is deleted. */
export function count(organizationId: Uuid, id: Uuid, change: number): Statement {
  return sql`
    update lists set contact_count = contact_count + ${change}
     where org_id = ${organizationId} and id = ${id} and deleted_at is null
    returning ${columns}`
}

/** Deletes the memberships of a contact that is being deleted; returns the lists. */
export function leaveAll(organizationId: Uuid, contactId: Uuid): Statement {
  return sql`
    delete from list_members where org_id = ${organizationId} and contact_id = ${contactId} returning list_id as id`
}

/** In the order of the ids, as everywhere, against deadlocks. */
export function lockAll(organizationId: Uuid, ids: readonly Uuid[]): Statement {
  return sql`
    select id from lists where org_id = ${organizationId} and id = any(${ids}::uuid[]) order by id for no key update`
}

export function countLess(organizationId: Uuid, ids: readonly Uuid[]): Statement {
  return sql`
    update lists set contact_count = contact_count - 1
     where org_id = ${organizationId} and id = any(${ids}::uuid[])`
}

/** The segments whose filters refer to the list, which is locked; the oldest first. */
export function segmentsOf(organizationId: Uuid, id: Uuid, limit: number): Statement {
  return sql`
    select s.name from segment_lists l join segments s on s.org_id = l.org_id and s.id = l.segment_id
     where l.org_id = ${organizationId} and s.org_id = ${organizationId} and l.list_id = ${id}
     order by s.id limit ${limit}`
}

/** The campaigns that have not ended and include or exclude the list, which is locked; the oldest first. */
export function campaignsOf(organizationId: Uuid, id: Uuid, limit: number): Statement {
  return sql`
    select name from campaigns
     where org_id = ${organizationId} and status in ('draft', 'scheduled', 'running', 'paused')
       and (${id}::uuid = any(list_ids) or ${id}::uuid = any(exclude_list_ids))
     order by id limit ${limit}`
}

// --- Deletion -------------------------------------------------------------------------------------------------------

export function markDeleted({ organizationId, at }: Scope, id: Uuid): Statement {
  return sql`
    update lists set deleted_at = ${at} where org_id = ${organizationId} and id = ${id} and deleted_at is null
    returning id`
}

export function nextDeleted(organizationId: Uuid): Statement {
  return sql`
    select id from lists where org_id = ${organizationId} and deleted_at is not null order by id limit 1
       for update`
}

export function removePiece(organizationId: Uuid, id: Uuid, limit: number): Statement {
  return sql`
    delete from list_members m
     where m.org_id = ${organizationId} and m.list_id = ${id} and m.contact_id in (
       select contact_id from list_members where org_id = ${organizationId} and list_id = ${id}
        order by contact_id limit ${limit})`
}

export function remove(organizationId: Uuid, id: Uuid): Statement {
  return sql`delete from lists where org_id = ${organizationId} and id = ${id}`
}
