// Converts Razorpay's entities, after validating each: razorpay.com/docs/api.

import type { Micros } from '#kit/money.ts'
import { ownOf } from '#kit/own.ts'
import type { PaymentMethod } from '../rules.ts'
import { bankOf } from './banks.ts'
import { Denied } from './call.ts'
import { type Entity, entity, maybeText, maybeTime, paise, text, Unreadable } from './exact-json.ts'
import {
  type DisputeStatus,
  type GatewayDisputeEvent,
  type GatewayEvent,
  type GatewayMandateEvent,
  type GatewayPaymentEvent,
  type GatewayRefundEvent,
  GatewayRefusal,
  type MandateStatus,
  type UnusedEvent,
} from './gateway.ts'
import { isOurReference, type Names, unlessForeign } from './own-references.ts'
import { reasonOf } from './reasons.ts'

/** In progress already, by a request whose response was lost: not a refusal. */
const IN_PROGRESS = 409

/** A permanent refusal with the specification's reason; any other error is returned unchanged. */
export function refused(error: unknown): unknown {
  if (!(error instanceof Denied) || error.status === IN_PROGRESS) return error
  const { error: said } = (error.body ?? {}) as { error?: Entity }
  return new GatewayRefusal(error.message, reasonOf(said?.reason))
}

const cardTypes: Record<string, PaymentMethod> = { credit: 'credit_card', debit: 'debit_card' }
const methods: Record<string, PaymentMethod> = { netbanking: 'net_banking', upi: 'upi', wallet: 'wallet' }

function methodOf(payment: Entity): PaymentMethod | null {
  const { method, card } = payment as { method?: unknown; card?: { type?: unknown } | null }
  // An EMI is a card payment; the card's type is not always reported.
  if (method === 'card' || method === 'emi') return ownOf(cardTypes, String(card?.type)) ?? null
  return ownOf(methods, String(method)) ?? null
}

const outcomes: Record<string, GatewayPaymentEvent['outcome']> = { authorized: 'pending', failed: 'failed' }

/** Null before anybody has paid. An authorized payment is captured by the gateway itself, as its order requests. */
export function paymentOf(value: unknown): GatewayPaymentEvent | null {
  const payment = entity(value, 'payment')
  const status = text(payment.status, 'payment.status')
  // A refunded payment was captured before.
  const isCaptured = status === 'captured' || status === 'refunded'
  const outcome = isCaptured ? 'captured' : ownOf(outcomes, status)
  if (!outcome) return null
  if (payment.currency !== 'INR') throw new Unreadable('payment.currency is not INR')
  const method = methodOf(payment)
  const token = maybeText(payment.token_id)
  const customer = maybeText(payment.customer_id)
  return {
    object: 'payment',
    outcome,
    orderId: text(payment.order_id, 'payment.order_id'),
    paymentId: text(payment.id, 'payment.id'),
    amount: paise(payment.amount, 'payment.amount'),
    method,
    bank: method === 'net_banking' ? bankOf(maybeText(payment.bank)) : null,
    reason: outcome === 'failed' ? reasonOf(payment.error_reason) : null,
    // The token itself states whether it is confirmed.
    mandate:
      isCaptured && token !== null && customer !== null
        ? { token, customer, status: 'pending', maxAmount: null, expiresAt: null }
        : null,
  }
}

const refundStatuses: Record<string, GatewayRefundEvent['status']> = {
  pending: 'pending',
  processed: 'processed',
  failed: 'failed',
}

export function refundOf(value: unknown): GatewayRefundEvent {
  const refund = entity(value, 'refund')
  if (refund.currency !== undefined && refund.currency !== 'INR') throw new Unreadable('refund.currency is not INR')
  const { refund: note } = (refund.notes ?? {}) as { refund?: unknown }
  const status = ownOf(refundStatuses, text(refund.status, 'refund.status'))
  if (!status) throw new Unreadable('refund.status is unknown')
  const { arn, rrn } = (refund.acquirer_data ?? {}) as { arn?: unknown; rrn?: unknown }
  return {
    object: 'refund',
    refundId: text(refund.id, 'refund.id'),
    paymentId: text(refund.payment_id, 'refund.payment_id'),
    receipt: maybeText(refund.receipt) ?? (isOurReference(note) ? maybeText(note) : null),
    amount: paise(refund.amount, 'refund.amount'),
    status,
    reference: maybeText(arn) ?? maybeText(rrn),
  }
}

/** The payment's order next to a refund or dispute in a webhook. */
function orderBeside(payload: Entity): string | null {
  const payment = ((payload.payment as Entity | undefined)?.entity ?? {}) as Entity
  return maybeText(payment.order_id)
}

const disputeEvents: Record<string, DisputeStatus> = {
  'payment.dispute.created': 'open',
  'payment.dispute.action_required': 'action_required',
  'payment.dispute.under_review': 'under_review',
  'payment.dispute.won': 'won',
  'payment.dispute.lost': 'lost',
  'payment.dispute.closed': 'closed',
}

/** Phases of a bank's inquiry: losing one takes no money. */
const questions = ['fraud', 'retrieval']

