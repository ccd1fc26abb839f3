// Interest in what is written for who asks alone: in force once its transaction has ended. Whoever is just writing down
// what became of deliveries has found out before who is told: they are waited for. Whoever is just sending has decided
// it on a state of the wallet that is another one then, and decides again. So what is accepted from the wallet's
// version on is told of to its end, which the doctor counts (W1).

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
  // What is known is only to go on for longer.
  if (types.every((type) => known.has(type)))
    return void (await tx.run(subscribe(organizationId, { ...interest, toldFrom: null })))
  const walletState = await wallet.lock(tx, organizationId)
  await wallet.renew(tx, organizationId, walletState, at)
  await tx.run(subscribe(organizationId, { ...interest, toldFrom: walletState.version }))
}
