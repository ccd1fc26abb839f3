// The operator's decision on a refund. To the wallet, approval pays it; to the source, the credit leaves the wallet at
// once and the job calls the gateway after the commit: nothing here uses the network.

import { runHooks } from '#events/hooks.ts'
import type { Scope } from '#kit/app.ts'
import type { Tx } from '#kit/database/database.ts'
import type { Uuid } from '#kit/ids.ts'
import { expectedDates } from '#kit/india/bank-days.ts'
import { indianDate } from '#kit/india/calendar.ts'
import { absent, invalid, refusal } from '#kit/refusals.ts'
import { enqueueWork } from '#kit/work.ts'
import type { Gateways } from '#money/gateways/providers/index.ts'
import { recordReference } from '#money/gateways/references.ts'
import { sumOf } from '#money/invoices/rules.ts'
import * as usage from '#money/usage/queries.ts'
import * as wallet from '#money/wallet/actions.ts'
import { availableOf } from '#money/wallet/rules.ts'
import type { Doer } from '#people/audit/actions.ts'
import * as organizations from '#people/organizations/actions.ts'
import { mustBeOn, publish } from './actions.ts'
import type { RefundRow } from './queries.ts'
import * as queries from './queries.ts'
import { amountOf, type Given, mustBeCovered, readTax } from './rules.ts'
import * as targets from './targets.ts'

export interface Circumstances {
  gateways: Gateways
  /** The bank holidays that the installation adds. */
  bankHolidays: ReadonlySet<string>
}

export async function approve(
  tx: Tx,
  scope: Scope,
  doer: Doer,
  id: Uuid,
  note: string | null,
  { gateways, bankHolidays }: Circumstances,
): Promise<RefundRow> {
  await organizations.find(tx, scope.organizationId)
  const walletState = await wallet.lock(tx, scope.organizationId)
  const refund = await lockRequested(tx, scope, id)
  const target = await targetOf(tx, scope, refund)
  // The request has reserved its amount, so an error here is a defect, and nothing is paid.
  amountOf(refund.amount_micros, target.left, refund.destination)
  if (refund.gateway === null) return payToWallet(tx, scope, doer, { walletState, refund, target, note })

  mustBeOn(gateways, refund.gateway)
  mustLeaveTaxes(target, refund)
  const transactionId = refund.purpose === 'wallet' ? await takeCredit(tx, scope, walletState, refund) : null
  // The gateway's webhooks about refunds identify the payment by this id.
  await recordReference(tx, refund.gateway, refund.payment_id as string, scope.organizationId)
  const approved = { transactionId, note, expected: expectedDates(scope.at, bankHolidays) }
  const row = await tx.row<RefundRow>(queries.markApproved(scope, id, approved))
  tx.onCommit(enqueueWork('refund', scope.organizationId, scope.at))
  return publish(tx, scope, doer, 'approved', row)
}

const targetOf = (tx: Tx, scope: Scope, refund: RefundRow): Promise<targets.Target> =>
  refund.transaction_id === null
    ? targets.findSubscriptionPayment(tx, scope, refund.recharge_id as Uuid, refund.id)
    : targets.find(tx, scope, refund.transaction_id, refund.id)

/** The credit leaves the wallet at once. A subscription payment was never credited. */
async function takeCredit(tx: Tx, scope: Scope, walletState: wallet.WalletState, refund: RefundRow): Promise<Uuid> {
  mustBeCovered(refund.amount_micros, availableOf(walletState))
  return wallet.move(
    tx,
    scope.organizationId,
    walletState,
    {
      kind: 'refund',
      amount: -refund.amount_micros,
      tax: -refund.tax_micros,
      counterAccount: 'gateway',
      key: `refund:${refund.id}`,
      description: `Refund to the source: ${inWords(refund)}`,
      reversesId: refund.transaction_id,
    },
    scope.at,
  )
}

/** A dispute or a refund at the gateway may have taken part of the payment since the request fixed its tax. */
function mustLeaveTaxes({ whole, before }: targets.Target, { taxes }: RefundRow): void {
  const fit = taxes.map(readTax).every(({ name, amount }) => {
    const taxOf = ({ taxes: all }: Given) => sumOf(all.filter((tax) => tax.name === name))
    return amount <= taxOf(whole) - before.reduce((sum, part) => sum + taxOf(part), 0n)
  })
  if (fit) return
  throw refusal('conflict', 'refund_overtaken')
}

interface ToWallet {
  walletState: wallet.WalletState
  refund: RefundRow
  target: targets.Target
  note: string | null
}

async function payToWallet(
  tx: Tx,
  scope: Scope,
  doer: Doer,
  { walletState, refund, target, note }: ToWallet,
): Promise<RefundRow> {
  const transactionId = await wallet.move(
    tx,
    scope.organizationId,
    walletState,
    {
      kind: 'refund',
      amount: refund.amount_micros,
      counterAccount: target.counterAccount,
      channel: target.channel,
      key: `refund:${refund.id}`,
      description: `Refund: ${inWords(refund)}`,
      reversesId: refund.transaction_id,
    },
    scope.at,
  )
  await countRefund(tx, scope, refund)
  const row = await tx.row<RefundRow>(queries.markPaidToWallet(scope, refund.id, transactionId, note))
  if (!row) throw absent('refund')
  await runHooks('charge.refunded', tx, scope, [chargeOf(refund)])
  await publish(tx, scope, doer, 'approved', { ...row, status: 'approved', completed_at: null })
  return publish(tx, scope, doer, 'completed', row)
}

/** Counts the refund in the usage of this day, as charges are counted on theirs. */
async function countRefund(tx: Tx, { organizationId, at }: Scope, refund: RefundRow): Promise<void> {
  const found = usage.keyOfRefund(organizationId, chargeOf(refund), indianDate(at))
  const key = await tx.row<usage.CounterKey>(found)
  if (key) await tx.run(usage.addRefund(organizationId, key, refund.amount_micros))
}

export async function reject(tx: Tx, scope: Scope, doer: Doer, id: Uuid, note: string): Promise<RefundRow> {
  if (note.trim() === '') throw invalid('note', 'blank')
  await organizations.find(tx, scope.organizationId)
  // Locks the wallet first, so that no other request computes the refundable amount in the meantime.
  await wallet.lock(tx, scope.organizationId)
  const refund = await lockRequested(tx, scope, id)
  const row = await tx.row<RefundRow>(queries.markRejected(scope.organizationId, id, note))
  if (refund.destination === 'wallet') await runHooks('charge.kept', tx, scope, [chargeOf(refund)])
  return publish(tx, scope, doer, 'rejected', row)
}

async function lockRequested(tx: Tx, { organizationId }: Scope, id: Uuid): Promise<RefundRow> {
  const refund = await tx.row<RefundRow>(queries.lock(organizationId, id))
  if (!refund) throw absent('refund')
  if (refund.status !== 'requested') {
    throw refusal('conflict', 'refund_not_requested', { status: refund.status })
  }
  return refund
}

/** The charge of a refund to the wallet. */
function chargeOf({ transaction_id }: RefundRow): Uuid {
  if (transaction_id === null) throw new Error('a refund to the wallet names no charge')
  return transaction_id
}

const inWords = ({ reason }: RefundRow): string => reason.replaceAll('_', ' ')
