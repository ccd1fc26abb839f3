// Moves the conversations of a merged contact to the remaining one; where a user has one with both, they are merged as
// in a handover. The contacts are locked, and no conversation can be created meanwhile.

import { insertEvents } from '#events/queries.ts'
import type { Scope } from '#kit/app.ts'
import type { Tx } from '#kit/database/database.ts'
import type { Uuid } from '#kit/ids.ts'
import * as wallet from '#money/wallet/actions.ts'
import * as mergeQueries from './contact-merge-queries.ts'
import { conversationUpdated } from './events.ts'
import { handOver } from './hand-over.ts'
import * as handOverQueries from './hand-over-queries.ts'
import type { ConversationRow } from './queries.ts'
import { lockReaders } from './queries.ts'

/** Lock order: before the contacts. */
export const holdReaders = (tx: Tx, organizationId: Uuid): Promise<number> => tx.run(lockReaders(organizationId))

/** Locks the wallet and changes its state: sends in progress were decided for separate conversations. */
export async function mergeOfContacts(tx: Tx, scope: Scope, from: Uuid, into: Uuid): Promise<void> {
  const { organizationId, at } = scope
  await wallet.renew(tx, organizationId, await wallet.lock(tx, organizationId), at)
  const rows = await tx.rows<mergeQueries.Meeting>(mergeQueries.ofBoth(organizationId, from, into))
  const ids = rows.flatMap(({ id, existing_id }) => (existing_id === null ? [id] : [id, existing_id]))
  if (ids.length === 0) return
  await tx.run(handOverQueries.lockForMove(organizationId, ids))
  const alone = rows.filter(({ existing_id }) => existing_id === null).map(({ id }) => id)
  const moved = await tx.rows<ConversationRow>(mergeQueries.moveTo(organizationId, alone, into))
  await tx.run(insertEvents(organizationId, at, moved.map(conversationUpdated)))
  const merged = rows.flatMap(({ id, existing_id }) => (existing_id === null ? [] : [{ from: id, into: existing_id }]))
  if (merged.length > 0) await handOver(tx, scope, { moved: [], merged })
}
