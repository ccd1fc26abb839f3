import { type AnyRoute, createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { rootRoute } from '../app/organization-route.tsx'
import { whereTo } from './where-to.ts'

export const signInRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/sign-in',
  /** `to`: the page to open afterwards, within the console. */
  validateSearch: whereTo,
  component: lazyRouteComponent(() => import('./sign-in-page.tsx'), 'SignInPage'),
})

const resetRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/reset',
  component: lazyRouteComponent(() => import('./reset-page.tsx'), 'ResetPage'),
})

const addressRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/address',
  component: lazyRouteComponent(() => import('./address-page.tsx'), 'AddressPage'),
})

export const signInRoutes: AnyRoute[] = [signInRoute, resetRoute, addressRoute]
