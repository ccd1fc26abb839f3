import { type AnyRoute, createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { organizationRoute } from '../app/organization-route.tsx'

const getParentRoute = () => organizationRoute

export const organizationFilters = ['priority', 'suspended', 'low_balance', 'enterprise'] as const
export interface OrganizationSearch {
  q?: string
  filter?: (typeof organizationFilters)[number]
}

const operatorRoute = createRoute({
  getParentRoute,
  path: 'operator',
  beforeLoad: ({ params }) => {
    throw redirect({ to: `/${params.organization}/operator/organizations` as string })
  },
})

export const organizationsRoute = createRoute({
  getParentRoute,
  path: 'operator/organizations',
  validateSearch: ({ q, filter }): OrganizationSearch => {
    const found = organizationFilters.find((one) => one === filter)
    // The router parses a name consisting of digits as a number.
    const asked = typeof q === 'string' || typeof q === 'number' ? String(q) : ''
    return { ...(asked !== '' && { q: asked }), ...(found && { filter: found }) }
  },
  component: lazyRouteComponent(() => import('./organizations-page.tsx'), 'OrganizationsPage'),
})

export const operatedRoute = createRoute({
  getParentRoute,
  path: 'operator/organizations/$operated',
  component: lazyRouteComponent(() => import('./organization-page.tsx'), 'OrganizationPage'),
})

const refundsRoute = createRoute({
  getParentRoute,
  path: 'operator/approvals',
  component: lazyRouteComponent(() => import('./approvals-page.tsx'), 'ApprovalsPage'),
})

const priceListsRoute = createRoute({
  getParentRoute,
  path: 'operator/prices',
  component: lazyRouteComponent(() => import('./price-lists-page.tsx'), 'PriceListsPage'),
})

const gatewaysRoute = createRoute({
  getParentRoute,
  path: 'operator/gateways',
  component: lazyRouteComponent(() => import('./gateways-page.tsx'), 'GatewaysPage'),
})

const sharedChannelsRoute = createRoute({
  getParentRoute,
  path: 'operator/channels',
  component: lazyRouteComponent(() => import('./shared-channels-page.tsx'), 'SharedChannelsPage'),
})

export const waitingKinds = ['arrival', 'quarantined'] as const
export interface WaitingSearch {
  kind?: (typeof waitingKinds)[number]
  /** The id of the open item. */
  item?: string
}

export const waitingRoute = createRoute({
  getParentRoute,
  path: 'operator/waiting',
  validateSearch: ({ kind, item }): WaitingSearch => {
    const found = waitingKinds.find((one) => one === kind)
    return { ...(found && { kind: found }), ...(typeof item === 'string' && item !== '' && { item }) }
  },
  component: lazyRouteComponent(() => import('./waiting-page.tsx'), 'WaitingPage'),
})

const healthRoute = createRoute({
  getParentRoute,
  path: 'operator/health',
  component: lazyRouteComponent(() => import('./health-page.tsx'), 'HealthPage'),
})

export const auditRoute = createRoute({
  getParentRoute,
  path: 'operator/audit',
  validateSearch: ({ action }): { action?: string } => (typeof action === 'string' && action !== '' ? { action } : {}),
  component: lazyRouteComponent(() => import('./audit-page.tsx'), 'AuditPage'),
})

export const operatorRoutes: AnyRoute[] = [
  operatorRoute,
  organizationsRoute,
  operatedRoute,
  refundsRoute,
  priceListsRoute,
  gatewaysRoute,
  sharedChannelsRoute,
  waitingRoute,
  healthRoute,
  auditRoute,
]
