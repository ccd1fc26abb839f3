import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { rootRoute } from '../app/organization-route.tsx'

/** Shows every component in every state, for developers of pages. */
export const designRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/design',
  component: lazyRouteComponent(() => import('./gallery.tsx'), 'Gallery'),
})
