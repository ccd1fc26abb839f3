import { type AnyRoute, createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { organizationRoute } from '../app/organization-route.tsx'
import { type BuildSearch, type FormFilter, readBuildSearch, readFormFilter } from './known.ts'

export const formsRoute = createRoute({
  getParentRoute: () => organizationRoute,
  path: 'forms',
  validateSearch: (search): FormFilter => readFormFilter(search),
  component: lazyRouteComponent(() => import('./forms-page.tsx'), 'FormsPage'),
})

export const newFormRoute = createRoute({
  getParentRoute: () => organizationRoute,
  path: 'forms/new',
  component: lazyRouteComponent(() => import('./new-form-page.tsx'), 'NewFormPage'),
})

export const formRoute = createRoute({
  getParentRoute: () => organizationRoute,
  path: 'forms/$formId',
  validateSearch: (search): BuildSearch => readBuildSearch(search),
  component: lazyRouteComponent(() => import('./builder/build-page.tsx'), 'BuildPage'),
})

export const formSettingsRoute = createRoute({
  getParentRoute: () => organizationRoute,
  path: 'forms/$formId/settings',
  component: lazyRouteComponent(() => import('./settings/settings-page.tsx'), 'FormSettingsPage'),
})

export const formShareRoute = createRoute({
  getParentRoute: () => organizationRoute,
  path: 'forms/$formId/share',
  component: lazyRouteComponent(() => import('./share/share-page.tsx'), 'FormSharePage'),
})

export const formRoutes: AnyRoute[] = [formsRoute, newFormRoute, formRoute, formSettingsRoute, formShareRoute]
