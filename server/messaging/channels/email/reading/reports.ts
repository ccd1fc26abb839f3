// Reports among mails: of deliveries (RFC 3464), also those that only people can read, and of complaints (RFC 5965).

import type { Attachment } from 'postal-mime'
import { oneLine } from '../replies.ts'
import { isHardBounce, type RecipientStatus, readDeliveryStatus, statusInProse } from './delivery-status.ts'
import { readComplaint } from './feedback.ts'
import type { ParsedMail } from './parse.ts'

const DETAIL_MAX = 500
const PROSE_MAX = 20_000
const REPORT_MAX = 256 * 1024
/** Who writes reports that are no `multipart/report`. */
const DAEMON = /^(?:mailer-daemon|postmaster|mail-daemon|mdaemon)@/i

export interface DeliveryReport {
  status: 'delivered' | 'undelivered'
  /** Whether the address is none, and will be none. */
  isHard: boolean
  detail: string
}

/** Null: it is no report. `nothing`: one from which nothing follows, such as that it waits. */
export function reportIn(
  mail: ParsedMail,
  envelopeFrom: string,
  sentTo: string | null,
): DeliveryReport | 'nothing' | null {
  if (isReport(mail)) {
    const part = mail.attachments.find(({ mimeType }) => /^message\/(?:global-)?delivery-status$/.test(mimeType))
    return part ? ofStatuses(readDeliveryStatus(contentOf(part)), sentTo) : 'nothing'
  }
  // An out-of-office answer comes to the return path as well: it is no report.
  if (envelopeFrom !== '' || !DAEMON.test(mail.from?.address ?? '')) return null
  const text = (mail.text ?? '').slice(0, PROSE_MAX)
  const status = statusInProse(text)
  return status === null
    ? 'nothing'
    : { status: 'undelivered', isHard: false, detail: `${status}: ${firstLineOf(text)}` }
}

/** Of one mail to one address: who forwards it may report of others, which are not ours to suppress. */
function ofStatuses(statuses: RecipientStatus[], sentTo: string | null): DeliveryReport | 'nothing' {
  const isSentTo = ({ address }: RecipientStatus) => sentTo !== null && address?.toLowerCase() === sentTo.toLowerCase()
  const one = statuses.find(isSentTo) ?? statuses[0]
  if (!one || one.action === 'delayed' || one.action === 'expanded') return 'nothing'
  const detail = oneLine(`${one.status ?? one.action}: ${one.diagnostic}`).slice(0, DETAIL_MAX)
  if (one.action !== 'failed') return { status: 'delivered', isHard: false, detail }
  return { status: 'undelivered', isHard: isHardBounce(one) && isSentTo(one), detail }
}

export function complaintIn(mail: ParsedMail): { type: string } | null {
  const part = mail.attachments.find(({ mimeType }) => mimeType === 'message/feedback-report')
  return part && isReport(mail) ? readComplaint(contentOf(part)) : null
}

function isReport({ headers }: ParsedMail): boolean {
  return /^\s*multipart\/report\b/i.test(headers.find(({ key }) => key === 'content-type')?.value ?? '')
}

/** A report is some lines; whoever writes 20 MB of it gets the beginning read. */
const contentOf = ({ content }: Attachment): string =>
  typeof content === 'string'
    ? content.slice(0, REPORT_MAX)
    : Buffer.from(content as ArrayBuffer).toString('utf8', 0, REPORT_MAX)

const firstLineOf = (text: string): string => oneLine(text).slice(0, DETAIL_MAX / 2)
