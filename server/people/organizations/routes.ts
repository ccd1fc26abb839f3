// Reading and renaming one's own organization; operators suspend and resume any. Creation is in
// people/invitations/routes.ts, the list of all in operators/routes.ts.

import { ok, type Route, read, write } from '#edge/route.ts'
import type { Uuid } from '#kit/ids.ts'
import * as organizations from './actions.ts'
import { Organization, OrganizationChange, Suspension } from './schema.ts'
import { showOrganization } from './show.ts'

const tag = 'Organizations'
const ids = { organization_id: { prefix: 'org', noun: 'organization' } } as const

export const organizationRoutes = (): Route[] => [
  read({
    operationId: 'retrieveOwnOrganization',
    method: 'GET',
    path: '/v1/organization',
    permission: 'organization.view',
    tag,
    summary: 'Retrieve the current organization',
    responses: { 200: Organization },
    handle: async (tx, actor) => ok(showOrganization(await organizations.find(tx, actor.organizationId))),
  }),
  write({
    operationId: 'updateOwnOrganization',
    method: 'PUT',
    path: '/v1/organization',
    permission: 'organization.manage',
    tag,
    summary: 'Update the current organization',
    body: OrganizationChange,
    responses: { 200: Organization },
    async handle(tx, actor, { body }) {
      const row =
        body.name === undefined
          ? await organizations.find(tx, actor.organizationId)
          : await organizations.rename(tx, actor, body.name)
      return ok(showOrganization(row))
    },
  }),
  write({
    operationId: 'suspendOrganization',
    method: 'POST',
    path: '/v1/organizations/:organization_id/suspend',
    ids,
    permission: 'installation.operate',
    tag,
    summary: 'Suspend an organization',
    description:
      'Sending and recharging stop within 5 seconds, and queued messages wait. Reading still works. Members of the organization see `reason`. Suspending a suspended organization has no effect.',
    body: Suspension,
    responses: { 200: Organization },
    async handle(tx, actor, { ids, body }) {
      const scope = { organizationId: ids.organization_id as Uuid, at: actor.at }
      return ok(showOrganization(await organizations.suspend(tx, scope, actor, body.reason)))
    },
  }),
  write({
    operationId: 'resumeOrganization',
    method: 'POST',
    path: '/v1/organizations/:organization_id/resume',
    ids,
    permission: 'installation.operate',
    tag,
    summary: 'Resume a suspended organization',
    description: 'Queued messages are then sent. Resuming an organization that is not suspended has no effect.',
    responses: { 200: Organization },
    async handle(tx, actor, { ids }) {
      const scope = { organizationId: ids.organization_id as Uuid, at: actor.at }
      return ok(showOrganization(await organizations.resume(tx, scope, actor)))
    },
  }),
]
