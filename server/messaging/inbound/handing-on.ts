// Who takes what arrives besides messages and receipts.

import type { App, Scope } from '#kit/app.ts'
import type { Tx } from '#kit/database/database.ts'
import type { Uuid } from '#kit/ids.ts'
import type { IncomingAttachment, TemplateReview } from '#messaging/channels/arrivals/arrived.ts'
import type { ChannelName } from '#messaging/channels/channel.ts'
import { takeReviews } from '#messaging/templates/review.ts'
import { createAttachmentTaker } from './attachments.ts'

export interface Takers {
  /** What the provider decided of templates of the channel; in any order, repeated. */
  reviewTemplates(tx: Tx, scope: Scope, channel: ChannelName, reviews: readonly TemplateReview[]): Promise<void>
  /**
   * Reads what a contact attached, outside any transaction, and keeps it; what no message refers to in the end goes by
   * itself. Rejects when it is to be tried again.
   */
  keepAttachments(scope: Scope, attachments: readonly IncomingAttachment[]): Promise<Uuid[]>
  /** In the transaction that stores the message. */
  attach(tx: Tx, scope: Scope, messageId: Uuid, attachmentIds: readonly Uuid[]): Promise<void>
}

export const createTakers = (app: App): Takers => ({ reviewTemplates: takeReviews, ...createAttachmentTaker(app) })
