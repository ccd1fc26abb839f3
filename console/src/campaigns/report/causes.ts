// Why a campaign's messages failed or were not delivered: error codes grouped by remedy. Pure.

import type { Reported } from './shape.ts'

/** In the order in which a report lists causes with the same count. */
export const causes = [
  'no_address',
  'not_reached',
  'blocked',
  'unsubscribed',
  'suppressed',
  'held',
  'template',
  'content',
  'account',
  'throttled',
  'session',
  'refused',
  'duplicate',
  'cancelled',
  'unknown',
] as const
export type Cause = (typeof causes)[number]

/** Codes of ours, and the states that carriers of SMS report: server/messaging/channels. */
const codes: Readonly<Record<Exclude<Cause, 'unknown'>, string>> = {
  no_address: 'bounced invalid_address recipient_unreachable invalid_sub esme_rinvdstadr undeliverable deleted',
  not_reached:
    'undelivered undeliv undelivrd expired expired_unsent absent_sub handset_err handset_busy mob_off memexec net_err syserr failed parts_missing',
  blocked: 'ndnc dnd dndnumb blacklist blacklisted barred recipient_not_allowed',
  unsubscribed: 'recipient_unsubscribed',
  suppressed: 'recipient_suppressed',
  held: 'held_by_provider',
  template: 'template_mismatch template_unavailable template_too_long dlt_template_missing',
  content: 'invalid_message content_not_taken media_not_taken text_too_long attachment_missing',
  account: 'account_unavailable channel_unavailable unavailable nocred no_credits',
  throttled: 'throttled recipient_throttled temporary temporarily_unavailable',
  session: 'session_window_closed',
  refused: 'refused rejectd rejected skipped',
  duplicate: 'duplicate_address',
  cancelled: 'cancelled',
}

const causeOfCode = new Map(
  Object.entries(codes).flatMap(([cause, text]) =>
    text.split(' ').map((code): [string, Cause] => [code, cause as Cause]),
  ),
)

/** A provider's own numeric refusal counts as a refusal. */
const REFUSED = /^(esme_|smpp_|http_)/
/** RFC 3463: a mailbox or a system that does not exist. */
const NO_MAILBOX = /^5\.1\.\d+$/
const MAIL_STATUS = /^[45]\.\d+\.\d+$/

export function causeOf(code: string): Cause {
  const known = causeOfCode.get(code)
  if (known) return known
  if (NO_MAILBOX.test(code)) return 'no_address'
  return REFUSED.test(code) || MAIL_STATUS.test(code) ? 'refused' : 'unknown'
}

export interface Failure {
  cause: Cause
  count: number
  codes: { reason: string; count: number }[]
}

/** The most frequent cause first, each with its codes. */
export function failuresOf(report: Pick<Reported, 'not_delivered'>): Failure[] {
  const groups = Map.groupBy(report.not_delivered, ({ reason }) => causeOf(reason))
  return [...groups]
    .map(([cause, rows]) => ({
      cause,
      count: rows.reduce((sum, { count }) => sum + count, 0),
      codes: rows.toSorted((one, other) => other.count - one.count),
    }))
    .toSorted((one, other) => other.count - one.count || causes.indexOf(one.cause) - causes.indexOf(other.cause))
}
