// API schemas of push subscriptions.

import { pageQuery } from '#edge/paging.ts'
import { In, Out, type Static, Type, URL_MAX } from '#kit/wire.ts'

const KEY_MAX = 200

export const PushSubscription = Type.Object(
  {
    id: Out.id('psub'),
    endpoint: Type.String({
      description:
        'URL of the push service for this subscription. Keep it secret: together with the keys, it allows sending notifications to the browser.',
    }),
    browser: Out.nullable(
      Type.String({
        description: 'Browser and its major version. Null if the subscription was created with an access token.',
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
          description: 'Expiry of the subscription in Unix milliseconds, or null, as reported by the browser.',
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
      description:
        'VAPID public key for `applicationServerKey`: a P-256 point in base64url. It is the same for all users and never changes.',
    }),
  },
  { $id: 'PushKey' },
)

export const SubscriptionQuery = In.object(pageQuery('psub'))
