// Queries of the billing pages: cache keys, and the events that invalidate them.

import type { ListInvoicesQuery, ListRefundsQuery, ListTransactionsQuery, PriceKind } from '@samvad/sdk'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { api } from '../app/api.ts'
import { hasSegments } from '../app/channels.ts'
import { useList } from '../app/list.tsx'
import { SUBSCRIPTION_EVENTS } from '../app/premium.ts'
import { useRefresh } from '../app/queries.ts'

const MONEY_EVENTS = ['recharge.*', 'payment.*', 'refund.*', 'credit.*', 'balance.*', 'auto_recharge.*', 'message.*']

export function useBalance() {
  useRefresh([...MONEY_EVENTS, 'grace.*'], [['balance']])
  return useQuery({ queryKey: ['balance'], queryFn: () => api.billing.balance.retrieve() })
}

export function useTransactions(
  filter: ListTransactionsQuery,
  options: { pageRows?: number; isEnabled?: boolean } = {},
) {
  useRefresh(MONEY_EVENTS, [['transactions']])
  return useList(
    ['transactions', filter, options.pageRows],
    (page) => api.billing.transactions.list({ ...filter, ...page }),
    options,
  )
}

export function useTransaction(id: string | undefined) {
  useRefresh(MONEY_EVENTS, [['transaction']])
  return useQuery({
    queryKey: ['transaction', id],
    enabled: id !== undefined,
    queryFn: () => api.billing.transactions.retrieve(id as string),
  })
}

export function useRecharges() {
  useRefresh(['recharge.*', 'payment.*'], [['recharges']])
  return useList(['recharges'], (page) => api.billing.recharges.list(page))
}

export function useRecharge(id: string) {
  useRefresh(['recharge.*', 'payment.*'], [['recharge', id]])
  // Always refetched: a user who returns from the checkout needs the current status.
  return useQuery({ queryKey: ['recharge', id], staleTime: 0, queryFn: () => api.billing.recharges.retrieve(id) })
}

/** The limits of a recharge and, for an amount, its total with taxes. Requires the permission to recharge. */
export const useRechargeEstimate = (amount: string | null, isEnabled = true) =>
  useQuery({
    queryKey: ['recharge-estimate', amount],
    enabled: isEnabled,
    placeholderData: keepPreviousData,
    queryFn: () => api.billing.recharges.estimate(amount === null ? {} : { amount }),
  })

/** The plans in force, and the next published price of premium. */
export const usePlans = () => useQuery({ queryKey: ['plans'], queryFn: () => api.billing.plans.retrieve() })

export function useAutoRecharge() {
  useRefresh(['auto_recharge.*', 'grace.*', 'mandate.*', 'recharge.*', 'payment.*'], [['auto-recharge']])
  return useQuery({ queryKey: ['auto-recharge'], staleTime: 0, queryFn: () => api.billing.autoRecharge.retrieve() })
}

export function useSubscriptionPayments() {
  useRefresh(SUBSCRIPTION_EVENTS, [['subscription-payments']])
  return useList(['subscription-payments'], (page) => api.billing.subscription.payments.list(page))
}

export function useInvoices(
  filter: Pick<ListInvoicesQuery, 'kind'>,
  options: { pageRows?: number; isEnabled?: boolean } = {},
) {
  useRefresh(['invoice.*'], [['invoices']])
  return useList(
    ['invoices', filter, options.pageRows],
    (page) => api.billing.invoices.list({ ...filter, ...page }),
    options,
  )
}

export const useInvoice = (id: string | undefined) =>
  useQuery({
    queryKey: ['invoice', id],
    enabled: id !== undefined,
    queryFn: () => api.billing.invoices.retrieve(id as string),
  })

export function useRefunds(filter: Pick<ListRefundsQuery, 'status'>, isEnabled: boolean) {
  useRefresh(['refund.*'], [['refunds']])
  return useList(['refunds', filter], (page) => api.billing.refunds.list({ ...filter, ...page }), { isEnabled })
}

export function useRefund(id: string | undefined) {
  useRefresh(['refund.*'], [['refund']])
  return useQuery({
    queryKey: ['refund', id],
    enabled: id !== undefined,
    queryFn: () => api.billing.refunds.retrieve(id as string),
  })
}

export function usePrices() {
  useRefresh(['price_list.*'], [['prices'], ['tiers']])
  useRefresh(['message.*'], [['tiers']])
  const prices = useQuery({ queryKey: ['prices'], queryFn: () => api.billing.prices.retrieve() })
  const tiers = useQuery({ queryKey: ['tiers'], queryFn: () => api.billing.tiers.retrieve() })
  return { prices, tiers }
}

export interface Estimated {
  kind: PriceKind
  channel: string
  count: number
  text: string
}

export const useEstimate = ({ kind, channel, count, text }: Estimated) =>
  useQuery({
    queryKey: ['estimate', kind, count, text],
    enabled: count > 0 && kind !== '',
    placeholderData: keepPreviousData,
    queryFn: () =>
      api.billing.prices.estimate({ channel, kind, count, ...(hasSegments(channel) && text !== '' && { text }) }),
  })

export function useExports() {
  useRefresh(['export.*'], [['exports']])
  return useList(['exports'], (page) => api.billing.exports.list(page), { isWatched: true })
}

export const useProfile = (isEnabled = true) =>
  useQuery({ queryKey: ['billing-profile'], enabled: isEnabled, queryFn: () => api.billing.profile.retrieve() })
