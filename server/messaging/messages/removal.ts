// Deletes messages permanently: waiting deliveries are cancelled and refunded, and events lose their content. As many
// at a time as one short transaction takes; larger deletions run in batches (deletion.ts).

import { bury } from '#events/actions.ts'
import { runHooks } from '#events/hooks.ts'
import type { Scope } from '#kit/app.ts'
import type { Tx } from '#kit/database/database.ts'
import type { Uuid } from '#kit/ids.ts'
import { removeWithMessages } from '#messaging/attachments/removal.ts'
import { type EndedRow, noteOutcomes } from '#money/usage/outcomes.ts'
import type * as wallet from '#money/wallet/actions.ts'
import { type Cancelled, type Fate, tellCancelled } from './cancelled.ts'
import { keepNames } from './deleted-inbound-queries.ts'
import { isAboutContacts } from './forget-queries.ts'
import { giveBack, type Unsent } from './give-back.ts'
import * as queries from './queries.ts'
import * as reactionQueries from './reaction-queries.ts'
import { countAsSent } from './unknown-queries.ts'
import { removeVersions } from './version-queries.ts'

/** The wallet must be locked. */
export async function cancelQueued(
  tx: Tx,
  scope: Scope,
  walletState: wallet.WalletState,
  which: queries.Which,
  reason: string,
  fate: Fate = 'deleted',
): Promise<number> {
  const queued = await tx.rows<Unsent & { left_in_part: boolean }>(queries.lockQueued(scope.organizationId, which))
  if (queued.length === 0) return 0
  const ids = queued.map(({ id }) => id)
  const ended = await tx.rows<EndedRow & Cancelled>(queries.cancel(scope.organizationId, ids, scope.at))
  noteOutcomes(tx, ended, scope.at)
  // Partially sent deliveries stay charged: spec 7.89.
  const unsent = queued.filter(({ left_in_part }) => !left_in_part)
  await giveBack(tx, scope, walletState, unsent, { by: 'act', reason })
  await tellCancelled(tx, scope, ended, fate)
  return unsent.length
}

export async function forgetMessages(tx: Tx, scope: Scope, ids: Uuid[]): Promise<void> {
  const { organizationId, at } = scope
  await tx.run(countAsSent(organizationId, { messageIds: ids }, at))
  await tx.run(queries.forgetDeliveries(organizationId, ids))
  // After the deliveries: a recorder emits its event while it holds the delivery's row.
  await bury(tx, scope, ids)
  await tx.run(reactionQueries.removeReactions(organizationId, ids))
  await tx.run(reactionQueries.removeReactionTimes(organizationId, ids))
  await tx.run(reactionQueries.removeReactionSends(organizationId, ids))
  await tx.run(removeVersions(organizationId, ids))
  await removeWithMessages(tx, scope, ids)
  await tx.run(keepNames(organizationId, ids, at))
  await tx.run(queries.removeMessages(organizationId, ids))
  await runHooks('message.forgotten', tx, scope, ids)
}

/** Removes one recipient's data from group messages; the messages and their other deliveries stay. */
export async function forgetDeliveriesTo(tx: Tx, scope: Scope, which: Required<queries.Which>): Promise<void> {
  const { organizationId, at } = scope
  const { messageIds, contactIds } = which
  await tx.run(countAsSent(organizationId, which, at))
  await bury(tx, scope, messageIds, isAboutContacts(contactIds))
  await tx.run(queries.forgetContacts(organizationId, which))
}

export const CONVERSATION_DELETED = 'the conversation was deleted before it left'
export const CONTACT_DELETED = 'the contact was deleted before it left'
