// SQL of the ledger for sends of several organizations at once: whole arrays, one statement a table. Who is left out of the first
// statement is left out of all.

import type { Uuid } from '#kit/ids.ts'
import { notLeftOut, type Placed } from '#kit/places.ts'
import { plainArray, type Statement, sql } from '#kit/sql.ts'
import { type CounterRow, insertAll, type Posting, type WalletRow } from './queries.ts'
import type { Purse } from './rules.ts'

export type PlacedWalletRow = WalletRow & Placed

/** The wallets of several organizations. */
export function walletsOf(organizationIds: readonly Uuid[]): Statement {
  return eachWallet(organizationIds, sql`offset 0`)
}

/** The same, locked one after the other in the order given, which must be that of the ids: so nobody waits for each other. */
export function lockWallets(organizationIds: readonly Uuid[]): Statement {
  return eachWallet(organizationIds, sql`for update`)
}

function eachWallet(organizationIds: readonly Uuid[], how: Statement): Statement {
  return sql`
    select given.place::int4 as place, found.*
      from unnest(${plainArray(organizationIds)}::uuid[]) with ordinality as given (org_id, place) cross join lateral (
        select balance_micros, version, state, warning_base_micros, warned_level, recharge_below_micros, next_price_micros, updated_at
          from wallets w where w.org_id = given.org_id ${how}) found`
}

/** A move of one of several wallets. */
export interface Move {
  before: Purse
  after: Purse
}

/**
 * Moves the wallets of several organizations, each only if it still is in the state that was decided on and nobody holds it just now:
 * no organization waits for another's. The places of the others are noted for the rest of the transaction (see `notLeftOut`) and
 * returned as `left_out`. In the order of the ids.
 */
export function moveWallets(organizationIds: readonly Uuid[], moves: readonly Move[], at: Date): Statement {
  const before = moves.map((one) => one.before)
  const after = moves.map((one) => one.after)
  return sql`
    with given as materialized (
      select * from unnest(${plainArray(organizationIds)}::uuid[], ${plainArray(before.map((one) => one.state))}::uuid[],
                           ${plainArray(before.map((one) => one.version))}::int8[], ${plainArray(before.map((one) => one.balance))}::int8[],
                           ${plainArray(after.map((one) => one.balance))}::int8[], ${plainArray(after.map((one) => one.version))}::int8[],
                           ${plainArray(after.map((one) => one.state))}::uuid[], ${plainArray(after.map((one) => one.warningBase))}::int8[],
                           ${plainArray(after.map((one) => one.warnedLevel))}::int4[], ${plainArray(after.map((one) => one.rechargeBelow))}::int8[],
                           ${plainArray(after.map((one) => one.nextPrice))}::int8[]) with ordinality
             as given (org_id, before_state, before_version, before_balance, balance, version, state, warning_base, warned_level,
                       recharge_below, next_price, place)),
    free as materialized (
      select given.* from given cross join lateral (
        select from wallets w
         where w.org_id = given.org_id and w.state = given.before_state and w.version = given.before_version
           and w.balance_micros = given.before_balance for update skip locked) held),
    moved as (
      update wallets w set balance_micros = free.balance, version = free.version, state = free.state,
             warning_base_micros = free.warning_base, warned_level = free.warned_level, recharge_below_micros = free.recharge_below,
             next_price_micros = free.next_price, updated_at = ${at}
        from free where w.org_id = free.org_id
      returning free.place)
    select set_config('samvad.left_out', coalesce((
      select array_agg(place)::text from (select place from given except select place from moved) missing), '{}'), true)::int4[] as left_out`
}

/** For who holds the wallets: fails, and the transaction with it, if one was left out all the same. */
export const mustHaveMovedAll = sql`select must_be(cardinality(current_setting('samvad.left_out')::int4[]), 0)`

/** Those of several organizations. */
export function countersOf(organizationIds: readonly Uuid[], month: string): Statement {
  return sql`
    select given.place::int4 as place, found.*
      from unnest(${plainArray(organizationIds)}::uuid[]) with ordinality as given (org_id, place) cross join lateral (
        select channel, message_count from month_counters c where c.org_id = given.org_id and c.month = ${month} offset 0) found`
}

export type PlacedCounterRow = CounterRow & Placed

export interface NewCount extends Placed {
  channel: string
  count: bigint
}

export function updateCounters(
  organizationIds: readonly Uuid[],
  month: string,
  counts: readonly NewCount[],
): Statement {
  return sql`
    insert into month_counters (org_id, channel, month, message_count)
    select (${plainArray(organizationIds)}::uuid[])[place], channel, ${month}, message_count
      from unnest(${plainArray(counts.map(({ place }) => place))}::int4[], ${plainArray(counts.map(({ channel }) => channel))}::text[],
                  ${plainArray(counts.map(({ count }) => count))}::int8[]) as given (place, channel, message_count)
     where ${notLeftOut}
    on conflict (org_id, channel, month) do update set message_count = excluded.message_count`
}

/** Of several organizations, behind `moveWallets`. */
export function insertPostingsOf(
  organizationIds: readonly Uuid[],
  at: Date,
  postings: readonly (Posting & Placed)[],
): Statement {
  return insertAll(organizationIds, at, postings, notLeftOut)
}
