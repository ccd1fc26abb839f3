// Storage format of a mail: a JSON line with its envelope, and the mail as received.

import { NotUnderstood } from '../../arrivals/arrival.ts'

/** The largest mail that is received by SMTP. */
export const RECEIVED_BYTES_MAX = 25 * 1024 * 1024

/** The source name of its reader. */
export const MAIL_SOURCE = 'mail'

export interface MailEnvelope {
  /** RFC 5321 MAIL FROM; empty for reports and for mails that want none. */
  from: string
  /** RFC 5321 RCPT TO: the recipient for whom it is stored. */
  to: string
  /** The submitting client; null when unknown: by webhook. */
  client: { address: string; helo: string } | null
  /** True when `to` is one of the organization's inbox addresses, as opposed to a self-authenticating one. */
  isInbox?: true
  /** Written at a sandbox device, whose user states the sender. */
  isOfDevice?: true
}

export interface KeptMail {
  envelope: MailEnvelope
  raw: Buffer
}

export function pack({ envelope, raw }: KeptMail): Buffer {
  return Buffer.concat([Buffer.from(`${JSON.stringify(envelope)}\n`), raw])
}

export function unpack(body: Buffer): KeptMail {
  const end = body.indexOf('\n')
  try {
    const envelope = JSON.parse(body.toString('utf8', 0, end)) as MailEnvelope
    if (typeof envelope.to === 'string') return { envelope, raw: body.subarray(end + 1) }
  } catch {
    // Refused below.
  }
  throw new NotUnderstood('not an email stored by Samvad')
}
