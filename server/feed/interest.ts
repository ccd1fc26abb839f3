// Registers interest in event types that are written on demand; it takes effect at the end of its transaction.
// Recorders that have already determined the subscribers are waited for. A send in progress was decided on a wallet
// state that registering changes, and is decided again. All messages accepted from that wallet version on therefore
// have complete events, which the doctor verifies (W1).

import { lockSubscriptions, type Subscription, subscribe, subscribedBy } from '#events/queries.ts'
import type { Scope } from '#kit/app.ts'
import type { Tx } from '#kit/database/database.ts'
import * as wallet from '#money/wallet/actions.ts'

/** Locks the subscriptions and the wallet. */
export async function showInterest(
  tx: Tx,
  { organizationId, at }: Scope,
  interest: Omit<Subscription, 'toldFrom'>,
): Promise<void> {
  const { subscriber, types } = interest
  if (types.length === 0) return
  await tx.run(lockSubscriptions(organizationId))
  const rows = await tx.rows<{ event_type: string }>(subscribedBy(organizationId, subscriber))
  const known = new Set(rows.map(({ event_type }) => event_type))
  // Only extends the subscription to types that it has already.
  if (types.every((type) => known.has(type)))
    return void (await tx.run(subscribe(organizationId, { ...interest, toldFrom: null })))
  const walletState = await wallet.lock(tx, organizationId)
  await wallet.renew(tx, organizationId, walletState, at)
  await tx.run(subscribe(organizationId, { ...interest, toldFrom: walletState.version }))
}
