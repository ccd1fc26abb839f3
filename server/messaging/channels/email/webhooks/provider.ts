// What calls us for an email account: how one provider proves that it is the caller, and what it says. A provider is
// one file, and a line in providers.ts.

import type { Email } from 'postal-mime'
import type { Meaning } from './outcomes.ts'

/** What is set of it on an account. */
export interface CalledAccount {
  /** Of Mailgun: what it signs with. */
  signingKey: string | null
  /** Of SES: the one topic whose messages are taken. */
  topicArn: string | null
  /** Of Postmark: what stands in the address that was given to it. */
  isPassword(password: string): boolean
}

/** A call as it came. */
export interface Call {
  contentType: string
  authorization: string | null
  body: Buffer
}

export interface Proven {
  /** By which a repetition is told; at most 200 characters. */
  fingerprint: string
}

/** By which a delivery may be named; whichever of them is ours decides. */
export interface DeliveryNames {
  /** Its envelope sender: proves itself. */
  returnPath?: string | null
  /** The header that we gave it. */
  messageId?: string | null
  /** What we had the provider carry along: carried.ts. */
  told?: string | null
}

/** What became of a mail that was sent. */
export interface MailEvent {
  what: Exclude<Meaning, 'nothing'> | 'complained' | 'unsubscribed'
  names: DeliveryNames
  /** Of whom: those whom the provider names. */
  recipients: readonly string[]
  detail: string
  /** Null where it says none. */
  time: Date | null
}

/** A mail that came in, as it came, or in the provider's own fields. */
export interface ProvidedMail {
  /** RFC 5321: null where the provider does not say. */
  from: string | null
  /** Whom it came to. */
  to: readonly string[]
  content: { raw: Buffer } | { fields: Email }
  /** What the provider found of who wrote it, where that is signed; null: whatever we find ourselves. */
  isAuthenticated: boolean | null
}

export interface Said {
  events: readonly MailEvent[]
  mails: readonly ProvidedMail[]
  /** An address to be called, by which the provider learns that it may call us. */
  confirmAt: string | null
}

export const nothingSaid: Said = { events: [], mails: [], confirmAt: null }

export interface WebhookProvider {
  /** Null: it is not proven to be the provider's. Rejects where that cannot be found out now. */
  prove(call: Call, account: CalledAccount, now: Date): Promise<Proven | null>
  /** Throws NotUnderstood for what can never be understood. */
  read(call: Pick<Call, 'contentType' | 'body'>): Promise<Said>
}
