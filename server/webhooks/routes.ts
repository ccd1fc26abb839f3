// The routes of webhook endpoints: spec 14.7.

import { once } from '#edge/idempotency.ts'
import { created, direct, type Idempotency, noContent, ok, type Reply, type Route, read, write } from '#edge/route.ts'
import type { EventKind } from '#events/declaration.ts'
import type { Actor, App } from '#kit/app.ts'
import type { Tx } from '#kit/database/database.ts'
import type { Uuid } from '#kit/ids.ts'
import { newUuid } from '#kit/ids.ts'
import { refusal } from '#kit/refusals.ts'
import { Slots } from '#kit/slots.ts'
import { Out, publicId, seconds } from '#kit/wire.ts'
import * as webhooks from './actions.ts'
import { createCaller, isFence } from './call.ts'
import * as examples from './examples.ts'
import { networksOf } from './networks.ts'
import type { EndpointRow } from './queries.ts'
import { OVERLAP_DEFAULT_SECONDS } from './rules.ts'
import {
  DeliveryQuery,
  EndpointQuery,
  NewWebhookEndpoint,
  Replay,
  Replayed,
  SecretRotation,
  WebhookAttempt,
  WebhookDelivery,
  WebhookEndpoint,
  WebhookEndpointChange,
  WebhookEndpointWithSecret,
} from './schema.ts'
import { openInAnswer, sealInAnswer, signingSecrets } from './secrets.ts'
import { createShowDelivery, showAttempt, showEndpoint, storedAttempt } from './show.ts'
import { signed } from './signing.ts'

const tag = 'Webhooks'
const permission = 'webhooks.manage'
const ids = { id: { prefix: 'whe', noun: 'webhook endpoint' } } as const
const idsOfDelivery = { ...ids, delivery_id: { prefix: 'whd', noun: 'webhook delivery' } } as const

/** Concurrent endpoint tests of a process: each may take until the deadline. */
const TESTS_AT_ONCE = 20
const TEST_WAIT_MS = 2000

export const webhookRoutes = (app: App, kinds: readonly EventKind[]): Route[] => [
  ...endpointRoutes(app, kinds),
  ...callingRoutes(app, kinds),
]

