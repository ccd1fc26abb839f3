// The stored reason of a failed send. Pure.

import { SamvadError } from '@samvad/sdk'
import type { KeptRefusal } from './kept.ts'

const AGAIN = new Set([408, 429, 502, 503, 504])

/** Null when a retry may succeed. */
export function refusalOf(error: unknown): KeptRefusal | null {
  if (!(error instanceof SamvadError))
    return {
      status: null,
      code: 'unknown',
      title: String(error),
      detail: '',
      reason: null,
      params: {},
      errors: [],
      requestId: null,
    }
  const { status, code, title, detail, reason, params, errors, requestId } = error
  if (status === null || AGAIN.has(status) || code === 'idempotency_in_flight') return null
  return { status, code, title, detail, reason, params, errors, requestId }
}
