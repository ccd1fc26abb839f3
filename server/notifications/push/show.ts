// Push subscriptions as the API shows them: what they are encrypted with is for no eyes.

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
