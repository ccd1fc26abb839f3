// A mail as it is kept: a line of JSON about how it came, and the mail as it came.

import { NotUnderstood } from '../../arrivals/arrival.ts'

/** The largest mail that is received by SMTP. */
export const RECEIVED_BYTES_MAX = 25 * 1024 * 1024

/** The name of its reader. */
export const MAIL_SOURCE = 'mail'

export interface MailEnvelope {
  /** RFC 5321 MAIL FROM; empty of a report, or of what wants no report. */
  from: string
  /** RFC 5321 RCPT TO, the one that it is kept for. */
  to: string
  /** Who brought it; null where nobody told: by webhook. */
  client: { address: string; helo: string } | null
  /** Whether `to` is an address that the organization receives at, and not one that proves itself. */
  isInbox?: true
  /** Written at a device of the sandbox, whose user says who wrote it. */
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
    // Said below.
  }
  throw new NotUnderstood('not an email stored by Samvad')
}
