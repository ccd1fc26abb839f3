// Events as the API shows them.

import { pageQuery } from '#edge/paging.ts'
import { In, Out, type Static, Type } from '#kit/wire.ts'

export const FeedEvent = Type.Object(
  {
    id: Out.id('evt'),
    type: Type.String({ description: 'What happened, as `noun.past`; each is described under `webhooks`.' }),
    object_id: Type.String({ description: 'What it is about.', examples: ['msg_01jd3v9k7he2n8q4x5c6t7w8yz'] }),
    position: Type.Integer({
      description: "Its place among the organization's events: the order in which they are told, without a gap.",
    }),
    data: Type.Object(
      {},
      {
        additionalProperties: true,
        description:
          'The resource as it was then, as the API shows it; `{"deleted": true}` when what it is about was deleted since.',
      },
    ),
    created_at: Out.time(),
  },
  { $id: 'Event' },
)
export type FeedEvent = Static<typeof FeedEvent>

export const TYPE_PATTERN = '^(\\*|[a-z_]+\\.(\\*|[a-z_]+))$'

export const TYPE_MAX = 100

/** More patterns than nouns and types that anybody tells apart. */
export const PATTERNS_MAX = 50

const typeFilter = () =>
  Type.Optional(
    Type.Array(Type.String({ pattern: TYPE_PATTERN, maxLength: TYPE_MAX, examples: ['message.*'] }), {
      minItems: 1,
      maxItems: PATTERNS_MAX,
      description: 'A type, or all of a noun: `message.*`. Several are said one after the other: `type=a&type=b`.',
    }),
  )

export const StreamQuery = In.object({ type: typeFilter() })

export const EventQuery = In.object({
  ...pageQuery('evt'),
  after: Type.Optional(
    Type.String({
      pattern: '^(0|evt_[0-7][0-9a-hjkmnp-tv-z]{25})$',
      description:
        'Those told behind this one, oldest first, instead of the newest; `0` for those that are kept from the first on.',
      examples: ['evt_01jd3v9k7he2n8q4x5c6t7w8yz'],
    }),
  ),
  type: typeFilter(),
  object_id: Type.Optional(In.line()),
  from: Type.Optional(In.time()),
  to: Type.Optional(In.periodEnd()),
})
export type EventQuery = Static<typeof EventQuery>
