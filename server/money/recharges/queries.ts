// SQL of recharges and of the payments that gateways reported.

import { type Page, pageById } from '#edge/paging.ts'
import type { Scope } from '#kit/app.ts'
import { nothing, type Statement, sql } from '#kit/database/sql.ts'
import type { Uuid } from '#kit/ids.ts'
import type { Micros } from '#kit/money.ts'
import type { FailureReason, PaymentMethod, Purpose } from '#money/gateways/rules.ts'
import type { RechargeStatus } from './rules.ts'

export interface RechargeRow {
  id: Uuid
  purpose: Purpose
  status: RechargeStatus
  amount_micros: Micros
  tax_micros: Micros
  total_micros: Micros
  payment_method: PaymentMethod | null
  payment_method_detail: string | null
  failure_reason: FailureReason | null
  gateway: string
  gateway_order_id: string | null
  taxes: StoredTax[]
  place_of_supply: string
  /** Null for a subscription: its payment is not a transaction of the wallet. */
  transaction_id: Uuid | null
  invoice_id: Uuid | null
  opened_at: Date
  check_count: number
  created_at: Date
  completed_at: Date | null
  origin: Origin
  gateway_session: string | null
  mandate_max_micros: Micros | null
  mandate_expires_at: Date | null
  /** When the gateway last reported an undecided payment. */
  under_way_at: Date | null
  /** Set when the payment is no longer needed. */
  closed_at: Date | null
  /** The payment only authorizes a mandate, and is refunded. */
  is_authorization: boolean
}

/** The origin of the request: a customer at the checkout, or auto-recharge. */
export type Origin = 'customer' | 'auto'

/** A tax as quoted; the amount is a decimal string. */
export interface StoredTax {
  name: 'CGST' | 'SGST' | 'UTGST' | 'IGST'
  rate: string
  amount: string
}

export const columns = sql`
  id, purpose, status, amount_micros, tax_micros, total_micros, payment_method, payment_method_detail, failure_reason,
  gateway, gateway_order_id, taxes, place_of_supply, transaction_id, invoice_id, opened_at, check_count, created_at,
    completed_at,
  origin, gateway_session, mandate_max_micros, mandate_expires_at, under_way_at,
  closed_at, is_authorization`

/** The payments of one purpose. */
export function list(
  organizationId: Uuid,
  { status, ...page }: Page & { status?: RechargeStatus },
  purpose: Purpose = 'recharge',
): Statement {
  const { where, tail } = pageById(page)
  const ofStatus = status === undefined ? nothing : sql`and status = ${status}`
  return sql`select ${columns} from recharges
     where org_id = ${organizationId} and purpose = ${purpose} ${ofStatus} ${where} ${tail}`
}

export function byId(organizationId: Uuid, id: Uuid): Statement {
  return sql`select ${columns} from recharges where org_id = ${organizationId} and id = ${id}`
}

export function lock(organizationId: Uuid, id: Uuid): Statement {
  return sql`select ${columns} from recharges where org_id = ${organizationId} and id = ${id} for update`
}

export function lockByOrder(organizationId: Uuid, gateway: string, orderId: string): Statement {
  return sql`
    select ${columns} from recharges
     where org_id = ${organizationId} and gateway = ${gateway} and gateway_order_id = ${orderId} for update`
}

export interface NewRecharge {
  id: Uuid
  purpose: Purpose
  amount: Micros
  tax: Micros
  paymentMethod: PaymentMethod | null
  bank: string | null
  gateway: string
  taxes: StoredTax[]
  placeOfSupply: string
  transactionId: Uuid | null
  isAuthorization?: boolean
  checkAt: Date | null
  origin: Origin
  mandate: { maxAmount: Micros; expiresAt: Date } | null
}

export function insert({ organizationId, at }: Scope, userId: Uuid, recharge: NewRecharge): Statement {
  return sql`
    insert into recharges (org_id, id, purpose, status, amount_micros, tax_micros, total_micros, payment_method,
      payment_method_detail,
                           gateway, taxes, place_of_supply, transaction_id, check_at, opened_at, origin,
                           mandate_max_micros, mandate_expires_at, is_authorization, created_by, created_at)
    values (${organizationId}, ${recharge.id}, ${recharge.purpose}, 'created', ${recharge.amount}, ${recharge.tax},
      ${recharge.amount + recharge.tax},
            ${recharge.paymentMethod}, ${recharge.bank}, ${recharge.gateway}, ${JSON.stringify(recharge.taxes)},
            ${recharge.placeOfSupply}, ${recharge.transactionId}, ${recharge.checkAt}, ${at}, ${recharge.origin},
            ${recharge.mandate?.maxAmount ?? null}, ${recharge.mandate?.expiresAt ?? null},
            ${recharge.isAuthorization === true}, ${userId}, ${at})
    returning ${columns}`
}

/**
 * Claims the placing of the order until `until`, because some gateways would create two. Returns no row while another
 * process holds the claim, when the order is placed, or when the payment is closed.
 */
export function claimPlacing(organizationId: Uuid, id: Uuid, until: Date, at: Date): Statement {
  return sql`
    update recharges set placing_until = ${until}, placing_count = placing_count + 1
     where org_id = ${organizationId} and id = ${id} and gateway_order_id is null and closed_at is null
       and (placing_until is null or placing_until < ${at})
    returning placing_count`
}

/** After a failed attempt: the next one may start at once. */
export function releasePlacing(organizationId: Uuid, id: Uuid): Statement {
  return sql`update recharges set placing_until = null where org_id = ${organizationId} and id = ${id}`
}

