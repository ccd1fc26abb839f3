// Files of inbound messages, attachments and originals: stored before their message, and attached in its transaction.

import type { App, Scope } from '#kit/app.ts'
import type { Tx } from '#kit/database/database.ts'
import type { Uuid } from '#kit/ids.ts'
import { keepIncoming } from '#messaging/attachments/incoming.ts'
import { attachOriginal, type StoredOriginal, storeOriginal } from '#messaging/attachments/originals.ts'
import { attach } from '#messaging/attachments/queries.ts'
import { gatedStore } from '#messaging/attachments/store/stores.ts'
import type { IncomingAttachment } from '#messaging/channels/arrivals/arrived.ts'
import { markWithAttachments } from './attachment-queries.ts'

export interface AttachmentTaker {
  /** Outside any transaction; what no message takes in the end goes by itself. Rejects when it is to be tried again. */
  keepAttachments(scope: Scope, attachments: readonly IncomingAttachment[]): Promise<Uuid[]>
  /** In the transaction that stores the message, before anybody is told of it. */
  attach(tx: Tx, scope: Scope, messageId: Uuid, attachmentIds: readonly Uuid[]): Promise<void>
  /** As `keepAttachments`, of the mail itself; null where it is not stored. */
  storeOriginal(scope: Scope, original: Buffer): Promise<StoredOriginal | null>
  attachOriginal(tx: Tx, scope: Scope, messageId: Uuid, original: StoredOriginal): Promise<void>
}

export function createAttachmentTaker(app: App, store = gatedStore(app)): AttachmentTaker {
  return {
    keepAttachments: (scope, attachments) => keepIncoming(app, store, scope, attachments),
    async attach(tx, scope, messageId, ids) {
      await attachTo(tx, scope, messageId, ids)
    },
    storeOriginal: (scope, original) => storeOriginal(app, store, scope, original),
    attachOriginal,
  }
}

/** How many the message got: another one may have taken some meanwhile. */
export async function attachTo(
  tx: Tx,
  { organizationId }: Scope,
  messageId: Uuid,
  ids: readonly Uuid[],
): Promise<number> {
  if (ids.length === 0) return 0
  const rows = ids.map((id, index) => ({ place: 1, id, messageId, ordinal: index + 1 }))
  const count = await tx.run(attach([organizationId], rows))
  await tx.run(markWithAttachments(organizationId, messageId))
  return count
}
