// Events as the API returns them.

import { pageQuery } from '#edge/paging.ts'
import { In, Out, type Static, Type } from '#kit/wire.ts'

export const FeedEvent = Type.Object(
  {
    id: Out.id('evt'),
    type: Type.String({
      description: 'Type of the event, such as `message.received`. Every type is described under `webhooks`.',
    }),
    object_id: Type.String({
      description: 'ID of the resource that the event is about.',
      examples: ['msg_01jd3v9k7he2n8q4x5c6t7w8yz'],
    }),
    position: Type.Integer({
      description:
        "Position of the event in the organization's sequence of events. Events are published in this order, without gaps.",
    }),
    data: Type.Object(
      {},
      {
        additionalProperties: true,
        description:
          'The resource at the time of the event, in the shape of the API. `{"deleted": true}` once the resource has been deleted.',
      },
    ),
    created_at: Out.time(),
  },
  { $id: 'Event' },
)
export type FeedEvent = Static<typeof FeedEvent>

export const TYPE_PATTERN = '^(\\*|[a-z_]+\\.(\\*|[a-z_]+))$'

export const TYPE_MAX = 100

/** More than the number of nouns and types that anybody could list. */
export const PATTERNS_MAX = 50

const typeFilter = () =>
  Type.Optional(
    Type.Array(Type.String({ pattern: TYPE_PATTERN, maxLength: TYPE_MAX, examples: ['message.*'] }), {
      minItems: 1,
      maxItems: PATTERNS_MAX,
      description:
        'Event type, or all types of a noun (`message.*`). Repeat the parameter for several: `type=a&type=b`.',
    }),
  )

export const StreamQuery = In.object({ type: typeFilter() })

export const EventQuery = In.object({
  ...pageQuery('evt'),
  after: Type.Optional(
    Type.String({
      pattern: '^(0|evt_[0-7][0-9a-hjkmnp-tv-z]{25})$',
      description:
        'Event ID. Returns the events after it in publishing order, oldest first. `0` starts with the oldest stored event.',
      examples: ['evt_01jd3v9k7he2n8q4x5c6t7w8yz'],
    }),
  ),
  type: typeFilter(),
  object_id: Type.Optional(In.line()),
  from: Type.Optional(In.time()),
  to: Type.Optional(In.periodEnd()),
})
export type EventQuery = Static<typeof EventQuery>
