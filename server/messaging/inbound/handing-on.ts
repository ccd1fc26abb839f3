// Who takes what arrives besides messages and receipts: a line for each.

import type { App, Scope } from '#kit/app.ts'
import type { Tx } from '#kit/database/database.ts'
import type { TemplateReview } from '#messaging/channels/arrivals/arrived.ts'
import type { ChannelName } from '#messaging/channels/channel.ts'
import { takeReviews } from '#messaging/templates/review.ts'
import { type AttachmentTaker, createAttachmentTaker } from './attachments.ts'

export interface Takers extends AttachmentTaker {
  /** What the provider decided of templates of the channel; in any order, repeated. */
  reviewTemplates(tx: Tx, scope: Scope, channel: ChannelName, reviews: readonly TemplateReview[]): Promise<void>
}

export const createTakers = (app: App): Takers => ({ reviewTemplates: takeReviews, ...createAttachmentTaker(app) })
