// SQL of refunds. Their targets are in target-queries.ts.

import { type Page, pageById } from '#edge/paging.ts'
import { type Priority, type PriorityPage, pageByPriority } from '#edge/priority.ts'
import type { Scope } from '#kit/app.ts'
import { nothing, type Statement, sql } from '#kit/database/sql.ts'
import type { Uuid } from '#kit/ids.ts'
import type { Micros } from '#kit/money.ts'
import type { Destination, RefundFailure, RefundStatus, ShownRefundReason, StoredTax } from './rules.ts'
import type { QueuedRefundQuery, RefundQuery } from './schema.ts'

export interface RefundRow {
  org_id: Uuid
  id: Uuid
  /** `subscription`: a refund of a subscription payment, which moves nothing in the wallet. */
  purpose: 'wallet' | 'subscription'
  status: RefundStatus
  reason: ShownRefundReason
  destination: Destination
  amount_micros: Micros
  tax_micros: Micros
  taxes: StoredTax[]
  /** Null for a subscription. */
  transaction_id: Uuid | null
  recharge_id: Uuid | null
  gateway: string | null
  payment_id: string | null
  order_id: string | null
  gateway_refund_id: string | null
  note: string | null
  decision_note: string | null
  refund_transaction_id: Uuid | null
  credit_note_id: Uuid | null
  expected_from: string | null
  expected_by: string | null
  reference: string | null
  failure_reason: RefundFailure | null
  check_count: number
  requested_by: Uuid
  /** The service refunds the payment itself, without a request or approval. */
  is_automatic: boolean
  created_at: Date
  approved_at: Date | null
  completed_at: Date | null
}

const columns = sql`
  org_id, id, purpose, status, reason, destination, amount_micros, tax_micros, taxes, transaction_id, recharge_id,
    gateway, payment_id,
  order_id, gateway_refund_id, note, decision_note, refund_transaction_id, credit_note_id, expected_from, expected_by,
    reference,
  failure_reason, check_count, requested_by, is_automatic, created_at, approved_at, completed_at`

export function list(organizationId: Uuid, { status, ...page }: RefundQuery): Statement {
  const { where, tail } = pageById(page as Page)
  return sql`
    select ${columns} from refunds
     where org_id = ${organizationId} ${status === undefined ? nothing : sql`and status = ${status}`} ${where} ${tail}`
}

/** Of all organizations, for operators only: each row includes the organization. */
export function queue({ status, ...page }: QueuedRefundQuery, isPriority: Priority['sql']): Statement {
  const { where, tail } = pageByPriority(page as PriorityPage, {
    id: sql`refunds.id`,
    isPriority: isPriority(sql`refunds.org_id`),
    ofCursor: (id) =>
      isPriority(sql`(select its.org_id from refunds its where its.org_id is not null and its.id = ${id}::uuid)`),
  })
  return sql`
    select ${columns} from refunds
     where org_id is not null ${status === undefined ? nothing : sql`and status = ${status}`} ${where} ${tail}`
}

export function inQueue(id: Uuid): Statement {
  return sql`select org_id from refunds where org_id is not null and id = ${id}`
}

export function byId(organizationId: Uuid, id: Uuid): Statement {
  return sql`select ${columns} from refunds where org_id = ${organizationId} and id = ${id}`
}

export function lock(organizationId: Uuid, id: Uuid): Statement {
  return sql`select ${columns} from refunds where org_id = ${organizationId} and id = ${id} for update`
}

/** By the gateway's id of the refund and of its payment. */
export function lockByGatewayRefund(
  organizationId: Uuid,
  { gateway, paymentId, refundId }: { gateway: string; paymentId: string; refundId: string },
): Statement {
  return sql`
    select ${columns} from refunds
     where org_id = ${organizationId} and gateway = ${gateway} and gateway_refund_id = ${refundId}
       and payment_id = ${paymentId}
       for update`
}

export function lockByReceipt(
  organizationId: Uuid,
  { gateway, paymentId, id }: { gateway: string; paymentId: string; id: Uuid },
): Statement {
  return sql`
    select ${columns} from refunds
     where org_id = ${organizationId} and id = ${id} and gateway = ${gateway} and payment_id = ${paymentId} for update`
}

// --- Status changes ------------------------------------------------------------------------------------------------

export interface NewRefundRow {
  id: Uuid
  purpose: RefundRow['purpose']
  reason: ShownRefundReason
  destination: Destination
  amount: Micros
  tax: Micros
  taxes: StoredTax[]
  transactionId: Uuid | null
  rechargeId: Uuid | null
  gateway: string | null
  paymentId: string | null
  orderId: string | null
  note: string | null
  requestedBy: Uuid
  isAutomatic?: boolean
}

