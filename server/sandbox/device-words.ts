// A sandbox provider's report in the terms of its protocol. The channel's reader interprets it like any provider's
// report. Pure.

import { invalid } from '#kit/refusals.ts'
import { outcomeOfStatus } from '#messaging/channels/app/outcomes.ts'
import type { ReportedStatus } from '#messaging/channels/arrivals/arrived.ts'
import type { ChannelName } from '#messaging/channels/channel.ts'
import { stateMeaning } from '#messaging/channels/sms/smpp/receipt.ts'
import type { CloudApiStatus } from './cloud-api-webhook.ts'
import { complaints, readReportedCode, reportable } from './rules.ts'
import type { NewSandboxReceipt } from './schema.ts'
import { ARRIVED, commandStatusOf, STATS } from './sms-receipts.ts'

export type MailWord = { action: 'delivered' | 'failed'; code: string; complaint: string | null }
export type AppWord = { status: CloudApiStatus }
export type SmsWord = { stat: string; err: string }

export interface Words {
  email: MailWord
  app: AppWord
  sms: SmsWord
}

/** `becomes`: the resulting delivery status by the channel's own table; null when the report has no effect. */
export interface Said<Channel extends ChannelName> {
  word: Words[Channel]
  becomes: ReportedStatus | null
}

const UNREACHABLE = 131026
const ERR_DIGITS = 3

/** Throws a refusal that names the field with an error. */
export function wordsOf(
  channel: ChannelName,
  { status, code }: Pick<NewSandboxReceipt, 'status' | 'code'>,
): Said<ChannelName> {
  const statuses = reportable[channel]
  if (!statuses.includes(status)) throw invalid('status', 'not_one_of', { values: statuses })
  const given = code == null ? null : code.trim()
  const complaint = status === 'delivered' ? (complaints[channel].find((one) => one === given) ?? null) : null
  if (given !== null && status !== 'failed' && status !== 'undelivered' && complaint === null)
    throw invalid('code', 'code_for_success')
  const reading = given === null || complaint !== null ? null : readReportedCode(channel, given)
  if (reading !== null && 'message' in reading) throw invalid('code', reading)
  return speakers[channel](status, reading?.value ?? null, complaint)
}

const speakers: {
  [C in ChannelName]: (status: ReportedStatus, code: string | null, complaint: string | null) => Said<C>
} = { email: mailWord, app: appWord, sms: smsWord }

function mailWord(status: ReportedStatus, code: string | null, complaint: string | null): Said<'email'> {
  return status === 'delivered'
    ? { word: { action: 'delivered', code: '250 2.0.0 taken', complaint }, becomes: 'delivered' }
    : { word: { action: 'failed', code: code ?? '550 5.0.0 it did not arrive', complaint }, becomes: 'undelivered' }
}

/** Meta has only the status `failed`; the code distinguishes undelivered from failed. */
function appWord(status: ReportedStatus, given: string | null): Said<'app'> {
  if (status === 'delivered' || status === 'read') return { word: { status }, becomes: status }
  const failed = given !== null ? Number(given) : status === 'failed' ? UNREACHABLE : null
  const errors = failed === null ? [] : [{ code: failed }]
  return { word: { status: { failed } }, becomes: outcomeOfStatus(errors).status }
}

/** `code` is a stat, or an error number that accompanies the usual stat. */
function smsWord(status: ReportedStatus, code: string | null): Said<'sms'> {
  const usual = status === 'delivered' ? ARRIVED : status === 'failed' ? 'REJECTD' : 'UNDELIV'
  const stat = code !== null && STATS.includes(code) ? code : usual
  const number = code === null || stat === code ? 0 : (commandStatusOf(code) ?? 0)
  return { word: { stat, err: String(number).padStart(ERR_DIGITS, '0') }, becomes: stateMeaning(stat) }
}
