// SQL of subscriptions and their payments. Written only with the wallet locked.

import { pageById } from '#edge/paging.ts'
import { type Statement, sql } from '#kit/database/sql.ts'
import type { Uuid } from '#kit/ids.ts'
import type { FailureReason } from '#money/gateways/rules.ts'
import { capturedAtSql } from '#money/recharges/queries.ts'
import type { PaymentKind, PaymentPurpose, SubscriptionStatus } from './rules.ts'
import type { PaymentQuery } from './schema.ts'

export interface SubscriptionRow {
  status: SubscriptionStatus
  anchor_day: number | null
  period_from: Date | null
  period_to: Date | null
  open_payment_id: Uuid | null
  opened_at: Date | null
  grace_started_at: Date | null
  retries_used: number
  next_debit_at: Date | null
  failed_attempts: number
  failure_reason: FailureReason | null
  is_test_mode: boolean
  subscribed_by: Uuid
  updated_at: Date
}

const subscriptionColumns = sql`
  status, anchor_day, period_from, period_to, open_payment_id, opened_at, grace_started_at, retries_used,
  next_debit_at, failed_attempts, failure_reason, is_test_mode, subscribed_by, updated_at`

export function subscription(organizationId: Uuid): Statement {
  return sql`select ${subscriptionColumns} from subscriptions where org_id = ${organizationId}`
}

export function save(organizationId: Uuid, row: SubscriptionRow): Statement {
  return sql`
    insert into subscriptions (org_id, ${subscriptionColumns})
    values (${organizationId}, ${row.status}, ${row.anchor_day}, ${row.period_from}, ${row.period_to},
            ${row.open_payment_id}, ${row.opened_at}, ${row.grace_started_at}, ${row.retries_used},
            ${row.next_debit_at}, ${row.failed_attempts}, ${row.failure_reason}, ${row.is_test_mode},
            ${row.subscribed_by}, ${row.updated_at})
    on conflict (org_id) do update
       set status = excluded.status, anchor_day = excluded.anchor_day, period_from = excluded.period_from,
           period_to = excluded.period_to, open_payment_id = excluded.open_payment_id,
           opened_at = excluded.opened_at, grace_started_at = excluded.grace_started_at,
           retries_used = excluded.retries_used, next_debit_at = excluded.next_debit_at,
           failed_attempts = excluded.failed_attempts, failure_reason = excluded.failure_reason,
           is_test_mode = excluded.is_test_mode, subscribed_by = excluded.subscribed_by,
           updated_at = excluded.updated_at`
}

// --- Payments --------------------------------------------------------------------------------------------------------

/** `left`: no longer awaited, but payable. `revoked`: not payable; a later capture is refunded. */
export type PaymentOutcome = 'used' | 'failed' | 'left' | 'revoked' | 'refunded'

export interface PaymentRow {
  payment_id: Uuid
  purpose: PaymentPurpose
  kind: PaymentKind
  period_from: Date | null
  period_to: Date | null
  mandate_id: Uuid | null
  is_test_mode: boolean
  due_at: Date
  begun_at: Date
  ask_at: Date | null
  ask_count: number
  asked_at: Date | null
  outcome: PaymentOutcome | null
}

const paymentColumns = sql`
  payment_id, purpose, kind, period_from, period_to, mandate_id, is_test_mode, due_at, begun_at, ask_at, ask_count,
  asked_at, outcome`

export function payment(organizationId: Uuid, id: Uuid): Statement {
  return sql`
    select ${paymentColumns} from subscription_payments where org_id = ${organizationId} and payment_id = ${id}`
}

export interface NewPayment extends Omit<PaymentRow, 'ask_count' | 'asked_at' | 'outcome'> {
  /** `left`: payable, and not awaited from the beginning. */
  outcome: 'left' | null
}

export function begin(organizationId: Uuid, row: NewPayment): Statement {
  return sql`
    insert into subscription_payments (org_id, payment_id, purpose, kind, period_from, period_to, mandate_id,
                                       is_test_mode, due_at, begun_at, ask_at, outcome, ended_at)
    values (${organizationId}, ${row.payment_id}, ${row.purpose}, ${row.kind}, ${row.period_from}, ${row.period_to},
            ${row.mandate_id}, ${row.is_test_mode}, ${row.due_at}, ${row.begun_at}, ${row.ask_at},
            ${row.outcome}, ${row.outcome === null ? null : row.begun_at})
    returning ${paymentColumns}`
}

/** Makes the payment awaited again, because it is requested once more. */
export function reopen(organizationId: Uuid, id: Uuid, dueAt: Date): Statement {
  return sql`
    update subscription_payments set outcome = null, ended_at = null, due_at = ${dueAt}
     where org_id = ${organizationId} and payment_id = ${id}
    returning ${paymentColumns}`
}

export function end(organizationId: Uuid, id: Uuid, outcome: PaymentOutcome, at: Date): Statement {
  return sql`
    update subscription_payments set outcome = ${outcome}, ended_at = ${at}, ask_at = null
     where org_id = ${organizationId} and payment_id = ${id}`
}

/** The payment paid for the period. */
export function use(organizationId: Uuid, id: Uuid, period: { from: Date; to: Date }, at: Date): Statement {
  return sql`
    update subscription_payments
       set outcome = 'used', ended_at = ${at}, ask_at = null, period_from = ${period.from}, period_to = ${period.to}
     where org_id = ${organizationId} and payment_id = ${id}`
}

