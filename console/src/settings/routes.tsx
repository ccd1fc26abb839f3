import { type AnyRoute, createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { daysOf } from '../app/india.ts'
import { organizationRoute } from '../app/organization-route.tsx'

const getParentRoute = () => organizationRoute

const text = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value.slice(0, 200) : undefined

/** The non-empty parameters as texts. */
const texts = <Name extends string>(search: Record<string, unknown>, ...names: Name[]) =>
  Object.fromEntries(names.flatMap((name) => (text(search[name]) ? [[name, text(search[name])]] : []))) as {
    [Key in Name]?: string
  }

const settingsHome = createRoute({
  getParentRoute,
  path: 'settings',
  beforeLoad({ params }) {
    const { organization } = params as { organization: string }
    throw redirect({ to: `/${organization}/settings/organization` as string, replace: true })
  },
})

const organizationPage = createRoute({
  getParentRoute,
  path: 'settings/organization',
  component: lazyRouteComponent(() => import('./organization-page.tsx'), 'OrganizationPage'),
})

const teamPage = createRoute({
  getParentRoute,
  path: 'settings/team',
  component: lazyRouteComponent(() => import('./team-page.tsx'), 'TeamPage'),
})

const rolesPage = createRoute({
  getParentRoute,
  path: 'settings/roles',
  component: lazyRouteComponent(() => import('./roles-page.tsx'), 'RolesPage'),
})

const channelsPage = createRoute({
  getParentRoute,
  path: 'settings/channels',
  component: lazyRouteComponent(() => import('./channels-page.tsx'), 'ChannelsPage'),
})

const emailPage = createRoute({
  getParentRoute,
  path: 'settings/channels/email',
  component: lazyRouteComponent(() => import('./email-page.tsx'), 'EmailPage'),
})

const appPage = createRoute({
  getParentRoute,
  path: 'settings/channels/app',
  component: lazyRouteComponent(() => import('./app-page.tsx'), 'AppPage'),
})

const smsPage = createRoute({
  getParentRoute,
  path: 'settings/channels/sms',
  component: lazyRouteComponent(() => import('./sms-page.tsx'), 'SmsPage'),
})

export const domainRoute = createRoute({
  getParentRoute,
  path: 'settings/channels/domains/$domain',
  component: lazyRouteComponent(() => import('./domain-page.tsx'), 'DomainPage'),
})

const notificationsPage = createRoute({
  getParentRoute,
  path: 'settings/notifications',
  component: lazyRouteComponent(() => import('./notifications-page.tsx'), 'NotificationsPage'),
})

export type AuditFilter = { action?: string; user_id?: string; object?: string; from?: string; to?: string }

export const auditRoute = createRoute({
  getParentRoute,
  path: 'settings/audit',
  validateSearch: (search: Record<string, unknown>): AuditFilter => ({
    ...texts(search, 'action', 'user_id', 'object'),
    ...daysOf(search),
  }),
  component: lazyRouteComponent(() => import('./audit-page.tsx'), 'AuditPage'),
})

const sandboxPage = createRoute({
  getParentRoute,
  path: 'settings/sandbox',
  component: lazyRouteComponent(() => import('./sandbox-page.tsx'), 'SandboxPage'),
})

const profilePage = createRoute({
  getParentRoute,
  path: 'settings/profile',
  component: lazyRouteComponent(() => import('./profile-page.tsx'), 'ProfilePage'),
})

export const settingsRoutes: AnyRoute[] = [
  settingsHome,
  organizationPage,
  teamPage,
  rolesPage,
  channelsPage,
  emailPage,
  appPage,
  smsPage,
  domainRoute,
  notificationsPage,
  auditRoute,
  sandboxPage,
  profilePage,
]
