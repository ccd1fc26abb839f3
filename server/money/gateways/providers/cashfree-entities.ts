// Converts Cashfree's entities, after validating each: cashfree.com/docs/api-reference, 2025-01-01.

import { ownOf } from '#kit/own.ts'
import type { PaymentMethod } from '../rules.ts'
import { Denied } from './call.ts'
import { type Entity, entity, maybeText, maybeTime, rupees, text, Unreadable } from './exact-json.ts'
import {
  type DisputeStatus,
  type GatewayDisputeEvent,
  type GatewayEvent,
  type GatewayPaymentEvent,
  type GatewayRefundEvent,
  GatewayRefusal,
  type UnusedEvent,
} from './gateway.ts'
import { isOurReference, unlessForeign } from './own-references.ts'
import { reasonOf } from './reasons.ts'

/** A permanent refusal; any other error is returned unchanged. */
export function refused(error: unknown): unknown {
  return error instanceof Denied ? new GatewayRefusal(error.message, 'gateway_error') : error
}

const groups: Record<string, PaymentMethod> = {
  credit_card: 'credit_card',
  debit_card: 'debit_card',
  net_banking: 'net_banking',
  upi: 'upi',
  wallet: 'wallet',
}

function methodOf(payment: Entity): PaymentMethod | null {
  const byGroup = ownOf(groups, String(payment.payment_group).toLowerCase())
  if (byGroup) return byGroup
  const { card, netbanking, upi, app } = (payment.payment_method ?? {}) as Record<string, Entity | undefined>
  if (card) return ownOf(groups, String(card.card_type).toLowerCase()) ?? null
  if (netbanking) return 'net_banking'
  if (upi) return 'upi'
  return app ? 'wallet' : null
}

function bankOf(payment: Entity): string | null {
  const { netbanking } = (payment.payment_method ?? {}) as { netbanking?: Entity }
  return maybeText(netbanking?.netbanking_bank_name)
}

const failures = ['FAILED', 'USER_DROPPED', 'CANCELLED', 'VOID']

/**
 * `orderId` and `error` are next to the payment in a webhook, and inside it in a response. Null before anybody has
 * paid.
 */
export function paymentOf(value: unknown, orderId: unknown, error: unknown): GatewayPaymentEvent | null {
  const payment = entity(value, 'payment')
  const status = text(payment.payment_status, 'payment_status')
  // Only responses state whether it is captured; success webhooks are sent for captured payments, because no order
  // requests less.
  const isCaptured = status === 'SUCCESS' && payment.is_captured !== false
  const isPending = status === 'PENDING' || (status === 'SUCCESS' && !isCaptured)
  if (!isCaptured && !isPending && !failures.includes(status)) return null
  if (payment.payment_currency !== 'INR') throw new Unreadable('payment_currency is not INR')
  const method = methodOf(payment)
  const { error_reason, error_code } = (error ?? {}) as { error_reason?: unknown; error_code?: unknown }
  return {
    object: 'payment',
    outcome: isCaptured ? 'captured' : isPending ? 'pending' : 'failed',
    orderId: text(orderId, 'order_id'),
    paymentId: text(payment.cf_payment_id, 'cf_payment_id'),
    amount: rupees(payment.payment_amount, 'payment_amount'),
    method,
    bank: method === 'net_banking' ? bankOf(payment) : null,
    reason: isCaptured || isPending ? null : reasonOf(error_reason, error_code),
    mandate: null,
  }
}

const refundStatuses: Record<string, GatewayRefundEvent['status']> = {
  SUCCESS: 'processed',
  PENDING: 'pending',
  ONHOLD: 'pending',
  CANCELLED: 'failed',
  FAILED: 'failed',
}

/** The gateway looks up a refund by our reference, so that is its id here too. */
export function refundOf(value: unknown, at: Date | null = null): GatewayRefundEvent {
  const refund = entity(value, 'refund')
  const status = ownOf(refundStatuses, text(refund.refund_status, 'refund_status'))
  if (!status) throw new Unreadable('refund_status is unknown')
  if (refund.refund_currency !== undefined && refund.refund_currency !== 'INR')
    throw new Unreadable('refund_currency is not INR')
  // A refund made by the gateway itself has no reference of ours.
  const receipt = maybeText(refund.refund_id)
  const orderId = maybeText(refund.order_id)
  return {
    object: 'refund',
    refundId: receipt ?? text(refund.cf_refund_id, 'refund_id'),
    paymentId: text(refund.cf_payment_id, 'cf_payment_id'),
    receipt,
    amount: rupees(refund.refund_amount, 'refund_amount'),
    status,
    reference: maybeText(refund.refund_arn),
    ...(orderId === null ? {} : { orderId }),
    ...(at === null ? {} : { at }),
  }
}

