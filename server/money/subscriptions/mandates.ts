// The mandates of subscriptions: monthly, and with a consent of their own.

import type { Scope } from '#kit/app.ts'
import type { Tx } from '#kit/database/database.ts'
import { cancelAll, Mandates } from '#money/recharges/mandates.ts'
import { lock, read, type State, save } from './store.ts'

export const mandates = new Mandates<State>({
  purpose: 'subscription',
  work: 'subscription',
  read,
  lock,
  save,
  activated,
})

/** Nothing is debited for a plan that ended, or that is about to: the permission is given back. */
async function activated(tx: Tx, scope: Scope, state: State): Promise<void> {
  if (state.row.status === 'free') await cancelAll(tx, scope, state, 'system')
}
