// What Cashfree says, in our words. Every entity is checked before it is believed: cashfree.com/docs/api-reference,
// 2025-01-01.

import type { PaymentMethod } from '../rules.ts'
import { Denied } from './call.ts'
import { type Entity, entity, maybeText, rupees, text, Unreadable } from './exact-json.ts'
import { type GatewayEvent, type GatewayPaymentEvent, type GatewayRefundEvent, GatewayRefusal } from './gateway.ts'
import { isOurReference, unlessForeign } from './own-references.ts'
import { reasonOf } from './reasons.ts'

/** Refused for good; anything else goes on as it is. */
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
  const byGroup = groups[String(payment.payment_group).toLowerCase()]
  if (byGroup) return byGroup
  const { card, netbanking, upi, app } = (payment.payment_method ?? {}) as Record<string, Entity | undefined>
  if (card) return groups[String(card.card_type).toLowerCase()] ?? null
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
 * `orderId` and `error` stand beside the payment in a webhook, and within it in an answer. Null while nobody has
 * paid.
 */
export function paymentOf(value: unknown, orderId: unknown, error: unknown): GatewayPaymentEvent | null {
  const payment = entity(value, 'payment')
  const status = text(payment.payment_status, 'payment_status')
  // Only the answers say whether it is captured; a webhook of success is sent for captured ones, as no order asks for
  // less.
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

/** The gateway finds a refund by the name that we gave it, so that is its name here too. */
export function refundOf(value: unknown): GatewayRefundEvent {
  const refund = entity(value, 'refund')
  const status = refundStatuses[text(refund.refund_status, 'refund_status')]
  if (!status) throw new Unreadable('refund_status is unknown')
  const refundId = text(refund.refund_id, 'refund_id')
  return {
    object: 'refund',
    refundId,
    paymentId: text(refund.cf_payment_id, 'cf_payment_id'),
    receipt: refundId,
    amount: rupees(refund.refund_amount, 'refund_amount'),
    status,
    reference: maybeText(refund.refund_arn),
  }
}

/** What an event of a webhook says; nothing for the many kinds that are not for us. */
export function eventsOf(body: unknown): GatewayEvent[] {
  const event = entity(body, 'event')
  switch (text(event.type, 'type')) {
    case 'PAYMENT_SUCCESS_WEBHOOK':
    case 'PAYMENT_FAILED_WEBHOOK':
    case 'PAYMENT_USER_DROPPED_WEBHOOK': {
      const data = entity(event.data, 'data')
      const { order_id: orderId } = entity(data.order, 'order')
      return unlessForeign(isOurReference(orderId), () => paymentOf(data.payment, orderId, data.error_details))
    }
    case 'REFUND_STATUS_WEBHOOK':
      const refund = entity(entity(event.data, 'data').refund, 'refund')
      return unlessForeign(isOurReference(refund.refund_id) || isOurReference(refund.order_id), () => refundOf(refund))
    default:
      return []
  }
}
