// SQL of a conversation's last activity, for sends of several organizations at once.

import { notLeftOut, organizationAt, type Placed } from '#kit/database/places.ts'
import { rowsOf } from '#kit/database/rows.ts'
import { onShard } from '#kit/database/shards.ts'
import { plainArray, type Statement, sql } from '#kit/database/sql.ts'
import type { Uuid } from '#kit/ids.ts'
import { secondOf } from './rules.ts'

export interface ActiveConversation extends Placed {
  id: Uuid
}

/**
 * Marks conversations active after messages were sent. Several messages count once, and so do those within a second:
 * the row and its index entry change at most once a second, however busy the conversation is. A locked row is not
 * waited for, because other sends would wait too; it is returned and marked later.
 */
export function markActive(
  organizationIds: readonly Uuid[],
  active: readonly ActiveConversation[],
  at: Date,
): Statement {
  const second = secondOf(at)
  const here = (column: Statement) => onShard(column, organizationIds)
  return sql`
    with asked as materialized (
      select given.place, ${organizationAt(organizationIds)} as org_id, given.id
        from ${rowsOf('given', active, { place: ['int4', ({ place }) => place], id: ['uuid', ({ id }) => id] })}
       where ${notLeftOut()}),
    free as materialized (
      select asked.org_id, asked.id from asked cross join lateral (
        select from conversations h where h.org_id = asked.org_id ${here(sql`h.org_id`)} and h.id = asked.id
          and (h.last_active_at is null or h.last_active_at < ${second}) for no key update skip locked) held),
    marked as (
      update conversations c set last_active_at = greatest(c.last_active_at, ${second}) from free
       where c.org_id = free.org_id ${here(sql`c.org_id`)} and c.id = free.id)
    select asked.place, asked.id from asked
     where not exists (select from free where free.org_id = asked.org_id and free.id = asked.id)
       and exists (
         select from conversations k where k.org_id = asked.org_id ${here(sql`k.org_id`)} and k.id = asked.id
            and (k.last_active_at is null or k.last_active_at < ${second}))`
}

/** As above, for conversations that were locked; waits for their locks. */
export function markActiveLater(organizationId: Uuid, ids: readonly Uuid[], at: Date): Statement {
  const second = secondOf(at)
  return sql`
    update conversations set last_active_at = ${second}
     where org_id = ${organizationId} and id = any(array(
       select id from conversations
        where org_id = ${organizationId} and id = any(${plainArray(ids)}::uuid[])
          and (last_active_at is null or last_active_at < ${second})
        order by id for no key update))`
}
