// Rules of dispatch: retries, their end, and outcomes. Pure.

import type { Uuid } from '#kit/ids.ts'
import { type Details, detailsOf, sentencesOf } from '#kit/messages/details.ts'
import { PROVIDER_ID_MAX, type SendResult } from '#messaging/channels/adapter.ts'
import type { Addressed, ChannelName } from '#messaging/channels/channel.ts'
import { channels } from '#messaging/channels/channels.ts'
import { type DeliveryStatus, OUTCOME_UNKNOWN } from '#messaging/messages/rules.ts'
import type { Held } from './gates.ts'

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

/**
 * Delays after the first attempt, the second, …: attempts over one day, as mail servers commonly make them
 * (RFC 5321 §4.5.4.1 asks for 4 to 5 days).
 */
export const RETRY_DELAYS_MS: readonly number[] = [
  5 * SECOND,
  30 * SECOND,
  2 * MINUTE,
  10 * MINUTE,
  30 * MINUTE,
  HOUR,
  2 * HOUR,
  4 * HOUR,
  4 * HOUR,
  4 * HOUR,
  4 * HOUR,
  4 * HOUR,
]
/** Maximum random reduction of a delay, so that deliveries that failed together are not retried together. */
export const JITTER = 0.2
/** Upper limit of a delay that a provider requests. */
export const RETRY_AFTER_MAX_MS = 24 * HOUR
/** For a provider that reports throttling without a delay. */
export const THROTTLED_PAUSE_MS = SECOND
/**
 * Counted from acceptance: enough for a large campaign at a slow provider's rate. After that, throttling uses up
 * attempts.
 */
export const THROTTLED_FOR_MAX_MS = 3 * 24 * HOUR
/** How long a channel is paused whose provider is unreachable; then a few deliveries are tried. */
export const OUTAGE_PAUSE_MS = 5 * SECOND
/** Upper limit of a pause, whatever the provider requests. */
export const PAUSE_MAX_MS = MINUTE
/** Shorter than a delivery's lease. */
export const SEND_TIMEOUT_MS = 40 * SECOND
/** Reason of a delivery that was requeued because its account accepts no more: see gates.ts. */
export const HELD_BACK = 'held_back'

/** The provider throttles one recipient; messages to others continue. */
export const RECIPIENT_THROTTLED = 'recipient_throttled'
/** Reason of a delivery that waits for the end of quiet hours. */
export const QUIET_HOURS = 'quiet_hours'

/** The time of the next attempt after `attempts` of them; null if there is none. `chance` is from 0 to 1. */
export function nextAttempt(attempts: number, at: Date, chance: number, delaysMs = RETRY_DELAYS_MS): Date | null {
  const delayMs = delaysMs[attempts - 1]
  return delayMs === undefined ? null : new Date(at.getTime() + delayMs * (1 - JITTER * chance))
}

/** The result of a claimed delivery, to be stored. `leaseUntil` proves that the delivery is still ours. */
export interface Outcome {
  organizationId: Uuid
  id: Uuid
  leaseUntil: Date
  /** `sending` means an unknown outcome: it waits for a receipt or a person. */
  status: Extract<DeliveryStatus, 'queued' | 'sending' | 'sent' | 'failed' | 'cancelled'>
  providerId: string | null
  errorCode: string | null
  errorDetail: Details | null
  dueAt: Date | null
  /** The address the message was sent to, if known: the contact's address at the moment of sending. */
  address: string | null
  /** True if it says nothing about the message and does not count as an attempt. */
  isUncounted?: true
  /** The account's current concurrency limit for the organization. */
  atOnce?: number
  /** Proves, with the lease, that the delivery is still ours. */
  claimId: Uuid | null
  /** The time of the outcome, if it is long before it is recorded. */
  at?: Date
  /** The account that sent it, if another one was accepted from a stale cache. */
  accountId?: Uuid
  /** Provider ids of its parts, if they are not stored yet. */
  partIds?: readonly (string | null)[]
}

export interface Claimed {
  org_id: Uuid
  id: Uuid
  attempts: number
  lease_until: Date
  created_at: Date
  /** Its claim; null if an older version made it. */
  claim_id: Uuid | null
}

/** Refunded when certainly not sent (spec 7.10); otherwise charged until the outcome is known (spec 7.13). */
export function isReversed({ status }: { status: DeliveryStatus }): boolean {
  return status === 'failed' || status === 'cancelled'
}

