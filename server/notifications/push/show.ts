// Converts push subscriptions to their API representation, without encryption keys.

import { publicId, seconds } from '#kit/wire.ts'
import type { SubscriptionRow } from './queries.ts'
import type { PushSubscription } from './schema.ts'

export const showSubscription = ({
  id,
  endpoint,
  browser,
  system,
  expires_at,
  created_at,
}: SubscriptionRow): PushSubscription => ({
  id: publicId('psub', id),
  endpoint,
  browser,
  system,
  expires_at: seconds(expires_at),
  created_at: seconds(created_at),
})
