// SQL of the sandbox gateway's mandates and requested debits.

import { type Statement, sql } from '#kit/database/sql.ts'
import type { Uuid } from '#kit/ids.ts'
import type { Micros } from '#kit/money.ts'
import type { PaymentMethod } from '../rules.ts'
import type { MandateState, Outcome } from './rules.ts'

export interface MandateRow {
  id: Uuid
  status: MandateState
  method: PaymentMethod
  max_micros: Micros
  expires_at: Date
  /** The result of the next debits. */
  outcome: Outcome
  webhook_attempts: number
}

const columns = sql`
  id, status, method, max_micros, expires_at, outcome, webhook_attempts from sandbox_gateway_mandates`

export interface NewMandate {
  id: Uuid
  method: PaymentMethod
  max: Micros
  expiresAt: Date
}

export function insert(organizationId: Uuid, { id, method, max, expiresAt }: NewMandate, at: Date): Statement {
  return sql`
    insert into sandbox_gateway_mandates (org_id, id, status, method, max_micros, expires_at, created_at)
    values (${organizationId}, ${id}, 'active', ${method}, ${max}, ${expiresAt}, ${at})`
}

export function byId(organizationId: Uuid, id: Uuid): Statement {
  return sql`select ${columns} where org_id = ${organizationId} and id = ${id}`
}

export function lock(organizationId: Uuid, id: Uuid): Statement {
  return sql`select ${columns} where org_id = ${organizationId} and id = ${id} for update`
}

export function chooseOutcome(organizationId: Uuid, id: Uuid, outcome: Outcome): Statement {
  return sql`update sandbox_gateway_mandates set outcome = ${outcome} where org_id = ${organizationId} and id = ${id}`
}

/** Schedules the webhook too, with reset attempts. */
export function changeStatus(organizationId: Uuid, id: Uuid, status: MandateState, webhookDue: Date): Statement {
  return sql`
    update sandbox_gateway_mandates set status = ${status}, webhook_due_at = ${webhookDue}, webhook_attempts = 0
     where org_id = ${organizationId} and id = ${id}`
}

export function undelivered(organizationId: Uuid, at: Date, limit: number): Statement {
  return sql`
    select ${columns} where org_id = ${organizationId} and webhook_due_at <= ${at}
      order by webhook_due_at limit ${limit}`
}

/** Only for the reported status: a status changed since must still be reported. */
export function noteDelivery(organizationId: Uuid, { id, status }: MandateRow, due: Date | null): Statement {
  return sql`
    update sandbox_gateway_mandates set webhook_due_at = ${due}, webhook_attempts = webhook_attempts + 1
     where org_id = ${organizationId} and id = ${id} and status = ${status} and webhook_due_at is not null`
}

// --- Debits --------------------------------------------------------------------------------------------------------

/** Inserts a row for the first request, and none for later ones. */
export function insertDebit(
  organizationId: Uuid,
  debit: { orderId: Uuid; mandateId: Uuid; dueAt: Date },
  at: Date,
): Statement {
  return sql`
    insert into sandbox_gateway_debits (org_id, order_id, mandate_id, due_at, created_at)
    values (${organizationId}, ${debit.orderId}, ${debit.mandateId}, ${debit.dueAt}, ${at}) on conflict do nothing`
}

export interface DebitRow {
  order_id: Uuid
  mandate_id: Uuid
}

export function debit(organizationId: Uuid, orderId: Uuid): Statement {
  return sql`
    select order_id, mandate_id from sandbox_gateway_debits where org_id = ${organizationId} and order_id = ${orderId}`
}

export function debitsDue(organizationId: Uuid, at: Date, limit: number): Statement {
  return sql`
    select order_id, mandate_id from sandbox_gateway_debits
     where org_id = ${organizationId} and due_at <= ${at} order by due_at limit ${limit}`
}

/** Updates one row for the first caller, and none for later ones. */
export function claimDebit(organizationId: Uuid, orderId: Uuid): Statement {
  return sql`
    update sandbox_gateway_debits set due_at = null
     where org_id = ${organizationId} and order_id = ${orderId} and due_at is not null`
}

export function nextDue(organizationId: Uuid): Statement {
  return sql`
    select least((select min(webhook_due_at) from sandbox_gateway_mandates
      where org_id = ${organizationId} and webhook_due_at is not null),
                 (select min(due_at) from sandbox_gateway_debits
                   where org_id = ${organizationId} and due_at is not null)) as due`
}
