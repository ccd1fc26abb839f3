// What a reader complained of to their mail provider: RFC 5965 (ARF).

import { fieldGroups } from './report-fields.ts'

/**
 * Not from a person who wants no more of it: a mail that was marked as none to complain of, one that did not prove its
 * sender (RFC 6591), one that a scanner found.
 */
const NO_COMPLAINT: readonly string[] = ['not-spam', 'auth-failure', 'virus']

/** Null when it is no complaint. */
export function readComplaint(text: string): { type: string } | null {
  const type = fieldGroups(text)
    .map((fields) => fields.get('feedback-type')?.toLowerCase().trim())
    .find((one) => one !== undefined)
  return type === undefined || !isComplaintType(type) ? null : { type }
}

export const isComplaintType = (type: string): boolean => type !== '' && !NO_COMPLAINT.includes(type.toLowerCase())