/** By the suffix of a `dispute_status`, whose prefix is the type. */
const disputeEnds: readonly [end: string, status: DisputeStatus][] = [
  ['_CREATED', 'open'],
  ['_INSUFFICIENT_EVIDENCE', 'action_required'],
  ['_DOCS_RECEIVED', 'under_review'],
  ['_UNDER_REVIEW', 'under_review'],
  ['_MERCHANT_WON', 'won'],
  ['_MERCHANT_LOST', 'lost'],
  ['_MERCHANT_ACCEPTED', 'lost'],
  ['_CLOSED', 'closed'],
]

/** The type of a bank's inquiry: losing it takes no money. */
const QUESTION = 'RETRIEVAL'

function disputeOf(data: Entity, orderId: string | null, at: Date | null): GatewayDisputeEvent {
  const dispute = entity(data.dispute, 'dispute')
  const details = entity(data.order_details, 'order_details')
  const word = text(dispute.dispute_status, 'dispute_status')
  const status = disputeEnds.find(([end]) => word.endsWith(end))?.[1]
  if (!status) throw new Unreadable('dispute_status is unknown')
  const currency = dispute.dispute_amount_currency ?? details.payment_currency ?? details.order_currency
  if (currency !== undefined && currency !== 'INR') throw new Unreadable('the currency of the dispute is not INR')
  const phase = maybeText(dispute.dispute_type)
  return {
    object: 'dispute',
    disputeId: text(dispute.dispute_id, 'dispute_id'),
    paymentId: text(details.cf_payment_id, 'cf_payment_id'),
    orderId,
    status,
    amount: rupees(dispute.dispute_amount, 'dispute_amount'),
    isPaidOut: status === 'lost' && phase !== QUESTION && !word.startsWith(`${QUESTION}_`),
    phase: phase?.toLowerCase() ?? null,
    reasonCode: maybeText(dispute.reason_code),
    respondBy: maybeTime(dispute.respond_by),
    at,
  }
}

/** The events of a webhook; for a kind that is not used here, only the kind. */
export function eventsOf(body: unknown): (GatewayEvent | UnusedEvent)[] {
  const event = entity(body, 'event')
  const kind = text(event.type, 'type')
  const data = () => entity(event.data, 'data')
  const at = maybeTime(event.event_time)
  switch (kind) {
    case 'PAYMENT_SUCCESS_WEBHOOK':
    case 'PAYMENT_FAILED_WEBHOOK':
    case 'PAYMENT_USER_DROPPED_WEBHOOK': {
      const { order, payment, error_details } = data()
      const { order_id: orderId } = entity(order, 'order')
      const names = { hasOurReference: isOurReference(orderId), references: [orderId] }
      return unlessForeign(kind, names, () => paymentOf(payment, orderId, error_details))
    }
    case 'REFUND_STATUS_WEBHOOK':
    case 'AUTO_REFUND_STATUS_WEBHOOK': {
      const refund = entity(data().refund ?? data().auto_refund, 'refund')
      const isOurs = isOurReference(refund.refund_id) || isOurReference(refund.order_id)
      const references = [refund.cf_payment_id, refund.order_id]
      return unlessForeign(kind, { hasOurReference: isOurs, references }, () => refundOf(refund, at))
    }
    case 'DISPUTE_CREATED':
    case 'DISPUTE_UPDATED':
    case 'DISPUTE_CLOSED': {
      const { cf_payment_id, order_id } = entity(data().order_details, 'order_details')
      const orderId = maybeText(order_id)
      const names = { hasOurReference: isOurReference(orderId), references: [cf_payment_id, orderId] }
      return unlessForeign(kind, names, () => disputeOf(data(), orderId, at))
    }
    default:
      return [{ object: 'unused', kind }]
  }
}
