// The states of a subscription, their events and transitions, in one table. Pure; apply.ts applies it.

import type { SubscriptionStatus } from './rules.ts'

export const eventNames = [
  // A user subscribed, withdrew before paying, cancelled, or resumed. Late: after the end of the paid period, or in the
  // grace period, so that the subscription ends at once.
  'subscribed',
  'withdrawn',
  'cancelled',
  'cancelled_late',
  'resumed',
  // Effects of time: `decide` in rules.ts.
  'pending_expired',
  'renewal_due',
  'link_overdue',
  'outcome_overdue',
  'period_over',
  'retry_due',
  'reminder_due',
  'retry_missed',
  'grace_over',
  // A payment was captured: `captureEvent` in rules.ts. Late: no payment was awaited, or another one.
  'first_paid',
  'renewed',
  'paid_in_grace',
  'paid_late',
  'surplus',
  // A payment failed: `failureEvent` in rules.ts. Early: before the end of the paid period.
  'debit_failed',
  'failed_early',
  // The gateway refused the order of a payment link.
  'link_refused',
  // The open debit's mandate ended: it must be paid manually.
  'mandate_lost',
  // The sandbox gateway that was used for payment is off for good: spec 16.5.
  'gateway_gone',
] as const
export type EventName = (typeof eventNames)[number]

/** Further effects of a transition besides the status, in order. */
export type Effect =
  /** Awaits the payment that the event opened. */
  | 'open_attempt'
  /** Awaits a payment link for the next period, reusing an unpaid one. */
  | 'ask_by_link'
  /** The open debit must be paid manually instead. */
  | 'become_link'
  /** Ends the open payment with its outcome. */
  | 'end_attempt'
  /** The open payment is no longer awaited, but can still be paid. */
  | 'leave_open'
  /** Ends the captured payment with its outcome, and revokes every other unpaid one, because its period is paid. */
  | 'close_open'
  /** Revokes all unpaid payments: a later capture is refunded. */
  | 'revoke_unpaid'
  /** Starts a first period on the day of the capture, or after the period already paid. */
  | 'begin_period'
  /** Starts the period of the captured payment. */
  | 'next_period'
  | 'start_grace'
  | 'count_failure'
  | 'count_retry'
  | 'schedule_retry'
  | 'end_grace'
  | 'gain_premium'
  | 'lose_premium'
  | 'cancel_mandate'
  /** Refunds the captured payment to its source, once. */
  | 'refund_surplus'
  | 'tell_pending'
  | 'tell_activated'
  | 'tell_payment_due'
  | 'tell_renewed'
  | 'tell_payment_failed'
  | 'tell_grace_started'
  | 'tell_grace_reminder'
  | 'tell_cancelled'
  | 'tell_resumed'
  | 'tell_ended'

export interface Transition {
  to: SubscriptionStatus
  effects: readonly Effect[]
}

const go = (to: SubscriptionStatus, ...effects: Effect[]): Transition => ({ to, effects })

/** The effects of a subscription's end, after those specific to the event. */
const end = (...first: Effect[]): Transition => go('free', ...first, 'lose_premium', 'cancel_mandate', 'tell_ended')

