// Handlers of inbound events other than messages and receipts.

import type { App, Scope } from '#kit/app.ts'
import type { Tx } from '#kit/database/database.ts'
import type { TemplateReview } from '#messaging/channels/arrivals/arrived.ts'
import type { ChannelName } from '#messaging/channels/channel.ts'
import { takeReviews } from '#messaging/templates/review.ts'
import { type AttachmentTaker, createAttachmentTaker } from './attachments.ts'

export interface Takers extends AttachmentTaker {
  /** The provider's decisions about the channel's templates; in any order, possibly repeated. */
  reviewTemplates(tx: Tx, scope: Scope, channel: ChannelName, reviews: readonly TemplateReview[]): Promise<void>
}

export const createTakers = (app: App): Takers => ({ reviewTemplates: takeReviews, ...createAttachmentTaker(app) })
