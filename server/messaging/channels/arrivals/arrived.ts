// What providers bring, in words of no provider: what contacts wrote, what became of deliveries, how contacts reacted,
// what was decided of templates. A channel's reader makes it of what came in (arrival.ts).

import type { Readable } from 'node:stream'
import type { Uuid } from '#kit/ids.ts'
import type { Details } from '#kit/messages/details.ts'
import type { ChannelName } from '../channel.ts'
import type { NoticeKind } from '../notices/rules.ts'
import type { Category } from '../template-rules.ts'
import type { MessageDetails } from './message-details.ts'

/** What a contact wrote, as the provider of any channel brings it. */
export interface Incoming {
  channel: ChannelName
  /** The address of the contact on the channel. */
  from: string
  /** Other addresses that the provider says are of the same contact: who is known by one of them is known. */
  alsoFrom?: readonly string[]
  /** What the contact calls themselves, where the provider says it: a stranger's name. */
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
    /** What it quotes below its new words. */
    quotedText?: string | null
    attachments: readonly IncomingAttachment[]
  }
  /** The provider's id of the message that it answers. */
  answersProviderId?: string | null
  /** What the provider says of it besides its content. */
  details?: MessageDetails | null
  /** Where the contact wants answers, of a mail: its Reply-To, where that is another address than `from`. */
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
   * True for what the provider writes about the contact, such as that their number changed: it opens no session, opts
   * nobody in or out, and is as little work for anybody as an automatic answer.
   */
  isNotice?: boolean
  /** Addresses that the contact has from now on in place of `from` and `alsoFrom`, as the provider says. */
  movesTo?: readonly string[]
  /**
   * Whether it proved who wrote it; false only where a channel lets anybody claim that. Then it is a message, and
   * neither merges contacts nor opts anybody out.
   */
  isAuthenticated?: boolean
  /** Where it is no message but a call, which the provider names by `providerId`. */
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
  /** As the provider calls it; what it is, is told by its content. */
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

/** `failed`: refused after all, it never left the provider. `undelivered`: it left and did not arrive. */
export const reportedStatuses = ['delivered', 'read', 'failed', 'undelivered'] as const
export type ReportedStatus = (typeof reportedStatuses)[number]

export interface ProviderName {
  providerId: string
  /** The name as the provider wrote it, where `providerId` is its normal form: earlier versions stored it so. */
  writtenAs?: string
}

/** What a provider says of one delivery, which it names by its own id or, where it was told that, by ours. */
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

/** What the provider says of the account, and what is read as nothing else. */
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

/** What the provider decided of a template, which it names as the channel's account does. */
export interface TemplateReview {
  name: string
  language: string
  /** The provider's own name for it, where it says that. */
  providerId?: string | null
  /**
   * `reinstated`: one that was paused or rejected is approved again. Null where it is no state that anything follows
   * from.
   */
  status: 'approved' | 'reinstated' | 'rejected' | 'paused' | null
  reason: Details | null
  /** Where the provider says in which it is. */
  category?: Category | null
  time: Date
}

/** An address that the provider says nothing more may be sent to, and why. */
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
