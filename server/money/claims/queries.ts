// SQL of claims on payments: disputes, and refunds started at a gateway.

import { type Priority, type PriorityPage, pageByPriority } from '#edge/priority.ts'
import type { Scope } from '#kit/app.ts'
import { nothing, plainArray, type Statement, sql } from '#kit/database/sql.ts'
import type { Uuid } from '#kit/ids.ts'
import type { Micros } from '#kit/money.ts'
import { answerableStatuses, type ClaimKind, type ClaimStatus } from './rules.ts'

/** A tax as stored with recharges, refunds and takings; the amount is a decimal string. */
export interface StoredTax {
  name: 'CGST' | 'SGST' | 'UTGST' | 'IGST'
  rate: string
  amount: string
}

// --- Payments --------------------------------------------------------------------------------------------------------

export interface PaymentRow {
  recharge_id: Uuid
  purpose: 'recharge' | 'subscription'
  /** The transaction that credited the payment; null while there is none. */
  transaction_id: Uuid | null
  amount_micros: Micros
  taxes: StoredTax[]
}

/** The payment with the gateway's id, or by its order while it is not credited. */
export function payment(
  organizationId: Uuid,
  { gateway, paymentId, orderId }: { gateway: string; paymentId: string; orderId: string | null },
): Statement {
  return sql`
    select * from (
      select r.id as recharge_id, r.purpose, g.transaction_id, r.amount_micros, r.taxes
        from gateway_payments g join recharges r on r.org_id = g.org_id and r.id = g.recharge_id
       where g.org_id = ${organizationId} and r.org_id = ${organizationId} and g.gateway = ${gateway}
         and g.payment_id = ${paymentId} and r.gateway = ${gateway}
      union all
      select r.id, r.purpose, null, r.amount_micros, r.taxes from recharges r
       where r.org_id = ${organizationId} and r.gateway = ${gateway} and r.gateway_order_id = ${orderId}) found
     order by found.transaction_id is null limit 1`
}

export interface EarlierRow {
  /** Null for an amount that a claim took. */
  refund_status: string | null
  amount_micros: Micros
  taxes: StoredTax[]
}

/** The amounts of a payment that refunds and claims have returned or will return. */
export function earlierOf(organizationId: Uuid, transactionId: Uuid): Statement {
  return sql`
    select status as refund_status, amount_micros, taxes from refunds
     where org_id = ${organizationId} and transaction_id = ${transactionId} and status not in ('rejected', 'failed')
    union all
    select null, amount_micros, taxes from payment_claim_takings
     where org_id = ${organizationId} and transaction_id = ${transactionId}`
}

/** Like `earlierOf`, for a subscription's captured payment, which has no transaction. */
export function earlierOfSubscription(organizationId: Uuid, rechargeId: Uuid, paymentId: string): Statement {
  return sql`
    select status as refund_status, amount_micros, taxes from refunds
     where org_id = ${organizationId} and recharge_id = ${rechargeId} and payment_id = ${paymentId}
       and purpose = 'subscription' and status not in ('rejected', 'failed')
    union all
    select null, t.amount_micros, t.taxes
      from payment_claim_takings t join payment_claims c on c.org_id = t.org_id and c.id = t.claim_id
     where t.org_id = ${organizationId} and c.org_id = ${organizationId} and c.recharge_id = ${rechargeId}
       and c.payment_id = ${paymentId}`
}

/** True when one of our refunds with this total is in progress and its gateway id is not known yet. */
export function refundWithoutName(
  organizationId: Uuid,
  { gateway, paymentId, total }: { gateway: string; paymentId: string; total: Micros },
): Statement {
  return sql`
    select id from refunds
     where org_id = ${organizationId} and gateway = ${gateway} and payment_id = ${paymentId}
       and gateway_refund_id is null and status in ('approved', 'processing')
       and amount_micros + tax_micros = ${total} limit 1`
}

// --- Claims ----------------------------------------------------------------------------------------------------------

export interface ClaimRow {
  org_id: Uuid
  id: Uuid
  kind: ClaimKind
  status: ClaimStatus
  gateway: string
  reference: string
  payment_id: string
  recharge_id: Uuid
  purpose: 'recharge' | 'subscription'
  total_micros: Micros
  is_paid_out: boolean
  phase: string | null
  reason_code: string | null
  respond_by: Date | null
  reported_at: Date
  created_at: Date
  updated_at: Date
}

const columns = sql`
  org_id, id, kind, status, gateway, reference, payment_id, recharge_id, purpose, total_micros, is_paid_out, phase,
  reason_code,
  respond_by, reported_at, created_at, updated_at`

export interface ClaimName {
  gateway: string
  kind: ClaimKind
  reference: string
}

export function lock(organizationId: Uuid, { gateway, kind, reference }: ClaimName): Statement {
  return sql`
    select ${columns} from payment_claims
     where org_id = ${organizationId} and gateway = ${gateway} and kind = ${kind} and reference = ${reference}
       for update`
}

export interface Told {
  status: ClaimStatus
  total: Micros
  isPaidOut: boolean
  phase: string | null
  reasonCode: string | null
  respondBy: Date | null
  reportedAt: Date
}

export interface NewClaim extends ClaimName, Told {
  id: Uuid
  paymentId: string
  rechargeId: Uuid
  purpose: 'recharge' | 'subscription'
}

