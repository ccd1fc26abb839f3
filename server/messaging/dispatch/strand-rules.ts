// The order in which deliveries leave: those of a conversation to one contact on one channel are a strand, and leave
// one after the other. spec 7.75.

import type { Uuid } from '#kit/ids.ts'
import type { ChannelName } from '#messaging/channels/channel.ts'
import { HELD_BACK, isReturned, type Outcome, QUIET_HOURS } from './rules.ts'

/**
 * For so long after it was first put off, what is behind it waits for a delivery: a mail that a server takes only
 * after hours must not hold up a conversation for a day. And for so long, since it was first told to wait, a delivery
 * waits for those that are put off before it, all together: ten such mails must not do it either.
 */
export const HOLDS_FOR_MS = 10 * 60_000
/** Of a strand so many are in hand at most: the first is handed over, the others wait for it and keep their slots. */
export const STRAND_IN_HAND_MAX = 4
/** So long after it was claimed it goes back to the queue: together with all else this must fit into a lease. */
export const WAIT_IN_HAND_MS = 2_000
/**
 * What waits in the queue for one before it is let in by its end. In case that nobody saw that end it is looked at
 * again by itself: after a second, and then after as long as it has waited, so that a long strand is not looked at
 * again and again.
 */
export const LOOK_AGAIN_MIN_MS = 1_000
export const LOOK_AGAIN_MAX_MS = 10 * 60_000
/** So many more are looked at in one claim where those that are due first wait for others. */
export const LOOK_BEYOND = 500

export interface InStrand {
  conversation_id: Uuid | null
  contact_id: Uuid | null
  channel: ChannelName
}

/** Null where it is in no conversation any more. */
export function strandOf({ conversation_id, contact_id, channel }: InStrand): string | null {
  return conversation_id === null || contact_id === null ? null : `${conversation_id} ${contact_id} ${channel}`
}

/** Its provider was asked, and it is tried again: not one that was only given back. */
export function isPutOff(outcome: Outcome): boolean {
  return outcome.status === 'queued' && !isReturned(outcome) && outcome.errorCode !== HELD_BACK
}

/** Whether it still waits for those before it that are put off: as `holds` of strand-queries.ts says it. */
export function waitsForPutOff({ waits_since: since }: { waits_since: Date | null }, now: Date): boolean {
  if (since === null) return true
  const waitedMs = now.getTime() - since.getTime()
  return waitedMs >= 0 && waitedMs <= HOLDS_FOR_MS
}

/** It waits for its hour as a scheduled message does: it holds up nothing, and has its place among those of then. */
export function stepsAside({ status, errorCode }: Outcome): boolean {
  return status === 'queued' && errorCode === QUIET_HOURS
}

export interface Placed {
  id: Uuid
  strand_at: Date
}

/** Those of a strand one after the other. */
export function inOrder<One extends Placed>(claimed: readonly One[]): One[] {
  return claimed.toSorted((one, next) => {
    const apart = one.strand_at.getTime() - next.strand_at.getTime()
    return apart || (one.id < next.id ? -1 : 1)
  })
}
