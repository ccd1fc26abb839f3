// Pure rules of notices by SMS: texts, limits on codes, and the results of sending one.

import { createHmac, randomInt } from 'node:crypto'
import { sameSecret } from '#kit/crypto.ts'
import type { Uuid } from '#kit/ids.ts'
import { type Reason, reasonOf } from '#kit/messages/reasons.ts'
import type { RegisteredNotices } from '#kit/notice-settings.ts'
import { segmentsOf } from '#kit/sms-size.ts'
import type { OutboundTemplate, SendResult } from '#messaging/channels/adapter.ts'
import type { Notice, NoticeBecame } from '../carrier.ts'

const MINUTE_MS = 60_000
export const DAY_MS = 24 * 3600 * 1000

const CODE_DIGITS = 6
/** Validity of a code, from its sending. */
export const CODE_HOLDS_MS = 10 * MINUTE_MS
/** A code that could not be sent for this long is abandoned. */
export const CODE_WAITS_MS = 10 * MINUTE_MS
export const WRONG_CODES_MAX = 5
/** Maximum number of codes per day: for one user, to one number (for any user), and in the installation. */
export const CODES_OF_USER_A_DAY_MAX = 5
export const CODES_OF_NUMBER_A_DAY_MAX = 5
export const CODES_A_DAY_MAX = 1000
/** A longer text is cut, because the installation pays for each segment. */
export const SEGMENTS_MAX = 3
/** In the GSM alphabet: the single character "…" would change the encoding to UCS-2. */
const CUT = '...'
const DEFERRED_MS = MINUTE_MS
const DEFERRED_MAX_MS = DAY_MS

export type NoticeLanguage = Notice['language']

export const newCode = (): string => String(randomInt(10 ** CODE_DIGITS)).padStart(CODE_DIGITS, '0')

/** What a code verifies: this number for this user and this request. */
export interface Proven {
  userId: Uuid
  phoneNumber: string
  codeId: Uuid
}

/** Six digits are easily guessed from a plain hash, so the hash is keyed. */
export const codeHash = (key: Buffer, { userId, phoneNumber, codeId }: Proven, code: string): Buffer =>
  createHmac('sha256', key)
    .update(JSON.stringify([userId, phoneNumber, codeId, code]))
    .digest()

/** In constant time, with any of the keys, because a key may be rotated before the code is entered. */
export const isCode = (keys: readonly Buffer[], proven: Proven, code: string, stored: Buffer): boolean =>
  keys.map((key) => sameSecret(codeHash(key, proven, code).toString('hex'), stored.toString('hex'))).includes(true)

export const numberHash = (key: Buffer, phoneNumber: string): Buffer =>
  createHmac('sha256', key).update(phoneNumber).digest()

/** Numbers of codes requested in the last 24 hours. */
export interface Asked {
  ofUser: number
  ofNumber: number
  ofAll: number
}

/** Why no further code can be sent today, or null. */
export function tooMany({ ofUser, ofNumber, ofAll }: Asked): Reason | null {
  if (ofUser >= CODES_OF_USER_A_DAY_MAX) return reasonOf('too_many_codes', { max: CODES_OF_USER_A_DAY_MAX })
  if (ofNumber >= CODES_OF_NUMBER_A_DAY_MAX) return reasonOf('too_many_codes_to_number')
  return ofAll >= CODES_A_DAY_MAX ? reasonOf('too_many_codes_in_installation') : null
}

export const CODE_TYPE = 'verification_code'

const codeTexts: Record<NoticeLanguage, (code: string, sender: string) => string> = {
  en: (code, sender) =>
    `${code} is your ${sender} verification code. It expires in 10 minutes. Do not share it with anyone.`,
  hi: (code, sender) => `${code} आपका ${sender} कोड है, 10 मिनट तक मान्य। किसी को न बताएँ।`,
}
export const codeText = (language: NoticeLanguage, code: string, sender: string): string =>
  codeTexts[language](code, sender)

/** Title, text and link within the limit; the text is cut if necessary. */
export function noticeText({ title, text, url }: Pick<Notice, 'title' | 'text' | 'url'>): string {
  const told = (body: string, link: string | null) =>
    [body === '' ? title : `${title}: ${body}`, ...(link === null ? [] : [link])].join(' ')
  const fits = (all: string) => segmentsOf(all) <= SEGMENTS_MAX
  const whole = told(text, url)
  if (fits(whole)) return whole
  const link = url !== null && fits(told('', url)) ? url : null
  const characters = [...text]
  const cut = (count: number) => told(`${characters.slice(0, count).join('').trimEnd()}${CUT}`, link)
  let [least, most] = [0, characters.length]
  while (least < most) {
    const middle = Math.ceil((least + most) / 2)
    if (fits(cut(middle))) least = middle
    else most = middle - 1
  }
  return fits(cut(least)) ? cut(least) : cutTitle(title)
}

/** Cuts a title that exceeds the limit on its own: unlikely, but a message must have a limit. */
function cutTitle(title: string): string {
  const characters = [...title]
  let count = characters.length
  const cut = () => `${characters.slice(0, count).join('')}${CUT}`
  while (count > 0 && segmentsOf(cut()) > SEGMENTS_MAX) count--
  return cut()
}

/** The DLT template under which the text is registered; null when none is configured. */
export function registeredAs(
  registered: RegisteredNotices,
  id: Uuid,
  type: string,
  language: NoticeLanguage,
): OutboundTemplate | null {
  const name = `${type}.${language}`
  const found = Object.hasOwn(registered, name) ? registered[name] : undefined
  if (found === undefined) return null
  return { id, name, language, registeredId: found.templateId, header: found.header, parameters: [] }
}

export interface Carried {
  became: NoticeBecame
  /** For a refusal, the provider's error code; never the number. */
  detail: string
  retryAt?: Date
}

export function carriedBy(result: SendResult, at: Date): Carried {
  const later = (afterMs: number | null) =>
    new Date(at.getTime() + Math.min(DEFERRED_MAX_MS, Math.max(afterMs ?? DEFERRED_MS, 1000)))
  switch (result.outcome) {
    case 'accepted':
      return { became: 'sent', detail: 'The SMS provider took it.' }
    case 'refused':
      return { became: 'refused', detail: `The SMS was refused: ${result.code}.` }
    case 'unknown':
      return { became: 'unknown', detail: 'The SMS provider did not answer.' }
    case 'unavailable':
      return { became: 'deferred', detail: 'The SMS provider could not be reached.', retryAt: later(null) }
    default:
      return { became: 'deferred', detail: 'The SMS provider wants it later.', retryAt: later(result.retryAfterMs) }
  }
}
