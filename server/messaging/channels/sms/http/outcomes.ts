// Interprets a gateway's response. An unclear one means an unknown outcome: the message may have been sent.

import { detailsOf } from '#kit/messages/details.ts'
import type { SendResult } from '../../adapter.ts'
import type { HttpSettings } from '../settings.ts'
import { fits, GATEWAY_ID_MAX, textAt } from './description.ts'

export interface GatewayAnswer {
  status: number
  text: string
  retryAfterMs: number | null
}

export function outcomeOf(settings: HttpSettings, { status, text, retryAfterMs }: GatewayAnswer): SendResult {
  const json = parsed(text)
  const detail = detailsOf('gateway_status', { status })
  if (settings.refusal !== null && fits(settings.refusal, status, json))
    return { outcome: 'refused', code: 'refused', detail: detailsOf('gateway_refused', { status }) }
  if (fits(settings.success, status, json)) {
    const providerId = textAt(json, settings.message_id)?.slice(0, GATEWAY_ID_MAX)
    // Receipts could not be assigned without it.
    if (!providerId) {
      const place = settings.message_id
      return { outcome: 'unknown', detail: [...detail, ...detailsOf('gateway_without_id', { place })] }
    }
    return { outcome: 'accepted', providerId }
  }
  switch (status) {
    case 429:
      return { outcome: 'throttled', detail, retryAfterMs }
    case 503:
      return { outcome: 'throttled', detail, retryAfterMs }
    case 401:
    case 402:
    case 403:
    case 404:
    case 405:
    case 407:
      // An error of the account, not of the message: a person must fix it.
      return { outcome: 'unavailable', detail }
    case 408:
    case 425:
      return { outcome: 'temporary', detail, retryAfterMs }
  }
  // An unexpected 2xx, a redirect that is not followed, or a 5xx: it may have been accepted.
  if (status < 400 || status >= 500) return { outcome: 'unknown', detail: [...detail, ...detailsOf('gateway_unclear')] }
  return { outcome: 'refused', code: `http_${status}`, detail }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
