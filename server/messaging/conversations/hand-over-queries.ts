// SQL of handovers. The readers' lock is held throughout, so that no conversation is created and no other owner
// changes.

import { keyed, keysOf } from '#kit/database/by-key.ts'
import { rowsOf } from '#kit/database/rows.ts'
import { onShard } from '#kit/database/shards.ts'
import { type Statement, sql } from '#kit/database/sql.ts'
import type { Uuid } from '#kit/ids.ts'
import { columnsOf } from './queries.ts'

/** A conversation that is handed over to this user. */
export function leavingOne(organizationId: Uuid, id: Uuid, heirId: Uuid): Statement {
  return sql`
    select ${counterpartAndHeir}, ${existing(organizationId)} as existing_id from (
      select c.id, c.contact_id, c.group_id, ${heirId}::uuid as heir_id
        from conversations c where c.org_id = ${organizationId} and c.id = ${id}) given`
}

export const counterpartAndHeir = sql`given.id, given.contact_id, given.group_id, given.heir_id`

/**
 * The new owner's existing conversation with the contact or group. Looked up by counterpart and then by user, who may
 * have very many.
 */
export const existing = (organizationId: Uuid) => sql`
  coalesce(
    (select of_contact.id from (
       select x.id, x.user_id from conversations x
        where x.org_id = ${organizationId} and x.contact_id = given.contact_id offset 0) of_contact
      where of_contact.user_id = given.heir_id),
    (select of_group.id from (
       select x.id, x.user_id from conversations x
        where x.org_id = ${organizationId} and x.group_id = given.group_id offset 0) of_group
      where of_group.user_id = given.heir_id))`

/** In the order of the ids, as everywhere, against deadlocks. */
export function lockForMove(organizationId: Uuid, ids: Uuid[]): Statement {
  return sql`
    select c.id from conversations c join ${keysOf(organizationId, ids)} k
        on c.org_id = k.org_id ${onShard(sql`c.org_id`, [organizationId])} and c.id = k.id
     order by c.id for update of c`
}

/** Opened and muted states belong to the previous owner and are reset; same rule as in rules.ts. */
export function move(organizationId: Uuid, moved: { id: Uuid; heirId: Uuid }[]): Statement {
  const given = rowsOf('g', moved, { id: ['uuid', ({ id }) => id], heir_id: ['uuid', ({ heirId }) => heirId] })
  return sql`
    update conversations c set user_id = g.heir_id, last_opened_at = null, is_muted = false
      from ${keyed(organizationId, sql`g`, given)}
     where c.org_id = g.org_id ${onShard(sql`c.org_id`, [organizationId])} and c.id = g.id
    returning ${columnsOf}`
}

/**
 * The remaining conversations take over from the merged ones: a pin if they have none, and the later activity; they are
 * archived only if all are.
 */
export function absorb(organizationId: Uuid, merged: { from: Uuid; into: Uuid }[]): Statement {
  const given = rowsOf('g', merged, { from_id: ['uuid', ({ from }) => from], into_id: ['uuid', ({ into }) => into] })
  const here = (column: Statement) => onShard(column, [organizationId])
  return sql`
    update conversations c
       set pinned_message_id = coalesce(c.pinned_message_id, s.pinned_message_id),
           is_pinned = c.is_pinned or s.is_pinned,
           last_active_at = greatest(c.last_active_at, s.last_active_at),
           is_unread = c.is_unread or s.is_unread,
           last_inbound_at = greatest(c.last_inbound_at, s.last_inbound_at),
           last_inbound_channel = case when c.last_inbound_at >= s.last_inbound_at then c.last_inbound_channel
             else coalesce(s.last_inbound_channel, c.last_inbound_channel) end,
           archived_at = case when s.all_archived then c.archived_at end
      from (select g.org_id, g.into_id, bool_or(o.is_pinned) as is_pinned, max(o.last_active_at) as last_active_at,
                   bool_or(o.is_unread) as is_unread, max(o.last_inbound_at) as last_inbound_at,
                   (array_agg(o.last_inbound_channel order by o.last_inbound_at desc nulls last, o.id))[1]
                     as last_inbound_channel,
                   bool_and(o.archived_at is not null) as all_archived,
                   (array_agg(o.pinned_message_id order by o.id) filter (where o.pinned_message_id is not null))[1]
                     as pinned_message_id
              from ${keyed(organizationId, sql`g`, given)}
              join conversations o on o.org_id = g.org_id ${here(sql`o.org_id`)} and o.id = g.from_id
             group by g.org_id, g.into_id offset 0) s
     where c.org_id = s.org_id ${here(sql`c.org_id`)} and c.id = s.into_id
    returning ${columnsOf}`
}
