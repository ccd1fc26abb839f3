// The routes of deliveries of which nobody knows whether they left: spec 7.14.

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
    summary: 'List the deliveries whose outcome is unknown',
    description:
      'Their provider took them in, or may have, and did not say what became of them. They stay `sending` and paid for, with the error `outcome_unknown`, until a receipt or somebody settles them; none is sent again by itself. Those in conversations that the user of the token sees.',
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
    summary: 'Say what became of a delivery whose outcome is unknown',
    description:
      'For whoever found out, such as from the log of the mail server. Saying the same twice changes nothing; 409 when what became of it is known, and another.',
    body: NewResolution,
    responses: { 200: Delivery },
    refuses: ['conflict'],
    example: { request: { as: 'sent' }, response: examples.resolved },
    handle: async (tx, actor, { ids, body }) =>
      ok(showDelivery(await resolutions.resolve(tx, actor, ids.id as string, body.as))),
  }),
]
