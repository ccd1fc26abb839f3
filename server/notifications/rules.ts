// Pure rules of notices: which events notify, whether a due notice is sent, and when it is retried.

import { isDeepStrictEqual } from 'node:util'
import { isTombstone } from '#feed/rules.ts'
import { indianMonth } from '#kit/india/calendar.ts'
import type { NoticeBecame, NoticeChannel } from './carrier.ts'
import { isCoalesced, kindOf, type NoticeType, type Way } from './kinds.ts'
import { isQuiet, type QuietHours, quietUntil } from './quiet-hours.ts'

const SECOND_MS = 1000
const MINUTE_MS = 60 * SECOND_MS
const HOUR_MS = 60 * MINUTE_MS
export const DAY_MS = 24 * HOUR_MS

/** An event older than this when its notice is written or due is listed in the console but not sent. */
export const LEAVES_WITHIN_MS = 3 * DAY_MS
export const NOTICES_KEPT_MS = 90 * DAY_MS
/** New messages of a conversation are added to its existing notice for this long, until it is read. */
export const COALESCED_FOR_MS = HOUR_MS
/** Maximum number of notices per member and channel in 24 hours; at most half of them about messages. */
export const A_DAY_MAX: Readonly<Record<NoticeChannel, number>> = { email: 50, sms: 10, push: 200 }
export const DAY_COUNTS_MS = DAY_MS
/** Longer than any carrier takes: a notice that has been in flight for longer belongs to a dead worker. */
export const LEAVING_MAX_MS = 2 * MINUTE_MS
const FIRST_PAUSE_MS = 30 * SECOND_MS
const LONGEST_PAUSE_MS = HOUR_MS
/** Together these attempts span more than a day. */
export const ATTEMPTS_MAX = 32
/** The longest possible delay, quiet hours included: a longer one was set by a wrong clock. */
export const PUT_OFF_MAX_MS = DAY_MS + HOUR_MS

/** An event, as input for its notices. */
export interface Happened {
  type: NoticeType
  payload: Record<string, unknown>
  created_at: Date
}

/**
 * True when the event notifies anybody. A deleted object notifies nobody, and when a start creates a year's summaries,
 * only the last one notifies.
 */
export function isNews({ type, payload, created_at }: Happened, since: Date | null): boolean {
  if (isTombstone(payload) || (since !== null && created_at < since)) return false
  // A person paused it and is aware of it.
  if (type === 'campaign.paused' && isDeepStrictEqual(payload.pause_reasons, ['user'])) return false
  return type !== 'usage.monthly_summary' || payload.month === monthBefore(created_at)
}

function monthBefore(at: Date): string {
  const [year, month] = indianMonth(at).split('-').map(Number) as [number, number]
  return month === 1 ? `${year - 1}-12` : `${year}-${String(month - 1).padStart(2, '0')}`
}

export const mayStillLeave = (happenedAt: Date, now: Date): boolean =>
  now.getTime() - happenedAt.getTime() < LEAVES_WITHIN_MS

/** A member's choices; types and channels without one have their defaults. */
export type Choices = Readonly<Record<string, Partial<Record<Way, boolean>>>>

export function wants(choices: Choices, type: NoticeType, way: Way): boolean {
  const usual = kindOf(type).by[way]
  return usual === undefined ? false : (choices[type]?.[way] ?? usual)
}

/** A due notice with the state that decides whether it is sent. */
export interface Leaving {
  type: NoticeType
  channel: NoticeChannel
  happenedAt: Date
  attempts: number
  /** True when its object still exists. */
  isThere: boolean
  /** True when the reader is a member and may read the event. */
  mayRead: boolean
  choices: Choices
  quiet: QuietHours | null
  isMuted: boolean
  /** Read in the console, or by opening the conversation. */
  isRead: boolean
  /** Notices sent by this channel in the last 24 hours: in total, and about messages. */
  lately: { all: number; coalesced: number }
}

export type DropReason =
  | 'deleted'
  | 'no_access'
  | 'not_wanted'
  | 'muted'
  | 'read'
  | 'too_old'
  | 'too_many'
  | 'kept_failing'
  | 'refused'
  | 'unreachable'
  | 'settled'

export type Decision = { do: 'leave' } | { do: 'wait'; until: Date } | { do: 'drop'; reason: DropReason }

export function decide(one: Leaving, now: Date): Decision {
  const drop = (reason: DropReason): Decision => ({ do: 'drop', reason })
  if (!one.isThere) return drop('deleted')
  if (!one.mayRead) return drop('no_access')
  if (!wants(one.choices, one.type, one.channel)) return drop('not_wanted')
  if (isCoalesced(one.type) && one.isMuted) return drop('muted')
  if (isCoalesced(one.type) && one.isRead) return drop('read')
  if (!mayStillLeave(one.happenedAt, now)) return drop('too_old')
  if (one.quiet !== null && isQuiet(one.quiet, now)) return { do: 'wait', until: quietUntil(one.quiet, now) }
  // A retried notice was counted at its first attempt.
  if (one.attempts === 0 && isOverTheDay(one)) return drop('too_many')
  return { do: 'leave' }
}

function isOverTheDay({ type, channel, lately }: Pick<Leaving, 'type' | 'channel' | 'lately'>): boolean {
  const max = A_DAY_MAX[channel]
  return lately.all >= max || (isCoalesced(type) && lately.coalesced >= max / 2)
}

/** The state after an attempt. */
export type Settled =
  | { status: 'sent' | 'unknown' }
  | { status: 'waiting'; until: Date }
  | { status: 'dropped'; reason: DropReason }

/** `attempts`: including the one that has just ended. */
export function settledAs(became: NoticeBecame, attempts: number, now: Date, retryAt?: Date): Settled {
  switch (became) {
    case 'sent':
    case 'unknown':
      return { status: became }
    case 'refused':
    case 'unreachable':
      return { status: 'dropped', reason: became }
    case 'deferred':
      if (attempts >= ATTEMPTS_MAX) return { status: 'dropped', reason: 'kept_failing' }
      return { status: 'waiting', until: nextAt(attempts, now, retryAt) }
  }
}

/** 30 s, doubling up to an hour; a carrier can request a longer delay, up to a day, but not a shorter one. */
function nextAt(attempts: number, now: Date, retryAt: Date | undefined): Date {
  const pause = Math.min(FIRST_PAUSE_MS * 2 ** Math.max(attempts - 1, 0), LONGEST_PAUSE_MS)
  const asked = (retryAt?.getTime() ?? 0) - now.getTime()
  return new Date(now.getTime() + Math.min(Math.max(pause, asked), DAY_MS))
}

/** True when a notice, created at `first`, is recent enough to include another message. */
export const isOpen = (first: Date, at: Date): boolean => Math.abs(at.getTime() - first.getTime()) < COALESCED_FOR_MS
