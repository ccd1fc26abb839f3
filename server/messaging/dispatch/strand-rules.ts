// Ordering of deliveries: those of one conversation to one contact on one channel share an ordering key ("strand") and
// are sent one after the other. spec 7.75.

import type { Uuid } from '#kit/ids.ts'
import type { ChannelName } from '#messaging/channels/channel.ts'
import { HELD_BACK, isReturned, type Outcome, QUIET_HOURS } from './rules.ts'

/**
 * A postponed delivery blocks its followers for at most this long after its first postponement: a mail that a server
 * accepts only after hours must not stop a conversation for a day. The same limit applies to a follower's total wait
 * for postponed deliveries, so that ten such mails cannot stop it either.
 */
export const HOLDS_FOR_MS = 10 * 60_000
/**
 * Maximum number of deliveries of an ordering key in flight: the first is sent, the others wait for it and occupy their
 * slots.
 */
export const STRAND_IN_HAND_MAX = 4
/** A delivery that waits for longer in memory is requeued: all waits together must fit into a lease. */
export const WAIT_IN_HAND_MS = 2_000
/**
 * A queued delivery is released by the end of the one before it. In case that release was missed, it is checked again
 * after one second, then after as long as it has already waited, so that long queues are not checked continuously.
 */
export const LOOK_AGAIN_MIN_MS = 1_000
export const LOOK_AGAIN_MAX_MS = 10 * 60_000
/** Additional rows that a claim reads when the earliest due ones wait for others. */
export const LOOK_BEYOND = 500

export interface InStrand {
  conversation_id: Uuid | null
  contact_id: Uuid | null
  channel: ChannelName
}

/** Null if it is no longer in a conversation. */
export function strandOf({ conversation_id, contact_id, channel }: InStrand): string | null {
  return conversation_id === null || contact_id === null ? null : `${conversation_id} ${contact_id} ${channel}`
}

/** True when the provider was contacted and the delivery will be retried, as opposed to one that was only requeued. */
export function isPutOff(outcome: Outcome): boolean {
  return outcome.status === 'queued' && !isReturned(outcome) && outcome.errorCode !== HELD_BACK
}

/** True while it waits for earlier postponed deliveries; same rule as `holds` in strand-queries.ts. */
export function waitsForPutOff({ waits_since: since }: { waits_since: Date | null }, now: Date): boolean {
  if (since === null) return true
  const waitedMs = now.getTime() - since.getTime()
  return waitedMs >= 0 && waitedMs <= HOLDS_FOR_MS
}

/** It waits for its hour like a scheduled message: it blocks no other, and is ordered by the new time. */
export function stepsAside({ status, errorCode }: Outcome): boolean {
  return status === 'queued' && errorCode === QUIET_HOURS
}

export interface Placed {
  id: Uuid
  strand_at: Date
}

/** Sorts deliveries by ordering key and position. */
export function inOrder<One extends Placed>(claimed: readonly One[]): One[] {
  return claimed.toSorted((one, next) => {
    const apart = one.strand_at.getTime() - next.strand_at.getTime()
    return apart || (one.id < next.id ? -1 : 1)
  })
}
