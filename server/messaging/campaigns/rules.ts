// Rules of campaigns: status changes, pause reasons and sending times. Pure.

import type { Micros } from '#kit/money.ts'

export const campaignStatuses = ['draft', 'scheduled', 'running', 'paused', 'completed', 'cancelled'] as const
export type CampaignStatus = (typeof campaignStatuses)[number]

/**
 * `user`: paused by a user. `template`, `account`: it cannot be sent as it was started. `complaints`, `bounces`: too
 * many recipients complained or bounced. `restored`: another installation may have sent it. `max_total`: it would cost
 * more than allowed. `failed`: its steps keep failing.
 */
export const pauseReasons = [
  'user',
  'insufficient_balance',
  'template',
  'account',
  'complaints',
  'bounces',
  'restored',
  'max_total',
  'failed',
] as const
export type PauseReason = (typeof pauseReasons)[number]

export interface CampaignState {
  status: CampaignStatus
  pauseReasons: readonly PauseReason[]
  /** False if it was paused before its scheduled start. */
  hasStarted: boolean
}

export type CampaignAct =
  | { act: 'start'; isLater: boolean }
  | { act: 'pause'; reason: PauseReason }
  /** By a user: removes all pause reasons. */
  | { act: 'resume' }
  /** Credit was added. */
  | { act: 'recharge' }
  | { act: 'cancel' }
  | { act: 'complete' }

type Moved = Pick<CampaignState, 'status' | 'pauseReasons'>

/** The state after the act; null if it is not possible. An act without effect returns the same state. */
export function stateAfter(state: CampaignState, given: CampaignAct): Moved | null {
  const { status, pauseReasons: reasons, hasStarted } = state
  const resumed: CampaignStatus = hasStarted ? 'running' : 'scheduled'
  switch (given.act) {
    case 'start':
      return status === 'draft' || (status === 'scheduled' && !given.isLater)
        ? { status: given.isLater ? 'scheduled' : 'running', pauseReasons: [] }
        : null
    case 'pause':
      if (status === 'paused') return { status, pauseReasons: withReason(reasons, given.reason) }
      if (status === 'running' || status === 'scheduled') return { status: 'paused', pauseReasons: [given.reason] }
      return null
    case 'resume':
      return status === 'paused' ? { status: resumed, pauseReasons: [] } : null
    case 'recharge': {
      if (status !== 'paused') return null
      const left = reasons.filter((reason) => reason !== 'insufficient_balance')
      return left.length > 0 ? { status, pauseReasons: left } : { status: resumed, pauseReasons: [] }
    }
    case 'cancel':
      return status === 'scheduled' || status === 'running' || status === 'paused'
        ? { status: 'cancelled', pauseReasons: [] }
        : null
    case 'complete':
      return status === 'running' ? { status: 'completed', pauseReasons: [] } : null
  }
}

const withReason = (reasons: readonly PauseReason[], reason: PauseReason): PauseReason[] =>
  pauseReasons.filter((one) => one === reason || reasons.includes(one))

/** Pause reasons that only stop charging: deliveries that are charged are still sent. */
export const moneyReasons: readonly PauseReason[] = ['insufficient_balance', 'max_total']

/** True when charged deliveries may be sent. */
export const mayDispatch = ({ status, pauseReasons: reasons }: Moved): boolean =>
  status === 'running' || (status === 'paused' && reasons.every((reason) => moneyReasons.includes(reason)))

/** True while the content may be edited. */
export const isEditable = ({ status }: Pick<CampaignState, 'status'>): boolean => status === 'draft'

// --- Sending times --------------------------------------------------------------------------------------------------

const MINUTE_MS = 60_000
const DAY_MINUTES = 24 * 60
/** India's time is 5:30 ahead of UTC, without daylight saving time. */
const INDIA_MINUTES = 330

/** Start and end as minutes of the day in India; across midnight if `to` is not later than `from`. */
export interface QuietHours {
  from: number
  to: number
}

/** `21:30` as minutes of the day; null for anything else. */
export function minutesOf(time: string): number | null {
  const [, hours, minutes] = /^([01]\d|2[0-3]):([0-5]\d)$/.exec(time) ?? []
  return hours === undefined ? null : Number(hours) * 60 + Number(minutes)
}

/** The given time, or the end of the quiet hours that contain it. */
export function outsideQuietHours(at: Date, quiet: QuietHours | null): Date {
  if (quiet === null) return at
  const minute = Math.floor(at.getTime() / MINUTE_MS) + INDIA_MINUTES
  const ofDay = minute % DAY_MINUTES
  const length = (quiet.to - quiet.from + DAY_MINUTES) % DAY_MINUTES
  const since = (ofDay - quiet.from + DAY_MINUTES) % DAY_MINUTES
  if (since >= length) return at
  return new Date((minute - INDIA_MINUTES + length - since) * MINUTE_MS)
}

export interface Pace {
  /** Null: as fast as the channel accepts them. */
  perMinute: number | null
  quiet: QuietHours | null
}

/** The due time of the next delivery, from that of the one before; in milliseconds, with fractions. */
export function nextDue(before: number | null, now: number, { perMinute, quiet }: Pace): number {
  const spaced = before === null || perMinute === null ? now : before + MINUTE_MS / perMinute
  const at = Math.max(spaced, now)
  return Math.max(at, outsideQuietHours(new Date(at), quiet).getTime())
}

/** The estimated end for this many recipients; null without a rate. */
export function finishesAt(recipients: number, from: Date, { perMinute, quiet }: Pace): Date | null {
  if (perMinute === null) return null
  let left = recipients
  let at = outsideQuietHours(from, quiet)
  // From one quiet period to the next, for as many days as needed.
  while (left > 0) {
    const untilQuiet = quiet === null ? Number.POSITIVE_INFINITY : minutesUntil(at, quiet.from)
    const minutes = left / perMinute
    if (minutes <= untilQuiet) return new Date(at.getTime() + Math.ceil(minutes * MINUTE_MS))
    left -= untilQuiet * perMinute
    at = outsideQuietHours(new Date(at.getTime() + untilQuiet * MINUTE_MS), quiet)
  }
  return at
}

function minutesUntil(at: Date, ofDay: number): number {
  const now = (at.getTime() / MINUTE_MS + INDIA_MINUTES) % DAY_MINUTES
  const minutes = (ofDay - now + DAY_MINUTES) % DAY_MINUTES
  return minutes === 0 ? DAY_MINUTES : minutes
}

// --- Automatic pauses ------------------------------------------------------------------------------------------------

/** spec 15.14: rates apply from this number of outcomes on. */
export const OUTCOMES_MIN = 200
const COMPLAINTS_PER_MILLE = 3
const BOUNCES_PER_MILLE = 80

export interface Reactions {
  /** Deliveries with a known outcome. */
  outcomes: number
  complaints: number
  bounces: number
}

/** The reason to pause it, by its recipients' reactions; null if there is none. */
export function stopReason({ outcomes, complaints, bounces }: Reactions): 'complaints' | 'bounces' | null {
  if (outcomes < OUTCOMES_MIN) return null
  if (complaints * 1000 >= outcomes * COMPLAINTS_PER_MILLE) return 'complaints'
  return bounces * 1000 >= outcomes * BOUNCES_PER_MILLE ? 'bounces' : null
}

/** The amount missing for a reservation. */
export const shortfallOf = (needed: Micros, available: Micros): Micros => (needed > available ? needed - available : 0n)
