// What Meta says of a template: its status, why, and its category; by webhook and when it is asked. Pure.

import { isText } from '#kit/text.ts'
import type { TemplateReview } from '../arrivals/arrived.ts'
import type { Category } from '../template-rules.ts'
import { type Fields, fieldsOf, textOf } from './json-values.ts'

/** Of the others nothing follows: PENDING, IN_APPEAL, FLAGGED. */
const decisions: Readonly<Record<string, TemplateReview['status']>> = {
  APPROVED: 'approved',
  REINSTATED: 'reinstated',
  UNARCHIVED: 'reinstated',
  REJECTED: 'rejected',
  LIMIT_EXCEEDED: 'rejected',
  PAUSED: 'paused',
  DISABLED: 'paused',
  LOCKED: 'paused',
  ARCHIVED: 'paused',
  PENDING_DELETION: 'paused',
  DELETED: 'paused',
}

/** Where Meta gives no reason beside the status. */
const explanations: Readonly<Record<string, string>> = {
  LIMIT_EXCEEDED: 'The business account has as many templates as Meta allows; delete one that is not used.',
  DISABLED: 'Meta has disabled it, because it was paused for its quality too often.',
  LOCKED: 'Meta has locked it.',
  ARCHIVED: 'Meta has archived it, as it was not used for long, and deletes it after 28 days; restore it at Meta.',
  PENDING_DELETION: 'It is being deleted at Meta.',
  DELETED: 'It was deleted at Meta.',
}

/** Of a webhook, or of a template that is listed. */
export function reviewOf(status: string, value: Fields): Pick<TemplateReview, 'status' | 'reason'> {
  const decided = Object.hasOwn(decisions, status) ? (decisions[status] as TemplateReview['status']) : null
  const isGood = decided === 'approved' || decided === 'reinstated' || decided === null
  return { status: decided, reason: isGood ? null : reasonOf(status, value) }
}

function reasonOf(status: string, value: Fields): string {
  const info = fieldsOf(value.rejection_info)
  const other = fieldsOf(value.other_info)
  const given = [value.reason, value.rejected_reason, info?.reason, info?.recommendation, other?.description]
  const words = given.map(textOf).filter((one) => one !== null && one !== 'NONE' && isText(one))
  if (words.length > 0) return [...new Set(words)].join(': ')
  return Object.hasOwn(explanations, status) ? (explanations[status] as string) : status
}

const categories: Readonly<Record<string, Category>> = {
  MARKETING: 'marketing',
  UTILITY: 'utility',
  AUTHENTICATION: 'authentication',
}

export const categoryOf = (value: unknown): Category | null =>
  typeof value === 'string' && Object.hasOwn(categories, value) ? (categories[value] as Category) : null
