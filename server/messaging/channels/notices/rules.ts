// Providers' notices about an account, by kind.

import { storableValue } from '#kit/storable.ts'

export const noticeKinds = [
  'account_error',
  'account_status',
  'account_review',
  'account_alert',
  'number_quality',
  'number_name',
  'messaging_limit',
  'template_quality',
  'template_content',
  'preference',
  'not_of_account',
  'unread',
  'unknown',
] as const
/**
 * `preference`: from somebody who is not a contact. `not_of_account`: about another number or business account.
 * `unread`: a part of a webhook with an unknown format. `unknown`: a webhook type without a parser.
 */
export type NoticeKind = (typeof noticeKinds)[number]

/** Per organization; the oldest are deleted first. */
export const NOTICES_MAX = 10_000
export const NOTICE_KEPT_MS = 90 * 24 * 3600 * 1000
export const DETAIL_MAX = 500
/** Maximum length of its JSON; of longer content only the start is stored, as text. */
export const CONTENT_MAX = 16_384

export function storableContent(content: unknown): unknown {
  const text = JSON.stringify(content) ?? 'null'
  return storableValue(text.length <= CONTENT_MAX ? JSON.parse(text) : { beginning: text.slice(0, CONTENT_MAX) })
}
