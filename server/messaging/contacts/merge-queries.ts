// SQL of merging two contacts. Both are locked.

import { insertingFor, onShard } from '#kit/database/shards.ts'
import { type Statement, sql } from '#kit/database/sql.ts'
import type { Uuid } from '#kit/ids.ts'
import type { Mergeable } from './merge-rules.ts'

export interface Pair {
  from: Uuid
  into: Uuid
}

export type MergeableRow = Mergeable & { id: Uuid }

const columns = sql`id, display_name, email, phone_number, app_id, avatar_url, attributes, unsubscribed,
  marketing_stopped_at, marketing_said_at, last_active_at, last_inbound_at`

export function both(organizationId: Uuid, { from, into }: Pair): Statement {
  return sql`
    select ${columns} from contacts where org_id = ${organizationId} and id = any(${[from, into]}::uuid[]) order by id`
}

/** In the order of the ids, as everywhere, against deadlocks; also blocks their deletion. */
export function lockBoth(organizationId: Uuid, { from, into }: Pair): Statement {
  return sql`
    select ${columns} from contacts
     where org_id = ${organizationId} and id = any(${[from, into]}::uuid[]) order by id for update`
}

export function groupsOf(organizationId: Uuid, contactId: Uuid): Statement {
  return sql`
    select group_id as id from group_members where org_id = ${organizationId} and contact_id = ${contactId}
     order by group_id`
}

export function lockGroups(organizationId: Uuid, ids: readonly Uuid[]): Statement {
  return sql`select id from groups where org_id = ${organizationId} and id = any(${ids}::uuid[]) order by id for update`
}

export function become(organizationId: Uuid, id: Uuid, merged: Mergeable): Statement {
  return sql`
    update contacts set display_name = ${merged.display_name}, email = ${merged.email},
           phone_number = ${merged.phone_number}, app_id = ${merged.app_id}, avatar_url = ${merged.avatar_url},
           attributes = ${JSON.stringify(merged.attributes)}::jsonb,
           unsubscribed = ${JSON.stringify(merged.unsubscribed)}::jsonb, last_active_at = ${merged.last_active_at},
           last_inbound_at = ${merged.last_inbound_at}, marketing_stopped_at = ${merged.marketing_stopped_at},
           marketing_said_at = ${merged.marketing_said_at}
     where org_id = ${organizationId} and id = ${id}`
}

export function moveConsents(organizationId: Uuid, { from, into }: Pair): Statement {
  return sql`update consents set contact_id = ${into} where org_id = ${organizationId} and contact_id = ${from}`
}

/** The memberships keep their dates. */
export function joinGroups(organizationId: Uuid, { from, into }: Pair): Statement {
  const { id, beside } = insertingFor(organizationId)
  return sql`
    insert into group_members (org_id, group_id, contact_id, created_at)
    select ${id}, m.group_id, ${into}::uuid, m.created_at
      from ${beside} group_members m where m.org_id = ${organizationId} and m.contact_id = ${from}
    on conflict do nothing`
}

/** Only lists that are not deleted. */
export function joinLists(organizationId: Uuid, { from, into }: Pair): Statement {
  const { id, beside } = insertingFor(organizationId)
  return sql`
    insert into list_members (org_id, list_id, contact_id, created_at)
    select ${id}, m.list_id, ${into}::uuid, m.created_at
      from ${beside} list_members m
      join lists l on l.org_id = m.org_id ${onShard(sql`l.org_id`, [organizationId])} and l.id = m.list_id
     where m.org_id = ${organizationId} and m.contact_id = ${from} and l.deleted_at is null
    on conflict do nothing returning list_id as id`
}

export function countMore(organizationId: Uuid, ids: readonly Uuid[]): Statement {
  return sql`
    update lists set contact_count = contact_count + 1
     where org_id = ${organizationId} and id = any(${ids}::uuid[])`
}
