// Routes of plan prices and of the operator's plan lists: spec 23.10 to 23.12.

import { created, ok, type Route, read, write } from '#edge/route.ts'
import type { App } from '#kit/app.ts'
import { Out } from '#kit/wire.ts'
import * as planLists from './actions.ts'
import * as examples from './examples.ts'
import { NewPlanList, PlanListQuery, Plans, PublishedPlanList } from './schema.ts'
import { showPublished } from './show.ts'

const tag = 'Plan lists'
const ids = { id: { prefix: 'planl', noun: 'plan list' } } as const

export const planRoutes = (app: App): Route[] => [
  read({
    operationId: 'retrievePlans',
    method: 'GET',
    path: '/api/v1/billing/plans',
    permission: 'organization.view',
    tag: 'Billing',
    summary: 'Retrieve the plans and their prices',
    description:
      'What a month of each plan costs the organization, with GST by its place of supply, and the next published price if there is one.',
    responses: { 200: Plans },
    example: { response: examples.plans },
    handle: async (tx, { organizationId, at }) =>
      ok(await planLists.shownPlans(tx, organizationId, app.settings.supplier, at)),
  }),
  write({
    operationId: 'publishPlanList',
    method: 'POST',
    path: '/v1/plan_lists',
    permission: 'installation.operate',
    tag,
    summary: 'Publish a plan list',
    description:
      'Publishes the default price of premium or, with `organization_id`, a custom price for that organization. It applies to every payment that is requested from `effective_from` (default: now) on; a period that is paid for keeps its price. A published plan list cannot be changed or deleted. To correct a mistake, publish another one with the same or a later `effective_from`.',
    body: NewPlanList,
    responses: { 201: PublishedPlanList },
    example: { request: examples.planList, response: examples.publishedPlanList },
    async handle(tx, actor, { body }) {
      const shown = showPublished(await planLists.publish(tx, actor, body, actor.at))
      return created(`/v1/plan_lists/${shown.id}`, shown)
    },
  }),
  read({
    operationId: 'listPlanLists',
    method: 'GET',
    path: '/v1/plan_lists',
    permission: 'installation.operate',
    tag,
    summary: 'List plan lists',
    description:
      'All plan lists of the installation: in force, upcoming and replaced, most recently published first. `organization_id` returns only the custom plan lists of that organization; an empty value returns only default plan lists.',
    query: PlanListQuery,
    responses: { 200: Out.list(PublishedPlanList) },
    example: { response: { has_more: false, data: [examples.publishedPlanList] } },
    handle: async (tx, _actor, { query }) => ok(await planLists.list(tx, query)),
  }),
  read({
    operationId: 'retrievePlanList',
    method: 'GET',
    path: '/v1/plan_lists/:id',
    ids,
    permission: 'installation.operate',
    tag,
    summary: 'Retrieve a plan list',
    responses: { 200: PublishedPlanList },
    example: { response: examples.publishedPlanList },
    handle: async (tx, _actor, { ids }) => ok(showPublished(await planLists.find(tx, ids.id as string))),
  }),
]
