// Credits: granted by operators for a stated reason, without a payment. spec 11.12: a kind of transaction.

import { emit } from '#events/actions.ts'
import type { Scope } from '#kit/app.ts'
import type { Tx } from '#kit/database/database.ts'
import { newUuid } from '#kit/ids.ts'
import { formatMicros } from '#kit/money.ts'
import { invalid } from '#kit/refusals.ts'
import { publicId } from '#kit/wire.ts'
import * as wallet from '#money/wallet/actions.ts'
import type { ShownTransactionRow } from '#money/wallet/queries.ts'
import * as walletQueries from '#money/wallet/queries.ts'
import * as audit from '#people/audit/actions.ts'
import * as organizations from '#people/organizations/actions.ts'
import { creditGranted } from './events.ts'
import { creditError } from './rules.ts'
import type { NewCredit } from './schema.ts'

/**
 * A request repeated with its Idempotency-Key returns the same credit; without one, each request is a separate credit.
 */
export async function grant(
  tx: Tx,
  scope: Scope,
  doer: audit.Doer,
  { amount, reason }: NewCredit,
): Promise<ShownTransactionRow> {
  const { organizationId, at } = scope
  const error = creditError(amount)
  if (error) throw invalid('amount', error)
  if (reason.trim() === '') throw invalid('reason', 'blank')
  await organizations.find(tx, organizationId)
  const walletState = await wallet.lock(tx, organizationId)
  const id = await wallet.move(
    tx,
    organizationId,
    walletState,
    { kind: 'credit', amount, counterAccount: 'operator', key: `credit:${newUuid(at.getTime())}`, description: reason },
    at,
  )
  const transaction = await tx.row<ShownTransactionRow>(walletQueries.transaction(organizationId, id))
  if (!transaction) throw new Error('the credit was not stored')
  await emit(tx, organizationId, at, [creditGranted(id, transaction)])
  const details = { amount: formatMicros(amount), reason }
  audit.record(tx, scope, doer, { action: 'credit.granted', object: publicId('txn', id), details })
  return transaction
}
