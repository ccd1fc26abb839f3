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
  /** The provider's id of the message that it replies to. */
  answersProviderId?: string | null
  /** Provider data other than the content. */
  details?: MessageDetails | null
  /** The Reply-To of a mail, when it differs from `from`. */
  replyTo?: string | null
  /** The mail as it was received; absent where a provider delivers its fields alone. */
  original?: Buffer | null
  /** The conversation that it replies to, where the channel proves it: a signed reply address. */
  conversationId?: Uuid | null
  /** The delivery that it replies to, where a signed reply address proves it: one of a campaign. */
  answersDelivery?: Uuid | null
  /** True when a program wrote it, such as an out-of-office reply or a list: it gets no automatic replies. */
  isAutomatic?: boolean
  /**
   * True for an automatic reply, such as out of office: it neither restores an archived conversation nor makes it
   * unread. A report that a message of ours was not delivered does both.
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
  /** `ringing`: its end is not known yet. */
  status: (typeof callStatuses)[number]
  /** The duration of an answered call. */
  durationSeconds: number | null
}

export interface IncomingAttachment {
  filename: string | null
  /** The provider's claim; the actual type is determined from the content. */
  contentType: string | null
  /** The Content-ID by which a mail's HTML refers to it as `cid:`. */
  contentId?: string | null
  /** Read once, outside any transaction; rejects when the provider no longer has it or is unavailable. */
  open(signal?: AbortSignal): Promise<Readable>
  /** For opening it later; absent where the inbound event itself contains the bytes. */
  reference?: FileReference
}

/** How the reader of a source opens a file later: plain JSON, stored with the message. */
export interface FileReference extends Readonly<Record<string, string>> {
  /** A name in readers.ts. */
  source: string
}

/** `failed`: refused later and never sent by the provider. `undelivered`: sent, but not delivered. */
export const reportedStatuses = ['delivered', 'read', 'failed', 'undelivered'] as const
export type ReportedStatus = (typeof reportedStatuses)[number]

export interface ProviderName {
  providerId: string
  /** The id as the provider wrote it, where `providerId` is its normal form: earlier versions stored it that way. */
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
  /**
   * Suppressions received with it, written in its transaction: between two transactions, a send would be charged for
   * nothing.
   */
  suppressions?: readonly Suppression[]
}

/** A contact's reaction to a message, identified by the provider's id; a null emoji removes the reaction. */
export interface IncomingReaction {
  from: string
  providerId: string
  emoji: string | null
  time: Date
}

/** A contact changed a message that they had written. */
export interface IncomingEdit {
  /** The message as edited: its `providerId` is that of the original message, its `time` that of the edit. */
  message: Incoming
  /** The provider's id of the edit: a repetition has the same. */
  editId: string
}

/** A contact withdrew a message that they had written: it is deleted in their app. */
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
  /** The provider's own text. */
  detail: string | null
  time: Date
}

/** A provider's message about the account, and anything that no other parser handles. */
export interface IncomingNotice {
  kind: NoticeKind
  needsAction: boolean
  /** One line. */
  detail: string
  /** The provider's JSON. */
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
  /** `reinstated`: approved again after a pause or rejection. Null for a status without effect. */
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

/** All contents of one inbound event. */
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
