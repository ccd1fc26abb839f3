import { type AnyRoute, createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { organizationRoute } from '../app/organization-route.tsx'
import { readTemplateFilter, type TemplateFilter } from './known.ts'

export const templatesRoute = createRoute({
  getParentRoute: () => organizationRoute,
  path: 'templates',
  validateSearch: (search): TemplateFilter => readTemplateFilter(search),
  component: lazyRouteComponent(() => import('./templates-page.tsx'), 'TemplatesPage'),
})

export const newTemplateRoute = createRoute({
  getParentRoute: () => organizationRoute,
  path: 'templates/new',
  component: lazyRouteComponent(() => import('./new-template-page.tsx'), 'NewTemplatePage'),
})

export const templateRoute = createRoute({
  getParentRoute: () => organizationRoute,
  path: 'templates/$templateId',
  component: lazyRouteComponent(() => import('./template-page.tsx'), 'TemplatePage'),
})

export const editTemplateRoute = createRoute({
  getParentRoute: () => organizationRoute,
  path: 'templates/$templateId/edit',
  component: lazyRouteComponent(() => import('./edit-template-page.tsx'), 'EditTemplatePage'),
})

export const templateRoutes: AnyRoute[] = [templatesRoute, newTemplateRoute, templateRoute, editTemplateRoute]
