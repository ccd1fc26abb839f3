// SQL of the current cost of deliveries and of their refunds.

import { rowsOf } from '#kit/database/rows.ts'
import { areShards, onShard } from '#kit/database/shards.ts'
import { nothing, type Statement, sql } from '#kit/database/sql.ts'
import { idsAround, type Uuid } from '#kit/ids.ts'
import type { Micros } from '#kit/money.ts'
import { type ChangedRow, keyColumns, keyOfDeliveries } from '#money/usage/queries.ts'

/**
 * The current cost of delivery `d` of one of these organizations: its price, or that of the last re-rate that covers
 * it. Exact under the wallet's lock.
 */
export function costIn(organizationIds: readonly Uuid[]): Statement {
  return areShards() ? cost(onShard(sql`x.org_id`, organizationIds)) : costAnywhere
}

const cost = (here: Statement) => sql`
  case when d.volume_list_id is null then d.price_micros
       else coalesce((select d.units * x.price_micros from rerates x
                       where x.org_id = d.org_id ${here} and x.month = d.month and x.kind = d.kind
                         and x.price_list_id = d.volume_list_id
                         and x.up_to_number >= d.month_number order by x.tier desc limit 1), d.price_micros) end`
const costAnywhere = cost(nothing)

/**
 * The net cost of delivery `d`: the charge minus refunds. A reversal returns all that was left of it, and later
 * re-rates exclude it.
 */
export const netPriceIn = (organizationIds: readonly Uuid[]): Statement =>
  sql`case when d.reversal_id is not null then 0 else ${costIn(organizationIds)} - d.returned_micros end`

/** A refunded delivery. */
export interface GivenBack {
  id: Uuid
  reversalId: Uuid
  micros: Micros
}

/** A change of the usage counters. */
export interface ReturnedRow extends ChangedRow {
  refunded_micros: Micros
}

/**
 * Marks deliveries as reversed and returns the changes of the usage counters: one row per delivery, unless it was
 * reversed before. The part of a price that a reversal leaves was returned by a refund of its charge: see
 * `amountsBack`. Rows are found before the update and joined on both parts of the key: a plan by organization alone
 * would read all its rows.
 */
export function markReversed(organizationId: Uuid, all: readonly GivenBack[]): Statement {
  const given = rowsOf('g', all, {
    id: ['uuid', (one) => one.id],
    reversal_id: ['uuid', (one) => one.reversalId],
    micros: ['int8', (one) => one.micros],
  })
  return sql`
    with b as materialized (
      select found.*, g.reversal_id, g.micros from ${given} cross join lateral (
        select org_id, id, returned_micros from deliveries
         where org_id = ${organizationId} and id = g.id and reversal_id is null and status in ('cancelled', 'failed')
           for no key update) found),
    d as (
      update deliveries d set reversal_id = b.reversal_id, returned_micros = b.micros
        from b
       where d.org_id = b.org_id ${onShard(sql`d.org_id`, [organizationId])} and d.id = b.id
      returning d.channel, d.kind, d.created_at, d.transaction_id, d.returned_micros as micros,
        ${refundedOfReversed} - b.returned_micros as refunded_micros)
    ${changesOf(organizationId)}`
}

/** The part of reversed delivery `d` that refunds returned: charges of a volume list are not refunded. */
const refundedOfReversed = sql`case when d.volume_list_id is null then d.price_micros - d.returned_micros else 0 end`

/**
 * Failed deliveries of a charge that wait for the decision on its refund, or whose charge was already refunded
 * completely, the oldest first. Ids begin with the time, so those of a charge are close to its own.
 */
export function failedUnreturned(organizationId: Uuid, transactionId: Uuid): Statement {
  const { from, to } = idsAround(transactionId)
  return sql`
    select id, transaction_id, ${costIn([organizationId])} as cost_micros, channel, error_code from deliveries d
     where d.org_id = ${organizationId} and id >= ${from} and id < ${to} and transaction_id = ${transactionId}
       and status = 'failed' and reversal_id is null
     order by id`
}

/**
 * Distributes a charge's refund to its deliveries as far as that is determined: to the only one left, or to each when
 * everything is returned. Returns the changes of the usage counters.
 */
export function markRefunded(organizationId: Uuid, transactionId: Uuid): Statement {
  const { from, to } = idsAround(transactionId)
  return sql`
    with charged as (
      select id, price_micros, returned_micros from deliveries
       where org_id = ${organizationId} and id >= ${from} and id < ${to} and transaction_id = ${transactionId}
         and reversal_id is null),
    sums as (
      select (select count(*) from charged) as count, (select sum(price_micros) from charged) as price_micros,
             (select coalesce(sum(amount_micros), 0) from refunds
               where org_id = ${organizationId} and transaction_id = ${transactionId} and status = 'completed')
             - (select coalesce(sum(${refundedOfReversed}), 0) from deliveries d
                 where d.org_id = ${organizationId} and d.transaction_id = ${transactionId}
                   and d.reversal_id is not null) as refunded_micros),
    d as (
      update deliveries d set returned_micros = case when s.count = 1 then s.refunded_micros else c.price_micros end
        from charged c, sums s
       where d.org_id = ${organizationId} and d.id = c.id and (s.count = 1 or s.refunded_micros = s.price_micros)
      returning d.channel, d.kind, d.created_at, d.transaction_id, 0 as micros,
        d.returned_micros - c.returned_micros as refunded_micros)
    ${changesOf(organizationId)}`
}

/** The changed rows `d`, grouped by the keys of the usage counters. */
function changesOf(organizationId: Uuid): Statement {
  return sql`
    select ${keyColumns}, count(*) as count, sum(micros)::int8 as micros, sum(refunded_micros)::int8 as refunded_micros
      from (select ${keyOfDeliveries}, d.micros, d.refunded_micros from d
        left join lateral (
          select * from transactions
           where org_id = ${organizationId} and id = d.transaction_id offset 0) t on true) keyed
     group by ${keyColumns}`
}

export interface CampaignCharge {
  id: Uuid
  campaign_id: Uuid
  list_id: Uuid | null
}

/** The charges among these that belong to campaigns. */
export function chargesOfCampaigns(organizationId: Uuid, ids: readonly Uuid[]): Statement {
  return sql`
    select id, campaign_id, list_id from transactions
     where org_id = ${organizationId} and id = any(${ids}::uuid[]) and campaign_id is not null`
}
