// The states of auto-recharge, their events and transitions, in one table. Pure; apply.ts applies it.
//
// Besides the state there is the call: a recharge is wanted and none was started for it. A deduction calls while the
// threshold is watched, and so does the customer's own change in every state that is on; `raise_call` and `answer_call`
// store and answer it.

import type { AutoRechargeStatus } from '#money/wallet/rules.ts'
import type { GraceOutcome, Situation } from './rules.ts'

/**
 * An open recharge is being debited (`charging`) or waits for a manual payment (`payment_link`); there is at most one.
 */
export const stateNames = [
  'off',
  // Switched off while one was open: its outcome is awaited, without further effects.
  'off_charging',
  'off_payment_link',
  // On, and the threshold is watched.
  'armed',
  // A limit delays a call until a known time.
  'limited',
  'charging',
  'payment_link',
  // A debit failed: seven days of retries.
  'grace',
  'grace_charging',
  'grace_payment_link',
] as const
export type StateName = (typeof stateNames)[number]

export const eventNames = [
  // The customer changed the settings; afterwards it is on, or off.
  'set_on',
  'set_off',
  // The customer's change is a call, because at a balance of 0 there will be no deduction that could call. spec 10.16.
  'called_by_customer',
  // Found by an evaluation: `decide` in rules.ts.
  'recharge_due',
  'limit_met',
  'limit_over',
  'link_expired',
  'funded',
  'grace_over',
  // The due recharge was opened.
  'debit_begun',
  'link_begun',
  // A payment arrived: for the open recharge, for one that had ended for us, or for the customer's own manual recharge.
  'open_paid',
  'earlier_paid',
  'paid_by_hand',
  'debit_failed',
  // The gateway refused the order of a payment link.
  'link_refused',
  // The open attempt belongs to the sandbox gateway, which is off for good: spec 16.5.
  'debit_gateway_gone',
  'link_gateway_gone',
  // The open debit's mandate has ended: it must be paid manually.
  'mandate_lost',
  'mandate_active',
] as const
export type EventName = (typeof eventNames)[number]

/** Further effects of a transition, in order. */
export type Effect =
  | 'switch_on'
  | 'switch_off'
  | 'tell_switched_off'
  | 'raise_call'
  | 'answer_call'
  /** Deductions until now raise no call. */
  | 'ignore_deductions'
  | 'hold'
  | 'release'
  | 'open_attempt'
  | 'end_attempt'
  /** The open link is no longer awaited; it can still be paid like any recharge. */
  | 'leave_link'
  | 'begin_grace'
  | 'count_failure'
  | 'count_retry'
  | 'schedule_retry'
  | 'end_grace'

export interface Transition {
  to: StateName
  effects: readonly Effect[]
}

const go = (to: StateName, ...effects: Effect[]): Transition => ({ to, effects })

/** The same transition in several states, without leaving them. */
function staying<const Names extends readonly StateName[]>(names: Names, ...effects: Effect[]) {
  return Object.fromEntries(names.map((name) => [name, go(name, ...effects)]))
}

const OFF = ['off', 'off_charging', 'off_payment_link'] as const
const ON = ['armed', 'limited', 'charging', 'payment_link', 'grace', 'grace_charging', 'grace_payment_link'] as const