function disputeOf(
  value: unknown,
  status: DisputeStatus,
  orderId: string | null,
  at: Date | null,
): GatewayDisputeEvent {
  const dispute = entity(value, 'dispute')
  if (dispute.currency !== 'INR') throw new Unreadable('dispute.currency is not INR')
  const disputed = paise(dispute.amount, 'dispute.amount')
  const said = dispute.amount_deducted ?? null
  const deducted = said === null ? 0n : paise(said, 'dispute.amount_deducted')
  const phase = maybeText(dispute.phase)
  const isPaidOut = status === 'lost' && (deducted > 0n || !questions.includes(phase ?? ''))
  return {
    object: 'dispute',
    disputeId: text(dispute.id, 'dispute.id'),
    paymentId: text(dispute.payment_id, 'dispute.payment_id'),
    orderId,
    status,
    amount: isPaidOut && deducted > 0n ? deducted : disputed,
    isPaidOut,
    phase,
    reasonCode: maybeText(dispute.reason_code),
    respondBy: maybeTime(dispute.respond_by),
    at,
  }
}

const tokenStatuses: Record<string, MandateStatus> = {
  initiated: 'pending',
  confirmed: 'active',
  paused: 'paused',
  cancellation_initiated: 'cancelled',
  cancelled: 'cancelled',
  rejected: 'rejected',
  expired: 'expired',
}

export interface TokenState {
  token: string
  status: MandateStatus
  maxAmount: Micros | null
  expiresAt: Date | null
}

export function tokenOf(value: unknown, at: Date): TokenState {
  const token = entity(value, 'token')
  const { status: said } = entity(token.recurring_details, 'token.recurring_details')
  const status = ownOf(tokenStatuses, text(said, 'token.recurring_details.status'))
  if (!status) throw new Unreadable('token.recurring_details.status is unknown')
  const until = maybeText(token.expired_at)
  const expiresAt = until !== null && /^\d{1,11}$/.test(until) ? new Date(Number(until) * 1000) : null
  const isOver = expiresAt !== null && expiresAt <= at && (status === 'active' || status === 'paused')
  return {
    token: text(token.id, 'token.id'),
    status: isOver ? 'expired' : status,
    maxAmount:
      token.max_amount === undefined || token.max_amount === null ? null : paise(token.max_amount, 'max_amount'),
    expiresAt,
  }
}

export const mandateOf = ({ token, status }: TokenState): GatewayMandateEvent => ({ object: 'mandate', token, status })

/**
 * True when the payload contains a reference of ours: the receipt of an order or refund, or our notes on an order,
 * payment or refund. The reference does not decide the organization.
 */
function hasOurReference(payload: Entity): boolean {
  return Object.values(payload).some((one) => {
    const { receipt, notes } = ((one as Entity | null)?.entity ?? {}) as { receipt?: unknown; notes?: Entity | null }
    return [receipt, notes?.recharge, notes?.refund].some((reference) => isOurReference(reference))
  })
}

function namesIn(payload: Entity): Names {
  const [payment, refund, dispute] = ['payment', 'refund', 'dispute'].map(
    (name) => ((payload[name] as Entity | null | undefined)?.entity ?? {}) as Entity,
  ) as [Entity, Entity, Entity]
  const references = [refund.payment_id, dispute.payment_id, payment.id, payment.order_id]
  return { hasOurReference: hasOurReference(payload), references }
}

/** The events of a webhook; for a kind that is not used here, only the kind. */
export function eventsOf(body: unknown, at: Date): (GatewayEvent | UnusedEvent)[] {
  const event = entity(body, 'event')
  const kind = text(event.event, 'event')
  const payload = () => entity(event.payload, 'payload')
  const entityOf = (name: string) => entity(payload()[name], name).entity
  const told = maybeTime(event.created_at)
  const disputed = ownOf(disputeEvents, kind)
  if (disputed !== undefined)
    return unlessForeign(kind, namesIn(payload()), () =>
      disputeOf(entityOf('dispute'), disputed, orderBeside(payload()), told),
    )
  switch (kind) {
    case 'payment.captured':
    case 'payment.failed':
    case 'order.paid': {
      // A payment without an order is not ours: payment links and the dashboard create such.
      if (maybeText(entity(entityOf('payment'), 'payment').order_id) === null) return [{ object: 'unused', kind }]
      return unlessForeign(kind, namesIn(payload()), () => paymentOf(entityOf('payment')))
    }
    case 'refund.created':
    case 'refund.processed':
    case 'refund.failed':
      return unlessForeign(kind, namesIn(payload()), () => {
        const orderId = orderBeside(payload())
        return {
          ...refundOf(entityOf('refund')),
          ...(orderId === null ? {} : { orderId }),
          ...(told === null ? {} : { at: told }),
        }
      })
    case 'token.confirmed':
    case 'token.rejected':
    case 'token.paused':
    case 'token.resumed':
    case 'token.cancelled':
    case 'token.expired':
      const customer = maybeText(entity(entityOf('token'), 'token').customer_id)
      return [{ ...mandateOf(tokenOf(entityOf('token'), at)), ...(customer === null ? {} : { customer }) }]
    default:
      return [{ object: 'unused', kind }]
  }
}
