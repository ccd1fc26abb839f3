import { type AnyRoute, createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { readChannel } from '../app/channels.ts'
import { daysOf } from '../app/india.ts'
import { organizationRoute } from '../app/organization-route.tsx'

type Search = Record<string, unknown>

const oneOf = <const Names extends readonly string[]>(names: Names, value: unknown): Names[number] | undefined =>
  names.find((name) => name === value)
const idOf = (prefix: string, value: unknown): string | undefined =>
  typeof value === 'string' && value.startsWith(`${prefix}_`) ? value : undefined
/** Leaves unset values out of the URL. */
const given = <Found extends Search>(found: Found) =>
  Object.fromEntries(Object.entries(found).filter(([, value]) => value !== undefined)) as {
    [Name in keyof Found]?: Exclude<Found[Name], undefined>
  }

export const transactionKinds = ['recharge', 'deduction', 'refund', 'credit'] as const
export const transactionStatuses = ['pending', 'completed', 'failed'] as const
export const invoiceKinds = ['recharge', 'subscription', 'usage', 'credit_note'] as const
export const refundStatuses = ['requested', 'approved', 'processing', 'completed', 'rejected', 'failed'] as const

export const exportKinds = ['transactions', 'statement', 'log'] as const

export const overviewRoute = createRoute({
  getParentRoute: () => organizationRoute,
  path: 'billing',
  component: lazyRouteComponent(() => import('./overview-page.tsx'), 'OverviewPage'),
})

export const rechargeRoute = createRoute({
  getParentRoute: () => organizationRoute,
  path: 'billing/recharge',
  validateSearch: ({ amount }: Search) =>
    given({ amount: /^\d{1,9}$/.test(String(amount)) ? String(amount) : undefined }),
  component: lazyRouteComponent(() => import('./recharge-page.tsx'), 'RechargePage'),
})

/** The checkout's return link: server/money/gateways/rules.ts. */
export const oneRechargeRoute = createRoute({
  getParentRoute: () => organizationRoute,
  path: 'billing/recharge/$recharge',
  component: lazyRouteComponent(() => import('./one-recharge-page.tsx'), 'OneRechargePage'),
})

export const autoRechargeRoute = createRoute({
  getParentRoute: () => organizationRoute,
  path: 'billing/auto-recharge',
  component: lazyRouteComponent(() => import('./auto-recharge-page.tsx'), 'AutoRechargePage'),
})

/** The return link of a subscription payment's checkout. */
export const planRoute = createRoute({
  getParentRoute: () => organizationRoute,
  path: 'billing/plan',
  component: lazyRouteComponent(() => import('./plan-page.tsx'), 'PlanPage'),
})

export const transactionsRoute = createRoute({
  getParentRoute: () => organizationRoute,
  path: 'billing/transactions',
  validateSearch: ({ kind, status, channel, from, to, open }: Search) =>
    given({
      kind: oneOf(transactionKinds, kind),
      status: oneOf(transactionStatuses, status),
      channel: readChannel(channel),
      ...daysOf({ from, to }),
      open: idOf('txn', open),
    }),
  component: lazyRouteComponent(() => import('./transactions-page.tsx'), 'TransactionsPage'),
})

export const invoicesRoute = createRoute({
  getParentRoute: () => organizationRoute,
  path: 'billing/invoices',
  validateSearch: ({ kind, open }: Search) => given({ kind: oneOf(invoiceKinds, kind), open: idOf('inv', open) }),
  component: lazyRouteComponent(() => import('./invoices-page.tsx'), 'InvoicesPage'),
})

export const refundsRoute = createRoute({
  getParentRoute: () => organizationRoute,
  path: 'billing/refunds',
  validateSearch: ({ status, open, ask }: Search) =>
    given({
      status: oneOf(refundStatuses, status),
      open: idOf('rfnd', open),
      /** The payment to request a refund for; `new` to choose one. */
      ask: ask === 'new' ? 'new' : (idOf('txn', ask) ?? idOf('rech', ask) ?? idOf('spay', ask)),
    }),
  component: lazyRouteComponent(() => import('./refunds-page.tsx'), 'RefundsPage'),
})

export const pricesRoute = createRoute({
  getParentRoute: () => organizationRoute,
  path: 'billing/prices',
  component: lazyRouteComponent(() => import('./prices-page.tsx'), 'PricesPage'),
})

export const exportsRoute = createRoute({
  getParentRoute: () => organizationRoute,
  path: 'billing/exports',
  validateSearch: ({ kind }: Search) => given({ kind: oneOf(exportKinds, kind) }),
  component: lazyRouteComponent(() => import('./exports-page.tsx'), 'ExportsPage'),
})

export const profileRoute = createRoute({
  getParentRoute: () => organizationRoute,
  path: 'billing/profile',
  component: lazyRouteComponent(() => import('./profile-page.tsx'), 'ProfilePage'),
})

export const billingRoutes: AnyRoute[] = [
  overviewRoute,
  rechargeRoute,
  oneRechargeRoute,
  autoRechargeRoute,
  planRoute,
  transactionsRoute,
  invoicesRoute,
  refundsRoute,
  pricesRoute,
  exportsRoute,
  profileRoute,
]
