// Parses complaint reports of mail providers: RFC 5965 (ARF).

import { fieldGroups } from './report-fields.ts'

/**
 * Not a person's complaint: a mail marked as not spam, one without an authenticated sender (RFC 6591), or one found by
 * a scanner.
 */
const NO_COMPLAINT: readonly string[] = ['not-spam', 'auth-failure', 'virus']

/** Null when it is not a complaint. */
export function readComplaint(text: string): { type: string } | null {
  const type = fieldGroups(text)
    .map((fields) => fields.get('feedback-type')?.toLowerCase().trim())
    .find((one) => one !== undefined)
  return type === undefined || !isComplaintType(type) ? null : { type }
}

export const isComplaintType = (type: string): boolean => type !== '' && !NO_COMPLAINT.includes(type.toLowerCase())
