// Files of inbound messages (attachments and originals): stored before their message, and attached in its transaction.

import type { App, Scope } from '#kit/app.ts'
import type { Tx } from '#kit/database/database.ts'
import { newUuid, type Uuid } from '#kit/ids.ts'
import { enqueueWork } from '#kit/work.ts'
import { type IncomingFiles, storeIncoming } from '#messaging/attachments/incoming.ts'
import { insertMissing } from '#messaging/attachments/missing-queries.ts'
import { attachOriginal, type StoredOriginal, storeOriginal } from '#messaging/attachments/originals.ts'
import { attach } from '#messaging/attachments/queries.ts'
import { gatedStore } from '#messaging/attachments/store/stores.ts'
import type { IncomingAttachment } from '#messaging/channels/arrivals/arrived.ts'
import { markWithAttachments } from './attachment-queries.ts'

export interface AttachmentTaker {
  /** Runs outside any transaction; unused files are deleted later. Rejects when it should be retried. */
  keepAttachments(scope: Scope, attachments: readonly IncomingAttachment[]): Promise<IncomingFiles>
  /** Runs in the transaction that stores the message, before its event. */
  attach(tx: Tx, scope: Scope, messageId: Uuid, files: IncomingFiles): Promise<void>
  /** As `keepAttachments`, for the mail itself; null if it is not stored. */
  storeOriginal(scope: Scope, original: Buffer): Promise<StoredOriginal | null>
  attachOriginal(tx: Tx, scope: Scope, messageId: Uuid, original: StoredOriginal): Promise<void>
}

export function createAttachmentTaker(app: App, store = gatedStore(app)): AttachmentTaker {
  return {
    keepAttachments: (scope, attachments) => storeIncoming(app, store, scope, attachments),
    async attach(tx, scope, messageId, { stored, missing }) {
      await attachTo(tx, scope, messageId, stored)
      if (missing.length === 0) return
      const { organizationId, at } = scope
      await tx.run(
        insertMissing(
          scope,
          messageId,
          missing.map((one) => ({ ...one, id: newUuid(at.getTime()) })),
        ),
      )
      await tx.run(markWithAttachments(organizationId, messageId))
      if (missing.some(({ reason }) => reason === null))
        tx.onCommit(enqueueWork('missing_attachments', organizationId, at))
    },
    storeOriginal: (scope, original) => storeOriginal(app, store, scope, original),
    attachOriginal,
  }
}

/** The number of attached files: another message may have used some in the meantime. */
export async function attachTo(
  tx: Tx,
  { organizationId }: Scope,
  messageId: Uuid,
  stored: IncomingFiles['stored'],
): Promise<number> {
  if (stored.length === 0) return 0
  const rows = stored.map(({ id, ordinal }) => ({ place: 1, id, messageId, ordinal }))
  const count = await tx.run(attach([organizationId], rows))
  await tx.run(markWithAttachments(organizationId, messageId))
  return count
}