/** Nothing else of the organization can be sent on the channel either. */
export function isOutage({ status, errorCode }: Outcome): boolean {
  return status === 'queued' && errorCode === 'provider_unavailable'
}

const PAUSING: readonly (string | null)[] = ['throttled', HELD_BACK]

/** The end of the provider's pause for the channel or account; null when there is none. */
export function throttledUntil({ status, errorCode, dueAt }: Outcome, at: Date): Date | null {
  if (status !== 'queued' || !PAUSING.includes(errorCode) || dueAt === null) return null
  return new Date(Math.min(dueAt.getTime(), at.getTime() + PAUSE_MAX_MS))
}

/** A provider's id without characters that PostgreSQL cannot store: one invalid id would fail the whole batch. */
const storable = (id: string): string => id.slice(0, PROVIDER_ID_MAX).replaceAll('\0', '\u{fffd}').toWellFormed()

export function outcomeOf(claimed: Claimed, result: SendResult, at: Date, chance: number): Outcome {
  const outcome = plain(claimed)
  switch (result.outcome) {
    case 'accepted':
      return {
        ...outcome,
        status: 'sent',
        providerId: storable(result.providerId),
        ...(result.partIds ? { partIds: result.partIds.map((id) => id && storable(id)) } : {}),
      }
    case 'refused':
      return { ...outcome, status: 'failed', errorCode: result.code, errorDetail: result.detail }
    case 'unknown':
      return unknownOutcome(claimed, result.detail)
    case 'temporary':
      return laterOutcome(claimed, 'temporarily_refused', result, at, chance)
    case 'unavailable':
      return laterOutcome(claimed, 'provider_unavailable', { ...result, retryAfterMs: null }, at, chance)
    case 'throttled':
      return throttledOutcome(claimed, result, at, chance)
  }
}

/** A retry, unless the attempts are used up. */
export function laterOutcome(
  claimed: Claimed,
  errorCode: string,
  { detail, retryAfterMs }: Later,
  at: Date,
  chance: number,
): Outcome {
  const next = nextAttempt(claimed.attempts, at, chance)
  if (next) {
    const dueAt = new Date(Math.max(next.getTime(), at.getTime() + waitOf(retryAfterMs)))
    return { ...plain(claimed), status: 'queued', dueAt, errorCode, errorDetail: detail }
  }
  const errorDetail = [...detailsOf('gave_up', { tries: claimed.attempts }), ...sentencesOf(detail)]
  return { ...plain(claimed), status: 'failed', errorCode, errorDetail }
}

/** Throttled, which says nothing about the message: no attempt is used up for `THROTTLED_FOR_MAX_MS`. */
function throttledOutcome(claimed: Claimed, later: Later & { of?: 'recipient' }, at: Date, chance: number): Outcome {
  const isTooOld = at.getTime() - claimed.created_at.getTime() > THROTTLED_FOR_MAX_MS
  if (isTooOld) return laterOutcome(claimed, 'throttled', later, at, chance)
  const waitMs = Math.max(waitOf(later.retryAfterMs), THROTTLED_PAUSE_MS)
  const dueAt = new Date(at.getTime() + waitMs)
  return {
    ...plain(claimed),
    status: 'queued',
    dueAt,
    errorCode: later.of === 'recipient' ? RECIPIENT_THROTTLED : 'throttled',
    errorDetail: later.detail,
    isUncounted: true,
  }
}

export interface Later {
  detail: Details
  retryAfterMs: number | null
}

export const waitOf = (retryAfterMs: number | null): number => Math.min(retryAfterMs ?? 0, RETRY_AFTER_MAX_MS)

/** The lease expired: its worker ended before or after sending, without recording anything. */
export function lostOutcome(claimed: Claimed): Outcome {
  return unknownOutcome(claimed, detailsOf('worker_ended'))
}

/** spec 7.13: it keeps its state without a lease: it is neither sent again nor searched for. */
function unknownOutcome(claimed: Claimed, detail: Details): Outcome {
  const errorDetail = [...detailsOf('outcome_unknown'), ...sentencesOf(detail)]
  return { ...plain(claimed), status: 'sending', errorCode: OUTCOME_UNKNOWN, errorDetail }
}

