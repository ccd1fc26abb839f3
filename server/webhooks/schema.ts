// Webhook endpoints and deliveries as the API shows them.

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
    description: 'Types of events, all of a noun (`message.*`), or `*` for all.',
    examples: [['message.*', 'balance.low']],
  })

export const WebhookEndpoint = Type.Object(
  {
    id: Out.id('whe'),
    url: Type.String(),
    description: Out.nullable(Type.String()),
    event_types: Type.Array(Type.String()),
    status: oneOf(endpointStatuses, 'WebhookEndpointStatus'),
    switched_off_because: Out.nullable(oneOf(offReasons, 'SwitchedOffBecause')),
    user_id: Type.String({ ...Out.id('user'), description: 'Who set it last: it is told what they may read.' }),
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
    secret: Type.String({ description: 'What it checks signatures with; shown once.', examples: ['whsec_EXAMPLE'] }),
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
      description: 'Private networks and addresses, IPv4 and IPv6.',
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
        description: 'For so long the earlier secret signs as well; a day by default.',
      }),
    ),
  },
  'SecretRotation',
)

export const Replay = In.object({ from: In.time(), to: In.periodEnd() }, 'WebhookReplay')
export const Replayed = Type.Object({ count: Type.Integer({ description: 'Events that are sent again.' }) })

export const WebhookAttempt = Type.Object(
  {
    at: Out.time(),
    duration_ms: Type.Integer(),
    status_code: Out.nullable(Type.Integer()),
    error: Out.nullable(Type.String()),
    error_details: ShownDetails,
    answer: Out.nullable(
      Type.String({
        description: 'The first 2,048 bytes; null of a private network, and when the object was deleted.',
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
    object_id: Type.String({ description: 'What the event is about.' }),
    status: oneOf(deliveryStates, 'WebhookDeliveryStatus'),
    replay: Type.Boolean({ description: 'Asked for by hand, beside the order of the others.' }),
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
