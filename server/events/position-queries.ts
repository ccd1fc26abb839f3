// SQL of positions: an event's ordinal among those of its organization.

import { areShards, onShard } from '#kit/database/shards.ts'
import { type Statement, sql } from '#kit/database/sql.ts'
import type { Uuid } from '#kit/ids.ts'

/**
 * Organizations with events without a position. A loose index scan: its cost depends on the number of such
 * organizations, not of such events.
 */
export function organizationsWithout(limit: number): Statement {
  if (areShards()) return sql`select distinct org_id from events where position is null limit ${limit}`
  return sql`
    with recursive found as (
      (select e.org_id from events e where e.position is null order by e.org_id limit 1)
      union all
      select (select e.org_id from events e where e.position is null and e.org_id > f.org_id order by e.org_id limit 1)
        from found f where f.org_id is not null)
    select f.org_id from found f where f.org_id is not null limit ${limit}`
}

export function beginHeads(organizationIds: readonly Uuid[]): Statement {
  return sql`
    insert into event_heads (org_id, position)
    select g.org_id, 0 from unnest(${organizationIds}::uuid[]) as g (org_id)
        on conflict do nothing`
}

/** Locks the heads that no other process is assigning positions in, until the transaction ends. */
export function holdHeads(organizationIds: readonly Uuid[]): Statement {
  return sql`
    select h.org_id from event_heads h
     where h.org_id = any(${organizationIds}::uuid[]) ${onShard(sql`h.org_id`, organizationIds)}
     order by h.org_id for update skip locked`
}

/**
 * Assigns the next positions in version order. Runs under the heads' locks and as its own statement, because only then
 * does it see everything committed before. A locked event, for example one becoming a tombstone, is not waited for:
 * later events of its organization wait with it.
 */
export function givePositions(organizationIds: readonly Uuid[], eachMax: number): Statement {
  const here = (column: Statement) => onShard(column, organizationIds)
  return sql`
    with candidates as materialized (
      select e.org_id, e.id, e.place
        from unnest(${organizationIds}::uuid[]) as g (org_id)
       cross join lateral (
         select k.org_id, k.id, row_number() over (order by k.version, k.id) as place
           from (select n.org_id, n.id, n.version from events n
                  where n.org_id = g.org_id ${here(sql`n.org_id`)} and n.position is null
                  order by n.version, n.id limit ${eachMax}) k) e),
    free as materialized (
      select e.org_id, e.id from candidates c
        join events e on e.org_id = c.org_id ${here(sql`e.org_id`)} and e.id = c.id
         for update of e skip locked),
    held as materialized (
      select c.org_id, min(c.place) as place from candidates c
        left join free f on f.org_id = c.org_id and f.id = c.id
       where f.id is null group by c.org_id),
    chosen as materialized (
      select c.org_id, c.id, c.place from candidates c
        left join held h on h.org_id = c.org_id
       where h.place is null or c.place < h.place),
    counted as (
      update event_heads w set position = w.position + n.count
        from (select c.org_id, count(*) as count from chosen c group by c.org_id) n
       where w.org_id = n.org_id ${here(sql`w.org_id`)}
       returning w.org_id, w.position - n.count as base, n.count)
    update events e set position = n.base + c.place
      from chosen c join counted n on n.org_id = c.org_id
     where e.org_id = c.org_id ${here(sql`e.org_id`)} and e.id = c.id
     returning e.org_id, e.type`
}

/** Notifies listeners, also in other processes, of new positions. Not in a transaction that writes events. */
export function tell(channel: string, text: string): Statement {
  return sql`select pg_notify(${channel}, ${text})`
}
