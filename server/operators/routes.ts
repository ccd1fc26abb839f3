// Organizations for the operators of the installation: spec 1.61, 8.41, 8.42.

import { created, ok, type Route, read, write } from '#edge/route.ts'
import type { Uuid } from '#kit/ids.ts'
import { Out } from '#kit/wire.ts'
import * as priceLists from '#money/pricing/actions.ts'
import * as pricingExamples from '#money/pricing/examples.ts'
import { PriceListAssignment, PublishedPriceList } from '#money/pricing/schema.ts'
import { showPublished } from '#money/pricing/show.ts'
import * as operators from './actions.ts'
import * as examples from './examples.ts'
import {
  Enterprise,
  EnterpriseDecision,
  OperatedOrganization,
  OperatedOrganizationQuery,
  OrganizationPrices,
} from './schema.ts'

const organization = { prefix: 'org', noun: 'organization' } as const
const common = { permission: 'installation.operate', tag: 'Organizations' } as const
const ofOrganization = { ...common, ids: { organization_id: organization } } as const

export const operatorRoutes = (): Route[] => [
  read({
    ...common,
    operationId: 'listOrganizations',
    method: 'GET',
    path: '/v1/organizations',
    summary: 'List organizations',
    description:
      'All organizations of the installation, newest first, with balance, number of members, messages of the current month and price list. `q` searches by name or ID. `low_balance` filters by whether a low balance warning applies.',
    query: OperatedOrganizationQuery,
    responses: { 200: Out.list(OperatedOrganization) },
    example: { response: { has_more: false, data: [examples.organization] } },
    handle: async (tx, { at }, { query }) => ok(await operators.list(tx, query, at)),
  }),
  read({
    ...common,
    operationId: 'retrieveOrganization',
    method: 'GET',
    path: '/v1/organizations/:id',
    ids: { id: organization },
    summary: 'Retrieve an organization',
    responses: { 200: OperatedOrganization },
    example: { response: examples.organization },
    handle: async (tx, { at }, { ids }) => ok(await operators.find(tx, ids.id as Uuid, at)),
  }),
  read({
    ...ofOrganization,
    operationId: 'retrieveOrganizationPrices',
    method: 'GET',
    path: '/v1/organizations/:organization_id/prices',
    summary: 'Retrieve the prices of an organization',
    description: 'The price list in force, custom or default, and upcoming custom price lists.',
    responses: { 200: OrganizationPrices },
    example: { response: examples.prices },
    async handle(tx, { at }, { ids }) {
      const { inForce, coming } = await operators.priceListsOf(tx, ids.organization_id as Uuid, at)
      return ok({ in_force: showPublished(inForce), coming: coming.map(showPublished) })
    },
  }),
  write({
    ...ofOrganization,
    operationId: 'assignPriceList',
    method: 'POST',
    path: '/v1/organizations/:organization_id/price_lists',
    summary: 'Assign prices to an organization',
    description:
      'Publishes a copy of the price list `price_list_id` as a custom price list of the organization, effective at `effective_from` (default: now). `name` defaults to the name of the copied list. The custom price list applies instead of the default one, even when the default one changes.',
    body: PriceListAssignment,
    responses: { 201: PublishedPriceList },
    example: {
      request: { price_list_id: pricingExamples.publishedPriceList.id },
      response: pricingExamples.publishedPriceList,
    },
    async handle(tx, actor, { ids, body }) {
      const row = await priceLists.assign(tx, actor, ids.organization_id as Uuid, body, actor.at)
      const shown = showPublished(row)
      return created(`/v1/price_lists/${shown.id}`, shown)
    },
  }),
  read({
    ...ofOrganization,
    operationId: 'retrieveEnterprise',
    method: 'GET',
    path: '/v1/organizations/:organization_id/enterprise',
    summary: 'Retrieve the enterprise pricing status of an organization',
    description:
      'The months in which the organization reached 100,000 emails or 50,000 app messages, and the decision on enterprise pricing.',
    responses: { 200: Enterprise },
    example: { response: examples.enterprise },
    handle: async (tx, _actor, { ids }) => ok(await operators.enterprise(tx, ids.organization_id as Uuid)),
  }),
  write({
    ...ofOrganization,
    operationId: 'decideEnterprise',
    method: 'PUT',
    path: '/v1/organizations/:organization_id/enterprise',
    summary: 'Decide on enterprise pricing for an organization',
    description:
      'Granting requires a custom price list of the organization, in force or upcoming. After a decline, the decision is open again when another month reaches the volume. A decision can be changed; the audit log records every decision.',
    body: EnterpriseDecision,
    responses: { 200: Enterprise },
    refuses: ['conflict'],
    example: { request: { decision: 'granted', note: examples.enterprise.note }, response: examples.enterprise },
    handle: async (tx, actor, { ids, body }) =>
      ok(await operators.decideEnterprise(tx, actor, ids.organization_id as Uuid, body)),
  }),
]
