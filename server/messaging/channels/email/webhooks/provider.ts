// Interface of mail providers that call us: how one authenticates its calls, and their content. A provider is one file
// and a line in providers.ts.

import type { Email } from 'postal-mime'
import type { Meaning } from './outcomes.ts'

/** Settings of the account that matter here. */
export interface CalledAccount {
  /** For Mailgun: its signing key. */
  signingKey: string | null
  /** For SES: the only topic whose messages are accepted. */
  topicArn: string | null
  /** For Postmark: checks the password in the address that it calls. */
  isPassword(password: string): boolean
}

/** A call as received. */
export interface Call {
  contentType: string
  authorization: string | null
  body: Buffer
}

export interface Proven {
  /** Identifies repetitions; at most 200 characters. */
  fingerprint: string
}

/** Names by which a delivery may be identified; whichever of them is ours decides. */
export interface DeliveryNames {
  /** Its envelope sender, a self-authenticating address. */
  returnPath?: string | null
  /** Its Message-ID header. */
  messageId?: string | null
  /** The metadata that we sent with it: carried.ts. */
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

/** An inbound mail, as received or in the provider's own fields. */
export interface ProvidedMail {
  /** RFC 5321; null when the provider does not report it. */
  from: string | null
  /** Its recipients. */
  to: readonly string[]
  content: { raw: Buffer } | { fields: Email }
  /** The provider's authentication result, if signed; null: ours decides. */
  isAuthenticated: boolean | null
}

export interface Said {
  events: readonly MailEvent[]
  mails: readonly ProvidedMail[]
  /** A URL to call, which confirms to the provider that it may call us. */
  confirmAt: string | null
}

export const nothingSaid: Said = { events: [], mails: [], confirmAt: null }

export interface WebhookProvider {
  /** Null: not authenticated as the provider's. Rejects when that cannot be decided now. */
  prove(call: Call, account: CalledAccount, now: Date): Promise<Proven | null>
  /** Throws NotUnderstood for content that can never be parsed. */
  read(call: Pick<Call, 'contentType' | 'body'>): Promise<Said>
}
