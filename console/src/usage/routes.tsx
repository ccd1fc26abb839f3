import { type AnyRoute, createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { daysOf } from '../app/india.ts'
import { organizationRoute } from '../app/organization-route.tsx'

export const groups = ['channel', 'kind', 'campaign', 'list', 'user'] as const
export type Group = (typeof groups)[number]
export const measures = ['amount', 'messages'] as const
export type Measure = (typeof measures)[number]

export interface UsageSearch {
  from?: string
  to?: string
  by?: Group
  of?: Measure
  view?: 'table'
}

export const usageRoute = createRoute({
  getParentRoute: () => organizationRoute,
  path: 'usage',
  validateSearch: ({ from, to, by, of, view }: Record<string, unknown>): UsageSearch => ({
    ...daysOf({ from, to }),
    ...(groups.includes(by as Group) && { by: by as Group }),
    ...(measures.includes(of as Measure) && { of: of as Measure }),
    ...(view === 'table' && { view }),
  }),
  component: lazyRouteComponent(() => import('./usage-page.tsx'), 'UsagePage'),
})

export const monthsRoute = createRoute({
  getParentRoute: () => organizationRoute,
  path: 'usage/months',
  component: lazyRouteComponent(() => import('./months-page.tsx'), 'MonthsPage'),
})

export const monthRoute = createRoute({
  getParentRoute: () => organizationRoute,
  path: 'usage/months/$month',
  component: lazyRouteComponent(() => import('./month-page.tsx'), 'MonthPage'),
})

export const usageRoutes: AnyRoute[] = [usageRoute, monthsRoute, monthRoute]
