// Recognizes reports among mails: of deliveries (RFC 3464), also in plain text, and of complaints (RFC 5965).

import type { Attachment } from 'postal-mime'
import { readContactAddress } from '#kit/email-address.ts'
import { oneLine } from '../replies.ts'
import { isHardBounce, type RecipientStatus, readDeliveryStatus, statusInProse } from './delivery-status.ts'
import { readComplaint } from './feedback.ts'
import type { ParsedMail } from './parse.ts'

const DETAIL_MAX = 500
const PROSE_MAX = 20_000
const REPORT_MAX = 256 * 1024
/** Sender addresses of reports. */
const DAEMON =
  /^(?:mail(?:er)?[-_.]?d(?:a)?emon|postmaster|mdaemon|mail[-_.]?(?:delivery|system)|microsoftexchange[0-9a-f]{0,40})[^@]{0,40}@/i
const STATUS_PART = /^message\/(?:global-)?delivery-status$/
/** Subjects of reports with an empty return path. */
const FAILURE_SUBJECT =
  /undeliver|delivery (?:status|fail|problem|has failed)|failure notice|returned (?:mail|to sender)|mail delivery|mail system error|non[- ]?remis|unzustellbar|no se puede entregar|não (?:foi )?entregue|non recapitabile|डिलीवर नहीं/i
/** Start of the original mail in a plain-text report. */
const RETURNED =
  /^(?:[-=_*]{2,40}.{0,80}(?:copy of|original|returned|undelivered|below this line|message text|message headers)|received: from )/im
const FAILED =
  /permanent(?:ly)? (?:error|fail)|given up|(?:could|can) ?not be (?:delivered|sent)|couldn't be delivered|wasn't delivered|was not delivered|undeliverable|unable to (?:be )?deliver|delivery (?:has |to the following recipients? )?failed|(?:unknown|no such) (?:user|address|recipient|mailbox)|(?:user|recipient|mailbox|address) (?:is )?(?:unknown|not found|unavailable)|returned to sender/i
const WAITS =
  /delayed|delay\b|temporar|will (?:be )?(?:retr|try|tried|continue)|still (?:being )?(?:retr|try)|not yet|warning/i

export interface DeliveryReport {
  status: 'delivered' | 'undelivered'
  /** True when the mailbox permanently does not exist. */
  isHard: boolean
  detail: string
}

/**
 * Null: the mail is not a delivery report. `waits`: delivery continues, so the report changes nothing. `unclear`:
 * nothing can be read from it, so that a person sees it.
 */
export type Report = DeliveryReport | 'waits' | 'unclear'

export function reportIn(mail: ParsedMail, envelopeFrom: string, sentTo: string | null): Report | null {
  const isReport = isMultipartReport(mail)
  const isOfDaemon =
    DAEMON.test(mail.from?.address ?? '') || (envelopeFrom === '' && FAILURE_SUBJECT.test(mail.subject ?? ''))
  const failed = headerOf(mail, 'x-failed-recipients')
  // Out-of-office replies arrive at the return path too; they are not reports, nor are reports that a person forwards.
  if (!isReport && !isOfDaemon && failed === null && envelopeFrom !== '') return null
  const parts = mail.attachments.filter(({ mimeType }) => STATUS_PART.test(mimeType)).map(contentOf)
  const text = (mail.text ?? '').slice(0, PROSE_MAX)
  const statuses = [...parts, ...(isOfDaemon ? [text] : [])].flatMap((part) => readDeliveryStatus(part))
  if (statuses.length > 0) return ofStatuses(statuses, sentTo)
  if (!isReport && !isOfDaemon && failed === null && parts.length === 0) return null
  if (isReport && !/^(?:delivery-status)?$/i.test(reportType(mail))) return null
  return ofProse(mail, text, failed)
}

/**
 * A mail has one recipient: a report by somebody who forwards it may name other addresses, which must not be
 * suppressed.
 */
function ofStatuses(statuses: RecipientStatus[], sentTo: string | null): Report {
  const isSentTo = ({ address }: RecipientStatus) =>
    sentTo !== null && address !== null && stored(address) === stored(sentTo)
  const one = (statuses.find(isSentTo) ?? statuses[0]) as RecipientStatus
  if (one.action === 'delayed' || one.action === 'expanded') return 'waits'
  const detail = oneLine(`${one.status ?? one.action}: ${one.diagnostic}`).slice(0, DETAIL_MAX)
  if (one.action !== 'failed') return { status: 'delivered', isHard: false, detail }
  return { status: 'undelivered', isHard: isHardBounce(one) && isSentTo(one), detail }
}

/** As contacts have it: an international domain in its ASCII form. */
function stored(address: string): string {
  const reading = readContactAddress(address)
  return ('value' in reading ? reading.value : address).toLowerCase()
}

/**
 * A code for a permanent failure, otherwise equivalent words. Suppresses no address: the report's subject cannot be
 * proven.
 */
function ofProse(mail: ParsedMail, text: string, failedRecipients: string | null): Report {
  const returned = RETURNED.exec(text)?.index ?? text.length
  const prose = returned === 0 ? text : text.slice(0, returned)
  const said = `${mail.subject ?? ''}\n${prose}`
  const code = statusInProse(prose)
  const isFailed = code !== null || (!WAITS.test(said) && (failedRecipients !== null || FAILED.test(said)))
  if (!isFailed) return 'unclear'
  const reason = firstLineOf(prose) || firstLineOf(mail.subject ?? '')
  return { status: 'undelivered', isHard: false, detail: `${code ?? '5.0.0'}: ${reason}` }
}

export function complaintIn(mail: ParsedMail): { type: string } | null {
  const part = feedbackIn(mail)
  return part === null ? null : readComplaint(part)
}

/** True for complaint reports of mail providers, also for those that are not complaints, such as `not-spam`. */
export const isFeedback = (mail: ParsedMail): boolean => feedbackIn(mail) !== null

function feedbackIn(mail: ParsedMail): string | null {
  const part = mail.attachments.find(({ mimeType }) => mimeType === 'message/feedback-report')
  return part && isMultipartReport(mail) ? contentOf(part) : null
}

const isMultipartReport = (mail: ParsedMail): boolean =>
  /^\s*multipart\/report\b/i.test(headerOf(mail, 'content-type') ?? '')

/** Empty when the report has none. */
const reportType = (mail: ParsedMail): string =>
  /\breport-type\s*=\s*"?([\w-]*)/i.exec(headerOf(mail, 'content-type') ?? '')?.[1] ?? ''

const headerOf = ({ headers }: ParsedMail, name: string): string | null =>
  headers.find(({ key }) => key === name)?.value ?? null

/** A report has a few lines; only the start of a large one is read. */
const contentOf = ({ content }: Attachment): string =>
  typeof content === 'string'
    ? content.slice(0, REPORT_MAX)
    : Buffer.from(content as ArrayBuffer).toString('utf8', 0, REPORT_MAX)

const firstLineOf = (text: string): string => oneLine(text).slice(0, DETAIL_MAX / 2)
