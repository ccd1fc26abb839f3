import { type AnyRoute, createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { organizationRoute } from '../app/organization-route.tsx'
import {
  type AnalyticsSearch,
  type BuildSearch,
  type FormFilter,
  readAnalyticsSearch,
  readBuildSearch,
  readFormFilter,
  readSubmissionSearch,
  type SubmissionSearch,
} from './known.ts'

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

export const formDomainsRoute = createRoute({
  getParentRoute: () => organizationRoute,
  path: 'forms/domains',
  component: lazyRouteComponent(() => import('./domains/domains-page.tsx'), 'DomainsPage'),
})

export const formDomainRoute = createRoute({
  getParentRoute: () => organizationRoute,
  path: 'forms/domains/$domainId',
  component: lazyRouteComponent(() => import('./domains/domain-page.tsx'), 'FormDomainPage'),
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

export const formSubmissionsRoute = createRoute({
  getParentRoute: () => organizationRoute,
  path: 'forms/$formId/submissions',
  validateSearch: (search): SubmissionSearch => readSubmissionSearch(search),
  component: lazyRouteComponent(() => import('./submissions/submissions-page.tsx'), 'SubmissionsPage'),
})

export const formAnalyticsRoute = createRoute({
  getParentRoute: () => organizationRoute,
  path: 'forms/$formId/analytics',
  validateSearch: (search): AnalyticsSearch => readAnalyticsSearch(search),
  component: lazyRouteComponent(() => import('./analytics/analytics-page.tsx'), 'FormAnalyticsPage'),
})

export const formRoutes: AnyRoute[] = [
  formsRoute,
  newFormRoute,
  formDomainsRoute,
  formDomainRoute,
  formRoute,
  formSettingsRoute,
  formShareRoute,
  formSubmissionsRoute,
  formAnalyticsRoute,
]
