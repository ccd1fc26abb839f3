// Meaning of the Graph API's error codes, for responses and for later statuses. Source: Meta's "Cloud API error codes".

import { type Detail, type Details, detailsOf } from '#kit/messages/details.ts'
import type { SendResult } from '../adapter.ts'
import type { CloudAnswer } from './cloud-api.ts'

const DETAIL_MAX = 500
/** So that the sentence that quotes it fits into 500 characters. */
const SAID_MAX = 470
/** Meta's pair rate: one message in 6 seconds to the same recipient. */
const PAIR_PAUSE_MS = 6_000

/**
 * `refused`: permanent, with our reason code. `throttled`, `temporary`, `unavailable`: as in the adapter's result; the
 * last concerns the account. A later status with a code of `temporary` counts as possibly sent; with any other code
 * here the message was not sent and is refunded.
 */
type Meaning = { refused: string } | 'throttled' | 'recipient_throttled' | 'temporary' | 'unavailable'

const refused = (code: string): Meaning => ({ refused: code })

const meanings: Readonly<Record<number, Meaning>> = {
  // The account: permissions and credentials.
  0: 'unavailable', // the sign-in failed
  3: 'unavailable', // the app lacks the capability
  10: 'unavailable', // permission not granted
  33: 'unavailable', // the number was deleted
  190: 'unavailable', // the access token has expired
  368: 'unavailable', // blocked for violations of policy
  131005: 'unavailable', // access denied
  131031: 'unavailable', // the account is locked
  131037: 'unavailable', // the display name is not approved
  131042: 'unavailable', // a problem with the payment
  131045: 'unavailable', // a problem with the registration
  131048: 'unavailable', // too many messages were reported as spam
  131057: 'unavailable', // under maintenance
  133006: 'unavailable', // the number must be verified again
  133010: 'unavailable', // the number is not registered

  // Rate limits.
  4: 'throttled', // calls of the app
  80007: 'throttled', // calls of the business account
  130429: 'throttled', // messages of the number
  131056: 'recipient_throttled', // messages to one recipient

  // Errors at Meta itself.
  1: 'temporary',
  2: 'temporary',
  131000: 'temporary',
  131016: 'temporary',
  133004: 'temporary',

  // The recipient.
  130472: refused('held_by_provider'), // is part of an experiment
  130497: refused('recipient_not_allowed'), // in a country to which sending is not allowed
  131021: refused('recipient_not_allowed'), // is the sender
  131026: refused('recipient_unreachable'),
  131030: refused('recipient_not_allowed'), // not on the list of a test number
  131047: refused('session_window_closed'),
  131049: refused('held_by_provider'), // receives too much of this kind; retry after a day at the earliest
  131050: refused('recipient_unsubscribed'), // from marketing, at WhatsApp itself
  131062: refused('recipient_not_allowed'), // an authentication template to a contact without a phone number

  // The message.
  100: refused('invalid_message'),
  131001: refused('invalid_message'), // too long
  131002: refused('invalid_message'), // the recipient type does not exist
  131006: refused('invalid_message'), // refers to something that does not exist
  131008: refused('invalid_message'),
  131009: refused('invalid_message'),
  135000: refused('invalid_message'), // an unknown error in the request
  131043: refused('expired_unsent'), // was not sent within its time to live
  131051: refused('content_not_taken'),
  131052: refused('media_not_taken'),
  131053: refused('media_not_taken'),

  // The template.
  132000: refused('template_mismatch'),
  132001: refused('template_unavailable'),
  132005: refused('template_too_long'),
  132007: refused('template_unavailable'),
  132012: refused('template_mismatch'),
  132015: refused('template_unavailable'), // paused
  132016: refused('template_unavailable'), // disabled
  132068: refused('template_unavailable'), // its flow is blocked
  132069: refused('template_unavailable'), // its flow is throttled
}

/** 200 to 299: a permission is missing. */
const meaningOf = (code: number): Meaning | undefined =>
  meanings[code] ?? (code >= 200 && code <= 299 ? 'unavailable' : undefined)

/** The object does not exist or the token may not access it: the account's ids are wrong, whatever is sent. */
const ABSENT_OBJECT = { code: 100, subcode: 33 }

export interface GraphError {
  code: number
  subcode: number | null
  /** With Meta's code. */
  detail: readonly Detail[]
}

/** The result of a message by its response. */
export function outcomeOfAnswer(answer: CloudAnswer, now: Date): SendResult {
  const { status, body } = answer
  const error = graphErrorOf((body as { error?: unknown } | null)?.error)
  if (error) return outcomeOfError(error, answer, now)
  const detail = detailsOf('cloud_api_status', { status })
  if (status >= 200 && status < 300) {
    const providerId = acceptedAs(body)
    return providerId === null ? { outcome: 'unknown', detail } : { outcome: 'accepted', providerId }
  }
  if (status === 429) return { outcome: 'throttled', detail, retryAfterMs: retryAfterMs(answer, now) }
  if (status === 503) return { outcome: 'temporary', detail, retryAfterMs: retryAfterMs(answer, now) }
  if (status === 401 || status === 403) return { outcome: 'unavailable', detail }
  if (status >= 400 && status < 500) return { outcome: 'refused', code: 'refused', detail }
  // A redirect: something else is in front of the API.
  if (status >= 300 && status < 400) return { outcome: 'unavailable', detail }
  // A proxy may have returned this after the API accepted the message.
  return { outcome: 'unknown', detail }
}

