// Pure rules of dispatch: when a delivery is tried again, when that ends, and what becomes of it.

import { type Addressed, type ChannelName, channels } from '#channels/rules.ts'
import type { Handover } from '#channels/providers/index.ts'
import type { Uuid } from '#kit/ids.ts'
import type { DeliveryStatus } from './rules.ts'

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

/** After the first try, the second, ...: a day of tries in all, as mail servers commonly make (RFC 5321 §4.5.4.1 asks for 4 to 5 days). */
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
/** The share of a delay by which chance may shorten it, so that what failed together does not come back together. */
export const JITTER = 0.2

/** When to try again after `attempts` tries, or null when there have been enough. `chance` is from 0 to 1. */
export function nextAttempt(attempts: number, at: Date, chance: number, delaysMs = RETRY_DELAYS_MS): Date | null {
  const delayMs = delaysMs[attempts - 1]
  return delayMs === undefined ? null : new Date(at.getTime() + delayMs * (1 - JITTER * chance))
}

/** What is recorded of a delivery that was claimed. `leaseUntil` proves that it is still ours to record. */
export interface Outcome {
  organizationId: Uuid
  id: Uuid
  leaseUntil: Date
  status: Extract<DeliveryStatus, 'queued' | 'sent' | 'failed' | 'cancelled'>
  providerId: string | null
  errorCode: string | null
  errorDetail: string | null
  dueAt: Date | null
  /** Where it went, when that is known: the contact's address at the moment of handing over. */
  address: string | null
}

export interface Claimed {
  org_id: Uuid
  id: Uuid
  attempts: number
  lease_until: Date
}

/** What never left, or may never have, is not paid for: decisions §5.4. */
export function isReversed({ status }: { status: DeliveryStatus }): boolean {
  return status === 'failed' || status === 'cancelled'
}

/** Nothing else of the organization can leave just now either. */
export function isOutage({ status, errorCode }: Outcome): boolean {
  return status === 'queued' && errorCode === 'provider_unavailable'
}

const UNKNOWN =
  'It may or may not have left, and is not sent again, because a second one could not be told from the first.'

export function outcomeOf(claimed: Claimed, handover: Handover, at: Date, chance: number): Outcome {
  const outcome = plain(claimed)
  switch (handover.became) {
    case 'sent':
      return { ...outcome, status: 'sent', providerId: handover.providerId }
    case 'refused':
      return { ...outcome, status: 'failed', errorCode: handover.code, errorDetail: handover.detail }
    case 'unknown':
      return {
        ...outcome,
        status: 'failed',
        errorCode: 'outcome_unknown',
        errorDetail: `${UNKNOWN} ${handover.detail}`,
      }
    case 'deferred': {
      const dueAt = nextAttempt(claimed.attempts, at, chance)
      const { code: errorCode, detail: errorDetail } = handover
      if (dueAt) return { ...outcome, status: 'queued', dueAt, errorCode, errorDetail }
      return {
        ...outcome,
        status: 'failed',
        errorCode,
        errorDetail: `Given up after ${claimed.attempts} tries. ${errorDetail}`,
      }
    }
  }
}

/** Its lease ran out: whoever had it ended without a word, before or after handing it over. */
export function lostOutcome(claimed: Claimed): Outcome {
  const errorDetail = `${UNKNOWN} The process that was sending it ended.`
  return { ...plain(claimed), status: 'failed', errorCode: 'outcome_unknown', errorDetail }
}

/** decisions §5.4: consent and address count at the moment of handing over. Where it goes, or what becomes of it instead. */
export function destinationOf(
  claimed: Claimed & { channel: ChannelName },
  contact: Addressed,
): { address: string } | { outcome: Outcome } {
  const { channel } = claimed
  if (contact.unsubscribed[channel] !== undefined) {
    const errorDetail = `The contact unsubscribed from the channel ${channel} before it left.`
    return { outcome: { ...plain(claimed), status: 'cancelled', errorCode: 'recipient_unsubscribed', errorDetail } }
  }
  const address = channels[channel].addressOf(contact)
  if (address === null) {
    const errorDetail = `The contact had no address on the channel ${channel} any more when it was to leave.`
    return { outcome: { ...plain(claimed), status: 'failed', errorCode: 'recipient_unreachable', errorDetail } }
  }
  return { address }
}

/** Its message or contact was deleted before it was handed over. */
export function withdrawnOutcome(claimed: Claimed): Outcome {
  return { ...plain(claimed), status: 'cancelled' }
}

function plain({ org_id, id, lease_until }: Claimed) {
  return {
    organizationId: org_id,
    id,
    leaseUntil: lease_until,
    providerId: null,
    errorCode: null,
    errorDetail: null,
    dueAt: null,
    address: null,
  }
}

/**
 * Deals free slots out in a circle, one at a time: how many each gets, by how many it has in hand. Nobody comes to have more than
 * `most`, nor more than what is then still free: so the more have much in hand, the less each has, and who comes next finds a slot.
 */
export function dealSlots(free: number, inHand: readonly number[], most: number): number[] {
  const shares = inHand.map(() => 0)
  for (let left = free, before = -1; left !== before; ) {
    before = left
    for (let index = 0; index < shares.length; index++) {
      const share = shares[index] as number
      if ((inHand[index] as number) + share >= Math.min(most, left)) continue
      shares[index] = share + 1
      left--
    }
  }
  return shares
}
