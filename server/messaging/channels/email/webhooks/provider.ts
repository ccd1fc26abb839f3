// Interface of mail providers that call us: how one authenticates its calls, and their content. A provider is one file
// and a line in providers.ts.

import type { Email } from 'postal-mime'
import type { Meaning } from './outcomes.ts'

/** Settings of the account that matter here. */
export interface CalledAccount {
  /** Of Mailgun: what it signs with. */
  signingKey: string | null
  /** For SES: the only topic whose messages are accepted. */
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
  /** Identifies repetitions; at most 200 characters. */
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

/** A delivery event of a sent mail. */
export interface MailEvent {
  what: Exclude<Meaning, 'nothing'> | 'complained' | 'unsubscribed'
  names: DeliveryNames
  /** The recipients that the provider names. */
  recipients: readonly string[]
  detail: string
  /** Null when there is none. */
  time: Date | null
}

/** A mail that came in, as it came, or in the provider's own fields. */
export interface ProvidedMail {
  /** RFC 5321; null when the provider does not report it. */
  from: string | null
  /** Whom it came to. */
  to: readonly string[]
  content: { raw: Buffer } | { fields: Email }
  /** The provider's authentication result, if signed; null: ours decides. */
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
  /** Throws NotUnderstood for content that can never be parsed. */
  read(call: Pick<Call, 'contentType' | 'body'>): Promise<Said>
}
