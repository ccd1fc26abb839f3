// Routes of deliveries with an unknown outcome: spec 7.14.

import { ok, type Route, read, write } from '#edge/route.ts'
import { Out } from '#kit/wire.ts'
import { Delivery } from '#messaging/messages/schema.ts'
import { showDelivery } from '#messaging/messages/show.ts'
import * as resolutions from './actions.ts'
import * as examples from './examples.ts'
import { DeliveryQuery, NewResolution } from './schema.ts'

const tag = 'Deliveries'

export const resolutionRoutes = (): Route[] => [
  read({
    operationId: 'listDeliveries',
    method: 'GET',
    path: '/v1/deliveries',
    permission: 'messages.view',
    tag,
    summary: 'List deliveries with an unknown outcome',
    description:
      'Returns the deliveries that the provider accepted, or may have accepted, without reporting a result. They keep the status `sending` with the error `outcome_unknown`, and stay charged, until a delivery receipt arrives or a user resolves them. They are never resent automatically. Only deliveries in conversations that you can view, and those of campaigns with `campaigns.view`.',
    query: DeliveryQuery,
    responses: { 200: Out.list(Delivery) },
    example: { response: { has_more: false, data: [examples.unknown] } },
    handle: async (tx, actor, { query }) => ok(await resolutions.list(tx, actor, query)),
  }),
  write({
    operationId: 'resolveDelivery',
    method: 'POST',
    path: '/v1/deliveries/:id/resolve',
    ids: { id: { prefix: 'dlv', noun: 'delivery' } },
    permission: 'messages.manage',
    tag,
    summary: 'Resolve a delivery with an unknown outcome',
    description:
      'Records the outcome that you found out elsewhere, for example in the log of the mail server. Safe to repeat with the same outcome; 409 if another outcome is already known, or if a campaign has ended and its delivery is to be sent again.',
    body: NewResolution,
    responses: { 200: Delivery },
    refuses: ['conflict'],
    example: { request: { as: 'sent' }, response: examples.resolved },
    handle: async (tx, actor, { ids, body }) =>
      ok(showDelivery(await resolutions.resolve(tx, actor, ids.id as string, body.as))),
  }),
]
