// SQL of what was given back of each delivery.

import { idsAround, type Uuid } from '#kit/ids.ts'
import type { Micros } from '#kit/money.ts'
import { plainArray, type Statement, sql } from '#kit/sql.ts'
import { cost } from './rerate-queries.ts'

/**
 * What the delivery `d` costs by now: what was charged less what was given back. A reversal gives back all that was left of it, and
 * no later re-rate is of it.
 */
export const netPrice = sql`case when d.reversal_id is not null then 0 else ${cost} - d.returned_micros end`

export interface Returned {
  id: Uuid
  reversalId: Uuid
  micros: Micros
}

/** Fails when one of them was given back before. */
export function markReversed(organizationId: Uuid, returned: Returned[]): Statement {
  return sql`
    with marked as (
      update deliveries d set reversal_id = g.reversal_id, returned_micros = g.micros
        from unnest(${plainArray(returned.map((one) => one.id))}::uuid[], ${plainArray(returned.map((one) => one.reversalId))}::uuid[],
                    ${plainArray(returned.map((one) => one.micros))}::int8[]) as g (id, reversal_id, micros)
       where d.org_id = ${organizationId} and d.id = g.id and d.reversal_id is null and d.status in ('cancelled', 'failed')
      returning d.id)
    select must_be(count(*), ${returned.length}) from marked`
}

/**
 * What a refund of a charge gives back of its deliveries, as far as that can be told: of the only one that is left, or of each
 * when all is given back. Ids begin with the time, so those of a charge lie close to it.
 */
export function markRefunded(organizationId: Uuid, transactionId: Uuid): Statement {
  const { from, to } = idsAround(transactionId)
  return sql`
    with charged as (
      select id, price_micros from deliveries
       where org_id = ${organizationId} and id >= ${from} and id < ${to} and transaction_id = ${transactionId} and reversal_id is null),
    sums as (
      select (select count(*) from charged) as count, (select sum(price_micros) from charged) as price_micros,
             (select coalesce(sum(amount_micros), 0) from refunds
               where org_id = ${organizationId} and transaction_id = ${transactionId} and status = 'completed') as refunded_micros)
    update deliveries d set returned_micros = case when s.count = 1 then s.refunded_micros else c.price_micros end
      from charged c, sums s
     where d.org_id = ${organizationId} and d.id = c.id and (s.count = 1 or s.refunded_micros = s.price_micros)`
}
