// Interface of channel adapters. An adapter implements one provider's protocol; its callers depend on none.

import type { Readable } from 'node:stream'
import type { Uuid } from '#kit/ids.ts'
import type { Details } from '#kit/messages/details.ts'
import type { AccountState } from './accounts/kind.ts'
import type { Interactive } from './interactive.ts'
import type { Category } from './template-rules.ts'

/**
 * The longest provider id of a message: a longer one is cut or ignored, because the index that finds messages by it has
 * a size limit.
 */
export const PROVIDER_ID_MAX = 500

/** The content, of which a channel uses the parts that it supports. */
export interface OutboundContent {
  subject: string | null
  text: string | null
  html: string | null
  /** The template that the fields above were rendered from. */
  template: OutboundTemplate | null
  /** Buttons or a list below the text; unset when there are none. */
  interactive?: Interactive | null
  attachments: readonly OutboundAttachment[]
}

export interface OutboundTemplate {
  id: Uuid
  /** Its name and language at the provider. */
  name: string
  language: string
  /** Its category on its channel; unset for a template that is not ours. */
  category?: Category
  /** Its id at the provider, where that is not the name: the DLT id of an SMS template. */
  registeredId: string | null
  /** The sender that it is registered for (SMS templates). */
  header?: string | null
  /** The values of the placeholders in its body, in order. */
  parameters: readonly string[]
  /** Its header and buttons, if it has any. */
  components?: OutboundComponents | null
}

/** Header and button parameters for a provider that has the template. */
export interface OutboundComponents {
  /** For a text, its variable's value, null without a variable; a file is in the message's attachments. */
  header:
    | { type: 'text'; parameter: string | null }
    | { type: 'image' | 'video' | 'document' }
    | { type: 'location'; latitude: string; longitude: string; name: string; address: string }
    | null
  /** Parameters of buttons by 0-based index: a quick reply's payload, a URL's end, or the code to copy. */
  buttons: readonly { index: number; type: 'quick_reply' | 'url' | 'copy_code'; value: string }[]
}

export interface OutboundAttachment {
  id: Uuid
  filename: string
  /** Detected from the content. */
  contentType: string
  /** Bytes. */
  size: number
  open(): Promise<Readable>
}

/** One message to one recipient. */
export interface OutboundMessage {
  organizationId: Uuid
  /** The same for every attempt, so that a provider can recognize a repetition. */
  deliveryId: Uuid
  contactId: Uuid
  /** The conversation, if the message belongs to one. */
  conversationId?: Uuid | null
  /** The destination by the channel's rules. */
  address: string
  /** The contact's name. */
  name: string | null
  content: OutboundContent
  /**
   * Earlier messages of the conversation with the contact on this channel, by their providers' ids, the oldest first.
   */
  earlier: readonly string[]
  /** The subject of the newest of them that has one. */
  threadSubject?: string | null
  /** The provider's id of the quoted message, as the contact has it. */
  quoted?: string | null
  /** The organization's own account on the channel, at this moment. */
  account: AccountState
  /** The assigned account's id; set by the adapter when it sends through a shared account. */
  sharedAccountId?: Uuid
  at: Date
  /** The last attempt: if it is postponed now, the delivery fails. */
  isLastTry?: true
  /** A system message to this user instead of a delivery: it is not stored, and needs no receipt. */
  onlyFor?: Uuid
  /**
   * Await this before the first byte that could make the provider accept the message, as late as possible: a message
   * that did not get this far is sent by another worker if this one is killed. When it rejects, the message must not be
   * sent: `unavailable`.
   */
  leaving: () => Promise<void>
}

/** A user's reaction to a contact's message. Sending it is idempotent. */
export interface OutboundReaction {
  organizationId: Uuid
  messageId: Uuid
  /** The contact's address. */
  address: string
  /** The provider's id of the message reacted to. */
  providerId: string
  /** Null removes the reaction. */
  emoji: string | null
  account: AccountState
}

/**
 * The result of sending. Only `accepted` and `unknown` may have been sent. `refused`: permanent. `temporary`: retry
 * this message. `throttled`: pause the account (or, with `of: 'recipient'`, the messages to the recipient); no attempt
 * is used up. `unavailable`: nothing can be sent at the moment. `unknown`: may have been sent. `providerId` identifies
 * this delivery only: receipts for an id that several deliveries have change none.
 */
export type SendResult =
  | {
      outcome: 'accepted'
      providerId: string
      /** For a message whose accepted parts could not be recorded: the provider's ids of the parts, in order. */
      partIds?: readonly (string | null)[]
    }
  | { outcome: 'refused'; code: string; detail: Details }
  | { outcome: 'temporary' | 'throttled'; detail: Details; retryAfterMs: number | null; of?: 'recipient' }
  | { outcome: 'unavailable'; detail: Details }
  | { outcome: 'unknown'; detail: Details }

export interface Adapter {
  /** True when it calls `leaving` itself; otherwise every message counts as sent once `send` is called. */
  readonly tellsWhenItLeaves?: boolean
  /** The account's concurrency limit; further messages would wait for each other. Unset: none. */
  atOnceMax?(account: AccountState): number
  /** The account's limit of messages a second, over all senders; null or unset: none. */
  perSecond?(account: AccountState): number | null
  /**
   * Maintains connections on which providers deliver inbound events: called every few seconds by the sending process,
   * never concurrently.
   */
  tend?(): Promise<void>
  /** Never throws. Ends soon after `signal` aborts, whatever the provider does. */
  send(message: OutboundMessage, signal: AbortSignal): Promise<SendResult>
  /** For channels with reactions. Never throws. Ends soon after `signal` aborts. */
  react?(reaction: OutboundReaction, signal: AbortSignal): Promise<SendResult>
  /** After this call nothing is sent any more. */
  close(): Promise<void>
}
