// The actions that the plan page offers, by the subscription's state and the user's permissions. Pure.

import type { Subscription } from '@samvad/sdk'
import { indianDay } from '../app/india.ts'
import { micros } from '../design/rupees.ts'

export type PlanAction = 'pay' | 'cancel' | 'withdraw' | 'resume'

/** The first action is the most likely one. */
export function actionsOf(
  { status, authorization_url }: Pick<Subscription, 'status' | 'authorization_url'>,
  may: (name: string) => boolean,
): PlanAction[] {
  const mayManage = may('billing.manage')
  // In grace, a payment can be opened at once; otherwise only one that is due is paid.
  const isPayable = authorization_url !== null || (status === 'grace' && may('wallet.recharge'))
  const own: Record<string, PlanAction> = {
    pending: 'withdraw',
    active: 'cancel',
    grace: 'cancel',
    cancelling: 'resume',
  }
  return [...(isPayable ? (['pay'] as const) : []), ...(mayManage && own[status] !== undefined ? [own[status]] : [])]
}

/** Only while months are debited: the gateway may support no mandates. */
export const mayChangeMethod = (
  { status, mandate }: Pick<Subscription, 'status' | 'mandate'>,
  may: (name: string) => boolean,
): boolean => mandate?.status === 'active' && (status === 'active' || status === 'grace') && may('billing.manage')

/** The last day that is paid for: a period ends with an Indian midnight. */
export const lastDayOfPeriod = ({ current_period }: Pick<Subscription, 'current_period'>): string | null =>
  current_period === null ? null : indianDay(current_period.to - 1)

/** The tax rate in percent, rounded to whole percent as in plan lists. */
export const taxPercentOf = ({ price, tax }: Pick<Subscription, 'price' | 'tax'>): number =>
  Math.round(Number((micros(tax) * 1000n) / micros(price)) / 10)

/** The name of the state: in grace, no payment has failed as long as a payment link is open. */
export const statusNameOf = ({ status, failed_attempts }: Pick<Subscription, 'status' | 'failed_attempts'>): string =>
  status === 'grace' && failed_attempts === 0 ? 'due' : status

/** True when the next payment is by link: there is no active mandate, or none that covers the total. */
export const isPaidByLink = ({ next_payment_kind, mandate }: Pick<Subscription, 'next_payment_kind' | 'mandate'>) =>
  (next_payment_kind ?? (mandate?.status === 'active' ? 'debit' : 'link')) === 'link'
