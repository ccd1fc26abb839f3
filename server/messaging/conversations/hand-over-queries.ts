// SQL of handing over. The lock of readers is held throughout, so nobody begins a conversation, and whose one is
// changes for nobody else.

import { rowsOf } from '#kit/database/rows.ts'
import { type Statement, sql } from '#kit/database/sql.ts'
import type { Uuid } from '#kit/ids.ts'
import { columnsOf, isReader } from './queries.ts'

/** Those of the users who see no conversations any more and have some. */
export function mustGive(organizationId: Uuid, userIds: Uuid[]): Statement {
  return sql`
    select given.user_id from unnest(${userIds}::uuid[]) as given (user_id)
     where not ${isReader(organizationId, sql`given.user_id`)}
       and exists (select 1 from conversations c where c.org_id = ${organizationId} and c.user_id = given.user_id)
     order by given.user_id`
}

export interface Heirs {
  transferTo: Uuid | null
  otherwise: Uuid
}

/** The next of what the user has, in the order of the ids, each with who takes it and what that one has already. */
export function leaving(
  organizationId: Uuid,
  userId: Uuid,
  heirs: Heirs,
  after: Uuid | null,
  limit: number,
): Statement {
  const next = sql`
    ${withHeir(organizationId, userId, heirs)}
      and c.id > coalesce(${after}::uuid, '00000000-0000-0000-0000-000000000000')
    order by c.id limit ${limit}`
  return sql`
    select ${idAndCounterpart}, ${existing(organizationId)} as existing_id from (${next}) given order by given.id`
}

/** A row when whoever takes any of it has one with the contact or group already. */
export function anyExisting(organizationId: Uuid, userId: Uuid, heirs: Heirs): Statement {
  return sql`
    select given.id from (${withHeir(organizationId, userId, heirs)}) given
     where ${existing(organizationId)} is not null limit 1`
}

/** Who takes it: the named one, else whose contact or group it is, else the last. */
const withHeir = (organizationId: Uuid, userId: Uuid, { transferTo, otherwise }: Heirs) => sql`
  select c.id, c.contact_id, c.group_id, coalesce(
           ${transferTo}::uuid,
           (select t.owner_id from contacts t
             where t.org_id = ${organizationId} and t.id = c.contact_id
               and ${isReader(organizationId, sql`t.owner_id`)}),
           (select g.created_by from groups g
             where g.org_id = ${organizationId} and g.id = c.group_id
               and ${isReader(organizationId, sql`g.created_by`)}),
           ${otherwise}::uuid) as heir_id
    from conversations c where c.org_id = ${organizationId} and c.user_id = ${userId}`

/** One of them, for the user who takes it. */
export function leavingOne(organizationId: Uuid, id: Uuid, heirId: Uuid): Statement {
  return sql`
    select ${idAndCounterpart}, ${existing(organizationId)} as existing_id from (
      select c.id, c.contact_id, c.group_id, ${heirId}::uuid as heir_id
        from conversations c where c.org_id = ${organizationId} and c.id = ${id}) given`
}

const idAndCounterpart = sql`given.id, given.contact_id, given.group_id, given.heir_id`

const existing = (organizationId: Uuid) => sql`
  coalesce((select x.id from conversations x
             where x.org_id = ${organizationId} and x.user_id = given.heir_id and x.contact_id = given.contact_id),
           (select x.id from conversations x
             where x.org_id = ${organizationId} and x.user_id = given.heir_id and x.group_id = given.group_id))`

/** In the order of the ids, as everybody locks several: what the users have, and whatever it could become part of. */
export function lockAllOf(organizationId: Uuid, userIds: Uuid[]): Statement {
  return sql`
    select count(*) from (
      select c.id from conversations c where c.org_id = ${organizationId} and c.id in (
        select o.id from conversations o where o.org_id = ${organizationId} and o.user_id = any(${userIds}::uuid[])
        union
        select x.id from conversations o
          join conversations x on x.org_id = ${organizationId} and x.contact_id = o.contact_id
         where o.org_id = ${organizationId} and o.user_id = any(${userIds}::uuid[])
        union
        select x.id from conversations o
          join conversations x on x.org_id = ${organizationId} and x.group_id = o.group_id
         where o.org_id = ${organizationId} and o.user_id = any(${userIds}::uuid[]))
       order by c.id for update) locked`
}

export function lockForMove(organizationId: Uuid, ids: Uuid[]): Statement {
  return sql`
    select id from conversations where org_id = ${organizationId} and id = any(${ids}::uuid[]) order by id for update`
}

/** Opened and muted by the one before: neither says anything of the one who has it now. rules.ts says the same. */
export function move(organizationId: Uuid, moved: { id: Uuid; heirId: Uuid }[]): Statement {
  return sql`
    update conversations c set user_id = g.heir_id, last_opened_at = null, is_muted = false
      from ${rowsOf('g', moved, { id: ['uuid', ({ id }) => id], heir_id: ['uuid', ({ heirId }) => heirId] })}
     where c.org_id = ${organizationId} and c.id = g.id
    returning ${columnsOf}`
}

/**
 * Each takes in what the others that become part of it have: the pin that it lacks, the later activity; archived only
 * if all are.
 */
export function absorb(organizationId: Uuid, merged: { from: Uuid; into: Uuid }[]): Statement {
  const given = rowsOf('g', merged, { from_id: ['uuid', ({ from }) => from], into_id: ['uuid', ({ into }) => into] })
  return sql`
    update conversations c
       set pinned_message_id = coalesce(c.pinned_message_id, s.pinned_message_id),
           is_pinned = c.is_pinned or s.is_pinned,
           last_active_at = greatest(c.last_active_at, s.last_active_at),
           archived_at = case when s.all_archived then c.archived_at end
      from (select g.into_id, bool_or(o.is_pinned) as is_pinned, max(o.last_active_at) as last_active_at,
                   bool_and(o.archived_at is not null) as all_archived,
                   (array_agg(o.pinned_message_id order by o.id) filter (where o.pinned_message_id is not null))[1]
                     as pinned_message_id
              from ${given}
              join conversations o on o.org_id = ${organizationId} and o.id = g.from_id
             group by g.into_id) s
     where c.org_id = ${organizationId} and c.id = s.into_id
    returning ${columnsOf}`
}
