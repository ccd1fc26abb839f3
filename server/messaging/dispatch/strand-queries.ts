// SQL for ordering keys: a delivery that ends releases the next queued one. spec 7.75.

import { rowsOf } from '#kit/database/rows.ts'
import { onShard } from '#kit/database/shards.ts'
import { type Statement, sql } from '#kit/database/sql.ts'
import type { Uuid } from '#kit/ids.ts'
import { HOLDS_FOR_MS, STRAND_IN_HAND_MAX } from './strand-rules.ts'

/** Joins the rows of the other table with the same ordering key. */
export const ofStrand = (one: Statement, other: Statement) => sql`
  ${one}.org_id = ${other}.org_id and ${one}.conversation_id = ${other}.conversation_id
    and ${one}.contact_id = ${other}.contact_id and ${one}.channel = ${other}.channel`

/** True when the delivery `e` can block others: in flight, postponed, or waiting itself. */
const isUnderWay = sql`
  e.strand_at is not null and e.status in ('queued', 'sending') and (e.status = 'queued' or e.lease_until is not null)`

/** A time later than now was recorded before the clock was set back: it counts as long past. */
const wasJustNow = (time: Statement, now: Date) => sql`
  ${time} between ${now}::timestamptz - ${HOLDS_FOR_MS}::int * interval '1 ms' and ${now}`

/** True while `one` still waits for earlier deliveries that are postponed. */
export const waitsForPutOff = (one: Statement, now: Date) => sql`
  (${one}.waits_since is null or (${wasJustNow(sql`${one}.waits_since`, now)}))`

/**
 * True when the earlier delivery `e` blocks `f`: it is in flight or waits itself, or it is postponed, and neither has
 * lasted too long.
 */
export const holds = (now: Date) => sql`
  ${isUnderWay} and (e.put_off_at is null
    or ${wasJustNow(sql`e.put_off_at`, now)} and ${waitsForPutOff(sql`f`, now)})`

/**
 * CTEs `behind` and `let_in`: for each row of `ended` (deliveries with `placed_at`; queued ones have not ended, but may
 * be postponed or step aside), the next deliveries of its ordering key that it no longer blocks become due now.
 * Postponed ones become due by themselves and are left out; the claim checks whether others still block them. Locked
 * rows are skipped.
 */
export const lettingIn = (at: Date, here: (column: Statement) => Statement) => sql`
  behind as materialized (
    select r.org_id, r.id as ended_id, n.id,
           bool_and(n.is_waiting and (not n.waits_for_put_off or r.status <> 'queued' or r.steps_aside
                                      or not (${wasJustNow(sql`r.put_off_at`, at)})))
             over (partition by r.id order by n.strand_at, n.id) as may_come
      from ended r
     cross join lateral (
       select e.id, e.strand_at, e.status = 'queued' as is_waiting, ${waitsForPutOff(sql`e`, at)} as waits_for_put_off
         from deliveries e
        where ${ofStrand(sql`e`, sql`r`)} ${here(sql`e.org_id`)} and ${isUnderWay} and e.put_off_at is null
          and (e.strand_at, e.id) > (coalesce(r.placed_at, '-infinity'), r.id)
        order by e.strand_at, e.id limit ${STRAND_IN_HAND_MAX}) n
     where r.status <> 'queued' or r.steps_aside or r.put_off_at is not null),
  let_in as (
    update deliveries d set due_at = ${at}
      from (select q.org_id, q.id
              from behind b
              join deliveries q on q.org_id = b.org_id ${here(sql`q.org_id`)} and q.id = b.id
             where b.may_come and q.status = 'queued' for update of q skip locked) f
     where d.org_id = f.org_id ${here(sql`d.org_id`)} and d.id = f.id
    returning d.id)`

/** The followers of row `r` of `ended`, each with whether its row was locked and thus not released. */
export const followers = sql`
  (select json_agg(json_build_object('id', b.id, 'is_let_in', exists (select from let_in l where l.id = b.id)))
     from behind b where b.ended_id = r.id and b.may_come)`

export interface Follower {
  id: Uuid
  is_let_in: boolean
}

/**
 * For each given delivery, releases the first one of its ordering key, from it on, that waits in the queue and has no
 * earlier one left to wait for. A delivery that began to wait while the earlier one ended was missed by that end.
 * Returns the released ones, and those that are undecided because they or an earlier one are locked.
 */
export function letIn(given: readonly { org_id: Uuid; id: Uuid }[], at: Date): Statement {
  const here = (column: Statement) =>
    onShard(
      column,
      given.map(({ org_id }) => org_id),
    )
  return sql`
    with first as materialized (
      select q.*
        from ${rowsOf('g', given, { org_id: ['uuid', (one) => one.org_id], id: ['uuid', (one) => one.id] })}
        join deliveries a on a.org_id = g.org_id ${here(sql`a.org_id`)} and a.id = g.id
       cross join lateral (
         select e.org_id, e.id, e.conversation_id, e.contact_id, e.channel, e.strand_at, e.waits_since
           from deliveries e
          where ${ofStrand(sql`e`, sql`a`)} ${here(sql`e.org_id`)}
            and e.strand_at is not null and e.status in ('queued', 'sending')
            and e.status = 'queued' and e.put_off_at is null and e.due_at > ${at}
            and (e.strand_at, e.id) >= (coalesce(a.strand_at, '-infinity'), a.id)
          order by e.strand_at, e.id limit 1) q),
    judged as materialized (
      select f.org_id, f.id, h.id as before_id
        from first f
        left join lateral (
          select e.id from deliveries e
           where ${ofStrand(sql`e`, sql`f`)} ${here(sql`e.org_id`)} and ${holds(at)}
             and (e.strand_at, e.id) < (f.strand_at, f.id)
           order by e.strand_at desc, e.id desc limit 1) h on true),
    sure as materialized (
      select d.id from judged j
        join deliveries d on d.org_id = j.org_id ${here(sql`d.org_id`)} and d.id = j.before_id
         for key share of d skip locked),
    let_in as (
      update deliveries d set due_at = ${at}
        from (select q.org_id, q.id from judged j
                join deliveries q on q.org_id = j.org_id ${here(sql`q.org_id`)} and q.id = j.id
               where j.before_id is null and q.status = 'queued' for update of q skip locked) f
       where d.org_id = f.org_id ${here(sql`d.org_id`)} and d.id = f.id
      returning d.id)
    select j.org_id, j.id, exists (select from let_in l where l.id = j.id) as is_let_in
      from judged j
     where j.before_id is null or not exists (select from sure s where s.id = j.before_id)`
}
