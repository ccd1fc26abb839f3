// The routes of an organization's private networks, for operators: spec 14.29.

import { ok, type Route, read, write } from '#edge/route.ts'
import type { Uuid } from '#kit/ids.ts'
import { allow, find } from './networks.ts'
import { WebhookNetworks } from './schema.ts'

const common = {
  path: '/v1/organizations/:organization_id/webhook_networks',
  ids: { organization_id: { prefix: 'org', noun: 'organization' } },
  permission: 'installation.operate',
  tag: 'Webhooks',
  example: { response: { networks: ['10.1.0.0/16'] } },
} as const

export const webhookNetworkRoutes = (): Route[] => [
  read({
    ...common,
    operationId: 'retrieveWebhookNetworks',
    method: 'GET',
    summary: "Retrieve the private networks of an organization's webhook endpoints",
    responses: { 200: WebhookNetworks },
    handle: async (tx, _actor, { ids }) => ok({ networks: await find(tx, ids.organization_id as Uuid) }),
  }),
  write({
    ...common,
    operationId: 'updateWebhookNetworks',
    method: 'PUT',
    summary: "Set the private networks of an organization's webhook endpoints",
    description:
      'Its endpoints may be there besides the public networks and those of `SAMVAD_ALLOWED_NETWORKS`, by `http://` too; of what they answer only the status is kept. An empty list takes them back: within a second nothing new goes there.',
    body: WebhookNetworks,
    responses: { 200: WebhookNetworks },
    handle: async (tx, actor, { ids, body }) =>
      ok({
        networks: await allow(tx, { organizationId: ids.organization_id as Uuid, at: actor.at }, actor, body.networks),
      }),
  }),
]
