// Credits: money that the operator gives for a reason of their own, without a payment. service.md §2: a kind of transaction.

import * as audit from '#audit/actions.ts'
import type { Tx } from '#kit/database.ts'
import { emit } from '#kit/events.ts'
import { newUuid } from '#kit/ids.ts'
import { formatMicros } from '#kit/money.ts'
import type { Scope } from '#kit/hooks.ts'
import { invalid } from '#kit/refusals.ts'
import { publicId } from '#kit/wire.ts'
import * as organizations from '#organizations/actions.ts'
import * as wallet from '#wallet/actions.ts'
import type { TransactionRow } from '#wallet/queries.ts'
import * as walletQueries from '#wallet/queries.ts'
import { creditGranted } from './events.ts'
import { creditFault } from './rules.ts'
import type { NewCredit } from './schema.ts'

/** Who repeats the request with its Idempotency-Key gets the same credit; without one, each request is a credit of its own. */
export async function grant(
  tx: Tx,
  scope: Scope,
  doer: audit.Doer,
  { amount, reason }: NewCredit,
): Promise<TransactionRow> {
  const { organizationId, at } = scope
  const fault = creditFault(amount)
  if (fault) throw invalid('amount', fault)
  if (reason.trim() === '') throw invalid('reason', 'must say why: it is what the customer reads')
  await organizations.find(tx, organizationId)
  const purse = await wallet.lock(tx, organizationId)
  const id = await wallet.move(
    tx,
    organizationId,
    purse,
    { kind: 'credit', amount, counterAccount: 'operator', key: `credit:${newUuid(at.getTime())}`, description: reason },
    at,
  )
  const transaction = await tx.row<TransactionRow>(walletQueries.transaction(organizationId, id))
  if (!transaction) throw new Error('the credit was not stored')
  await emit(tx, organizationId, at, [creditGranted(id, transaction)])
  const details = { amount: formatMicros(amount), reason }
  audit.record(tx, scope, doer, { action: 'credit.granted', object: publicId('txn', id), details })
  return transaction
}