/** Claimed but not sent, as its account accepts no more now: no attempt is used up. */
export function heldBackOutcome(claimed: Claimed, { until, detail, atOnce }: Held): Outcome {
  return {
    ...plain(claimed),
    status: 'queued',
    dueAt: until,
    errorCode: HELD_BACK,
    errorDetail: detail,
    isUncounted: true,
    ...(atOnce === undefined ? {} : { atOnce }),
  }
}

/** Must not be sent at this hour: no attempt is used up, and the channel is not affected. spec 7.84. */
export function quietOutcome(claimed: Claimed, from: Date): Outcome {
  const errorDetail = detailsOf('waits_for_morning', { until: from.toISOString() })
  const why = { errorCode: QUIET_HOURS, errorDetail }
  return { ...plain(claimed), ...why, status: 'queued', dueAt: from, isUncounted: true }
}

/** spec 17.17: queued in a restored copy, but already sent by the original installation. */
export function settledOutcome(claimed: Claimed, before: Date, at: Date): Outcome {
  const errorDetail = detailsOf('settled_as_sent', { at: at.toISOString(), before: before.toISOString() })
  return { ...plain(claimed), status: 'sent', errorCode: 'settled_as_sent', errorDetail }
}

/** Certainly not sent, for a reason outside the message: it waits as before and uses up no attempt. */
export function returnedOutcome(claimed: Claimed, dueAt: Date): Outcome {
  return { ...plain(claimed), status: 'queued', dueAt, isUncounted: true }
}

/** The provider responded and the worker recorded it in its journal, but died before storing it in the database. */
export function rememberedOutcome(claimed: Claimed, noted: Omit<Outcome, keyof ReturnType<typeof keyOf>>): Outcome {
  return { ...noted, ...keyOf(claimed) }
}

/** Says nothing about the channel: no provider was contacted. */
export function isReturned({ status, errorCode }: Outcome): boolean {
  return status === 'queued' && (errorCode === null || errorCode === QUIET_HOURS)
}

/** spec 7.12: consent and address count at the moment of sending. The destination, or the outcome without sending. */
export function destinationOf(
  claimed: Claimed & { channel: ChannelName; reply_to: string | null },
  contact: Addressed,
): { address: string } | { outcome: Outcome } {
  const { channel } = claimed
  if (contact.unsubscribed[channel] !== undefined) {
    const errorDetail = detailsOf('unsubscribed_before_sending', { channel })
    return { outcome: { ...plain(claimed), status: 'cancelled', errorCode: 'recipient_unsubscribed', errorDetail } }
  }
  const suppressed = contact.suppressed?.[channel]
  if (suppressed !== undefined) {
    const errorDetail = detailsOf('suppressed_before_sending', { channel, cause: suppressed })
    return { outcome: { ...plain(claimed), status: 'cancelled', errorCode: 'recipient_suppressed', errorDetail } }
  }
  const address = channels[channel].addressOf(contact)
  if (address === null) {
    const errorDetail = detailsOf('address_gone', { channel })
    return { outcome: { ...plain(claimed), status: 'failed', errorCode: 'recipient_unreachable', errorDetail } }
  }
  return { address: claimed.reply_to ?? address }
}

/** Its message or contact was deleted before sending. */
export function withdrawnOutcome(claimed: Claimed): Outcome {
  return { ...plain(claimed), status: 'cancelled' }
}

function keyOf({ org_id, id, lease_until, claim_id }: Claimed) {
  return { organizationId: org_id, id, leaseUntil: lease_until, claimId: claim_id }
}

/** The fields of an outcome without any result. */
export function plain(claimed: Claimed) {
  return {
    ...keyOf(claimed),
    providerId: null,
    errorCode: null,
    errorDetail: null,
    dueAt: null,
    address: null,
  }
}

/** Queued work: the earliest due time of a channel, or (`channel` null) the earliest end of a lease. */
export interface Waiting {
  channel: ChannelName | null
  due_at: Date
}

/** The next time at which there is work; work on a paused channel is due when the pause ends. Null without work. */
export function nextDue(waiting: readonly Waiting[], pauseOf: (channel: ChannelName) => Date | null): Date | null {
  const times = waiting.map(({ channel, due_at }) => {
    const pausedUntil = channel === null ? null : pauseOf(channel)
    return Math.max(due_at.getTime(), pausedUntil?.getTime() ?? 0)
  })
  return times.length === 0 ? null : new Date(Math.min(...times))
}
