// Generous limit of requests per minute and token in this process, to protect the server only. Messages are never
// limited. Headers: draft-ietf-httpapi-ratelimit-headers.

import { reasonOf } from '#kit/messages/reasons.ts'
import { SlowDown } from '#kit/refusals.ts'

const WINDOW_SECONDS = 60
const TOKENS_MAX = 50_000

interface Window {
  started: number
  used: number
}

export interface RateLimit {
  /** Counts a request; throws SlowDown when the limit of the minute is reached. `seconds` is a monotonic clock. */
  take(callerId: string, seconds: number): { policy: string; state: string }
}

export function createRateLimit(quota: number): RateLimit {
  const windows = new Map<string, Window>()
  const policy = `"token";q=${quota};w=${WINDOW_SECONDS}`
  return {
    take(callerId, seconds) {
      let window = windows.get(callerId)
      if (!window || seconds - window.started >= WINDOW_SECONDS) {
        if (windows.size >= TOKENS_MAX) windows.clear()
        window = { started: seconds, used: 0 }
        windows.set(callerId, window)
      }
      const left = Math.ceil(WINDOW_SECONDS - (seconds - window.started))
      if (window.used >= quota) {
        throw new SlowDown(reasonOf('rate_limited', { max: quota, seconds: left }), left)
      }
      window.used++
      return { policy, state: `"token";r=${quota - window.used};t=${left}` }
    },
  }
}
