// Messages go for good: what waits is cancelled and given back, what tells of them is forgotten. So many at a time as
// one short transaction takes; what is larger goes in pieces (deletion.ts).

import type { Scope } from '#kit/app.ts'
import type { Tx } from '#kit/database/database.ts'
import type { Uuid } from '#kit/ids.ts'
import { removeWithMessages } from '#messaging/attachments/removal.ts'
import type * as wallet from '#money/wallet/actions.ts'
import { keepNames } from './deleted-inbound-queries.ts'
import * as forgetQueries from './forget-queries.ts'
import { giveBack, type Unsent } from './give-back.ts'
import * as queries from './queries.ts'
import { countAsSent } from './unknown-queries.ts'

/** The wallet must be locked. */
export async function cancelQueued(
  tx: Tx,
  scope: Scope,
  walletState: wallet.WalletState,
  which: queries.Which,
  reason: string,
): Promise<void> {
  const queued = await tx.rows<Unsent>(queries.lockQueued(scope.organizationId, which))
  if (queued.length === 0) return
  const ids = queued.map(({ id }) => id)
  await tx.run(queries.cancel(scope.organizationId, ids, scope.at))
  await giveBack(tx, scope, walletState, queued, { by: 'act', reason })
}

export async function forgetMessages(tx: Tx, scope: Scope, ids: Uuid[]): Promise<void> {
  const { organizationId, at } = scope
  await tx.run(countAsSent(organizationId, { messageIds: ids }, at))
  await tx.run(queries.forgetDeliveries(organizationId, ids))
  // Behind the deliveries: whoever records what became of one tells it while holding that row.
  await tx.run(forgetQueries.buryEventsOf(organizationId, ids))
  await tx.run(queries.removeReactions(organizationId, ids))
  await removeWithMessages(tx, scope, ids)
  await tx.run(keepNames(organizationId, ids, at))
  await tx.run(queries.removeMessages(organizationId, ids))
}

/** Of a message to a group one delivery is forgotten; the message and its other deliveries stay. */
export async function forgetDeliveriesTo(
  tx: Tx,
  { organizationId, at }: Scope,
  which: Required<queries.Which>,
): Promise<void> {
  const { messageIds, contactIds } = which
  await tx.run(countAsSent(organizationId, which, at))
  await tx.run(forgetQueries.buryEventsAboutContacts(organizationId, messageIds, contactIds))
  await tx.run(queries.forgetContacts(organizationId, which))
}

export const CONVERSATION_DELETED = 'the conversation was deleted before it left'
export const CONTACT_DELETED = 'the contact was deleted before it left'
