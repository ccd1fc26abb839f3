// How a provider of the sandbox may be told to behave: spec 16.20, 16.21.

import type { Reading } from '#kit/wire.ts'
import type { ChannelName } from '#messaging/channels/channel.ts'

export const receiptModes = ['automatic', 'manual'] as const
export type ReceiptMode = (typeof receiptModes)[number]

/** The provider says no, with what it says when it gives no better reason. */
export const REJECTED = 'rejected'
/** The provider takes the message and never answers. */
export const TIMEOUT = 'timeout'

/** What the providers of a channel say when they refuse, and how one is written. */
const codes: Record<ChannelName, { pattern: RegExp; example: string; isCaseless?: true }> = {
  email: {
    pattern: /^[45][0-5]\d( [245]\.\d{1,3}\.\d{1,3})?( [\x20-\x7e]{1,100})?$/,
    example: 'a reply of a mail server such as 550 5.1.1',
  },
  app: { pattern: /^[1-9]\d{0,6}$/, example: 'a code of the Cloud API such as 131047' },
  sms: {
    pattern: /^(ESME_R[A-Z]{2,30}|0X[0-9A-F]{1,8}|[1-9]\d{0,9}|EXPIRED|DELETED|UNDELIV|UNKNOWN|REJECTD)$/,
    example: 'a command_status such as ESME_RTHROTTLED or 0x58, or the stat of a receipt such as UNDELIV',
    isCaseless: true,
  },
}

/** As its provider writes it. */
export function readFailure(channel: ChannelName, text: string): Reading<string> {
  const { pattern, example, isCaseless } = codes[channel]
  const given = text.trim()
  if ([REJECTED, TIMEOUT].includes(given.toLowerCase())) return { value: given.toLowerCase() }
  const code = isCaseless ? given.toUpperCase() : given
  if (pattern.test(code)) return { value: code }
  return { message: `must be ${REJECTED}, ${TIMEOUT}, ${example}, or null` }
}

/** What the next message is answered with that the mail server refuses. */
export function smtpReplyOf(failCode: string): { responseCode: number; text: string } {
  const [, status = '554', text] = /^(\d{3}) ?(.*)$/.exec(failCode) ?? []
  return { responseCode: Number(status), text: text || '5.7.1 refused, as the sandbox was told to' }
}