function outcomeOfError({ code, subcode, detail }: GraphError, answer: CloudAnswer, now: Date): SendResult {
  if (code === ABSENT_OBJECT.code && subcode === ABSENT_OBJECT.subcode) return { outcome: 'unavailable', detail }
  const meaning = meaningOf(code) ?? meaningOfStatus(answer.status)
  if (typeof meaning === 'object') return { outcome: 'refused', code: meaning.refused, detail }
  if (meaning === 'unavailable') return { outcome: 'unavailable', detail }
  const afterMs = retryAfterMs(answer, now)
  if (meaning === 'recipient_throttled')
    return { outcome: 'throttled', detail, retryAfterMs: afterMs ?? PAIR_PAUSE_MS, of: 'recipient' }
  return { outcome: meaning, detail, retryAfterMs: afterMs }
}

/** Rate limits on calls about business accounts and templates, which never apply to messages. */
const TOO_MANY_CALLS: readonly number[] = [613, 80008, 80012]

/** True when the error does not concern the requested object: the same request can be repeated. */
export function isAboutAccount({ code, subcode }: GraphError): boolean {
  const isAbsent = code === ABSENT_OBJECT.code && subcode === ABSENT_OBJECT.subcode
  return isAbsent || TOO_MANY_CALLS.includes(code) || typeof meaningOf(code) === 'string'
}

/** For a code that is not in the table. */
function meaningOfStatus(status: number): Meaning {
  if (status === 429) return 'throttled'
  if (status >= 500) return 'temporary'
  return status === 401 || status === 403 ? 'unavailable' : refused('refused')
}

function acceptedAs(body: unknown): string | null {
  const { messages } = (body ?? {}) as { messages?: unknown }
  const [first] = Array.isArray(messages) ? messages : []
  const { id } = (first ?? {}) as { id?: unknown }
  return typeof id === 'string' && id !== '' ? id : null
}

/** The meaning of a `failed` status for an accepted message. */
export function outcomeOfStatus(errors: unknown): {
  status: 'failed' | 'undelivered'
  error: { code: string; detail: Details }
} {
  const [first] = Array.isArray(errors) ? errors : []
  const error = graphErrorOf(first)
  if (!error) return { status: 'undelivered', error: { code: 'undelivered', detail: detailsOf('meta_gave_no_reason') } }
  const { code, detail } = error
  const meaning = meaningOf(code)
  if (typeof meaning === 'object') return { status: 'failed', error: { code: meaning.refused, detail } }
  if (meaning === 'unavailable') return { status: 'failed', error: { code: 'account_unavailable', detail } }
  if (meaning === 'throttled' || meaning === 'recipient_throttled')
    return { status: 'failed', error: { code: 'throttled', detail } }
  return { status: 'undelivered', error: { code: 'undelivered', detail } }
}

/** Reads both formats: of a response (`message`) and of a status (`title` besides). */
export function graphErrorOf(value: unknown): GraphError | null {
  if (typeof value !== 'object' || value === null) return null
  const { code, error_subcode: subcode, message, title, error_data: data } = value as Record<string, unknown>
  if (typeof code !== 'number' || !Number.isSafeInteger(code)) return null
  const { details } = (typeof data === 'object' && data !== null ? data : {}) as { details?: unknown }
  const words = [message ?? title, details].filter((one) => typeof one === 'string' && one !== '')
  const said = [...new Set(words)].join(': ')
  return {
    code,
    subcode: typeof subcode === 'number' ? subcode : null,
    detail: metaSaid(code, said),
  }
}

/** Meta's error text with its code, if Meta gave one. */
export function metaSaid(code: number, words: string): readonly Detail[] {
  const said = oneLine(words).slice(0, SAID_MAX).toWellFormed()
  return said === '' ? detailsOf('meta_error', { code }) : detailsOf('meta_said', { code, said })
}

export const oneLine = (text: string): string =>
  text
    .toWellFormed()
    .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .trim()
    .slice(0, DETAIL_MAX)
    .toWellFormed()

/** Seconds, or a date: RFC 9110 §10.2.3. */
function retryAfterMs({ retryAfter }: CloudAnswer, now: Date): number | null {
  if (retryAfter === null) return null
  if (/^\d{1,9}$/.test(retryAfter)) return Number(retryAfter) * 1000
  const at = Date.parse(retryAfter)
  return Number.isNaN(at) ? null : Math.max(0, at - now.getTime())
}
