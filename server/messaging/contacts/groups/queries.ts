// SQL of groups and their members.

import { pageById } from '#edge/paging.ts'
import type { Actor } from '#kit/app.ts'
import { insertingFor, onShard } from '#kit/database/shards.ts'
import { nothing, type Statement, sql } from '#kit/database/sql.ts'
import type { Uuid } from '#kit/ids.ts'
import type { GroupChange, GroupQuery, NewGroup } from './schema.ts'

export interface GroupRow {
  id: Uuid
  name: string
  description: string | null
  avatar_url: string | null
  contacts: Uuid[]
  /** The acting user's conversation with the group. */
  conversation_id: Uuid | null
  archived_at: Date | null
  created_at: Date
}

const columns = ({ organizationId, userId }: Pick<Actor, 'organizationId' | 'userId'>) => sql`
  g.id, g.name, g.description, g.avatar_url,
  array(select m.contact_id from group_members m
         where m.org_id = g.org_id ${onShard(sql`m.org_id`, [organizationId])} and m.group_id = g.id
           order by m.contact_id) as contacts,
  (select c.id from conversations c
    where c.org_id = g.org_id ${onShard(sql`c.org_id`, [organizationId])} and c.user_id = ${userId}
      and c.group_id = g.id) as conversation_id,
  g.archived_at, g.created_at`

export function list(actor: Actor, query: GroupQuery): Statement {
  const { where, tail } = pageById(query, sql`g.id`)
  const archived =
    query.archived === undefined
      ? nothing
      : query.archived
        ? sql`and g.archived_at is not null`
        : sql`and g.archived_at is null`
  return sql`select ${columns(actor)} from groups g
    where g.org_id = ${actor.organizationId} ${archived} ${where} ${tail}`
}

export function byId(actor: Pick<Actor, 'organizationId' | 'userId'>, id: Uuid): Statement {
  return sql`select ${columns(actor)} from groups g where g.org_id = ${actor.organizationId} and g.id = ${id}`
}

export function insert(
  { organizationId, userId, at }: Pick<Actor, 'organizationId' | 'userId' | 'at'>,
  id: Uuid,
  group: NewGroup,
): Statement {
  return sql`
    insert into groups (org_id, id, name, description, avatar_url, created_by, archived_at, created_at)
    values (${organizationId}, ${id}, ${group.name}, ${group.description ?? null}, ${group.avatar_url ?? null},
      ${userId},
            ${group.archived_at ?? null}, ${at})`
}

/** No row changes if the group does not exist. */
export function update({ organizationId }: Actor, id: Uuid, change: GroupChange): Statement {
  const given = (name: keyof GroupChange) => change[name] !== undefined
  return sql`
    update groups set
      name = coalesce(${change.name ?? null}, name),
      description = case when ${given('description')} then ${change.description ?? null} else description end,
      avatar_url = case when ${given('avatar_url')} then ${change.avatar_url ?? null} else avatar_url end,
      archived_at = case when ${given('archived_at')} then ${change.archived_at ?? null}::timestamptz
        else archived_at end
    where org_id = ${organizationId} and id = ${id}`
}

export function lock({ organizationId }: Actor, id: Uuid): Statement {
  return sql`select id from groups where org_id = ${organizationId} and id = ${id} for update`
}

/** Locks the groups with these names that are not archived, in the order of their ids. */
export function lockNamed(organizationId: Uuid, names: readonly string[]): Statement {
  return sql`
    select id from groups where org_id = ${organizationId} and name = any(${names}::text[]) and archived_at is null
     order by id for update`
}

/** Existing members stay unchanged. */
export function addMembers(
  { organizationId, at }: Pick<Actor, 'organizationId' | 'at'>,
  id: Uuid,
  contactIds: Uuid[],
): Statement {
  const { id: organization, beside } = insertingFor(organizationId)
  return sql`
    insert into group_members (org_id, group_id, contact_id, created_at)
    select distinct ${organization}, ${id}::uuid, contact_id, ${at}::timestamptz
      from ${beside} unnest(${contactIds}::uuid[]) as given (contact_id)
    on conflict do nothing`
}

export function countMembers({ organizationId }: Actor, id: Uuid): Statement {
  return sql`select count(*)::int as members from group_members where org_id = ${organizationId} and group_id = ${id}`
}

export function removeOthers({ organizationId }: Actor, id: Uuid, contactIds: Uuid[]): Statement {
  return sql`
    delete from group_members
     where org_id = ${organizationId} and group_id = ${id} and contact_id <> all(${contactIds}::uuid[])`
}

export function removeMember({ organizationId }: Actor, id: Uuid, contactId: Uuid): Statement {
  return sql`
    delete from group_members where org_id = ${organizationId} and group_id = ${id} and contact_id = ${contactId}`
}

export function removeMembers({ organizationId }: Actor, id: Uuid): Statement {
  return sql`delete from group_members where org_id = ${organizationId} and group_id = ${id}`
}

export function remove({ organizationId }: Actor, id: Uuid): Statement {
  return sql`delete from groups where org_id = ${organizationId} and id = ${id}`
}
