// SQL of refundable charges and captured payments, and their remaining amounts.

import { plainArray, type Statement, sql } from '#kit/database/sql.ts'
import type { Uuid } from '#kit/ids.ts'
import type { Micros } from '#kit/money.ts'
import type { TransactionKind, TransactionStatus } from '#money/wallet/rules.ts'
import { counts, type RefundStatus, refundStatuses, type StoredTax } from './rules.ts'

export interface TargetRow {
  id: Uuid
  kind: TransactionKind
  status: TransactionStatus
  amount_micros: Micros
  counter_account: string
  channel: string | null
  recharge_id: Uuid | null
  /** The amount returned for unsent messages of a charge. */
  reversed_micros: Micros
  gateway: string | null
  payment_id: string | null
  order_id: string | null
  taxes: StoredTax[] | null
}

/** The amount of the charge `t` that was reversed automatically. */
const reversedMicros = (organizationId: Uuid) => sql`
  (select coalesce(sum(d.returned_micros), 0)::int8 from deliveries d
    where d.org_id = ${organizationId} and d.transaction_id = t.id and d.reversal_id is not null)`

export interface LeftRow {
  transaction_id: Uuid
  /** Neither returned nor requested. */
  left_micros: Micros
  /** True when a refund of it waits for a decision: its amount may become available again. */
  is_open: boolean
  is_refunded: boolean
}

/** Remaining amounts of charges that a refund request could claim. Exact under the wallet's lock. */
export function leftOfCharges(organizationId: Uuid, transactionIds: readonly Uuid[]): Statement {
  return sql`
    select t.id as transaction_id,
           (-t.amount_micros - ${reversedMicros(organizationId)} - r.micros)::int8 as left_micros, r.is_open,
           r.is_refunded
      from transactions t
     cross join lateral (
       select coalesce(sum(amount_micros), 0) as micros, coalesce(bool_or(status <> 'completed'), false) as is_open,
              coalesce(bool_or(status = 'completed'), false) as is_refunded
         from refunds
        where org_id = ${organizationId} and transaction_id = t.id
          and status = any(${plainArray(refundStatuses.filter(counts))}::text[])) r
     where t.org_id = ${organizationId} and t.id = any(${plainArray(transactionIds)}::uuid[])
       and t.kind = 'deduction'`
}

export function target(organizationId: Uuid, transactionId: Uuid): Statement {
  return sql`
    select t.id, t.kind, t.status, t.amount_micros, t.counter_account, t.channel, t.recharge_id, g.gateway,
      g.payment_id,
           r.gateway_order_id as order_id, r.taxes,
           ${reversedMicros(organizationId)} as reversed_micros
      from transactions t
      left join gateway_payments g on g.org_id = t.org_id and g.transaction_id = t.id
      left join recharges r on r.org_id = t.org_id and r.id = t.recharge_id
     where t.org_id = ${organizationId} and t.id = ${transactionId}`
}

/** The captured payments of a recharge; more than one when it was paid twice. */
export function paymentsOf(organizationId: Uuid, rechargeId: Uuid): Statement {
  return sql`
    select r.id, g.transaction_id from recharges r
      left join gateway_payments g on g.org_id = r.org_id and g.recharge_id = r.id
     where r.org_id = ${organizationId} and r.id = ${rechargeId} order by g.captured_at, g.transaction_id`
}

export interface EarlierRow {
  /** Both null for an amount that a dispute or a refund at the gateway took. */
  id: Uuid | null
  status: RefundStatus | null
  amount_micros: Micros
  taxes: StoredTax[]
}

export function earlierOf(organizationId: Uuid, transactionId: Uuid): Statement {
  return sql`
    select id, status, amount_micros, taxes from refunds
      where org_id = ${organizationId} and transaction_id = ${transactionId}
    union all
    select null, null, amount_micros, taxes from payment_claim_takings
      where org_id = ${organizationId} and transaction_id = ${transactionId}`
}

export interface SubscriptionTargetRow {
  status: string
  gateway: string
  gateway_order_id: string | null
  /** The capture that paid for the period: the first one. A later one was refunded automatically. */
  payment_id: string | null
  amount_micros: Micros
  taxes: StoredTax[]
}

export function subscriptionTarget(organizationId: Uuid, id: Uuid): Statement {
  return sql`
    select r.status, r.gateway, r.gateway_order_id, g.payment_id, r.amount_micros, r.taxes
      from recharges r
      left join gateway_payments g on g.org_id = r.org_id and g.recharge_id = r.id
     where r.org_id = ${organizationId} and r.id = ${id} and r.purpose = 'subscription'
     order by g.captured_at, g.payment_id limit 1`
}

export function earlierOfSubscription(organizationId: Uuid, id: Uuid, paymentId: string): Statement {
  return sql`
    select id, status, amount_micros, taxes from refunds
      where org_id = ${organizationId} and recharge_id = ${id} and payment_id = ${paymentId}
        and purpose = 'subscription'
    union all
    select null, null, t.amount_micros, t.taxes
      from payment_claim_takings t join payment_claims c on c.org_id = t.org_id and c.id = t.claim_id
      where t.org_id = ${organizationId} and c.org_id = ${organizationId} and c.recharge_id = ${id}
        and c.payment_id = ${paymentId}`
}
