// SQL of what a delivery costs by now, and of what was given back of it.

import { rowsOf } from '#kit/database/rows.ts'
import { areShards, onShard } from '#kit/database/shards.ts'
import { nothing, type Statement, sql } from '#kit/database/sql.ts'
import { idsAround, type Uuid } from '#kit/ids.ts'
import type { Micros } from '#kit/money.ts'
import { type ChangedRow, keyColumns, keyOfDeliveries } from '#money/usage/queries.ts'

/**
 * What the delivery `d` of one of these organizations costs by now: its price, or that of the last re-rate which
 * covers it. Exact behind the wallet's lock.
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
 * What the delivery `d` costs by now: what was charged less what was given back. A reversal gives back all that was
 * left of it, and no later re-rate is of it.
 */
export const netPriceIn = (organizationIds: readonly Uuid[]): Statement =>
  sql`case when d.reversal_id is not null then 0 else ${costIn(organizationIds)} - d.returned_micros end`

/** What was given back of a delivery. */
export interface GivenBack {
  id: Uuid
  reversalId: Uuid
  micros: Micros
}

/** By what the counters of usage change. */
export interface ReturnedRow extends ChangedRow {
  refunded_micros: Micros
}

/**
 * By what the counters of usage change; as many as were given, unless one of them was given back before. What a
 * reversal leaves of a price came back by a refund of its charge: see `amountsBack`. The rows are found before they are
 * written, and joined by both parts of the key: a plan that began with the organization would read all it has.
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

/** What refunds gave back of the delivery `d`, which was reversed: what a volume list charged is not refunded. */
const refundedOfReversed = sql`case when d.volume_list_id is null then d.price_micros - d.returned_micros else 0 end`

/**
 * Deliveries of a charge that failed and wait for the decision on a refund of it, or found that all of it had come
 * back, the oldest first. Ids begin with the time, so those of a charge lie close to it.
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
 * What a refund of a charge gives back of its deliveries, as far as that can be told: of the only one that is left, or
 * of each when all is given back. Returns by what the counters of usage change.
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

/** The rows `d` that were changed, by the keys of the counters of usage. */
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

/** Those of the charges that are of campaigns. */
export function chargesOfCampaigns(organizationId: Uuid, ids: readonly Uuid[]): Statement {
  return sql`
    select id, campaign_id, list_id from transactions
     where org_id = ${organizationId} and id = any(${ids}::uuid[]) and campaign_id is not null`
}