function endpointRoutes(app: App, kinds: readonly EventKind[]): Route[] {
  const { database, sealer, settings } = app
  const terms = { kinds, sealer, allowedNetworks: settings.allowedNetworks }

  /** The response stored for repeated requests contains the secret encrypted, so that it is readable nowhere. */
  async function withSecret(
    idempotency: Idempotency | null,
    actor: Actor,
    make: (tx: Tx) => Promise<{ row: EndpointRow; secret: string }>,
    answer: (body: object, id: string) => Reply,
  ): Promise<Reply> {
    const reply = await database.transaction((tx) => {
      const work = async () => {
        const { row, secret } = await make(tx)
        const shown = showEndpoint(row)
        return answer({ ...shown, secret: sealInAnswer(sealer, shown.id, secret) }, shown.id)
      }
      return idempotency ? once(tx, actor, idempotency, work) : work()
    }, actor.organizationId)
    const shown = reply.body as { id: string; secret: string }
    return { ...reply, body: { ...shown, secret: openInAnswer(sealer, shown) } }
  }

  return [
    read({
      operationId: 'listWebhookEndpoints',
      method: 'GET',
      path: '/v1/webhook_endpoints',
      permission,
      tag,
      summary: 'List webhook endpoints',
      query: EndpointQuery,
      responses: { 200: Out.list(WebhookEndpoint) },
      example: { response: { has_more: false, data: [examples.endpoint] } },
      handle: async (tx, actor, { query }) => ok(await webhooks.list(tx, actor, query)),
    }),
    direct({
      operationId: 'createWebhookEndpoint',
      method: 'POST',
      path: '/v1/webhook_endpoints',
      permission,
      freshAuthentication: true,
      tag,
      summary: 'Create a webhook endpoint',
      description:
        'Sends a `POST` for each new event of these types that you can view, signed according to Standard Webhooks (`webhook-id`, `webhook-timestamp`, `webhook-signature`) with the `secret`, which is returned only in this response. Events of one resource are sent in order. A request that gets no 2xx response within 15 seconds is retried for three days and delays only events of the same resource.',
      body: NewWebhookEndpoint,
      responses: { 201: WebhookEndpointWithSecret },
      refuses: ['conflict'],
      example: {
        request: { url: examples.endpoint.url, event_types: examples.endpoint.event_types, description: 'The shop' },
        response: { ...examples.endpoint, secret: 'whsec_EXAMPLE' },
      },
      handle: (idempotency, actor, { body }) =>
        withSecret(
          idempotency,
          actor,
          (tx) => webhooks.create(tx, actor, body, terms),
          (shown, id) => created(`/v1/webhook_endpoints/${id}`, shown),
        ),
    }),
    read({
      operationId: 'retrieveWebhookEndpoint',
      method: 'GET',
      path: '/v1/webhook_endpoints/:id',
      ids,
      permission,
      tag,
      summary: 'Retrieve a webhook endpoint',
      responses: { 200: WebhookEndpoint },
      handle: async (tx, actor, { ids }) => ok(showEndpoint(await webhooks.find(tx, actor, ids.id as Uuid))),
    }),
    write({
      operationId: 'updateWebhookEndpoint',
      method: 'PUT',
      path: '/v1/webhook_endpoints/:id',
      ids,
      permission,
      tag,
      summary: 'Update a webhook endpoint',
      description:
        'Fields that are omitted stay unchanged. The endpoint then receives the events that you can view. `paused` keeps events for three days. Setting an endpoint that was switched off to `enabled` sends only new events; use `replay` for the events in between.',
      body: WebhookEndpointChange,
      responses: { 200: WebhookEndpoint },
      async handle(tx, actor, { ids, body }) {
        return ok(showEndpoint(await webhooks.change(tx, actor, ids.id as Uuid, body, terms)))
      },
    }),
    write({
      operationId: 'deleteWebhookEndpoint',
      method: 'DELETE',
      path: '/v1/webhook_endpoints/:id',
      ids,
      permission,
      tag,
      summary: 'Delete a webhook endpoint',
      responses: { 204: null },
      async handle(tx, actor, { ids }) {
        await webhooks.remove(tx, actor, ids.id as Uuid)
        return noContent()
      },
    }),
    direct({
      operationId: 'rotateWebhookSecret',
      method: 'POST',
      path: '/v1/webhook_endpoints/:id/rotate_secret',
      ids,
      permission,
      freshAuthentication: true,
      tag,
      summary: 'Rotate the secret of a webhook endpoint',
      description:
        'Returns the new `secret`, only once. The previous secret stays valid for 24 hours, or for `overlap_seconds`; until then each request carries both signatures.',
      body: SecretRotation,
      responses: { 200: WebhookEndpointWithSecret },
      handle: (idempotency, actor, { ids, body }) =>
        withSecret(
          idempotency,
          actor,
          (tx) =>
            webhooks.rotateSecret(tx, actor, ids.id as Uuid, body.overlap_seconds ?? OVERLAP_DEFAULT_SECONDS, sealer),
          ok,
        ),
    }),
  ]
}

