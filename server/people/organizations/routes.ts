// An organization looks at itself and names itself; operators see all of the installation. They make new ones in
// people/invitations/routes.ts.

import { ok, type Route, read, write } from '#edge/route.ts'
import { Out } from '#kit/wire.ts'
import * as organizations from './actions.ts'
import { Organization, OrganizationChange, OrganizationQuery } from './schema.ts'
import { showOrganization } from './show.ts'

const tag = 'Organizations'
const ids = { id: { prefix: 'org', noun: 'organization' } } as const

export const organizationRoutes = (): Route[] => [
  read({
    operationId: 'retrieveOwnOrganization',
    method: 'GET',
    path: '/v1/organization',
    permission: 'organization.view',
    tag,
    summary: "Retrieve the token's organization",
    responses: { 200: Organization },
    handle: async (tx, actor) => ok(showOrganization(await organizations.find(tx, actor.organizationId))),
  }),
  write({
    operationId: 'updateOwnOrganization',
    method: 'PUT',
    path: '/v1/organization',
    permission: 'organization.manage',
    tag,
    summary: "Update the token's organization",
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
  read({
    operationId: 'listOrganizations',
    method: 'GET',
    path: '/v1/organizations',
    permission: 'installation.operate',
    tag,
    summary: 'List the organizations of the installation',
    query: OrganizationQuery,
    responses: { 200: Out.list(Organization) },
    handle: async (tx, _actor, { query }) => ok(await organizations.list(tx, query)),
  }),
  read({
    operationId: 'retrieveOrganization',
    method: 'GET',
    path: '/v1/organizations/:id',
    ids,
    permission: 'installation.operate',
    tag,
    summary: 'Retrieve an organization of the installation',
    responses: { 200: Organization },
    handle: async (tx, _actor, { ids }) => ok(showOrganization(await organizations.find(tx, ids.id as string))),
  }),
]
