import { type AnyRoute, createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { organizationRoute } from '../app/organization-route.tsx'

const welcomeRoute = createRoute({
  getParentRoute: () => organizationRoute,
  path: 'welcome',
  component: lazyRouteComponent(() => import('./welcome-page.tsx'), 'WelcomePage'),
})

export const firstRunRoutes: AnyRoute[] = [welcomeRoute]
