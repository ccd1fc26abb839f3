// A template's status, reason and category at Meta, from webhooks and queries. Pure.

import { type Detail, type Details, detailsOf } from '#kit/messages/details.ts'
import { isText } from '#kit/text.ts'
import type { TemplateReview } from '../arrivals/arrived.ts'
import type { Category } from '../template-rules.ts'
import { type Fields, fieldsOf, textOf } from './json-values.ts'

/** The rejection reason of the sandbox's Cloud API. */
export const SANDBOX_REASON = 'REJECTED_BY_SANDBOX'

/** The other statuses have no effect: PENDING, IN_APPEAL, FLAGGED. */
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

/** By the status, where Meta gives no reason, or by the sandbox's own reason. */
const explanations: Readonly<Record<string, readonly Detail[]>> = {
  LIMIT_EXCEEDED: detailsOf('too_many_templates'),
  DISABLED: detailsOf('disabled_by_meta'),
  LOCKED: detailsOf('locked_by_meta'),
  ARCHIVED: detailsOf('archived_by_meta'),
  PENDING_DELETION: detailsOf('being_deleted_at_meta'),
  DELETED: detailsOf('deleted_at_meta'),
  [SANDBOX_REASON]: detailsOf('rejected_by_sandbox'),
}

/** From a webhook, or from a listed template. */
export function reviewOf(status: string, value: Fields): Pick<TemplateReview, 'status' | 'reason'> {
  const decided = Object.hasOwn(decisions, status) ? (decisions[status] as TemplateReview['status']) : null
  const isGood = decided === 'approved' || decided === 'reinstated' || decided === null
  return { status: decided, reason: isGood ? null : reasonOf(status, value) }
}

function reasonOf(status: string, value: Fields): Details {
  const info = fieldsOf(value.rejection_info)
  const other = fieldsOf(value.other_info)
  const given = [value.reason, value.rejected_reason, info?.reason, info?.recommendation, other?.description]
  const words = given.map(textOf).filter((one) => one !== null && one !== 'NONE' && isText(one))
  const said = words.length > 0 ? [...new Set(words)].join(': ') : status
  return Object.hasOwn(explanations, said) ? (explanations[said] as readonly Detail[]) : said
}

const categories: Readonly<Record<string, Category>> = {
  MARKETING: 'marketing',
  UTILITY: 'utility',
  AUTHENTICATION: 'authentication',
}

export const categoryOf = (value: unknown): Category | null =>
  typeof value === 'string' && Object.hasOwn(categories, value) ? (categories[value] as Category) : null
