// What every channel's adapter is given and what it answers. An adapter speaks one provider's protocol; whoever calls
// it knows none.

import type { Readable } from 'node:stream'
import type { Uuid } from '#kit/ids.ts'
import type { Details } from '#kit/messages/details.ts'
import type { AccountState } from './accounts/kind.ts'
import type { Interactive } from './interactive.ts'
import type { Category } from './template-rules.ts'

/**
 * A provider's name for a message that is longer is cut, or none at all: it is found by an index, which takes no
 * more.
 */
export const PROVIDER_ID_MAX = 500

/** What is written, in the parts that a channel takes those of that it can show. */
export interface OutboundContent {
  subject: string | null
  text: string | null
  html: string | null
  /** What it was made from, whose words stand in the fields above. */
  template: OutboundTemplate | null
  /** Buttons or a list below the text; not said by what has none. */
  interactive?: Interactive | null
  attachments: readonly OutboundAttachment[]
}

export interface OutboundTemplate {
  id: Uuid
  /** Its name and language as the provider knows them. */
  name: string
  language: string
  /** As its channel knows it; not said by what is no template of ours. */
  category?: Category
  /** What the provider registered it under, where that is not its name: of an SMS template the DLT id. */
  registeredId: string | null
  /** The sender that it is registered for, of an SMS template. */
  header?: string | null
  /** What stands in the places of its body, in the order of the places. */
  parameters: readonly string[]
  /** Its header and buttons, where it has any. */
  components?: OutboundComponents | null
}

/** What a provider that has the template is told of its header and its buttons. */
export interface OutboundComponents {
  /** Of a text the value of its variable, null without one; of a file the message has it. */
  header:
    | { type: 'text'; parameter: string | null }
    | { type: 'image' | 'video' | 'document' }
    | { type: 'location'; latitude: string; longitude: string; name: string; address: string }
    | null
  /**
   * Those that something is told of, by their 0-based index: what a quick reply comes back with, how an address ends,
   * which code is copied.
   */
  buttons: readonly { index: number; type: 'quick_reply' | 'url' | 'copy_code'; value: string }[]
}

export interface OutboundAttachment {
  id: Uuid
  filename: string
  /** By its content. */
  contentType: string
  /** Bytes. */
  size: number
  open(): Promise<Readable>
}

/** One message on its way to one recipient. */
export interface OutboundMessage {
  organizationId: Uuid
  /** The same however often it is tried: what a provider can tell a repetition by. */
  deliveryId: Uuid
  contactId: Uuid
  /** That it is written in; none where it is no message of one. */
  conversationId?: Uuid | null
  /** Where it goes, as the channel's rules say. */
  address: string
  /** What the contact is called. */
  name: string | null
  content: OutboundContent
  /**
   * Earlier messages of the conversation with the contact on this channel, by their providers' ids, the oldest first.
   */
  earlier: readonly string[]
  /** The subject of the newest of them that has one. */
  threadSubject?: string | null
  /** The provider's name for the message that it quotes, as the contact has it. */
  quoted?: string | null
  /** The organization's own account on the channel, at this moment. */
  account: AccountState
  /** Its pin, where it is one that organizations share and the adapter sees that it leaves through it. */
  sharedAccountId?: Uuid
  at: Date
  /** When it does not leave now for a while, it has failed. */
  isLastTry?: true
  /** Of no delivery, but a word of the program itself to this user: nothing is kept of it, no receipt is wanted. */
  onlyFor?: Uuid
  /**
   * To be waited for before the first byte that could make the provider take the message, as late as can be: what
   * never came so far is sent by another worker when this one is killed. When it rejects the message must not leave,
   * and has not: `unavailable`.
   */
  leaving: () => Promise<void>
}

/** How somebody here reacts to what a contact wrote. Told twice it has the same effect. */
export interface OutboundReaction {
  organizationId: Uuid
  messageId: Uuid
  /** Of the contact. */
  address: string
  /** The provider's name of the message that it is about. */
  providerId: string
  /** Null takes it back. */
  emoji: string | null
  account: AccountState
}

/**
 * What became of a message. Nothing but `accepted` and `unknown` has left. `refused`: it never will. `temporary`: this
 * one not now. `throttled`: too much at once, nothing else either for a moment (or, `of` the
 * recipient, nothing else to them); it is no try of this one.
 * `unavailable`: nothing can leave just now. `unknown`: it may or may not have left. `providerId` is of this delivery
 * alone: a receipt by a name that several have moves none.
 */
export type SendResult =
  | {
      outcome: 'accepted'
      providerId: string
      /** Of a message that left in parts which could not be noted as taken: the provider's names of them, in order. */
      partIds?: readonly (string | null)[]
    }
  | { outcome: 'refused'; code: string; detail: Details }
  | { outcome: 'temporary' | 'throttled'; detail: Details; retryAfterMs: number | null; of?: 'recipient' }
  | { outcome: 'unavailable'; detail: Details }
  | { outcome: 'unknown'; detail: Details }

export interface Adapter {
  /** Whether it calls `leaving` itself; of another one every message is taken to leave with `send`. */
  readonly tellsWhenItLeaves?: boolean
  /** How many messages the account takes at once; those beyond would wait for each other. Not said: any number. */
  atOnceMax?(account: AccountState): number
  /** How many messages a second the account takes, of all who send through it; null, or not said: any number. */
  perSecond?(account: AccountState): number | null
  /**
   * Looks after the connections over which providers bring things by themselves: called every few seconds by whoever
   * sends, and never twice at once.
   */
  tend?(): Promise<void>
  /** Never throws. Ends soon after `signal` says so, whatever the provider does. */
  send(message: OutboundMessage, signal: AbortSignal): Promise<SendResult>
  /** Where the channel sends reactions. Never throws. Ends soon after `signal` says so. */
  react?(reaction: OutboundReaction, signal: AbortSignal): Promise<SendResult>
  /** Whoever calls it sends nothing any more. */
  close(): Promise<void>
}