export function insert({ organizationId, at }: Scope, refund: NewRefundRow): Statement {
  return sql`
    insert into refunds (org_id, id, purpose, status, reason, destination, amount_micros, tax_micros, taxes,
      transaction_id,
      recharge_id,
                         gateway, payment_id, order_id, note, requested_by, is_automatic, created_at)
    values (${organizationId}, ${refund.id}, ${refund.purpose}, 'requested', ${refund.reason}, ${refund.destination},
      ${refund.amount},
      ${refund.tax},
            ${JSON.stringify(refund.taxes)}, ${refund.transactionId}, ${refund.rechargeId}, ${refund.gateway},
              ${refund.paymentId},
            ${refund.orderId}, ${refund.note}, ${refund.requestedBy},
            ${refund.isAutomatic === true}, ${at})
    returning ${columns}`
}

/** A refund to the wallet is completed by its approval. */
export function markPaidToWallet(
  { organizationId, at }: Scope,
  id: Uuid,
  transactionId: Uuid,
  note: string | null,
): Statement {
  return sql`
    update refunds set status = 'completed', decision_note = ${note}, refund_transaction_id = ${transactionId},
      approved_at = ${at},
           completed_at = ${at}
     where org_id = ${organizationId} and id = ${id} returning ${columns}`
}

export interface Approved {
  transactionId: Uuid | null
  note: string | null
  expected: { from: string; by: string }
}

export function markApproved({ organizationId, at }: Scope, id: Uuid, approved: Approved): Statement {
  const { transactionId, note, expected } = approved
  return sql`
    update refunds set status = 'approved', decision_note = ${note}, refund_transaction_id = ${transactionId},
      approved_at = ${at},
           expected_from = ${expected.from}, expected_by = ${expected.by}, check_at = ${at}
     where org_id = ${organizationId} and id = ${id} returning ${columns}`
}

export function markRejected(organizationId: Uuid, id: Uuid, note: string): Statement {
  return sql`
    update refunds set status = 'rejected', decision_note = ${note}
     where org_id = ${organizationId} and id = ${id} returning ${columns}`
}

export function markProcessing(organizationId: Uuid, id: Uuid, gatewayRefundId: string): Statement {
  return sql`
    update refunds set status = 'processing', gateway_refund_id = ${gatewayRefundId}
     where org_id = ${organizationId} and id = ${id} returning ${columns}`
}

export interface PaidOut {
  gatewayRefundId: string
  reference: string | null
  creditNoteId: Uuid | null
}

export function markPaidOut({ organizationId, at }: Scope, id: Uuid, paid: PaidOut): Statement {
  return sql`
    update refunds set status = 'completed', gateway_refund_id = ${paid.gatewayRefundId}, reference = ${paid.reference},
           credit_note_id = ${paid.creditNoteId}, completed_at = ${at}, check_at = null
     where org_id = ${organizationId} and id = ${id} returning ${columns}`
}

/** Banks may assign it after the payout. */
export function recordReference(organizationId: Uuid, id: Uuid, reference: string): Statement {
  return sql`update refunds set reference = ${reference}
    where org_id = ${organizationId} and id = ${id} and reference is null`
}

export interface Failed {
  reason: RefundFailure
  returnTransactionId: Uuid | null
  gatewayRefundId: string | null
}

export function markFailed(organizationId: Uuid, id: Uuid, failed: Failed): Statement {
  return sql`
    update refunds set status = 'failed', failure_reason = ${failed.reason},
      return_transaction_id = ${failed.returnTransactionId},
           gateway_refund_id = ${failed.gatewayRefundId}, check_at = null
     where org_id = ${organizationId} and id = ${id} returning ${columns}`
}

// --- Gateway queries -----------------------------------------------------------------------------------------------

export function toCheck(organizationId: Uuid, at: Date, limit: number): Statement {
  return sql`
    select ${columns} from refunds where org_id = ${organizationId} and check_at <= ${at}
      order by check_at limit ${limit}`
}

/** Only for a refund in progress: it may have ended in the meantime. */
export function scheduleCheck(organizationId: Uuid, id: Uuid, count: number, due: Date): Statement {
  return sql`
    update refunds set check_at = ${due}, check_count = ${count}
     where org_id = ${organizationId} and id = ${id} and check_at is not null`
}

export function nextCheckDue(organizationId: Uuid): Statement {
  return sql`select min(check_at) as due from refunds where org_id = ${organizationId} and check_at is not null`
}

/** Over all organizations: refunds not requested from a gateway yet. */
export function waitingPayouts(before: Date): Statement {
  return sql`
    select org_id, gateway as by, count(*) as count, min(approved_at) as oldest,
           count(*) filter (where approved_at < ${before}) as early
      from refunds where status = 'approved' and check_at is not null group by org_id, gateway order by org_id, gateway`
}

/** Treated as requested: the refund is looked up before it is requested again. */
export function mayBeAskedFor(organizationId: Uuid): Statement {
  return sql`
    update refunds set check_count = 1
     where org_id = ${organizationId} and status = 'approved' and check_at is not null and check_count = 0`
}
