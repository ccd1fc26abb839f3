import { type AnyRoute, createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { daysOf } from '../app/india.ts'
import { organizationRoute } from '../app/organization-route.tsx'
import { loadSession } from '../app/session.ts'

const getParentRoute = () => organizationRoute

/** The non-empty parameters as texts. */
const texts = <Name extends string>(search: Record<string, unknown>, ...names: Name[]) =>
  Object.fromEntries(
    names.flatMap((name) => {
      const value = search[name]
      return typeof value === 'string' && value !== '' ? [[name, value.slice(0, 200)]] : []
    }),
  ) as { [Key in Name]?: string }

const developersHome = createRoute({
  getParentRoute,
  path: 'developers',
  async beforeLoad({ params }) {
    const { organization } = params as { organization: string }
    const session = await loadSession()
    const first = session?.permissions.includes('tokens.manage') ? 'tokens' : 'webhooks'
    throw redirect({ to: `/${organization}/developers/${first}` as string, replace: true })
  },
})

export type TokenFilter = { user_id?: string }

export const tokensRoute = createRoute({
  getParentRoute,
  path: 'developers/tokens',
  validateSearch: (search: Record<string, unknown>): TokenFilter => texts(search, 'user_id'),
  component: lazyRouteComponent(() => import('./tokens-page.tsx'), 'TokensPage'),
})

const serviceUsersPage = createRoute({
  getParentRoute,
  path: 'developers/service-users',
  component: lazyRouteComponent(() => import('./service-users-page.tsx'), 'ServiceUsersPage'),
})

const webhooksPage = createRoute({
  getParentRoute,
  path: 'developers/webhooks',
  component: lazyRouteComponent(() => import('./webhooks-page.tsx'), 'WebhooksPage'),
})

export type DeliveryFilter = { status?: string; event_id?: string; delivery?: string }

export const webhookRoute = createRoute({
  getParentRoute,
  path: 'developers/webhooks/$endpoint',
  validateSearch: (search: Record<string, unknown>): DeliveryFilter => texts(search, 'status', 'event_id', 'delivery'),
  component: lazyRouteComponent(() => import('./webhook-page.tsx'), 'WebhookPage'),
})

export type EventFilter = { type?: string; object_id?: string; from?: string; to?: string; event?: string }

export const eventsRoute = createRoute({
  getParentRoute,
  path: 'developers/events',
  validateSearch: (search: Record<string, unknown>): EventFilter => ({
    ...texts(search, 'type', 'object_id', 'event'),
    ...daysOf(search),
  }),
  component: lazyRouteComponent(() => import('./events-page.tsx'), 'EventsPage'),
})

const apiPage = createRoute({
  getParentRoute,
  path: 'developers/api',
  component: lazyRouteComponent(() => import('./api-page.tsx'), 'ApiPage'),
})

export const developerRoutes: AnyRoute[] = [
  developersHome,
  tokensRoute,
  serviceUsersPage,
  webhooksPage,
  webhookRoute,
  eventsRoute,
  apiPage,
]
