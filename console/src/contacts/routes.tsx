import { type AnyRoute, createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { organizationRoute } from '../app/organization-route.tsx'
import { type ContactFilter, readFilter } from './filter.ts'
import { type ImportStatus, importStatuses, type SuppressionFilter, suppressionFilter } from './known.ts'

export const contactsRoute = createRoute({
  getParentRoute: () => organizationRoute,
  path: 'contacts',
  validateSearch: (search): ContactFilter => readFilter(search),
  component: lazyRouteComponent(() => import('./contacts-page.tsx'), 'ContactsPage'),
})

export const contactRoute = createRoute({
  getParentRoute: () => organizationRoute,
  path: 'contacts/$contactId',
  component: lazyRouteComponent(() => import('./contact-page.tsx'), 'ContactPage'),
})

export const listsRoute = createRoute({
  getParentRoute: () => organizationRoute,
  path: 'contacts/lists',
  component: lazyRouteComponent(() => import('./lists-page.tsx'), 'ListsPage'),
})

export const listRoute = createRoute({
  getParentRoute: () => organizationRoute,
  path: 'contacts/lists/$listId',
  component: lazyRouteComponent(() => import('./list-page.tsx'), 'ListPage'),
})

export const segmentsRoute = createRoute({
  getParentRoute: () => organizationRoute,
  path: 'contacts/segments',
  component: lazyRouteComponent(() => import('./segments/segments-page.tsx'), 'SegmentsPage'),
})

export const newSegmentRoute = createRoute({
  getParentRoute: () => organizationRoute,
  path: 'contacts/segments/new',
  // The segment whose filter a new segment starts with.
  validateSearch: ({ from }): { from?: string } =>
    typeof from === 'string' && from.startsWith('seg_') ? { from } : {},
  component: lazyRouteComponent(() => import('./segments/new-segment-page.tsx'), 'NewSegmentPage'),
})

export const segmentRoute = createRoute({
  getParentRoute: () => organizationRoute,
  path: 'contacts/segments/$segmentId',
  component: lazyRouteComponent(() => import('./segments/segment-page.tsx'), 'SegmentPage'),
})

export const editSegmentRoute = createRoute({
  getParentRoute: () => organizationRoute,
  path: 'contacts/segments/$segmentId/edit',
  component: lazyRouteComponent(() => import('./segments/edit-segment-page.tsx'), 'EditSegmentPage'),
})

export const groupsRoute = createRoute({
  getParentRoute: () => organizationRoute,
  path: 'contacts/groups',
  validateSearch: ({ archived }): { archived?: true } => (archived === true ? { archived } : {}),
  component: lazyRouteComponent(() => import('./groups-page.tsx'), 'GroupsPage'),
})

export const groupRoute = createRoute({
  getParentRoute: () => organizationRoute,
  path: 'contacts/groups/$groupId',
  component: lazyRouteComponent(() => import('./group-page.tsx'), 'GroupPage'),
})

export const importsRoute = createRoute({
  getParentRoute: () => organizationRoute,
  path: 'contacts/imports',
  validateSearch: ({ status }): { status?: ImportStatus } => {
    const found = importStatuses.find((one) => one === status)
    return found ? { status: found } : {}
  },
  component: lazyRouteComponent(() => import('./imports-page.tsx'), 'ImportsPage'),
})

export const newImportRoute = createRoute({
  getParentRoute: () => organizationRoute,
  path: 'contacts/imports/new',
  validateSearch: ({ list }): { list?: string } => (typeof list === 'string' ? { list } : {}),
  component: lazyRouteComponent(() => import('./new-import-page.tsx'), 'NewImportPage'),
})

export const importRoute = createRoute({
  getParentRoute: () => organizationRoute,
  path: 'contacts/imports/$importId',
  component: lazyRouteComponent(() => import('./import-page.tsx'), 'ImportPage'),
})

export const suppressionsRoute = createRoute({
  getParentRoute: () => organizationRoute,
  path: 'contacts/suppressions',
  validateSearch: (search): SuppressionFilter => suppressionFilter(search),
  component: lazyRouteComponent(() => import('./suppressions-page.tsx'), 'SuppressionsPage'),
})

export const contactExportsRoute = createRoute({
  getParentRoute: () => organizationRoute,
  path: 'contacts/exports',
  component: lazyRouteComponent(() => import('./exports-page.tsx'), 'ContactExportsPage'),
})

export const contactRoutes: AnyRoute[] = [
  contactsRoute,
  contactRoute,
  listsRoute,
  listRoute,
  segmentsRoute,
  newSegmentRoute,
  segmentRoute,
  editSegmentRoute,
  groupsRoute,
  groupRoute,
  importsRoute,
  newImportRoute,
  importRoute,
  suppressionsRoute,
  contactExportsRoute,
]
