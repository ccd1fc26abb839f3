// Messages to and from a merged contact (spec 6.30): unsent deliveries move to the remaining contact at once, all
// others in batches. After an interruption the next run scans everything again and finds the rest.

import { passOn } from '#events/actions.ts'
import type { App, Scope } from '#kit/app.ts'
import { planByKey } from '#kit/database/by-key.ts'
import type { Tx } from '#kit/database/database.ts'
import { noteDeletions } from '#kit/deletions.ts'
import type { Uuid } from '#kit/ids.ts'
import { pieceSize } from '#kit/piece-size.ts'
import { publicId } from '#kit/wire.ts'
import { enqueueWork } from '#kit/work.ts'
import * as wallet from '#money/wallet/actions.ts'
import type { Job } from '#worker/job.ts'
import { perOrganization } from '#worker/per-organization.ts'
import type { MergeRow } from './contact-merge-queries.ts'
import * as queries from './contact-merge-queries.ts'
import { cancelQueued } from './removal.ts'

const pieceOfMessages = () => pieceSize(500)
const NO_ID: Uuid = '00000000-0000-0000-0000-000000000000'
const BOTH_ARE_ONE = 'the contact became part of another, to whom the message goes already'

/** Runs after the conversations; the wallet is locked. */
export async function mergeOfContacts(tx: Tx, scope: Scope, merge: MergeRow): Promise<void> {
  const { organizationId, at } = scope
  const twice = (await tx.rows<{ id: Uuid }>(queries.queuedToBoth(organizationId, merge))).map(({ id }) => id)
  if (twice.length > 0) {
    const walletState = await wallet.lock(tx, organizationId)
    const which = { messageIds: twice, contactIds: [merge.from_id] }
    await cancelQueued(tx, scope, walletState, which, BOTH_ARE_ONE, 'kept')
  }
  await tx.run(queries.moveUnsent(organizationId, merge))
  await tx.run(queries.passMergesOn(organizationId, merge))
  await tx.run(queries.noteMerge(scope, merge))
  tx.onCommit(enqueueWork('contact_merge', organizationId, at))
}

/** Deleting a contact deletes the rest of the contacts merged into it. */
export async function forgetMerged(tx: Tx, scope: Scope, contactIds: readonly Uuid[]): Promise<void> {
  const rows = await tx.rows<{ id: Uuid }>(queries.endMergesInto(scope.organizationId, contactIds))
  if (rows.length === 0) return
  await noteDeletions(
    tx,
    scope,
    'contact',
    rows.map(({ id }) => id),
  )
}

export const contactMergingJobs = (app: App): Job[] => [
  perOrganization(app, 'contact_merge', async (organizationId, signal) => {
    for (;;) {
      const merge = await app.database.reads.row<MergeRow>(queries.nextMerge(organizationId))
      if (!merge) return null
      await bringOver(app, organizationId, merge, signal)
      await app.database.transaction((tx) => tx.run(queries.endMerge(organizationId, merge.from_id)), organizationId)
    }
  }),
]

async function bringOver(app: App, organizationId: Uuid, merge: MergeRow, signal: AbortSignal): Promise<void> {
  const { reads } = app.database
  const size = pieceOfMessages()
  const conversations = await reads.rows<{ id: Uuid }>(queries.conversationsOf(organizationId, merge.into_id))
  for (const { id } of conversations)
    for (let after: Uuid | null = NO_ID; after !== null; ) {
      signal.throwIfAborted()
      const next = queries.messagesBehind(organizationId, id, after, size)
      const ids: Uuid[] = (await reads.rows<{ id: Uuid }>(next)).map((row) => row.id)
      if (ids.length > 0)
        await app.database.transaction(async (tx) => {
          await tx.run(planByKey())
          await bringPiece(tx, organizationId, merge.from_id, ids)
        }, organizationId)
      after = ids.length < size ? null : (ids.at(-1) as Uuid)
    }
}

async function bringPiece(tx: Tx, organizationId: Uuid, fromId: Uuid, ids: Uuid[]): Promise<void> {
  const merge = await tx.row<MergeRow>(queries.lockMerge(organizationId, fromId))
  if (!merge) return
  // Lock order: deliveries before messages, as when a message is edited.
  await tx.run(queries.moveDeliveries(organizationId, ids, merge))
  await tx.run(queries.moveInbound(organizationId, ids, merge))
  await tx.run(queries.moveReactions(organizationId, ids, merge))
  await tx.run(queries.dropReactions(organizationId, ids, fromId))
  await tx.run(queries.moveReactionTimes(organizationId, ids, merge))
  const [from, into] = [publicId('contact', fromId), publicId('contact', merge.into_id)]
  await passOn(tx, organizationId, ids, ['delivery', 'contact_id'], from, into)
}
