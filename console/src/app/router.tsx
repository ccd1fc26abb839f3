// All pages of the console. Each noun lists its own in its routes.tsx; pages are loaded on demand.

import { type AnyRoute, createRoute, createRouter, redirect } from '@tanstack/react-router'
import { billingRoutes } from '../billing/routes.tsx'
import { campaignRoutes } from '../campaigns/routes.tsx'
import { contactRoutes } from '../contacts/routes.tsx'
import { designRoute } from '../design/routes.tsx'
import { Skeleton } from '../design/states.tsx'
import { developerRoutes } from '../developers/routes.tsx'
import { isToBeLed } from '../first-run/first-steps.ts'
import { firstRunRoutes } from '../first-run/routes.tsx'
import { formRoutes } from '../forms/routes.tsx'
import { inboxRoutes } from '../inbox/routes.tsx'
import { operatorRoutes } from '../operator/routes.tsx'
import { settingsRoutes } from '../settings/routes.tsx'
import { signInRoutes } from '../sign-in/routes.tsx'
import { templateRoutes } from '../templates/routes.tsx'
import { usageRoutes } from '../usage/routes.tsx'
import { organizationRoute, rootRoute } from './organization-route.tsx'
import { railPages } from './pages.ts'
import { loadSession } from './session.ts'

/** Redirects to the first page that the user may see. */
async function toFirstPage(): Promise<never> {
  const session = await loadSession()
  if (session === null) throw redirect({ to: '/sign-in' })
  if (await isToBeLed(session)) throw redirect({ to: `/${session.organization.id}/welcome` as string })
  const first = railPages.find(({ anyOf }) => anyOf.some((one) => session.permissions.includes(one)))
  throw redirect({ to: `/${session.organization.id}/${first?.page ?? 'settings'}` as string })
}

const homeRoute = createRoute({ getParentRoute: () => rootRoute, path: '/', beforeLoad: toFirstPage })
const organizationHome = createRoute({ getParentRoute: () => organizationRoute, path: '/', beforeLoad: toFirstPage })

const tree = rootRoute.addChildren([
  homeRoute,
  ...signInRoutes,
  designRoute,
  organizationRoute.addChildren([
    organizationHome,
    ...inboxRoutes,
    ...contactRoutes,
    ...campaignRoutes,
    ...templateRoutes,
    ...formRoutes,
    ...usageRoutes,
    ...billingRoutes,
    ...developerRoutes,
    ...settingsRoutes,
    ...operatorRoutes,
    ...firstRunRoutes,
  ]),
])

takeOnlyValid(tree)

export const router = createRouter({
  routeTree: tree,
  basepath: '/console',
  defaultPreload: 'intent',
  defaultPendingMs: 150,
  defaultPendingComponent: () => <Skeleton />,
  scrollRestoration: true,
  // Unknown search parameters are removed: lists send the rest to the server, which refuses unknown ones.
  search: { strict: true },
})

/**
 * The router would pass a page search parameters that its validation removed, as typed; passing them as undefined
 * prevents that.
 */
function takeOnlyValid(route: AnyRoute): void {
  const { validateSearch } = route.options
  if (typeof validateSearch === 'function')
    route.options.validateSearch = (search: Record<string, unknown>) => ({
      ...Object.fromEntries(Object.keys(search).map((name) => [name, undefined])),
      ...validateSearch(search),
    })
  for (const child of Object.values<AnyRoute>(route.children ?? {})) takeOnlyValid(child)
}