function callingRoutes(app: App, kinds: readonly EventKind[]): Route[] {
  const { database, sealer, clock } = app
  const showDelivery = createShowDelivery(kinds)
  const slots = new Slots(TESTS_AT_ONCE)
  const busy = () => refusal('temporarily_unavailable', 'too_many_webhook_tests')
  let caller: ReturnType<typeof createCaller> | undefined

  return [
    direct({
      operationId: 'testWebhookEndpoint',
      method: 'POST',
      path: '/v1/webhook_endpoints/:id/test',
      ids,
      permission,
      tag,
      summary: 'Test a webhook endpoint',
      description:
        'Sends one event of the type `webhook_endpoint.tested`, which is not in the list of events, and returns the result.',
      responses: { 200: WebhookAttempt },
      async handle(_idempotency, actor, { ids }) {
        const row = await webhooks.find(database.reads, actor, ids.id as Uuid)
        const networks = await networksOf(database.reads, actor.organizationId)
        const at = clock()
        const { id } = showEndpoint(row)
        const told = { id: publicId('evt', newUuid(at.getTime())), type: 'webhook_endpoint.tested', object_id: id }
        const body = JSON.stringify({ ...told, position: 0, data: { id }, created_at: seconds(at) })
        const headers = signed(told.id, at, body, signingSecrets(sealer, actor.organizationId, row, at))
        caller ??= createCaller(app)
        const { call } = caller
        const attempt = await slots
          .take(() => call({ url: row.url, headers, body, networks }), { withinMs: TEST_WAIT_MS, otherwise: busy })
          .catch((error: unknown) => {
            throw isFence(error) ? refusal('temporarily_unavailable', 'installation_fenced') : error
          })
        return ok(showAttempt(storedAttempt(attempt)))
      },
    }),
    write({
      operationId: 'replayWebhookEvents',
      method: 'POST',
      path: '/v1/webhook_endpoints/:id/replay',
      ids,
      permission,
      tag,
      summary: 'Replay events',
      description:
        'Resends the events of a period, at most 10,000, that you can view, with the same `webhook-id` and the header `webhook-replay: true`. New events are sent in parallel.',
      body: Replay,
      responses: { 202: Replayed },
      refuses: ['conflict'],
      async handle(tx, actor, { ids, body }) {
        return { status: 202, body: { count: await webhooks.replay(tx, actor, ids.id as Uuid, body, kinds) } }
      },
    }),
    read({
      operationId: 'listWebhookDeliveries',
      method: 'GET',
      path: '/v1/webhook_endpoints/:id/deliveries',
      ids,
      permission,
      tag,
      summary: 'List the deliveries of a webhook endpoint',
      description:
        'Returns the deliveries that were attempted, newest first, with their attempts, for events that you can view. Deliveries are stored as long as their events.',
      query: DeliveryQuery,
      responses: { 200: Out.list(WebhookDelivery) },
      example: { response: { has_more: false, data: [examples.delivery] } },
      handle: async (tx, actor, { ids, query }) =>
        ok(await webhooks.listDeliveries(tx, actor, ids.id as Uuid, query, kinds)),
    }),
    read({
      operationId: 'retrieveWebhookDelivery',
      method: 'GET',
      path: '/v1/webhook_endpoints/:id/deliveries/:delivery_id',
      ids: idsOfDelivery,
      permission,
      tag,
      summary: 'Retrieve a delivery of a webhook endpoint',
      description: 'Returns the delivery with its attempts. For the content of the event, use `GET /v1/events/{id}`.',
      responses: { 200: WebhookDelivery },
      example: { response: examples.delivery },
      handle: async (tx, actor, { ids }) =>
        ok(showDelivery(await webhooks.findDelivery(tx, actor, ids.id as Uuid, ids.delivery_id as Uuid, kinds))),
    }),
    write({
      operationId: 'retryWebhookDelivery',
      method: 'POST',
      path: '/v1/webhook_endpoints/:id/deliveries/:delivery_id/retry',
      ids: idsOfDelivery,
      permission,
      tag,
      summary: 'Retry a delivery of a webhook endpoint',
      description:
        'Sends a delivery that waits for a retry now. A delivery that has ended is sent again as a new delivery with `replay`.',
      responses: { 202: WebhookDelivery },
      refuses: ['conflict'],
      async handle(tx, actor, { ids }) {
        const row = await webhooks.retry(tx, actor, ids.id as Uuid, ids.delivery_id as Uuid, kinds)
        return { status: 202, body: showDelivery(row) }
      },
    }),
  ]
}
