// Pure rules of submissions: states, whether a form accepts one more, and retries of failed steps.

import { MINUTE_MS } from '#kit/deadlines.ts'
import { dayStart, indianDate } from '#kit/india/calendar.ts'

const DAY_MS = 24 * 3600 * 1000

export const submissionStates = ['stored', 'processing', 'done', 'spam', 'failed'] as const
export type SubmissionState = (typeof submissionStates)[number]

/** `waiting`: the link was sent, its button not pressed. `confirmed`: pressed. `applied`: the effects are stored. */
export const confirmationStates = ['none', 'waiting', 'confirmed', 'applied', 'expired'] as const
export type ConfirmationState = (typeof confirmationStates)[number]

/** `claimed`: the submitted address belongs to a contact, but the visitor has not proven ownership. */
export const contactLinks = ['created', 'claimed', 'confirmed'] as const
export type ContactLink = (typeof contactLinks)[number]

/** Validity of a confirmation link. */
export const CONFIRMATION_VALID_MS = 7 * DAY_MS
/** Maximum confirmation mails per address, organization and day, over all its forms. */
export const MAILS_OF_AN_ADDRESS_A_DAY_MAX = 3
/** Maximum automatic replies of a form per day in India. */
export const AUTO_REPLIES_OF_A_FORM_A_DAY_MAX = 1000
/** An automatic reply delayed for longer is not sent. */
export const AUTO_REPLY_WAIT_MAX_MS = 20 * 3600 * 1000
/** Maximum number of sources per day, in addition to `other`. */
export const SOURCES_A_DAY_MAX = 100
export const OTHER_SOURCE = 'other'
/** Attempts to process a submission before it fails and a person decides. */
export const TRIES_MAX = 8
const PAUSE_FIRST_MS = 5000
const PAUSE_MAX_MS = 30 * MINUTE_MS

/** Midnight in India, `days` days before today's: older submissions are deleted. */
export const keptSince = (at: Date, days: number): Date => new Date(dayStart(indianDate(at)).getTime() - days * DAY_MS)

/** The delay after a failed attempt. */
export const pauseAfter = (tries: number): number =>
  Math.min(PAUSE_FIRST_MS * 2 ** Math.max(0, tries - 1), PAUSE_MAX_MS)

export interface FormState {
  status: string
  suspended_at: Date | null
  deleted_at: Date | null
  opens_at: Date | null
  closes_at: Date | null
  max_submissions: number | null
}

export type Taking = 'open' | 'not_yet' | 'closed' | 'full' | 'unavailable'

/** Whether the form accepts a submission at this time, given that it has `count` already. */
export function takingOf(form: FormState | undefined, count: number, at: Date): Taking {
  if (!form || form.deleted_at !== null || form.suspended_at !== null || form.status !== 'published')
    return 'unavailable'
  if (form.opens_at !== null && at < form.opens_at) return 'not_yet'
  if (form.closes_at !== null && at >= form.closes_at) return 'closed'
  if (form.max_submissions !== null && count >= form.max_submissions) return 'full'
  return 'open'
}

/** The source under which it is counted: an existing one of the day, a new one within the limit, otherwise `other`. */
export function countedSource(known: ReadonlySet<string>, source: string): string {
  if (known.has(source)) return source
  return known.size < SOURCES_A_DAY_MAX ? source : OTHER_SOURCE
}
