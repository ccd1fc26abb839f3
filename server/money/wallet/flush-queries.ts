// SQL of the ledger for sends of several organizations: one statement per table with arrays as parameters. An
// organization that the first statement skips is skipped in all.

import { insertingForAll, notLeftOut, organizationAt, type Placed, placesOf } from '#kit/database/places.ts'
import { rowsOf } from '#kit/database/rows.ts'
import { areShards, onShard, theOne } from '#kit/database/shards.ts'
import { nothing, type Statement, sql } from '#kit/database/sql.ts'
import type { Uuid } from '#kit/ids.ts'
import { type CounterRow, insertAll, type LedgerTransaction, moveWallet, type WalletRow } from './queries.ts'
import type { WalletState } from './rules.ts'

export type PlacedWalletRow = WalletRow & Placed

/** The wallets of several organizations. */
export function walletsOf(organizationIds: readonly Uuid[]): Statement {
  return eachWallet(organizationIds, sql`offset 0`)
}

/** Like `walletsOf`, with row locks, taken in the given order, which must be by id to avoid deadlocks. */
export function lockWallets(organizationIds: readonly Uuid[]): Statement {
  return eachWallet(organizationIds, sql`for update`)
}

function eachWallet(organizationIds: readonly Uuid[], how: Statement): Statement {
  return sql`
    select given.place::int4 as place, found.*
      from ${placesOf(organizationIds)} cross join lateral (
        select balance_micros, reserved_micros, version, state, warning_base_micros, warned_level,
               recharge_below_micros, next_price_micros, updated_at
          from wallets w where w.org_id = given.org_id ${onShard(sql`w.org_id`, organizationIds)} ${how}) found`
}

/** An update of one of several wallets. */
export interface Move {
  before: WalletState
  after: WalletState
}

/**
 * Updates the wallets of several organizations, each only if it is still in the state of the decision and not locked:
 * no organization waits for another. The positions of skipped ones are stored for the rest of the transaction (see
 * `notLeftOut`) and returned as `left_out`. One move per organization, by id. On a distributed database, with one
 * organization at a time, none is skipped: the statement fails. `also`: a query of further positions to skip.
 */
export function moveWallets(
  organizationIds: readonly Uuid[],
  moves: readonly Move[],
  at: Date,
  also: Statement | null = null,
): Statement {
  if (areShards()) {
    const [{ before, after }] = moves as [Move]
    return moveWallet(theOne(organizationIds) as Uuid, before, after, at)
  }
  const given = rowsOf('given', moves, {
    place: ['int4', (_, index) => index + 1],
    before_state: ['uuid', ({ before }) => before.state],
    before_version: ['int8', ({ before }) => before.version],
    before_balance: ['int8', ({ before }) => before.balance],
    balance: ['int8', ({ after }) => after.balance],
    reserved: ['int8', ({ after }) => after.reserved],
    version: ['int8', ({ after }) => after.version],
    state: ['uuid', ({ after }) => after.state],
    warning_base: ['int8', ({ after }) => after.warningBase],
    warned_level: ['int4', ({ after }) => after.warnedLevel],
    recharge_below: ['int8', ({ after }) => after.rechargeBelow],
    next_price: ['int8', ({ after }) => after.nextPrice],
  })
  return sql`
    with given as materialized (select ${organizationAt(organizationIds)} as org_id, given.* from ${given}),
    ${also === null ? nothing : sql`also as materialized (${also}),`}
    free as materialized (
      select given.* from given cross join lateral (
        select from wallets w
         where w.org_id = given.org_id and w.state = given.before_state and w.version = given.before_version
           and w.balance_micros = given.before_balance for update skip locked) held
      ${also === null ? nothing : sql`where given.place not in (select place from also)`}),
    moved as (
      update wallets w set balance_micros = free.balance, reserved_micros = free.reserved,
             version = free.version, state = free.state, warning_base_micros = free.warning_base,
             warned_level = free.warned_level, recharge_below_micros = free.recharge_below,
             next_price_micros = free.next_price, updated_at = ${at}
        from free where w.org_id = free.org_id
      returning free.place)
    select set_config('samvad.left_out', coalesce((
      select array_agg(place)::text from (select place from given except select place from moved) missing
    ), '{}'), true)::int4[] as left_out`
}

/** For callers that hold the locks: fails the transaction when a wallet was skipped after all. */
export function mustHaveMovedAll(): Statement[] {
  return areShards() ? [] : [sql`select must_be(cardinality(current_setting('samvad.left_out')::int4[]), 0)`]
}

/** Counters of several organizations. */
export function countersOf(organizationIds: readonly Uuid[], month: string): Statement {
  return sql`
    select given.place::int4 as place, found.*
      from ${placesOf(organizationIds)} cross join lateral (
        select channel, message_count from month_counters c
         where c.org_id = given.org_id ${onShard(sql`c.org_id`, organizationIds)}
           and c.month = ${month} offset 0) found`
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
  const { id, beside, condition } = insertingForAll(organizationIds, notLeftOut())
  const given = rowsOf('given', counts, {
    place: ['int4', ({ place }) => place],
    channel: ['word', ({ channel }) => channel],
    message_count: ['int8', ({ count }) => count],
  })
  return sql`
    insert into month_counters (org_id, channel, month, message_count)
    select ${id}, channel, ${month}::date, message_count from ${beside} ${given}
     where ${condition}
    on conflict (org_id, channel, month) do update set message_count = excluded.message_count`
}

/** For several organizations; runs after `moveWallets`. */
export function insertTransactionsOf(
  organizationIds: readonly Uuid[],
  at: Date,
  ledgerTransactions: readonly (LedgerTransaction & Placed)[],
): Statement {
  return insertAll(organizationIds, at, ledgerTransactions, notLeftOut())
}