/** Anything not listed cannot happen. */
export const transitions: Readonly<Record<EventName, Partial<Readonly<Record<StateName, Transition>>>>> = {
  // An open link may have another amount, and another limit may apply now. A grace period continues.
  set_on: {
    off: go('armed', 'switch_on'),
    off_charging: go('charging', 'switch_on'),
    off_payment_link: go('armed', 'leave_link', 'switch_on'),
    armed: go('armed'),
    limited: go('armed', 'release'),
    charging: go('charging'),
    payment_link: go('armed', 'leave_link'),
    grace: go('grace'),
    grace_charging: go('grace_charging'),
    grace_payment_link: go('grace', 'leave_link'),
  },
  set_off: {
    off: go('off'),
    off_charging: go('off_charging'),
    off_payment_link: go('off', 'leave_link'),
    armed: go('off', 'switch_off'),
    limited: go('off', 'release', 'switch_off'),
    charging: go('off_charging', 'switch_off'),
    payment_link: go('off', 'leave_link', 'switch_off'),
    grace: go('off', 'end_grace', 'switch_off'),
    grace_charging: go('off_charging', 'end_grace', 'switch_off'),
    grace_payment_link: go('off', 'leave_link', 'end_grace', 'switch_off'),
  },
  called_by_customer: staying(ON, 'raise_call'),

  recharge_due: {
    armed: go('armed', 'answer_call'),
    grace: go('grace', 'answer_call'),
    grace_payment_link: go('grace', 'leave_link', 'answer_call'),
  },
  // In a grace period the next retry replaces the prevented one.
  limit_met: {
    armed: go('limited', 'hold', 'raise_call'),
    grace: go('grace', 'count_retry', 'schedule_retry'),
    grace_payment_link: go('grace_payment_link', 'count_retry', 'schedule_retry'),
  },
  limit_over: { limited: go('armed', 'release') },
  link_expired: {
    off_payment_link: go('off', 'leave_link'),
    payment_link: go('armed', 'leave_link'),
  },
  // Nothing is left to charge for. A debit in progress cannot be recalled; a planned one is not started.
  funded: {
    ...staying(['off', 'off_charging', 'armed', 'limited', 'charging']),
    off_payment_link: go('off', 'leave_link'),
    payment_link: go('armed', 'leave_link'),
    grace: go('armed', 'end_grace'),
    grace_charging: go('charging', 'end_grace'),
    grace_payment_link: go('armed', 'end_grace', 'leave_link'),
  },
  // The mandate stays: switching on again needs no new one.
  grace_over: {
    grace: go('off', 'end_grace', 'switch_off', 'tell_switched_off'),
    grace_payment_link: go('off', 'leave_link', 'end_grace', 'switch_off', 'tell_switched_off'),
  },

  debit_begun: {
    armed: go('charging', 'open_attempt'),
    grace: go('grace_charging', 'open_attempt', 'count_retry'),
  },
  // A link is not awaited: the next retry is due whatever happens to it.
  link_begun: {
    armed: go('payment_link', 'open_attempt'),
    grace: go('grace_payment_link', 'open_attempt', 'count_retry', 'schedule_retry'),
  },

  // A payment raises no call: if it leaves the balance below the threshold, the next deduction does.
  open_paid: {
    off_charging: go('off', 'ignore_deductions', 'end_attempt'),
    off_payment_link: go('off', 'ignore_deductions', 'end_attempt'),
    charging: go('armed', 'ignore_deductions', 'end_attempt'),
    payment_link: go('armed', 'ignore_deductions', 'end_attempt'),
    grace_charging: go('armed', 'ignore_deductions', 'end_attempt', 'end_grace'),
    grace_payment_link: go('armed', 'ignore_deductions', 'end_attempt', 'end_grace'),
  },
  // A late success after a failure: the customer was charged by it.
  earlier_paid: {
    ...staying([...OFF, 'armed', 'limited', 'charging', 'payment_link'], 'ignore_deductions', 'end_attempt'),
    grace: go('armed', 'ignore_deductions', 'end_attempt', 'end_grace'),
    grace_charging: go('charging', 'ignore_deductions', 'end_attempt', 'end_grace'),
    grace_payment_link: go('payment_link', 'ignore_deductions', 'end_attempt', 'end_grace'),
  },
  paid_by_hand: staying(stateNames, 'ignore_deductions'),

  // Switched off in the meantime: the failure has an event but no effect.
  debit_failed: {
    off_charging: go('off', 'end_attempt'),
    charging: go('grace', 'end_attempt', 'begin_grace', 'schedule_retry'),
    grace_charging: go('grace', 'end_attempt', 'count_failure', 'schedule_retry'),
  },
  link_refused: {
    off_payment_link: go('off', 'end_attempt'),
    payment_link: go('armed', 'end_attempt'),
    grace_payment_link: go('grace', 'end_attempt'),
  },
  // The payment did not fail, so no grace period starts. The call stays.
  debit_gateway_gone: {
    off_charging: go('off', 'raise_call', 'end_attempt'),
    charging: go('armed', 'raise_call', 'end_attempt'),
    grace_charging: go('grace', 'raise_call', 'end_attempt'),
  },
  link_gateway_gone: {
    off_payment_link: go('off', 'raise_call', 'leave_link'),
    payment_link: go('armed', 'raise_call', 'leave_link'),
    grace_payment_link: go('grace', 'raise_call', 'leave_link'),
  },
  mandate_lost: {
    off_charging: go('off_payment_link', 'open_attempt'),
    charging: go('payment_link', 'open_attempt'),
    grace_charging: go('grace_payment_link', 'open_attempt', 'schedule_retry'),
  },
  // A call that opened a link is answered with a debit instead, and an attempt that failed with another mandate is not
  // retried.
  mandate_active: {
    ...staying(['off', 'off_charging', 'armed', 'limited', 'charging']),
    off_payment_link: go('off', 'raise_call', 'leave_link'),
    payment_link: go('armed', 'raise_call', 'leave_link'),
    grace: go('armed', 'end_grace'),
    grace_charging: go('charging', 'end_grace'),
    grace_payment_link: go('armed', 'end_grace', 'raise_call', 'leave_link'),
  },
}

export function transitionOf(from: StateName, event: EventName): Transition {
  const found = transitions[event][from]
  if (!found) throw new Error(`auto-recharge: ${event} cannot happen while it is ${from}`)
  return found
}

/** The reported reason for the end of a grace period by this event. */
export const graceOutcomeOf: Partial<Readonly<Record<EventName, GraceOutcome>>> = {
  set_off: 'disabled',
  funded: 'funded',
  grace_over: 'switched_off',
  open_paid: 'paid',
  earlier_paid: 'paid',
  mandate_active: 'mandate_renewed',
}

/** The state that the stored data represents. */
export function stateOf({ enabled, open, grace, heldUntil }: Situation): StateName {
  const charge = open && (open.kind === 'debit' ? 'charging' : 'payment_link')
  if (!enabled) return charge === null ? 'off' : `off_${charge}`
  if (grace) return charge === null ? 'grace' : `grace_${charge}`
  if (charge !== null) return charge
  return heldUntil === null ? 'armed' : 'limited'
}

/** The status shown to customers. `byLink`: no mandate suffices, so every recharge is requested with a link. */
export function statusOf(state: StateName, { hasMandate, byLink }: { hasMandate: boolean; byLink: boolean }) {
  const status: Readonly<Record<StateName, AutoRechargeStatus>> = {
    off: 'off',
    off_charging: 'off',
    off_payment_link: 'off',
    armed: byLink ? 'payment_link' : hasMandate ? 'active' : 'authorization_required',
    limited: 'limited',
    charging: 'charging',
    payment_link: 'payment_link',
    grace: 'retrying',
    grace_charging: 'charging',
    grace_payment_link: 'payment_link',
  }
  return status[state]
}
