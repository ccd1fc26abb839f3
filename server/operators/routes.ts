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
    summary: 'List the organizations of the installation',
    description:
      'Newest first, each with its balance, members, the messages of the month and its prices. `q` finds by name or id, `low_balance` those that are warned.',
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
    summary: 'Retrieve an organization of the installation',
    responses: { 200: OperatedOrganization },
    example: { response: examples.organization },
    handle: async (tx, { at }, { ids }) => ok(await operators.find(tx, ids.id as Uuid, at)),
  }),
  read({
    ...ofOrganization,
    operationId: 'retrieveOrganizationPrices',
    method: 'GET',
    path: '/v1/organizations/:organization_id/prices',
    summary: 'See what messages cost an organization',
    description: 'The price list in force, its own or that of everybody, and those of its own that are to come.',
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
    summary: 'Give an organization the prices of a price list',
    description:
      "Publishes the prices of `price_list_id`, whosever it is, once more as the organization's own, under its name or `name`: at `effective_from`, by default now. From then on they hold in place of the default list, also when that changes.",
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
    summary: 'See whether enterprise pricing applies to an organization',
    description: 'The months that reached 100,000 emails or 50,000 app messages, and what was decided.',
    responses: { 200: Enterprise },
    example: { response: examples.enterprise },
    handle: async (tx, _actor, { ids }) => ok(await operators.enterprise(tx, ids.organization_id as Uuid)),
  }),
  write({
    ...ofOrganization,
    operationId: 'decideEnterprise',
    method: 'PUT',
    path: '/v1/organizations/:organization_id/enterprise',
    summary: 'Decide on the enterprise pricing of an organization',
    description:
      'To be granted the organization needs a price list of its own, in force or to come. What is declined is open again when another month reaches it. May be decided anew; who did what is in the audit log.',
    body: EnterpriseDecision,
    responses: { 200: Enterprise },
    refuses: ['conflict'],
    example: { request: { decision: 'granted', note: examples.enterprise.note }, response: examples.enterprise },
    handle: async (tx, actor, { ids, body }) =>
      ok(await operators.decideEnterprise(tx, actor, ids.organization_id as Uuid, body)),
  }),
]
