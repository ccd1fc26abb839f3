// SQL of rate limits and pauses per account, shared by all processes and all organizations that share the account.

import { type Statement, sql } from '#kit/database/sql.ts'
import { PAUSE_MAX_MS } from './rules.ts'

/** Slots are reserved at most this far ahead; a delivery with a slot waits for it in memory. */
export const SLOTS_AHEAD_MS = 500
/** Unused slots stay valid for this long: the burst that an account can send after a pause. */
export const SLOTS_KEPT_MS = 200

export function begin(account: string, now: Date): Statement {
  return sql`insert into account_paces (account, next_at) values (${account}, ${now}) on conflict do nothing`
}

export interface SlotsRow {
  count: number
  /** Time until the first reserved slot; if none was reserved, until one may be free. */
  in_ms: number
}

/**
 * Reserves up to `wanted` of an account's next slots, each `every_ms` after the previous one. A reservation further
 * ahead than possible was made before the clock was set back and is ignored.
 */
export function takeSlots(account: string, perSecond: number, wanted: number, now: Date): Statement {
  const ms = (count: number) => sql`${count}::float8 * interval '1 ms'`
  const everyMs = 1000 / perSecond
  const at = sql`${now}::timestamptz`
  return sql`
    with held as materialized (
      select next_at, paused_until from account_paces where account = ${account} for update),
    judged as materialized (
      select case when next_at > ${at} + ${ms(SLOTS_AHEAD_MS + 2 * everyMs)} then ${at}
                  else greatest(next_at, ${at} - ${ms(SLOTS_KEPT_MS)}) end as first_at,
             case when paused_until > ${at} and paused_until <= ${at} + ${ms(PAUSE_MAX_MS)} then paused_until end
               as paused_until
        from held),
    counted as materialized (
      select *, case when paused_until is not null then 0
        else greatest(0, least(${wanted}::int, 1
          + floor(extract(epoch from ${at} + ${ms(SLOTS_AHEAD_MS)} - first_at) * ${perSecond}::float8)::int)) end
          as count
        from judged),
    moved as (
      update account_paces a set next_at = c.first_at + c.count * ${ms(everyMs)}
        from counted c where a.account = ${account} and c.count > 0)
    select count, (extract(epoch from coalesce(paused_until, first_at) - ${at}) * 1000)::float8 as in_ms from counted`
}

/** The provider requested a pause for the whole account. */
export function pause(account: string, now: Date, until: Date): Statement {
  return sql`
    insert into account_paces (account, next_at, paused_until) values (${account}, ${now}, ${until})
    on conflict (account) do update set paused_until = excluded.paused_until
      where account_paces.paused_until is null or account_paces.paused_until < excluded.paused_until
         or account_paces.paused_until > ${now}::timestamptz + ${PAUSE_MAX_MS}::int * interval '1 ms'`
}

export function paused(now: Date): Statement {
  return sql`
    select account, paused_until from account_paces
     where paused_until > ${now} and paused_until <= ${now}::timestamptz + ${PAUSE_MAX_MS}::int * interval '1 ms'`
}

/** Up to `limit` accounts that were not used for long: changed accounts have new names. */
export function forget(before: Date, limit: number): Statement {
  return sql`
    delete from account_paces where account in (
      select account from account_paces
       where next_at < ${before} and (paused_until is null or paused_until < ${before})
       order by next_at limit ${limit})`
}
