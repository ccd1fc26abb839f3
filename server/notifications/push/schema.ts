// Push subscriptions as the API takes and shows them.

import { pageQuery } from '#edge/paging.ts'
import { In, Out, type Static, Type, URL_MAX } from '#kit/wire.ts'

const KEY_MAX = 200

export const PushSubscription = Type.Object(
  {
    id: Out.id('psub'),
    endpoint: Type.String({
      description: 'Of its push service. Who knows it and the keys could write to it: keep it.',
    }),
    browser: Out.nullable(
      Type.String({
        description: 'With its main version; null of one that a token subscribed.',
        examples: ['Firefox 142'],
      }),
    ),
    system: Out.nullable(Type.String({ examples: ['Android'] })),
    expires_at: Out.nullable(Out.time()),
    created_at: Out.time(),
  },
  { $id: 'PushSubscription' },
)
export type PushSubscription = Static<typeof PushSubscription>

export const NewPushSubscription = In.object(
  {
    endpoint: In.line(URL_MAX),
    keys: In.object({ p256dh: In.line(KEY_MAX), auth: In.line(KEY_MAX) }, 'PushSubscriptionKeys'),
    expirationTime: Type.Optional(
      In.nullable(
        Type.Number({
          minimum: 0,
          maximum: 8_640_000_000_000_000,
          description: 'As a browser says it: milliseconds, or null. Named as browsers name it.',
        }),
      ),
    ),
  },
  'NewPushSubscription',
)
export type NewPushSubscription = Static<typeof NewPushSubscription>

export const PushKey = Type.Object(
  {
    public_key: Type.String({
      description: 'For `applicationServerKey`: a point of P-256 in base64url. The same for all, and for good.',
    }),
  },
  { $id: 'PushKey' },
)

export const SubscriptionQuery = In.object(pageQuery('psub'))
