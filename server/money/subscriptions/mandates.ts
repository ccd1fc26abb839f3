// The mandates of subscriptions: monthly, and with their own consent.

import type { Scope } from '#kit/app.ts'
import type { Tx } from '#kit/database/database.ts'
import { cancelAll } from '#money/recharges/mandate-end.ts'
import type { MandateRow } from '#money/recharges/mandate-queries.ts'
import { Mandates } from '#money/recharges/mandates.ts'
import type { RechargeRow } from '#money/recharges/queries.ts'
import * as rechargeQueries from '#money/recharges/queries.ts'
import type { PaymentRow } from './queries.ts'
import * as queries from './queries.ts'
import { debitEndsBy } from './rules.ts'
import { lock, read, type State, save } from './store.ts'

export const mandates = new Mandates<State>({
  purpose: 'subscription',
  work: 'subscription',
  read,
  lock,
  save,
  activated,
  unwanted: ({ row }) => (row.status === 'free' ? 'subscription_ended' : null),
  // A debit that was requested from the gateway is made with the mandate that it was requested with.
  keptUntil: ({ open }, { id }) =>
    open?.kind === 'debit' && open.mandate_id === id && open.ask_count > 0 ? debitEndsBy(open.due_at) : null,
})

/** An ended subscription's mandate is cancelled at once, so that nothing is debited for it. */
async function activated(tx: Tx, scope: Scope, state: State, mandate: MandateRow): Promise<void> {
  if (state.row.status === 'free') {
    await cancelAll(tx, scope, state, 'system', 'subscription_ended')
    return
  }
  await debitByNewMandate(tx, scope, state, mandate)
}

/** An announced debit that was not requested from the gateway yet uses the new mandate, if that covers it. */
async function debitByNewMandate(tx: Tx, { organizationId }: Scope, state: State, mandate: MandateRow): Promise<void> {
  const { open } = state
  const { gateway: name, max_micros: max } = mandate
  if (open?.kind !== 'debit' || open.ask_count > 0) return
  const money = await tx.row<RechargeRow>(rechargeQueries.byId(organizationId, open.payment_id))
  if (!money || name !== money.gateway || (max !== null && money.total_micros > max)) return
  const moved = await tx.row<PaymentRow>(queries.debitBy(organizationId, open.payment_id, mandate.id))
  state.open = moved ?? open
}
