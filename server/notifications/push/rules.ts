// Pure rules of web push: valid subscriptions, payloads, and the meaning of responses.

import { createECDH, hash } from 'node:crypto'
import { type ValidationError, validationError } from '#kit/messages/field-errors.ts'
import { publicId } from '#kit/wire.ts'
import type { Attempt } from '#webhooks/rules.ts'
import type { Notice, NoticeBecame } from '../carrier.ts'

const MINUTE_MS = 60_000
const DAY_MS = 24 * 3600 * 1000

/** Maximum number of browsers per member and organization. */
export const SUBSCRIPTIONS_OF_USER_MAX = 10
/** How long a push service stores a notice that it cannot deliver: an older one is no longer relevant. */
export const TTL_SECONDS = 24 * 3600
/** RFC 8291 §4: the size that every push service accepts; it includes header, padding and tag. */
const BODY_BYTES_MAX = 4096
const RECORD_HEADER_BYTES = 86
const PADDING_AND_TAG_BYTES = 17
export const PAYLOAD_BYTES_MAX = BODY_BYTES_MAX - RECORD_HEADER_BYTES - PADDING_AND_TAG_BYTES
const TITLE_MAX = 200
const CUT = '…'
const POINT_BYTES = 65
const AUTH_BYTES = 16
/** RFC 8030 §5.4: at most 32 characters of base64url. */
const TOPIC_CHARACTERS = 32
/** Delays when the push service requests none, and at most. */
const DEFERRED_MS = MINUTE_MS
const DEFERRED_MAX_MS = DAY_MS

/** Notices that must not wait until the phone wakes up. */
const URGENT = ['payment.failed', 'balance.low', 'balance.empty', 'message.received']
export const urgencyOf = ({ type }: Pick<Notice, 'type'>): 'high' | 'normal' =>
  URGENT.includes(type) ? 'high' : 'normal'

/** A push service replaces a stored notice with a later one of the same topic. */
export const topicOf = ({ organizationId, id }: Pick<Notice, 'organizationId' | 'id'>): string =>
  hash('sha256', `${organizationId} ${id}`, 'buffer').toString('base64url').slice(0, TOPIC_CHARACTERS)

/** The payload for the console's service worker. The text is shortened until it fits. */
export function payloadOf(notice: Notice): Buffer {
  const { type, url, language } = notice
  const told = (title: string, body: string, link: string | null) =>
    Buffer.from(
      JSON.stringify({
        id: publicId('ntf', notice.id),
        type,
        title,
        body,
        url: link,
        organization_id: publicId('org', notice.organizationId),
        language,
      }),
    )
  const title = cutTo([...notice.title], TITLE_MAX)
  const text = [...notice.text]
  const fits = (count: number, link: string | null) => told(title, cutTo(text, count), link).length <= PAYLOAD_BYTES_MAX
  const link = fits(0, url) ? url : null
  // The longest that fits, by halving: characters are of one to six bytes here.
  let [least, most] = [0, text.length]
  while (least < most) {
    const middle = Math.ceil((least + most) / 2)
    if (fits(middle, link)) least = middle
    else most = middle - 1
  }
  return told(title, cutTo(text, least), link)
}

const cutTo = (characters: readonly string[], count: number): string =>
  characters.length <= count ? characters.join('') : `${characters.slice(0, Math.max(0, count - 1)).join('')}${CUT}`

/** The error in a browser's key, or null: it must be an uncompressed point on the curve P-256. */
export function pointError(text: string): ValidationError | null {
  const bytes = bytesOf(text)
  if (bytes?.length !== POINT_BYTES || bytes[0] !== 4)
    return validationError('push_key_format', { bytes: POINT_BYTES, key: 'p256dh' })
  const own = createECDH('prime256v1')
  own.generateKeys()
  try {
    own.computeSecret(bytes)
    return null
  } catch {
    return validationError('push_point_not_on_curve', { key: 'p256dh' })
  }
}

export const authError = (text: string): ValidationError | null =>
  bytesOf(text)?.length === AUTH_BYTES ? null : validationError('push_key_format', { bytes: AUTH_BYTES, key: 'auth' })

const bytesOf = (text: string): Buffer | null =>
  /^[\w-]+={0,2}$/.test(text) ? Buffer.from(text.replace(/=+$/, ''), 'base64url') : null

export interface Pushed {
  became: NoticeBecame
  detail: string
  retryAt?: Date
  /** The push service has dropped the subscription. */
  isGone?: true
}

/** RFC 8030 §5 and §7.3. `detail` contains no address. */
export function pushedBy({ statusCode, retryAfterMs, at, hasLeft, isForbidden }: Attempt): Pushed {
  if (statusCode === null) {
    if (isForbidden) return { became: 'refused', detail: 'Its push service is at an address that is not called.' }
    return hasLeft
      ? { became: 'unknown', detail: 'The push service did not answer.' }
      : { became: 'deferred', detail: 'The push service could not be reached.', retryAt: again(at, null) }
  }
  const detail = `The push service answered ${statusCode}.`
  if (statusCode >= 200 && statusCode < 300) return { became: 'sent', detail }
  if (statusCode === 404 || statusCode === 410) return { became: 'unreachable', detail, isGone: true }
  if (statusCode === 429 || statusCode >= 500) return { became: 'deferred', detail, retryAt: again(at, retryAfterMs) }
  return { became: 'refused', detail }
}

const again = (at: Date, afterMs: number | null): Date =>
  new Date(at.getTime() + Math.min(DEFERRED_MAX_MS, Math.max(afterMs ?? DEFERRED_MS, 1000)))

/**
 * For several browsers of one user the best result counts: one success suffices, and when one may have received the
 * notice, nothing is retried.
 */
const BEST_FIRST: readonly NoticeBecame[] = ['sent', 'unknown', 'deferred', 'refused', 'unreachable']

export function together(all: readonly Pushed[]): Pushed {
  const best = BEST_FIRST.find((one) => all.some(({ became }) => became === one))
  const of = all.filter(({ became }) => became === best)
  const [first] = of
  if (best === undefined || first === undefined) return { became: 'unreachable', detail: 'They have no browser here.' }
  const times = of.flatMap(({ retryAt }) => (retryAt ? [retryAt.getTime()] : []))
  return { became: best, detail: first.detail, ...(times.length > 0 ? { retryAt: new Date(Math.min(...times)) } : {}) }
}