/** Turns a debit into a link after its mandate ended: it must be paid manually. */
export function becomeLink(organizationId: Uuid, id: Uuid, at: Date): Statement {
  return sql`
    update subscription_payments
       set kind = 'link', mandate_id = null, begun_at = ${at}, ask_at = null, asked_at = ${at}
     where org_id = ${organizationId} and payment_id = ${id} and kind = 'debit' and outcome is null
    returning ${paymentColumns}`
}

/** The total of the newest period that another payment paid for. */
export function lastPaid(organizationId: Uuid, except: Uuid | null): Statement {
  return sql`
    select r.total_micros from subscription_payments p
      join recharges r on r.org_id = p.org_id and r.id = p.payment_id
     where p.org_id = ${organizationId} and p.outcome = 'used' and p.payment_id is distinct from ${except}::uuid
     order by p.period_from desc limit 1`
}

/** Payments that can still be made. */
export function unpaid(organizationId: Uuid): Statement {
  return sql`
    select ${paymentColumns} from subscription_payments
     where org_id = ${organizationId} and (outcome is null or outcome in ('failed', 'left'))
     order by payment_id desc`
}

/** Unpaid payments that authorize a payment method, opened after `since`. */
export function unpaidChecks(organizationId: Uuid, since: Date): Statement {
  return sql`
    select ${paymentColumns} from subscription_payments
     where org_id = ${organizationId} and purpose = 'payment_method' and outcome = 'left' and begun_at > ${since}
     order by payment_id desc limit 10`
}

/** Changes the mandate of a debit that was not requested from a gateway yet. */
export function debitBy(organizationId: Uuid, id: Uuid, mandateId: Uuid): Statement {
  return sql`
    update subscription_payments set mandate_id = ${mandateId}
     where org_id = ${organizationId} and payment_id = ${id} and kind = 'debit' and outcome is null and ask_count = 0
    returning ${paymentColumns}`
}

/** The latest links that can still be paid. */
export function unpaidLinks(organizationId: Uuid): Statement {
  return sql`
    select ${paymentColumns} from subscription_payments
     where org_id = ${organizationId} and kind = 'link' and (outcome is null or outcome in ('failed', 'left'))
     order by payment_id desc limit 10`
}

// --- Gateway requests ------------------------------------------------------------------------------------------------

/** Updates one row for the first caller, and none for others until the claim ends. */
export function claimRequest(organizationId: Uuid, { payment_id, ask_at }: PaymentRow, claimEnd: Date): Statement {
  return sql`
    update subscription_payments set ask_at = ${claimEnd}, ask_count = ask_count + 1
     where org_id = ${organizationId} and payment_id = ${payment_id} and ask_at = ${ask_at} and outcome is null`
}

export function markRequested(organizationId: Uuid, id: Uuid, at: Date): Statement {
  return sql`
    update subscription_payments set asked_at = ${at}, ask_at = null
     where org_id = ${organizationId} and payment_id = ${id} and asked_at is null`
}

export function askAgain(organizationId: Uuid, id: Uuid, askAt: Date): Statement {
  return sql`
    update subscription_payments set ask_at = ${askAt}
     where org_id = ${organizationId} and payment_id = ${id} and asked_at is null and outcome is null`
}

/** Over all organizations: payments not requested from a gateway yet. */
export function waitingRequests(before: Date): Statement {
  return sql`
    select org_id, kind as by, count(*) as count, min(begun_at) as oldest,
           count(*) filter (where begun_at < ${before}) as early
      from subscription_payments where outcome is null and asked_at is null group by org_id, kind
     order by org_id, kind`
}

// --- Showing ---------------------------------------------------------------------------------------------------------

export interface ShownPaymentRow extends PaymentRow {
  id: Uuid
  captured_at: Date | null
  refunded_micros: bigint
  refund_pending: boolean
}

const shownColumns = sql`
  p.payment_id as id, p.payment_id, p.purpose, p.kind, p.period_from, p.period_to, p.mandate_id, p.is_test_mode,
  p.due_at, p.begun_at, p.ask_at, p.ask_count, p.asked_at, p.outcome,
  ${capturedAtSql(sql`p.org_id`, sql`p.payment_id`)} as captured_at,
  (select coalesce(sum(r.amount_micros + r.tax_micros), 0)::int8 from refunds r
    where r.org_id = p.org_id and r.purpose = 'subscription' and r.recharge_id = p.payment_id
      and r.status = 'completed') as refunded_micros,
  exists (select from refunds r
           where r.org_id = p.org_id and r.purpose = 'subscription' and r.recharge_id = p.payment_id
             and r.status in ('requested', 'approved', 'processing')) as refund_pending`

export function list(organizationId: Uuid, query: PaymentQuery): Statement {
  const { where, tail } = pageById(query)
  return sql`
    select * from (select ${shownColumns} from subscription_payments p where p.org_id = ${organizationId}) shown
     where true ${where} ${tail}`
}

export function shown(organizationId: Uuid, id: Uuid): Statement {
  return sql`
    select ${shownColumns} from subscription_payments p
     where p.org_id = ${organizationId} and p.payment_id = ${id}`
}
