import { type AnyRoute, createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { organizationRoute } from '../app/organization-route.tsx'

const kinds = ['recharge', 'deduction', 'refund', 'credit'] as const
export type TransactionFilter = { kind?: (typeof kinds)[number] }

export const transactionsRoute = createRoute({
  getParentRoute: () => organizationRoute,
  path: 'billing/transactions',
  validateSearch: ({ kind }): TransactionFilter => {
    const found = kinds.find((one) => one === kind)
    return found ? { kind: found } : {}
  },
  component: lazyRouteComponent(() => import('./transactions-page.tsx'), 'TransactionsPage'),
})

export const billingRoutes: AnyRoute[] = [transactionsRoute]
