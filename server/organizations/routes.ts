// An organization looks at itself and names itself; operators see all of the installation and make new ones.

import { created, ok, type Route, read, write } from '#edge/route.ts'
import { Out } from '#kit/wire.ts'
import * as organizations from './actions.ts'
import { NewOrganization, Organization, OrganizationChange, OrganizationQuery, showOrganization } from './schema.ts'

const tag = 'Organizations'
const ids = { id: { prefix: 'org', noun: 'organization' } } as const

export const organizationRoutes = (): Route[] => [
  read({
    method: 'GET',
    path: '/v1/organization',
    permission: 'organization.view',
    tag,
    summary: "Retrieve the token's organization",
    responses: { 200: Organization },
    handle: async (tx, actor) => ok(showOrganization(await organizations.find(tx, actor.organizationId))),
  }),
  write({
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
    method: 'GET',
    path: '/v1/organizations',
    permission: 'installation.operate',
    tag,
    summary: 'List the organizations of the installation',
    query: OrganizationQuery,
    responses: { 200: Out.list(Organization) },
    handle: async (tx, _actor, { query }) => ok(await organizations.list(tx, query)),
  }),
  write({
    method: 'POST',
    path: '/v1/organizations',
    permission: 'installation.operate',
    tag,
    summary: 'Create an organization',
    description:
      'With `owner_email` also its owner: a new user, or the user who has that address already, whose name and password stay as they are.',
    body: NewOrganization,
    responses: { 201: Organization },
    async handle(tx, actor, { body }) {
      const shown = showOrganization(await organizations.found(tx, body, actor, actor.at))
      return created(`/v1/organizations/${shown.id}`, shown)
    },
  }),
  read({
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
