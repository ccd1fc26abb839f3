import { type AnyRoute, createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { readChannel } from '../app/channels.ts'
import { organizationRoute } from '../app/organization-route.tsx'
import { type InboxFilter, shows } from './filter.ts'

export const inboxRoute = createRoute({
  getParentRoute: () => organizationRoute,
  path: 'inbox',
  validateSearch: ({ view, show, channel, with: counterpart, q }): InboxFilter => {
    const shown = shows.find((one) => one === show)
    const found = readChannel(channel)
    return {
      ...(view === 'all' && { view }),
      ...(shown && { show: shown }),
      ...(found && { channel: found }),
      ...((counterpart === 'group' || counterpart === 'contact') && { with: counterpart }),
      ...(typeof q === 'string' && q !== '' && { q }),
    }
  },
  component: lazyRouteComponent(() => import('./inbox-page.tsx'), 'InboxPage'),
})

const noneRoute = createRoute({
  getParentRoute: () => inboxRoute,
  path: '/',
  component: lazyRouteComponent(() => import('./nothing-open.tsx'), 'NothingOpen'),
})

export const threadRoute = createRoute({
  getParentRoute: () => inboxRoute,
  path: '$conversation',
  component: lazyRouteComponent(() => import('./thread-page.tsx'), 'ThreadPage'),
})

export const inboxRoutes: AnyRoute[] = [inboxRoute.addChildren([noneRoute, threadRoute])]
