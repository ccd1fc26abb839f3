// The root of all pages, and the part below `/org_…` that requires a member.

import { createRootRoute, createRoute, Outlet, redirect } from '@tanstack/react-router'
import { PageFailed } from './away.tsx'
import { NotHere, NotHereAlone } from './not-here.tsx'
import { OtherOrganization } from './other-organization.tsx'
import { Preferences } from './preferences.tsx'
import { loadSession, useSession } from './session.ts'
import { Shell } from './shell.tsx'

export const rootRoute = createRootRoute({
  component: Outlet,
  notFoundComponent: NotHereAlone,
  errorComponent: ({ error, reset }) => <PageFailed error={error} reset={reset} />,
})

export const organizationRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '$organization',
  async beforeLoad({ params, location }) {
    const session = await loadSession()
    if (session === null) throw redirect({ to: '/sign-in', search: { to: location.href } })
    // A path without an organization belongs to the session's organization.
    if (!params.organization.startsWith('org_'))
      throw redirect({
        to: `/${session.organization.id}${location.pathname}` as string,
        search: location.search as object,
        replace: true,
      })
  },
  component: Organization,
  // Inside the shell, so that the navigation stays.
  notFoundComponent: NotHere,
})

/** A session belongs to one organization, and so does a page: when they differ, nothing is shown. */
function Organization() {
  const { organization } = organizationRoute.useParams()
  const session = useSession()
  if (organization === session.organization.id)
    return (
      <Preferences>
        <Shell />
      </Preferences>
    )
  return <OtherOrganization organizationId={organization} />
}
