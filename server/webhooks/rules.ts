// Pure rules of webhooks: valid addresses, retries, and switching off failing endpoints.

import { isIP } from 'node:net'
import { hostOf, isOwnMachine } from '#kit/chosen-hosts.ts'
import type { Detail } from '#kit/messages/details.ts'
import type { MayReach } from '#kit/networks.ts'
import { invalid } from '#kit/refusals.ts'

const SECOND_MS = 1000
const MINUTE_MS = 60 * SECOND_MS
const HOUR_MS = 60 * MINUTE_MS
export const DAY_MS = 24 * HOUR_MS

export const ENDPOINTS_MAX = 50
/** For DNS, connection, TLS, headers and body together. */
export const ATTEMPT_MS = 15 * SECOND_MS
/** Stored bytes of a response. */
export const ANSWER_KEPT_BYTES = 2048
/** Retries: 72 hours in all. Counted, not measured by the clock: a clock step neither ends nor stalls them. */
const GAPS_MS = [
  5 * SECOND_MS,
  30 * SECOND_MS,
  2 * MINUTE_MS,
  10 * MINUTE_MS,
  30 * MINUTE_MS,
  HOUR_MS,
  2 * HOUR_MS,
  4 * HOUR_MS,
  8 * HOUR_MS,
  12 * HOUR_MS,
  12 * HOUR_MS,
  12 * HOUR_MS,
  12 * HOUR_MS,
  8 * HOUR_MS + 17 * MINUTE_MS + 25 * SECOND_MS,
]
export const ATTEMPTS_MAX = GAPS_MS.length + 1
/** The longest possible delay: a longer one was set by another clock. */
export const PUT_OFF_MAX_MS = DAY_MS
/** An endpoint that accepts nothing for this long, in this many attempts, is switched off. */
const FAILING_MS = 5 * DAY_MS
const FAILURES_MIN = ATTEMPTS_MAX
/** How long events are kept for a paused endpoint. */
export const PAUSED_KEEPS_MS = 3 * DAY_MS
export const OVERLAP_DEFAULT_SECONDS = 24 * 3600
export const OVERLAP_MAX_SECONDS = 7 * 24 * 3600
/** Maximum number of events per replay. */
export const REPLAY_MAX = 10_000

/** The result of an attempt. */
export interface Attempt {
  at: Date
  durationMs: number
  /** Null without a response. */
  statusCode: number | null
  error: readonly Detail[] | null
  answer: string | null
  retryAfterMs: number | null
  /** False when certainly nothing was sent. */
  hasLeft: boolean
  /** The address must not be called. */
  isForbidden: boolean
}

export const isTaken = ({ statusCode }: Pick<Attempt, 'statusCode'>): boolean =>
  statusCode !== null && statusCode >= 200 && statusCode < 300

/** The receiver never wants to be called again. */
export const isGone = ({ statusCode }: Pick<Attempt, 'statusCode'>): boolean => statusCode === 410

/** The time of the next retry after `made` attempts; null for none. A receiver can request more time, not less. */
export function nextAttemptAt(made: number, { at, retryAfterMs }: Pick<Attempt, 'at' | 'retryAfterMs'>): Date | null {
  const gap = GAPS_MS[made - 1]
  if (gap === undefined) return null
  return new Date(at.getTime() + Math.min(PUT_OFF_MAX_MS, Math.max(gap, retryAfterMs ?? 0)))
}

/** Until when the whole endpoint is paused, because it reported overload or unavailability. */
export function restsUntil({ at, statusCode, retryAfterMs }: Attempt): Date | null {
  if (retryAfterMs === null || (statusCode !== 429 && statusCode !== 503)) return null
  return new Date(at.getTime() + Math.min(PUT_OFF_MAX_MS, retryAfterMs))
}

export function isToBeSwitchedOff(failingSince: Date | null, failures: number, now: Date): boolean {
  return failingSince !== null && failures >= FAILURES_MIN && now.getTime() - failingSince.getTime() >= FAILING_MS
}

const isDue = (at: Date, now: Date) => at <= now || at.getTime() > now.getTime() + 2 * PUT_OFF_MAX_MS
export const isRestOver = (at: Date | null, now: Date): boolean => at === null || isDue(at, now)

/** The earliest of the future times, or almost immediately if one is due; null for none. */
export function soonest(times: readonly (Date | null)[], now: Date): Date | null {
  const all = times.flatMap((at) => (at === null ? [] : [Math.max(at.getTime(), now.getTime() + 1)]))
  return all.length === 0 ? null : new Date(Math.min(...all))
}

/** Seconds, or a date. */
export function retryAfterOf(header: string | undefined, now: Date): number | null {
  if (header === undefined) return null
  const ms = /^\d{1,9}$/.test(header.trim()) ? Number(header) * SECOND_MS : Date.parse(header) - now.getTime()
  return Number.isFinite(ms) && ms >= 0 ? ms : null
}

/** Refuses addresses that can never be called; names are resolved at each call. */
export function mustBeAnAddress(text: string, mayReach: MayReach, field = 'url'): void {
  const url = URL.parse(text)
  if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:')) throw invalid(field, 'url_not_https')
  if (url.username !== '' || url.password !== '') throw invalid(field, 'webhook_url_with_password')
  const host = hostOf(url)
  if (isIP(host) !== 0 && !mayReach(host)) throw invalid(field, 'network_not_reachable')
  if (url.protocol === 'http:' && isIP(host) === 0 && !isOwnMachine(host))
    throw invalid(field, 'http_only_for_networks')
}
