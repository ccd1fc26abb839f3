// Which actions the plan's page offers, by the state of the subscription and the person's permissions. Pure.

import type { Subscription } from '@samvad/sdk'
import { indianDay } from '../app/india.ts'
import { micros } from '../design/rupees.ts'

export type PlanAction = 'pay' | 'cancel' | 'withdraw' | 'resume'

/** The first action is the one that people come for. */
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

/** While months are debited; the gateway may have no mandates. */
export const mayChangeMethod = (
  { status, mandate }: Pick<Subscription, 'status' | 'mandate'>,
  may: (name: string) => boolean,
): boolean => mandate?.status === 'active' && (status === 'active' || status === 'grace') && may('billing.manage')

/** The last day that is paid for: a period ends with an Indian midnight. */
export const lastDayOfPeriod = ({ current_period }: Pick<Subscription, 'current_period'>): string | null =>
  current_period === null ? null : indianDay(current_period.to - 1)

/** The rate of the tax, in percent: whole, as plan lists have it. */
export const taxPercentOf = ({ price, tax }: Pick<Subscription, 'price' | 'tax'>): number =>
  Math.round(Number((micros(tax) * 1000n) / micros(price)) / 10)

/** What the state is called: in grace nothing has failed while a link is unpaid. */
export const statusNameOf = ({ status, failed_attempts }: Pick<Subscription, 'status' | 'failed_attempts'>): string =>
  status === 'grace' && failed_attempts === 0 ? 'due' : status

/** Whether the next payment is a link that somebody pays: no mandate is there, or none covers the total. */
export const isPaidByLink = ({ next_payment_kind, mandate }: Pick<Subscription, 'next_payment_kind' | 'mandate'>) =>
  (next_payment_kind ?? (mandate?.status === 'active' ? 'debit' : 'link')) === 'link'
