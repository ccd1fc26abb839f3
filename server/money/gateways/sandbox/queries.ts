// SQL of the sandbox gateway's own records. Organizations are its merchants.

import { type Statement, sql } from '#kit/database/sql.ts'
import type { Uuid } from '#kit/ids.ts'
import type { Micros } from '#kit/money.ts'
import type { FailureReason, PaymentMethod } from '../rules.ts'
import type { MandateState } from './rules.ts'

export interface OrderRow {
  org_id: Uuid
  id: Uuid
  receipt: string
  amount_micros: Micros
  /**
   * The mandate that paying the order authorizes: automatic debits up to this amount each, until `mandate_expires_at`.
   */
  mandate_max_micros: Micros | null
  mandate_expires_at: Date | null
}

export interface NewOrder {
  id: Uuid
  receipt: string
  amount: Micros
  mandate: { maxAmount: Micros; expiresAt: Date } | null
}

export function insertOrder(organizationId: Uuid, order: NewOrder, at: Date): Statement {
  return sql`
    insert into sandbox_gateway_orders (org_id, id, receipt, amount_micros, mandate_max_micros, mandate_expires_at,
                                        created_at)
    values (${organizationId}, ${order.id}, ${order.receipt}, ${order.amount}, ${order.mandate?.maxAmount ?? null},
            ${order.mandate?.expiresAt ?? null}, ${at})
    on conflict do nothing`
}

const orderColumns = sql`
  org_id, id, receipt, amount_micros, mandate_max_micros, mandate_expires_at from sandbox_gateway_orders`

export function order(organizationId: Uuid, id: Uuid): Statement {
  return sql`select ${orderColumns} where org_id = ${organizationId} and id = ${id}`
}

export function lockOrder(organizationId: Uuid, id: Uuid): Statement {
  return sql`select ${orderColumns} where org_id = ${organizationId} and id = ${id} for update`
}

export interface PaymentRow {
  id: Uuid
  order_id: Uuid
  amount_micros: Micros
  status: 'captured' | 'failed'
  method: PaymentMethod
  failure_reason: FailureReason | null
  webhook_attempts: number
  /** The mandate authorized with the payment, if any. */
  mandate_status: MandateState | null
  mandate_max_micros: Micros | null
  mandate_expires_at: Date | null
}

const columns = sql`
  p.id, p.order_id, o.amount_micros, p.status, p.method, p.failure_reason, p.webhook_attempts,
  m.status as mandate_status, m.max_micros as mandate_max_micros, m.expires_at as mandate_expires_at
  from sandbox_gateway_payments p
  join sandbox_gateway_orders o on o.org_id = p.org_id and o.id = p.order_id
  left join sandbox_gateway_mandates m on m.org_id = o.org_id and m.id = o.id and p.status = 'captured'`

/** In the order of the attempts. */
export function payments(organizationId: Uuid, orderId: Uuid): Statement {
  return sql`select ${columns} where p.org_id = ${organizationId} and p.order_id = ${orderId} order by p.id`
}

export interface NewPayment {
  id: Uuid
  orderId: Uuid
  status: 'captured' | 'failed'
  method: PaymentMethod
  reason: FailureReason | null
}

export function insertPayment(organizationId: Uuid, payment: NewPayment, webhookDue: Date, at: Date): Statement {
  return sql`
    insert into sandbox_gateway_payments (org_id, id, order_id, status, method, failure_reason, webhook_due_at,
                                          created_at)
    values (${organizationId}, ${payment.id}, ${payment.orderId}, ${payment.status}, ${payment.method},
            ${payment.reason},
            ${webhookDue}, ${at})`
}

export function undelivered(organizationId: Uuid, at: Date, limit: number): Statement {
  return sql`
    select ${columns} where p.org_id = ${organizationId} and p.webhook_due_at <= ${at} order by p.webhook_due_at
     limit ${limit}`
}

export function markDelivered(organizationId: Uuid, id: Uuid, at: Date): Statement {
  return sql`
    update sandbox_gateway_payments
       set webhook_delivered_at = ${at}, webhook_due_at = null, webhook_attempts = webhook_attempts + 1
     where org_id = ${organizationId} and id = ${id} and webhook_delivered_at is null`
}

export function postponeDelivery(organizationId: Uuid, id: Uuid, due: Date | null): Statement {
  return sql`
    update sandbox_gateway_payments set webhook_due_at = ${due}, webhook_attempts = webhook_attempts + 1
     where org_id = ${organizationId} and id = ${id} and webhook_delivered_at is null`
}

export function nextDelivery(organizationId: Uuid): Statement {
  return sql`
    select min(webhook_due_at) as due from sandbox_gateway_payments
     where org_id = ${organizationId} and webhook_due_at is not null`
}
