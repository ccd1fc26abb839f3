// Events of webhook endpoints.

import { declareEvents } from '#events/declaration.ts'
import type { EndpointRow } from './queries.ts'
import { WebhookEndpoint } from './schema.ts'
import { showEndpoint } from './show.ts'

export const webhookEvents = declareEvents(
  { object: 'whe', readers: { permission: 'webhooks.manage' } },
  {
    'webhook_endpoint.switched_off': {
      description:
        'A webhook endpoint was switched off: it failed for 5 days, returned 410 (Gone), or its user can no longer view any of its events.',
      payload: WebhookEndpoint,
    },
  },
)

export const endpointSwitchedOff = (row: EndpointRow) =>
  webhookEvents.event('webhook_endpoint.switched_off', row.id, showEndpoint(row))
