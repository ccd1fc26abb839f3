// The organization's plan, for billing and for pages with premium features.

import type { Subscription } from '@samvad/sdk'
import { useQuery } from '@tanstack/react-query'
import { api } from './api.ts'
import { useRefresh } from './queries.ts'
import { useMay } from './session.ts'

export const subscriptionKey = ['subscription'] as const
export const SUBSCRIPTION_EVENTS = ['subscription.*', 'mandate.*', 'payment.*', 'refund.*']

export function useSubscription(isEnabled = true) {
  useRefresh(SUBSCRIPTION_EVENTS, [subscriptionKey])
  return useQuery({
    queryKey: subscriptionKey,
    enabled: isEnabled,
    // A user returns here from the gateway's page, where the state has changed.
    staleTime: 0,
    queryFn: () => api.billing.subscription.retrieve(),
  })
}

/** Undefined while loading, and without permission to see the plan. */
export function usePremium(): boolean | undefined {
  const { data } = useSubscription(useMay()('organization.view'))
  return data && hasPremiumNow(data)
}

/** Premium stays on through the grace after a failed payment, and until the end of a period that is paid for. */
export const hasPremiumNow = ({ plan }: Pick<Subscription, 'plan'>): boolean => plan === 'premium'
