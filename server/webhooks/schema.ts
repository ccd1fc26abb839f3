// Webhook endpoints and deliveries as the API returns them.

import { pageQuery } from '#edge/paging.ts'
import { TYPE_MAX, TYPE_PATTERN } from '#feed/schema.ts'
import { ShownDetails } from '#kit/stored-details.ts'
import { In, Out, oneOf, type Static, Type, URL_MAX } from '#kit/wire.ts'
import { OVERLAP_MAX_SECONDS } from './rules.ts'

export const endpointStatuses = ['enabled', 'paused', 'switched_off'] as const
export type EndpointStatus = (typeof endpointStatuses)[number]
export const offReasons = ['gone', 'failing', 'no_access'] as const
export type OffReason = (typeof offReasons)[number]
export const deliveryStates = ['delivered', 'retrying', 'failed'] as const
export type DeliveryState = (typeof deliveryStates)[number]

const TYPES_MAX = 100

const eventTypes = () =>
  Type.Array(Type.String({ pattern: TYPE_PATTERN, maxLength: TYPE_MAX }), {
    minItems: 1,
    maxItems: TYPES_MAX,
    description: 'Event types, all types of a noun (`message.*`), or `*` for all.',
    examples: [['message.*', 'balance.low']],
  })

export const WebhookEndpoint = Type.Object(
  {
    id: Out.id('whe'),
    url: Type.String(),
    description: Out.nullable(Type.String()),
    event_types: Type.Array(Type.String()),
    status: Type.Unsafe<EndpointStatus>({
      ...oneOf(endpointStatuses, 'WebhookEndpointStatus'),
      description:
        '`paused` by a user: events are kept for three days. `switched_off` by the service: see `switched_off_because`.',
    }),
    switched_off_because: Type.Unsafe<OffReason | null>({
      ...Out.nullable(oneOf(offReasons, 'SwitchedOffBecause')),
      description:
        '`gone`: it returned 410. `failing`: it failed for 5 days. `no_access`: its user can no longer view any of its events. Null unless switched off.',
    }),
    user_id: Type.String({
      ...Out.id('user'),
      description: 'The user who last changed the endpoint. It receives the events that this user can view.',
    }),
    failing_since: Out.nullable(Out.time()),
    previous_secret_until: Out.nullable(Out.time()),
    created_at: Out.time(),
    updated_at: Out.time(),
  },
  { $id: 'WebhookEndpoint' },
)
export type WebhookEndpoint = Static<typeof WebhookEndpoint>

export const WebhookEndpointWithSecret = Type.Object(
  {
    ...WebhookEndpoint.properties,
    secret: Type.String({
      description: 'Secret to verify signatures with. Returned only once.',
      examples: ['whsec_EXAMPLE'],
    }),
  },
  { $id: 'WebhookEndpointWithSecret' },
)

export const NewWebhookEndpoint = In.object(
  { url: In.line(URL_MAX), event_types: eventTypes(), description: Type.Optional(In.nullable(In.line())) },
  'NewWebhookEndpoint',
)
export type NewWebhookEndpoint = Static<typeof NewWebhookEndpoint>

export const WebhookEndpointChange = In.object(
  {
    url: Type.Optional(In.line(URL_MAX)),
    event_types: Type.Optional(eventTypes()),
    description: Type.Optional(In.nullable(In.line())),
    status: Type.Optional(oneOf(['enabled', 'paused'], 'WebhookEndpointSetTo')),
  },
  'WebhookEndpointChange',
)
export type WebhookEndpointChange = Static<typeof WebhookEndpointChange>

const NETWORKS_MAX = 50

export const WebhookNetworks = In.object(
  {
    networks: Type.Array(In.line(), {
      maxItems: NETWORKS_MAX,
      description: 'Private networks in CIDR notation and addresses, IPv4 and IPv6.',
      examples: [['10.1.0.0/16', 'fd00:1::/64']],
    }),
  },
  'WebhookNetworks',
)

export const SecretRotation = In.object(
  {
    overlap_seconds: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: OVERLAP_MAX_SECONDS,
        description: 'How long the previous secret stays valid, in seconds. By default 24 hours.',
      }),
    ),
  },
  'SecretRotation',
)

export const Replay = In.object({ from: In.time(), to: In.periodEnd() }, 'WebhookReplay')
export const Replayed = Type.Object({ count: Type.Integer({ description: 'Number of events that are resent.' }) })

export const WebhookAttempt = Type.Object(
  {
    at: Out.time(),
    duration_ms: Type.Integer({ description: 'Duration of the request in milliseconds.' }),
    status_code: Out.nullable(
      Type.Integer({ description: 'HTTP status of the response. Null if there was no response.' }),
    ),
    error: Out.nullable(
      Type.String({
        description:
          'Why the request failed other than by its status: no response, a redirect, or an address that is not allowed. Null otherwise.',
      }),
    ),
    error_details: ShownDetails,
    answer: Out.nullable(
      Type.String({
        description:
          'The first 2,048 bytes of the response body. Null for an endpoint in a private network, and once the resource is deleted.',
      }),
    ),
  },
  { $id: 'WebhookAttempt' },
)

export const WebhookDelivery = Type.Object(
  {
    id: Out.id('whd'),
    event_id: Out.id('evt'),
    event_type: Type.String(),
    object_id: Type.String({ description: 'ID of the resource that the event is about.' }),
    status: oneOf(deliveryStates, 'WebhookDeliveryStatus'),
    replay: Type.Boolean({ description: 'Whether it was requested manually, outside the order of other events.' }),
    attempts: Type.Array(WebhookAttempt),
    next_attempt_at: Out.nullable(Out.time()),
    created_at: Out.time(),
    ended_at: Out.nullable(Out.time()),
  },
  { $id: 'WebhookDelivery' },
)
export type WebhookDelivery = Static<typeof WebhookDelivery>

export const EndpointQuery = In.object(pageQuery('whe'))
export const DeliveryQuery = In.object({
  ...pageQuery('whd'),
  status: Type.Optional(oneOf(deliveryStates, 'WebhookDeliveryStatus')),
  event_id: Type.Optional(In.id('evt')),
})
export type DeliveryQuery = Static<typeof DeliveryQuery>
