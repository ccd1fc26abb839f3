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
      "Allows the organization's webhook endpoints in these private networks, in addition to public networks and those of `SAMVAD_ALLOWED_NETWORKS`, and with `http://`. Only the status of their responses is stored. An empty list removes all; no new request is sent there after one second.",
    body: WebhookNetworks,
    responses: { 200: WebhookNetworks },
    handle: async (tx, actor, { ids, body }) =>
      ok({
        networks: await allow(tx, { organizationId: ids.organization_id as Uuid, at: actor.at }, actor, body.networks),
      }),
  }),
]
