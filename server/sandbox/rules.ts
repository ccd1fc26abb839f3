// Configurable behaviour of sandbox providers: spec 16.20, 16.21.

import type { Uuid } from '#kit/ids.ts'
import { validationError } from '#kit/messages/field-errors.ts'
import type { Reading } from '#kit/wire.ts'
import type { ReportedStatus } from '#messaging/channels/arrivals/arrived.ts'
import type { ChannelName } from '#messaging/channels/channel.ts'

export const receiptModes = ['automatic', 'manual'] as const
export type ReceiptMode = (typeof receiptModes)[number]

/** A domain that is reserved and never resolves: RFC 6761. */
export const SANDBOX_DOMAIN = 'sandbox.invalid'

/** The provider refuses, with its generic reason. */
export const REJECTED = 'rejected'
/** The provider accepts the message and never responds. */
export const TIMEOUT = 'timeout'

type CodeError = `${'mail' | 'app' | 'sms'}_${'code' | 'failure'}_not_valid`

/** Refusal codes of each channel's providers, and the validation error for another code. */
const codes: Record<ChannelName, { pattern: RegExp; error: CodeError; failure: CodeError; isCaseless?: true }> = {
  email: {
    pattern: /^([45][0-5]\d|[45]\.\d{1,3}\.\d{1,3}|[45][0-5]\d [45]\.\d{1,3}\.\d{1,3})( [\x20-\x7e]{1,100})?$/,
    error: 'mail_code_not_valid',
    failure: 'mail_failure_not_valid',
  },
  app: { pattern: /^[1-9]\d{0,6}$/, error: 'app_code_not_valid', failure: 'app_failure_not_valid' },
  sms: {
    pattern: /^(ESME_R[A-Z]{2,30}|0X[0-9A-F]{1,8}|[1-9]\d{0,9}|EXPIRED|DELETED|UNDELIV|UNKNOWN|REJECTD)$/,
    error: 'sms_code_not_valid',
    failure: 'sms_failure_not_valid',
    isCaseless: true,
  },
}

/** A failure code in the notation of the channel's provider. */
export function readFailure(channel: ChannelName, text: string): Reading<string> {
  const given = text.trim().toLowerCase()
  if ([REJECTED, TIMEOUT].includes(given)) return { value: given }
  const reading = readReportedCode(channel, text)
  return 'value' in reading ? reading : validationError(codes[channel].failure)
}

/** For a receipt: only a code is allowed. */
export function readReportedCode(channel: ChannelName, text: string): Reading<string> {
  const { pattern, error, isCaseless } = codes[channel]
  const code = isCaseless ? text.trim().toUpperCase() : text.trim()
  return pattern.test(code) ? { value: code } : validationError(error)
}

/** The statuses that the channel's provider can report. */
export const reportable: Record<ChannelName, readonly ReportedStatus[]> = {
  email: ['delivered', 'undelivered'],
  app: ['delivered', 'read', 'undelivered', 'failed'],
  sms: ['delivered', 'undelivered', 'failed'],
}

/**
 * Feedback types of complaints (RFC 5965 §7.3, RFC 6591): a mail provider sends them when the reader of a delivered
 * mail complains.
 */
export const complaints: Record<ChannelName, readonly string[]> = {
  email: ['abuse', 'fraud', 'virus', 'other', 'not-spam', 'auth-failure'],
  app: [],
  sms: [],
}

/** Channels with reactions. */
export const reactable: readonly ChannelName[] = ['app']

/** The mail server's reply that refuses the next message. */
export function smtpReplyOf(failCode: string): { responseCode: number; text: string } {
  const reply = /^[45]\./.test(failCode) ? `${failCode.slice(0, 1)}50 ${failCode}` : failCode
  const [, status = '554', text] = /^(\d{3}) ?(.*)$/.exec(reply) ?? []
  return { responseCode: Number(status), text: text || '5.7.1 refused, as the sandbox was told to' }
}

/** The provider's id of a file attached in the app: a number, like Meta's. */
export const mediaIdOf = (id: Uuid): string => BigInt(`0x${id.replaceAll('-', '')}`).toString()

const UUID_MAX = 2n ** 128n

/** Null when the id is no such number. */
export function fileOf(mediaId: string): Uuid | null {
  if (!/^\d{1,39}$/.test(mediaId) || BigInt(mediaId) >= UUID_MAX) return null
  const digits = BigInt(mediaId).toString(16).padStart(32, '0')
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-') as Uuid
}