/** Anything not listed cannot happen. */
export const transitions: Readonly<Record<EventName, Partial<Readonly<Record<SubscriptionStatus, Transition>>>>> = {
  // Two users who subscribe at the same time get one payment page.
  subscribed: {
    free: go('pending', 'open_attempt', 'tell_pending'),
    pending: go('pending'),
  },
  withdrawn: { pending: go('free', 'revoke_unpaid', 'cancel_mandate', 'tell_cancelled') },
  // An announced debit is revoked; if the gateway makes it anyway, it is refunded.
  cancelled: {
    active: go('cancelling', 'revoke_unpaid', 'tell_cancelled'),
    cancelling: go('cancelling'),
  },
  cancelled_late: {
    active: end('revoke_unpaid', 'tell_cancelled'),
    grace: end('revoke_unpaid', 'end_grace', 'tell_cancelled'),
  },
  resumed: { cancelling: go('active', 'tell_resumed') },

  // A later payment at its page starts a subscription then.
  pending_expired: { pending: go('free', 'leave_open', 'tell_ended') },
  renewal_due: { active: go('active', 'open_attempt', 'tell_payment_due') },
  // The link stays open, and its page can still be used to pay.
  link_overdue: { active: go('grace', 'start_grace', 'schedule_retry', 'tell_grace_started') },
  // Never guessed: free until the payment turns out to be captured.
  outcome_overdue: { active: end('leave_open') },
  period_over: { cancelling: end() },
  // The link is no longer awaited because of the debit; if it is paid anyway, it pays for the period.
  retry_due: { grace: go('grace', 'leave_open', 'open_attempt', 'count_retry', 'tell_payment_due') },
  // The same link, unless the price has changed.
  reminder_due: {
    grace: go('grace', 'leave_open', 'ask_by_link', 'count_retry', 'schedule_retry', 'tell_grace_reminder'),
  },
  retry_missed: { grace: go('grace', 'schedule_retry') },
  grace_over: { grace: end('leave_open', 'end_grace') },

  first_paid: { pending: go('active', 'end_attempt', 'begin_period', 'gain_premium', 'tell_activated') },
  renewed: { active: go('active', 'close_open', 'next_period', 'tell_renewed') },
  // The anchor day stays.
  paid_in_grace: { grace: go('active', 'close_open', 'next_period', 'end_grace', 'tell_renewed') },
  paid_late: {
    free: go('active', 'close_open', 'begin_period', 'gain_premium', 'tell_activated'),
    pending: go('active', 'close_open', 'begin_period', 'gain_premium', 'tell_activated'),
  },
  surplus: {
    free: go('free', 'refund_surplus'),
    pending: go('pending', 'refund_surplus'),
    active: go('active', 'refund_surplus'),
    cancelling: go('cancelling', 'refund_surplus'),
    grace: go('grace', 'refund_surplus'),
  },

  debit_failed: {
    active: go(
      'grace',
      'end_attempt',
      'start_grace',
      'count_failure',
      'schedule_retry',
      'ask_by_link',
      'tell_payment_failed',
      'tell_grace_started',
    ),
    grace: go('grace', 'end_attempt', 'count_failure', 'schedule_retry', 'ask_by_link', 'tell_payment_failed'),
  },
  failed_early: { active: go('active', 'end_attempt', 'ask_by_link', 'tell_payment_failed') },
  // A renewal's refused link can be retried on its page until it is due.
  link_refused: {
    pending: go('free', 'end_attempt', 'tell_ended'),
    active: go('active'),
    grace: go('grace', 'end_attempt'),
  },
  mandate_lost: {
    active: go('active', 'become_link'),
    grace: go('grace', 'become_link', 'schedule_retry', 'tell_grace_reminder'),
  },
  gateway_gone: {
    pending: go('free', 'revoke_unpaid', 'cancel_mandate', 'tell_ended'),
    active: end('revoke_unpaid'),
    cancelling: end('revoke_unpaid'),
    grace: end('revoke_unpaid', 'end_grace'),
  },
}

export function transitionOf(from: SubscriptionStatus, event: EventName): Transition {
  const found = transitions[event][from]
  if (!found) throw new Error(`subscription: ${event} cannot happen while it is ${from}`)
  return found
}

/** The shown reason for the end of a subscription. */
export const endReasons = ['cancelled', 'not_paid', 'first_payment_missing', 'sandbox_ended'] as const
export type EndReason = (typeof endReasons)[number]

export const endReasonOf: Partial<Readonly<Record<EventName, EndReason>>> = {
  cancelled_late: 'cancelled',
  period_over: 'cancelled',
  pending_expired: 'first_payment_missing',
  link_refused: 'first_payment_missing',
  outcome_overdue: 'not_paid',
  grace_over: 'not_paid',
  gateway_gone: 'sandbox_ended',
}
