// When an account is let alone because its provider says so.

import type { SendResult } from '#messaging/channels/adapter.ts'
import type { Held } from './gates.ts'
import { THROTTLED_PAUSE_MS, waitOf } from './rules.ts'

/** Until when its provider wants nothing from the account at all; null when it does not say so. */
export function pauseOf(result: SendResult | Held, at: Date): Date | null {
  if (!('outcome' in result) || result.outcome !== 'throttled' || result.of === 'recipient') return null
  return new Date(at.getTime() + Math.max(waitOf(result.retryAfterMs), THROTTLED_PAUSE_MS))
}
