// What never left is given back: once for each delivery, which remembers by which transaction and how much. Told apart by act: a
// deletion gives back all it cancels in one transaction a channel; failures that are recorded together were acts of their own,
// so there is one for each charge, which it names.

import type { Tx } from '#kit/database.ts'
import type { Uuid } from '#kit/ids.ts'
import type { Micros } from '#kit/money.ts'
import type { Scope } from '#kit/hooks.ts'
import * as wallet from '#wallet/actions.ts'
import * as queries from './give-back-queries.ts'

/** A delivery that was just cancelled or has just failed. */
export interface Unsent {
  id: Uuid
  transaction_id: Uuid
  /** Its price, or what a re-rate left of it. */
  cost_micros: Micros
  channel: string
}

export type Act = { by: 'act'; reason: string } | { by: 'charge'; reasonOf: (id: Uuid) => string }

/** The wallet must be locked, and the status of the deliveries written in this transaction: that is what makes it once. */
export async function giveBack(tx: Tx, scope: Scope, purse: wallet.Purse, unsent: Unsent[], act: Act): Promise<void> {
  const { organizationId, at } = scope
  // What came to cost nothing is not given back.
  const groups = [
    ...Map.groupBy(
      unsent.filter(({ cost_micros }) => cost_micros > 0n),
      ({ channel, transaction_id }) => (act.by === 'act' ? channel : transaction_id),
    ).values(),
  ]
  if (groups.length === 0) return
  const reversals = groups.map((group): wallet.Reversal => {
    const [{ id, transaction_id, channel }] = group as [Unsent]
    return {
      deliveryId: id,
      reversesId: group.every((one) => one.transaction_id === transaction_id) ? transaction_id : null,
      amount: group.reduce((sum, { cost_micros }) => sum + cost_micros, 0n),
      channel,
      messageCount: group.length,
      reason: reasonOf(group, act),
    }
  })
  const ids = await wallet.reverse(tx, organizationId, purse, reversals, at)
  const returned = groups.flatMap((group, index) =>
    group.map(({ id, cost_micros }) => ({ id, reversalId: ids[index] as Uuid, micros: cost_micros })),
  )
  await tx.run(queries.markReversed(organizationId, returned))
}

function reasonOf(group: Unsent[], act: Act): string {
  if (act.by === 'act') return act.reason
  return [...new Set(group.map(({ id }) => act.reasonOf(id)))].join(', ')
}
