// When a provider's response pauses an account.

import type { SendResult } from '#messaging/channels/adapter.ts'
import type { Held } from './gates.ts'
import { THROTTLED_PAUSE_MS, waitOf } from './rules.ts'

/** The end of the pause that the provider requested for the whole account; null when it requested none. */
export function pauseOf(result: SendResult | Held, at: Date): Date | null {
  if (!('outcome' in result) || result.outcome !== 'throttled' || result.of === 'recipient') return null
  return new Date(at.getTime() + Math.max(waitOf(result.retryAfterMs), THROTTLED_PAUSE_MS))
}
