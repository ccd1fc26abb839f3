// What a mail server reports of a delivery: RFC 3464, with the status codes of RFC 3463.

import { fieldGroups } from './report-fields.ts'

export interface RecipientStatus {
  /** Where it was to go, as we wrote it or, where nobody says, as the server knows it. */
  address: string | null
  action: 'failed' | 'delayed' | 'delivered' | 'relayed' | 'expanded'
  /** Such as 5.1.1; null where it is none. */
  status: string | null
  /** What the server was told, or says itself. */
  diagnostic: string
}

const ACTIONS: readonly string[] = ['failed', 'delayed', 'delivered', 'relayed', 'expanded']
/** Of one with an address: a type and, in brackets, what RFC 5321 allows. */
const FIELD_MAX = 400
const STATUS = /^[245]\.\d{1,3}\.\d{1,3}\b/

/**
 * There is no such mailbox, and there will be none: no such mailbox, system or address, a domain that takes no mail
 * (RFC 7505), a mailbox that is disabled. Not a policy (5.7.x), which is about this mail or its sender, nor a full
 * mailbox (5.2.2).
 */
const HARD: readonly string[] = ['5.1.1', '5.1.2', '5.1.3', '5.1.10', '5.2.1']

export const isHardCode = (status: string): boolean => HARD.includes(status)

export const isHardBounce = ({ action, status }: Pick<RecipientStatus, 'action' | 'status'>): boolean =>
  action === 'failed' && status !== null && isHardCode(status)

/** Of each recipient; the first group is about the mail as a whole. */
export function readDeliveryStatus(text: string): RecipientStatus[] {
  return fieldGroups(text).flatMap((fields) => {
    const action = (fields.get('action') ?? '').toLowerCase().split(/[\s(]/)[0] ?? ''
    if (!ACTIONS.includes(action)) return []
    return {
      address: addressIn(fields.get('original-recipient')) ?? addressIn(fields.get('final-recipient')),
      action: action as RecipientStatus['action'],
      status: STATUS.exec(fields.get('status') ?? '')?.[0] ?? null,
      diagnostic: withoutType(fields.get('diagnostic-code') ?? ''),
    }
  })
}

/** `rfc822; ravi@shop.example` */
function addressIn(field = ''): string | null {
  // As short as an address may be: the time of the expression goes with the square of the length.
  if (field.length > FIELD_MAX) return null
  const match = /^\s*(?:rfc822|utf-8)\s*;\s*<?([^\s<>]+@[^\s<>]+?)>?\s*$/i.exec(field)
  return match?.[1] ?? null
}

const withoutType = (text: string): string => text.replace(/^\s*[a-z0-9-]+\s*;\s*/i, '')

/** The code in a report that only people can read; null where it is not said that it failed for good. */
export function statusInProse(text: string): string | null {
  const enhanced = /(?<![\d.])5\.\d{1,3}\.\d{1,3}(?![\d.])/.exec(text)?.[0]
  return enhanced ?? (/(?<![\d.])55[0-4][ -]/.test(text) ? '5.0.0' : null)
}