export function insert({ organizationId, at }: Scope, claim: NewClaim): Statement {
  return sql`
    insert into payment_claims (org_id, id, kind, status, gateway, reference, payment_id, recharge_id, purpose,
                                total_micros,
                                is_paid_out, phase, reason_code, respond_by, reported_at, created_at, updated_at)
    values (${organizationId}, ${claim.id}, ${claim.kind}, ${claim.status}, ${claim.gateway}, ${claim.reference},
            ${claim.paymentId}, ${claim.rechargeId}, ${claim.purpose}, ${claim.total}, ${claim.isPaidOut},
            ${claim.phase},
            ${claim.reasonCode}, ${claim.respondBy}, ${claim.reportedAt}, ${at}, ${at})
    returning ${columns}`
}

export function update({ organizationId, at }: Scope, id: Uuid, told: Told): Statement {
  return sql`
    update payment_claims
       set status = ${told.status}, total_micros = ${told.total}, is_paid_out = ${told.isPaidOut},
           phase = ${told.phase}, reason_code = ${told.reasonCode}, respond_by = ${told.respondBy},
           reported_at = ${told.reportedAt},
           updated_at = ${at}
     where org_id = ${organizationId} and id = ${id} returning ${columns}`
}

/** A payment's claims that the gateway has paid out, in the order they were reported. */
export function paidOutOf(organizationId: Uuid, gateway: string, paymentId: string): Statement {
  return sql`
    select ${columns} from payment_claims
     where org_id = ${organizationId} and gateway = ${gateway} and payment_id = ${paymentId} and is_paid_out
     order by created_at, id for update`
}

export function ofRecharges(organizationId: Uuid, rechargeIds: readonly Uuid[]): Statement {
  return sql`
    select ${columns} from payment_claims
     where org_id = ${organizationId} and recharge_id = any(${plainArray(rechargeIds)}::uuid[])
     order by created_at, id`
}

export interface ClaimFilter {
  kind?: ClaimKind
  status?: ClaimStatus
}

/** Of all organizations, for operators only: each row includes the organization. */
export function queue({ kind, status, ...page }: PriorityPage & ClaimFilter, isPriority: Priority['sql']): Statement {
  const { where, tail } = pageByPriority(page, {
    id: sql`payment_claims.id`,
    isPriority: isPriority(sql`payment_claims.org_id`),
    ofCursor: (id) =>
      isPriority(
        sql`(select its.org_id from payment_claims its where its.org_id is not null and its.id = ${id}::uuid)`,
      ),
  })
  return sql`
    select ${columns} from payment_claims
     where org_id is not null ${kind === undefined ? nothing : sql`and kind = ${kind}`}
       ${status === undefined ? nothing : sql`and status = ${status}`} ${where} ${tail}`
}

export function inQueue(id: Uuid): Statement {
  return sql`select org_id from payment_claims where org_id is not null and id = ${id}`
}

/** A dispute without a response deadline is listed as open for this many days. */
const ANSWERABLE_DAYS = 30

/** Over all organizations: disputes that the operator can still answer at the gateway. */
export function answerable(at: Date): Statement {
  return sql`
    select count(*) as count, min(respond_by) as respond_by from payment_claims
     where org_id is not null and status = any(${plainArray([...answerableStatuses])}::text[])
       and coalesce(respond_by, created_at + make_interval(days => ${ANSWERABLE_DAYS})) > ${at}`
}

// --- Amounts taken by claims ----------------------------------------------------------------------------------------

export interface TakingRow {
  claim_id: Uuid
  /** Null for a subscription payment: nothing was taken from the wallet. */
  transaction_id: Uuid | null
  amount_micros: Micros
  tax_micros: Micros
  taken_micros: Micros
  taken_tax_micros: Micros
  refund_transaction_id: Uuid | null
  credit_note_id: Uuid | null
  created_at: Date
}

export function takingsOf(organizationIds: readonly Uuid[], claimIds: readonly Uuid[]): Statement {
  return sql`
    select claim_id, transaction_id, amount_micros, tax_micros, taken_micros, taken_tax_micros, refund_transaction_id,
           credit_note_id, created_at
      from payment_claim_takings
     where org_id = any(${plainArray(organizationIds)}::uuid[]) and claim_id = any(${plainArray(claimIds)}::uuid[])
     order by created_at, id`
}

export interface NewTaking {
  id: Uuid
  claimId: Uuid
  transactionId: Uuid | null
  amount: Micros
  tax: Micros
  taxes: StoredTax[]
  taken: Micros
  takenTax: Micros
  refundTransactionId: Uuid | null
  creditNoteId: Uuid | null
}

export function insertTaking({ organizationId, at }: Scope, taking: NewTaking): Statement {
  return sql`
    insert into payment_claim_takings (org_id, id, claim_id, transaction_id, amount_micros, tax_micros, taxes,
                                       taken_micros, taken_tax_micros, refund_transaction_id, credit_note_id,
                                       created_at)
    values (${organizationId}, ${taking.id}, ${taking.claimId}, ${taking.transactionId}, ${taking.amount},
            ${taking.tax}, ${JSON.stringify(taking.taxes)}, ${taking.taken}, ${taking.takenTax},
            ${taking.refundTransactionId}, ${taking.creditNoteId}, ${at})`
}
