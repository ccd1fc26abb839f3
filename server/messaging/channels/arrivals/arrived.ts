// Inbound events in provider-independent form: messages, delivery statuses, reactions, template reviews. A channel's
// reader creates them from stored events (arrival.ts).

import type { Readable } from 'node:stream'
import type { Uuid } from '#kit/ids.ts'
import type { Details } from '#kit/messages/details.ts'
import type { ChannelName } from '../channel.ts'
import type { NoticeKind } from '../notices/rules.ts'
import type { Category } from '../template-rules.ts'
import type { MessageDetails } from './message-details.ts'

/** A contact's message from any channel. */
export interface Incoming {
  channel: ChannelName
  /** The address of the contact on the channel. */
  from: string
  /** Further addresses of the same contact, according to the provider: any of them identifies the contact. */
  alsoFrom?: readonly string[]
  /** The sender's own name, if the provider reports it: used for a new contact. */
  name?: string | null
  /** The provider's message id, of a mail its Message-ID: replies and reactions refer to it. */
  providerId: string | null
  /**
   * SHA-256 of writer and content, in hexadecimal, where one `providerId` may name several messages: only one with the
   * same hash is a repetition. Absent where the provider's ids are unique.
   */
  contentHash?: string
  content: {
    subject: string | null
    text: string | null
    html: string | null
    /** The quoted text below the new text. */
    quotedText?: string | null
    attachments: readonly IncomingAttachment[]
  }
  /** The provider's id of the message that it answers. */
  answersProviderId?: string | null
  /** Provider data other than the content. */
  details?: MessageDetails | null
  /** The Reply-To of a mail, when it differs from `from`. */
  replyTo?: string | null
  /** The mail as it was received; absent where a provider delivers its fields alone. */
  original?: Buffer | null
  /** The conversation that it answers, where the channel proves which: a signed reply address. */
  conversationId?: Uuid | null
  /** The delivery that it answers, where the address that it came to proves that: one of a campaign. */
  answersDelivery?: Uuid | null
  /** True when a program wrote it, such as an out-of-office answer or a list: nothing answers it automatically. */
  isAutomatic?: boolean
  /**
   * True for an automatic answer, such as out of office: it neither restores an archived conversation nor makes it
   * unread. A report that a message of ours did not arrive does both.
   */
  isAutomaticReply?: boolean
  /**
   * True for a provider's notice about the contact, for example a changed number: it opens no session, changes no
   * consent, and needs no attention, like an automatic reply.
   */
  isNotice?: boolean
  /** Addresses that replace `from` and `alsoFrom`, according to the provider. */
  movesTo?: readonly string[]
  /**
   * False when the sender is not authenticated, on channels where senders can be forged: the message is stored, but
   * neither merges contacts nor changes consent.
   */
  isAuthenticated?: boolean
  /** Set for a call, identified by `providerId`. */
  call?: IncomingCall
  /** When the contact wrote it, by the provider's clock. */
  time: Date
}

export const callStatuses = ['ringing', 'completed', 'missed'] as const

export interface IncomingCall {
  /** `inbound`: the contact called. */
  direction: 'inbound' | 'outbound'
  /** `ringing`: how it ended is not known yet. */
  status: (typeof callStatuses)[number]
  /** Of one that was answered. */
  durationSeconds: number | null
}

export interface IncomingAttachment {
  filename: string | null
  /** The provider's claim; the actual type is determined from the content. */
  contentType: string | null
  /** By which the HTML of a mail names it as `cid:`. */
  contentId?: string | null
  /** Read once, outside any transaction; rejects when the provider has it no more, or not now. */
  open(signal?: AbortSignal): Promise<Readable>
  /** By which its reader opens it later; absent where the inbound event itself has the bytes. */
  reference?: FileReference
}

/** How the reader of a source opens a file later: plain JSON, stored with the message. */
export interface FileReference extends Readonly<Record<string, string>> {
  /** A name of readers.ts. */
  source: string
}

/** `failed`: refused later and never sent by the provider. `undelivered`: sent, but not delivered. */
export const reportedStatuses = ['delivered', 'read', 'failed', 'undelivered'] as const
export type ReportedStatus = (typeof reportedStatuses)[number]

export interface ProviderName {
  providerId: string
  /** The name as the provider wrote it, where `providerId` is its normal form: earlier versions stored it so. */
  writtenAs?: string
}

/** A provider's report about a delivery, identified by the provider's id or, if the provider has it, by ours. */
export interface Receipt {
  organizationId: Uuid
  channel: ChannelName
  delivery: { id: Uuid } | ProviderName
  status: ReportedStatus
  /** The provider's time. */
  time: Date
  /** Why it failed or did not arrive. */
  error: { code: string; detail: Details } | null
  /** What came with it, written in its transaction: between the two a send would be charged for nothing. */
  suppressions?: readonly Suppression[]
}

/** How a contact reacted to a message, which the provider names by its own id; no emoji takes the reaction back. */
export interface IncomingReaction {
  from: string
  providerId: string
  emoji: string | null
  time: Date
}

/** A contact changed a message that they had written. */
export interface IncomingEdit {
  /** As it reads now: its `providerId` is that of the message that was written first, its `time` that of the edit. */
  message: Incoming
  /** The provider's id of the edit: a repetition has the same. */
  editId: string
}

/** A contact withdrew a message that they had written: at their end it is deleted. */
export interface IncomingWithdrawal {
  from: string
  providerId: string
  time: Date
}

/** A contact stopped or resumed marketing messages at the provider. */
export interface IncomingPreference {
  from: string
  alsoFrom: readonly string[]
  marketing: 'stopped' | 'resumed'
  /** In the provider's words. */
  detail: string | null
  time: Date
}

/** A provider's message about the account, and anything that no other parser handles. */
export interface IncomingNotice {
  kind: NoticeKind
  needsAction: boolean
  /** One line. */
  detail: string
  /** As the provider brought it: JSON. */
  content: unknown
  /** The same for a repetition. */
  key: string
}

/** A provider's decision about a template, identified by its name at the channel's account. */
export interface TemplateReview {
  name: string
  language: string
  /** The provider's own id, if reported. */
  providerId?: string | null
  /**
   * `reinstated`: one that was paused or rejected is approved again. Null where it is no state that anything follows
   * from.
   */
  status: 'approved' | 'reinstated' | 'rejected' | 'paused' | null
  reason: Details | null
  /** The category, if the provider reports it. */
  category?: Category | null
  time: Date
}

/** An address that the provider accepts no more messages for, with the reason. */
export interface Suppression {
  address: string
  reason: 'bounced' | 'complained' | 'unsubscribed'
  detail: Details
  time: Date
}

/** All that was in one arrival. */
export interface Arrived {
  messages: readonly Incoming[]
  receipts: readonly Receipt[]
  reactions: readonly IncomingReaction[]
  templates: readonly TemplateReview[]
  suppressions: readonly Suppression[]
  edits: readonly IncomingEdit[]
  withdrawals: readonly IncomingWithdrawal[]
  preferences: readonly IncomingPreference[]
  notices: readonly IncomingNotice[]
}

export const nothingArrived: Arrived = {
  messages: [],
  receipts: [],
  reactions: [],
  templates: [],
  suppressions: [],
  edits: [],
  withdrawals: [],
  preferences: [],
  notices: [],
}
