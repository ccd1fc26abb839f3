// Parses delivery reports: RFC 3464 with the status codes of RFC 3463, as servers really write them.

import { type Fields, fieldGroups } from './report-fields.ts'

export interface RecipientStatus {
  /** The recipient as we wrote it; if the report lacks that, as the reporting server has it. */
  address: string | null
  action: 'failed' | 'delayed' | 'delivered' | 'relayed' | 'expanded'
  /** Such as 5.1.1; null where the report has none. */
  status: string | null
  /** The reply that the reporting server received, or its own text. */
  diagnostic: string
}

/** The longest address field: a type and, in brackets, what RFC 5321 allows. */
const FIELD_MAX = 400
const STATUS = /^[245]\.\d{1,3}\.\d{1,3}\b/

/**
 * Codes of a permanent failure of the address: no such mailbox, system or address, a domain that accepts no mail
 * (RFC 7505), a disabled mailbox. Not a policy (5.7.x), which concerns this mail or its sender, nor a full mailbox
 * (5.2.2).
 */
const HARD: readonly string[] = ['5.1.1', '5.1.2', '5.1.3', '5.1.10', '5.2.1']

export const isHardCode = (status: string): boolean => HARD.includes(status)

export const isHardBounce = ({ action, status }: Pick<RecipientStatus, 'action' | 'status'>): boolean =>
  action === 'failed' && status !== null && isHardCode(status)

/** One for each recipient whose outcome the report states; the group about the mail as a whole gives none. */
export function readDeliveryStatus(text: string): RecipientStatus[] {
  return fieldGroups(text).flatMap((fields) => {
    const diagnostic = withoutType(fields.get('diagnostic-code') ?? '')
    const status = STATUS.exec(fields.get('status') ?? '')?.[0] ?? null
    const action = actionIn(fields) ?? (isAboutRecipient(fields) ? actionOf(status, diagnostic) : null)
    if (action === null) return []
    return {
      address: addressIn(fields.get('original-recipient')) ?? addressIn(fields.get('final-recipient')),
      action,
      status,
      diagnostic,
    }
  })
}

/** Some servers write `failure` or `delay`. */
function actionIn(fields: Fields): RecipientStatus['action'] | null {
  const word = (fields.get('action') ?? '').toLowerCase().split(/[\s(;]/)[0] ?? ''
  if (/^(?:fail|error|undeliver)/.test(word)) return 'failed'
  if (word.startsWith('delay')) return 'delayed'
  return word === 'delivered' || word === 'relayed' || word === 'expanded' ? word : null
}

const isAboutRecipient = (fields: Fields): boolean =>
  ['final-recipient', 'original-recipient', 'status', 'action'].some((name) => fields.has(name))

/** RFC 3463 §2: the first digit decides; without a status, the reply does. */
function actionOf(status: string | null, diagnostic: string): RecipientStatus['action'] | null {
  const first = status?.[0] ?? /(?<![\d.])([245])(?:\d\d(?![\d.])|\.\d{1,3}\.\d{1,3}(?![\d.]))/.exec(diagnostic)?.[1]
  if (first === '5') return 'failed'
  if (first === '4') return 'delayed'
  return first === '2' ? 'delivered' : null
}

/** `rfc822; ravi@shop.example`; some servers omit the type, or use another. */
function addressIn(field = ''): string | null {
  // Limited to the length of an address: the expression's time is quadratic in the length.
  if (field.length > FIELD_MAX) return null
  const match = /^\s*(?:[a-z0-9-]{1,40}\s*;)?\s*<?([^\s<>;]+@[^\s<>;]+?)>?\s*$/i.exec(field)
  return match?.[1] ?? null
}

const withoutType = (text: string): string => text.replace(/^\s*[a-z0-9-]+\s*;\s*/i, '')

/** The code in a plain-text report; null when it has none for a permanent failure. */
export function statusInProse(text: string): string | null {
  const enhanced = /(?<![\d.])5\.\d{1,3}\.\d{1,3}(?![\d.])/.exec(text)?.[0]
  return enhanced ?? (/(?<![\d.])55[0-4][ -]/.test(text) ? '5.0.0' : null)
}
