// Moves the messages of a conversation that was merged into another and too large for one transaction (spec 5.28).
// Readers already see them there; here they are moved in batches without a lock that a send needs. After an
// interruption the next run continues.

import { runHooks } from '#events/hooks.ts'
import type { App } from '#kit/app.ts'
import { planByKey } from '#kit/database/by-key.ts'
import type { Tx } from '#kit/database/database.ts'
import type { Uuid } from '#kit/ids.ts'
import { pieceSize } from '#kit/piece-size.ts'
import type { Job } from '#worker/job.ts'
import { perOrganization } from '#worker/per-organization.ts'
import * as mergeQueries from './merge-queries.ts'

/** Messages per batch, and conversations per batch. */
const pieceOfMessages = () => pieceSize(500)
const PIECE_CONVERSATIONS = 200

export const mergingJobs = (app: App): Job[] => [
  perOrganization(app, 'merge', (organizationId, signal) => goOn(app, organizationId, signal)),
]

async function goOn(app: App, organizationId: Uuid, signal: AbortSignal): Promise<null> {
  let isMore = true
  while (isMore) {
    signal.throwIfAborted()
    isMore = await app.database.transaction(async (tx) => {
      await tx.run(planByKey())
      return mergePiece(tx, { organizationId, at: app.clock() })
    }, organizationId)
  }
  return null
}

/** False if no merge is pending. */
async function mergePiece(tx: Tx, scope: { organizationId: Uuid; at: Date }): Promise<boolean> {
  const { organizationId } = scope
  // Locked before their messages, in the same order as a deletion of the remaining conversation.
  const pending = await tx.rows<mergeQueries.PendingRow>(mergeQueries.lockPending(organizationId, PIECE_CONVERSATIONS))
  if (pending.length === 0) return false
  const size = pieceOfMessages()
  const merged = pending.map(({ from_id, into_id }) => ({ from: from_id, into: into_id }))
  const messages = await tx.rows<mergeQueries.Merged>(mergeQueries.nextToMerge(organizationId, merged, size))
  if (messages.length > 0) {
    // Lock order: deliveries before messages, as when a message is edited.
    await tx.run(mergeQueries.mergeDeliveries(organizationId, messages))
    await tx.run(mergeQueries.mergeMessages(organizationId, messages))
    await runHooks(
      'message.merging',
      tx,
      scope,
      messages.map(({ id, into_id }) => ({ id, into: into_id })),
    )
  }
  if (messages.length < size) await tx.run(mergeQueries.endMerges(organizationId, merged))
  return true
}
