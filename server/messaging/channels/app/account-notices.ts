// Meta's webhooks about an account: errors, quality, limits, reviews, and those that no other parser handles. Pure.

import { hash } from 'node:crypto'
import { englishOf } from '#kit/messages/details.ts'
import type { IncomingNotice } from '../arrivals/arrived.ts'
import type { NoticeKind } from '../notices/rules.ts'
import { type Fields, fieldsOf, textOf } from './json-values.ts'
import { graphErrorOf, oneLine } from './outcomes.ts'

/** The topic of a webhook field, and whether its value requires action. */
const fields: Readonly<Record<string, { kind: NoticeKind; needsAction(value: Fields): boolean }>> = {
  account_update: { kind: 'account_status', needsAction: (value) => !GOOD_NEWS.has(String(eventOf(value))) },
  account_review_update: { kind: 'account_review', needsAction: ({ decision }) => decision === 'REJECTED' },
  account_alerts: { kind: 'account_alert', needsAction: (value) => severityOf(value) !== 'INFORMATIONAL' },
  phone_number_quality_update: {
    kind: 'number_quality',
    needsAction: ({ event }) => event === 'FLAGGED' || event === 'DOWNGRADE',
  },
  phone_number_name_update: { kind: 'number_name', needsAction: ({ decision }) => decision === 'REJECTED' },
  business_capability_update: { kind: 'messaging_limit', needsAction: () => false },
  message_template_quality_update: {
    kind: 'template_quality',
    needsAction: ({ new_quality_score: score }) => score === 'RED',
  },
  message_template_components_update: { kind: 'template_content', needsAction: () => false },
}

const GOOD_NEWS: ReadonlySet<string> = new Set([
  'VERIFIED_ACCOUNT',
  'REINSTATE',
  'PARTNER_ADDED',
  'PARTNER_APP_INSTALLED',
  'PARTNER_CLIENT_CERTIFICATION_STATUS_UPDATE',
  'ACCOUNT_RECONNECTED',
  'MM_LITE_TERMS_SIGNED',
  'BUSINESS_PRIMARY_LOCATION_COUNTRY_UPDATE',
  'AUTH_INTL_PRICE_ELIGIBILITY_UPDATE',
  'VOLUME_BASED_PRICING_TIER_UPDATE',
])

/** The end of a ban is reported as an account change too. */
const eventOf = (value: Fields): unknown =>
  textOf(fieldsOf(value.ban_info)?.waba_ban_state) === 'REINSTATE' ? 'REINSTATE' : value.event

const severityOf = (value: Fields): unknown =>
  fieldsOf(value.alert_info)?.alert_severity ?? value.alert_severity ?? 'WARNING'

/** The notice for a webhook field that is not about messages. */
export function accountNotice(field: unknown, value: Fields, time: Date): IncomingNotice {
  const name = textOf(field) ?? ''
  const known = Object.hasOwn(fields, name) ? fields[name] : undefined
  const kind = known?.kind ?? 'unknown'
  const detail = known ? wordsOf(value) : `${name}: ${wordsOf(value)}`
  return noticeOf(kind, known?.needsAction(value) ?? false, detail, known ? value : { field: name, value }, time)
}

/** The notice for an entry of `value.errors`: the same error within a day makes one notice. */
export function errorNotice(error: unknown, time: Date): IncomingNotice {
  const read = graphErrorOf(error)
  const key = read === null ? keyOf(error) : `${read.code} ${time.toISOString().slice(0, 10)}`
  const detail = read ? englishOf(read.detail) : wordsOf(fieldsOf(error) ?? {})
  return { ...noticeOf('account_error', true, detail, { error }, time), key }
}

/** For another phone number or business account, and therefore without effect here. */
export function strayNotice(what: string, id: string, time: Date): IncomingNotice {
  const detail = `${what} ${id.slice(0, 40)} is not this account's`
  return { ...noticeOf('not_of_account', false, detail, { [what]: id.slice(0, 40) }, time), key: `${what} ${id}` }
}

/** The notice for a part of a webhook in an unknown format. */
export const unreadNotice = (part: unknown, time: Date): IncomingNotice =>
  noticeOf('unread', false, wordsOf(fieldsOf(part) ?? {}) || 'no fields', { part }, time)

const noticeOf = (
  kind: NoticeKind,
  needsAction: boolean,
  detail: string,
  content: object,
  time: Date,
): IncomingNotice => ({
  kind,
  needsAction,
  detail: oneLine(detail) || kind,
  content,
  key: keyOf([content, time]),
})

const keyOf = (value: unknown): string => hash('sha256', JSON.stringify(value) ?? '')

/** How deep, and how many, plain values make the notice's text. */
const DEPTH_MAX = 3
const WORDS_MAX = 12

function wordsOf(value: Fields): string {
  return plainIn(value, DEPTH_MAX).slice(0, WORDS_MAX).join(', ')
}

function plainIn(value: unknown, depth: number): string[] {
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return [String(value)]
  if (depth === 0 || typeof value !== 'object' || value === null) return []
  return Object.values(value)
    .slice(0, WORDS_MAX)
    .flatMap((one) => plainIn(one, depth - 1))
}
