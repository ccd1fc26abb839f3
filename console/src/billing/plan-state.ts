// Which actions the plan's page offers, by the state of the subscription and the person's permissions. Pure.

import { indianDay } from '../app/india.ts'
import type { Subscription } from './plan-types.ts'

export type PlanAction = 'continue' | 'pay' | 'change' | 'cancel' | 'withdraw' | 'resume'

/** The first action is the one that people come for. */
export function actionsOf({ status, authorization_url }: Subscription, may: (name: string) => boolean): PlanAction[] {
  const mayManage = may('billing.manage')
  const mayPay = mayManage || may('wallet.recharge')
  switch (status) {
    case 'pending':
      return [
        ...(authorization_url !== null && mayPay ? (['continue'] as const) : []),
        ...(mayManage ? (['withdraw'] as const) : []),
      ]
    case 'active':
      return mayManage ? ['change', 'cancel'] : []
    case 'grace':
      return [...(mayPay ? (['pay'] as const) : []), ...(mayManage ? (['change', 'cancel'] as const) : [])]
    case 'cancelling':
      return mayManage ? ['resume'] : []
    default:
      return []
  }
}

/** The last day that is paid for: a period ends with an Indian midnight. */
export const lastDayOfPeriod = ({ current_period }: Subscription): string | null =>
  current_period === null ? null : indianDay(current_period.to - 1)