/** Stores the gateway's order. Updates no row when one is stored already. */
export function markPlaced(organizationId: Uuid, id: Uuid, orderId: string, session: string | null): Statement {
  return sql`
    update recharges set gateway_order_id = ${orderId}, gateway_session = ${session}, 
           status = case when status = 'created' then 'pending' else status end
     where org_id = ${organizationId} and id = ${id} and gateway_order_id is null`
}

/** A reopened recharge has the customer as origin, even if auto-recharge opened it. */
export function markReopened(
  organizationId: Uuid,
  id: Uuid,
  transactionId: Uuid,
  checkAt: Date | null,
  at: Date,
): Statement {
  return sql`
    update recharges set status = case when gateway_order_id is null then 'created'
      else 'pending' end, failure_reason = null,
           transaction_id = ${transactionId}, check_at = ${checkAt}, check_count = 0, opened_at = ${at},
             origin = 'customer'
     where org_id = ${organizationId} and id = ${id} returning ${columns}`
}

/** Changes the origin of an open automatic recharge to the customer. */
export function leaveToCustomer(organizationId: Uuid, id: Uuid): Statement {
  return sql`
    update recharges set origin = 'customer'
     where org_id = ${organizationId} and id = ${id} and origin = 'auto' and status in ('created', 'pending')`
}

export interface Success {
  transactionId: Uuid | null
  invoiceId: Uuid | null
  paid: Paid
}

/** The actual payment method, which may differ from the intended one. */
export interface Paid {
  method: PaymentMethod | null
  bank: string | null
}

/** The bank belongs to the method, so another method clears it. */
const howPaid = ({ method, bank }: Paid) => sql`
  payment_method = coalesce(${method}, payment_method),
  payment_method_detail = case
    when ${method}::text is null or (${bank}::text is null and payment_method = ${method}) then payment_method_detail
    else ${bank} end`

export function markSucceeded(organizationId: Uuid, id: Uuid, success: Success, at: Date): Statement {
  return sql`
    update recharges set status = 'succeeded', failure_reason = null, transaction_id = ${success.transactionId},
           invoice_id = ${success.invoiceId}, ${howPaid(success.paid)}, completed_at = ${at}
     where org_id = ${organizationId} and id = ${id} returning ${columns}`
}

/** When the payment of a subscription was captured; null before. */
export function capturedAt(organizationId: Uuid, id: Uuid): Statement {
  return sql`select ${capturedAtSql(sql`${organizationId}`, sql`${id}`)} as at`
}

/**
 * When a subscription payment was captured, for use in other statements. Both parameters are expressions:
 * sql`p.org_id`.
 */
export const capturedAtSql = (organization: Statement, payment: Statement): Statement => sql`
  (select min(g.captured_at) from gateway_payments g
    where g.org_id = ${organization} and g.recharge_id = ${payment} and g.transaction_id is null)`

/** Stores the actual payment method of a captured payment that is refunded. */
export function recordHowPaid(organizationId: Uuid, id: Uuid, paid: Paid): Statement {
  return sql`update recharges set ${howPaid(paid)} where org_id = ${organizationId} and id = ${id}`
}

/** The order is no longer placed, and the page accepts no payment. A later capture is still recorded. */
export function close(organizationId: Uuid, id: Uuid, at: Date): Statement {
  return sql`
    update recharges set closed_at = ${at}
     where org_id = ${organizationId} and id = ${id} and status <> 'succeeded' and closed_at is null`
}

export interface Failure extends Paid {
  reason: FailureReason
}

export function markFailed(organizationId: Uuid, id: Uuid, failure: Failure): Statement {
  return sql`
    update recharges set status = 'failed', failure_reason = ${failure.reason}, ${howPaid(failure)}
     where org_id = ${organizationId} and id = ${id} returning ${columns}`
}

// --- Payments reported by gateways --------------------------------------------------------------------------------

export interface Capture {
  gateway: string
  paymentId: string
  rechargeId: Uuid
  /** Null for a subscription. */
  transactionId: Uuid | null
}

/** Inserts one row for the first event of a captured payment, and none for later ones. */
export function recordCapture(organizationId: Uuid, capture: Capture, at: Date): Statement {
  const { gateway, paymentId, rechargeId, transactionId } = capture
  return sql`
    insert into gateway_payments (gateway, payment_id, org_id, recharge_id, transaction_id, captured_at)
    values (${gateway}, ${paymentId}, ${organizationId}, ${rechargeId}, ${transactionId}, ${at})
    on conflict (gateway, payment_id) do nothing`
}

export interface Uncredited {
  gateway: string
  paymentId: string
  outcome: 'failed' | 'mismatched'
  rechargeId: Uuid
  amount: Micros
}

/** Inserts one row for the first event, and none for later ones. */
export function recordUncredited(organizationId: Uuid, payment: Uncredited, at: Date): Statement {
  return sql`
    insert into uncredited_payments (org_id, gateway, payment_id, outcome, recharge_id, amount_micros, reported_at)
    values (${organizationId}, ${payment.gateway}, ${payment.paymentId}, ${payment.outcome}, ${payment.rechargeId},
            ${payment.amount}, ${at})
    on conflict do nothing`
}

/** `at` null: the gateway has no undecided payment. */
export function recordUnderWay(organizationId: Uuid, id: Uuid, at: Date | null): Statement {
  return sql`update recharges set under_way_at = ${at} where org_id = ${organizationId} and id = ${id}`
}
