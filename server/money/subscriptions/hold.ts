// A subscription's times are postponed while nothing can be debited or sent: while the installation is fenced, and
// while the operator has suspended the organization. spec 23.9, 23.30.

import type { Hook } from '#events/hooks.ts'
import type { Tx } from '#kit/database/database.ts'
import { enqueueWork } from '#kit/work.ts'
import * as queries from './hold-queries.ts'
import { lock, save } from './store.ts'

export const postponeAfterSuspension: Hook<'organization.resumed'> = async (tx, scope, { since }) => {
  const { organizationId, at } = scope
  if (!(await lock(tx, organizationId))) return
  for (const statement of queries.postpone({ since, at }, organizationId)) await tx.run(statement)
  const state = await lock(tx, organizationId)
  if (!state) return
  await save(tx, scope, state)
  tx.onCommit(enqueueWork('subscription', organizationId, at))
}

/**
 * For all organizations, in the transaction that lifts the fence, so that a repeated attempt to lift it does not
 * postpone twice.
 */
export async function postponeAfterFence(tx: Tx, since: Date, at: Date): Promise<void> {
  for (const statement of queries.postpone({ since, at }, null)) await tx.run(statement)
}
