// SQL of the sandbox gateway's refunds.

import { type Statement, sql } from '#kit/database/sql.ts'
import type { Uuid } from '#kit/ids.ts'
import type { Micros } from '#kit/money.ts'

export interface RefundRow {
  id: Uuid
  payment_id: Uuid
  receipt: string
  amount_micros: Micros
  status: 'pending' | 'processed' | 'failed'
  webhook_attempts: number
}

const columns = sql`id, payment_id, receipt, amount_micros, status, webhook_attempts`

export interface CapturedRow {
  id: Uuid
  status: 'captured' | 'failed'
  amount_micros: Micros
}

/** Locks the payment: its refunds are requested one after another. */
export function lockPayment(organizationId: Uuid, id: Uuid): Statement {
  return sql`
    select p.id, p.status, o.amount_micros
      from sandbox_gateway_payments p join sandbox_gateway_orders o on o.org_id = p.org_id and o.id = p.order_id
     where p.org_id = ${organizationId} and p.id = ${id} for update of p`
}

export function ofPayment(organizationId: Uuid, paymentId: Uuid): Statement {
  return sql`
    select ${columns} from sandbox_gateway_refunds where org_id = ${organizationId} and payment_id = ${paymentId}
     order by id`
}

export function ofOrder(organizationId: Uuid, orderId: Uuid): Statement {
  return sql`
    select ${columns} from sandbox_gateway_refunds
     where org_id = ${organizationId}
       and payment_id in (select p.id from sandbox_gateway_payments p where p.org_id = ${organizationId}
                             and p.order_id = ${orderId})
     order by id`
}

export function byId(organizationId: Uuid, id: Uuid): Statement {
  return sql`select ${columns} from sandbox_gateway_refunds where org_id = ${organizationId} and id = ${id}`
}

export function byReceipt(organizationId: Uuid, receipt: string): Statement {
  return sql`select ${columns} from sandbox_gateway_refunds where org_id = ${organizationId} and receipt = ${receipt}`
}

export interface NewRefund {
  id: Uuid
  paymentId: Uuid
  receipt: string
  amount: Micros
  settlesAt: Date
}

export function insert(organizationId: Uuid, refund: NewRefund, at: Date): Statement {
  return sql`
    insert into sandbox_gateway_refunds (org_id, id, payment_id, receipt, amount_micros, status, settles_at, created_at)
    values (${organizationId}, ${refund.id}, ${refund.paymentId}, ${refund.receipt}, ${refund.amount}, 'pending',
            ${refund.settlesAt}, ${at})
    returning ${columns}`
}

/** Settles a pending refund only, and schedules its webhook; a settled one does not change. */
export function settle(organizationId: Uuid, id: Uuid, status: 'processed' | 'failed', webhookDue: Date): Statement {
  return sql`
    update sandbox_gateway_refunds set status = ${status}, webhook_due_at = ${webhookDue}
     where org_id = ${organizationId} and id = ${id} and status = 'pending' returning ${columns}`
}

export function settleDue(organizationId: Uuid, at: Date): Statement {
  return sql`
    update sandbox_gateway_refunds set status = 'processed', webhook_due_at = ${at}
     where org_id = ${organizationId} and status = 'pending' and settles_at <= ${at}`
}

export function undelivered(organizationId: Uuid, at: Date, limit: number): Statement {
  return sql`
    select ${columns} from sandbox_gateway_refunds
     where org_id = ${organizationId} and webhook_due_at <= ${at} order by webhook_due_at limit ${limit}`
}

export function markDelivered(organizationId: Uuid, id: Uuid, at: Date): Statement {
  return sql`
    update sandbox_gateway_refunds
       set webhook_delivered_at = ${at}, webhook_due_at = null, webhook_attempts = webhook_attempts + 1
     where org_id = ${organizationId} and id = ${id} and webhook_delivered_at is null`
}

export function postponeDelivery(organizationId: Uuid, id: Uuid, due: Date | null): Statement {
  return sql`
    update sandbox_gateway_refunds set webhook_due_at = ${due}, webhook_attempts = webhook_attempts + 1
     where org_id = ${organizationId} and id = ${id} and webhook_delivered_at is null`
}

export function nextDue(organizationId: Uuid): Statement {
  return sql`
    select least((select min(webhook_due_at) from sandbox_gateway_refunds
                   where org_id = ${organizationId} and webhook_due_at is not null),
                 (select min(settles_at) from sandbox_gateway_refunds where org_id = ${organizationId}
                     and status = 'pending')) as due`
}
