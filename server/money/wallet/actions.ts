// The ledger: the only code that moves money. Every transaction updates the wallet, stores the balance after it and its
// wallet version, and never changes afterwards.

import { emit } from '#events/actions.ts'
import type { NewEvent } from '#events/declaration.ts'
import { type Hook, runHooks } from '#events/hooks.ts'
import type { Tx } from '#kit/database/database.ts'
import { newUuid, type Uuid } from '#kit/ids.ts'
import type { Micros } from '#kit/money.ts'
import * as events from './events.ts'
import * as queries from './queries.ts'
import { availableOf, newWarning, type WalletState } from './rules.ts'
import type { ShownAutoRecharge } from './schema.ts'

export type { WalletState }

// Every organization has a wallet, which is empty at first.
export const openWallet: Hook<'organization.created'> = async (tx, { organizationId, at }) => {
  await tx.run(queries.insertWallet(organizationId, at))
}

/**
 * Locks the wallet until the transaction ends. It must be the first lock of every transaction that moves money or
 * messages.
 */
export async function lock(tx: Tx, organizationId: Uuid): Promise<WalletState> {
  const row = await tx.row<queries.WalletRow>(queries.lockWallet(organizationId))
  if (!row) throw new Error('the organization has no wallet')
  return walletStateOf(row)
}

export function walletStateOf(row: queries.WalletRow): WalletState {
  return {
    balance: row.balance_micros,
    reserved: row.reserved_micros,
    version: row.version,
    state: row.state,
    warningBase: row.warning_base_micros,
    warnedLevel: row.warned_level,
    rechargeBelow: row.recharge_below_micros,
    nextPrice: row.next_price_micros,
  }
}

/** Every change creates a new `state`, and succeeds only if the stored one is still that of the decision. */
export async function save(tx: Tx, organizationId: Uuid, walletState: WalletState, at: Date): Promise<void> {
  const before = { state: walletState.state }
  walletState.state = newUuid()
  await tx.run(queries.moveWallet(organizationId, before, walletState, at))
}

/**
 * Creates a new `state` without moving money, because data that sends were decided on, such as a conversation, no
 * longer exists. The wallet must be locked.
 */
export async function renew(tx: Tx, organizationId: Uuid, walletState: WalletState, at: Date): Promise<void> {
  await save(tx, organizationId, walletState, at)
}

/** Charges of one channel that are reversed together. */
export interface Reversal {
  /** One of the unsent deliveries; it makes the transaction's key unique. */
  deliveryId: Uuid
  /** The charge, when the whole amount belongs to one. */
  reversesId: Uuid | null
  amount: Micros
  channel: string
  messageCount: number
  reason: string
  /** The campaign and contact list of all of them, as in their charges. */
  campaignId?: Uuid | null
  listId?: Uuid | null
}

/** Refunds charges of unsent deliveries; returns the transactions in order. The wallet must be locked. */
export async function reverse(
  tx: Tx,
  organizationId: Uuid,
  walletState: WalletState,
  reversals: Reversal[],
  at: Date,
): Promise<Uuid[]> {
  const ledgerTransactions = reversals.map((reversal) => {
    const { deliveryId, reversesId, amount, channel, messageCount, reason } = reversal
    const { campaignId = null, listId = null } = reversal
    walletState.balance += amount
    walletState.version += 1n
    return {
      id: newUuid(at.getTime()),
      kind: 'refund' as const,
      amount,
      counterAccount: `revenue:${channel}`,
      key: `reversal:${deliveryId}`,
      version: walletState.version,
      balanceAfter: walletState.balance,
      description: messageCount === 1 ? `Reversal: ${reason}` : `Reversal of ${messageCount} messages: ${reason}`,
      channel,
      messageCount,
      reversesId,
      campaignId,
      listId,
    }
  })
  if (ledgerTransactions.length === 0) return []
  await tx.run(queries.insertTransactions(organizationId, at, ledgerTransactions))
  await save(tx, organizationId, walletState, at)
  return ledgerTransactions.map(({ id }) => id)
}

/**
 * Stores a pending transaction for an expected payment: it changes nothing until it is credited or fails. The wallet
 * need not be locked.
 */
export async function openRecharge(
  tx: Tx,
  organizationId: Uuid,
  pending: queries.PendingRecharge,
  at: Date,
): Promise<void> {
  await tx.run(queries.insertPendingRecharge(organizationId, at, pending))
}

/** The payment did not succeed. Only a pending transaction can fail; a completed or failed one never changes. */
export async function failRecharge(
  tx: Tx,
  organizationId: Uuid,
  transactionId: Uuid,
  reason: string,
  paymentMethod: string | null,
): Promise<void> {
  const failed = await tx.run(queries.failRecharge(organizationId, transactionId, reason, paymentMethod))
  if (failed !== 1) throw new Error(`recharge transaction ${transactionId} is not pending`)
}

export interface RechargeCredit {
  transactionId: Uuid
  /** Unique together with `paymentId`: one credit per captured payment. */
  gateway: string
  paymentId: string
  amount: Micros
  tax: Micros
  paymentMethod: string | null
  invoiceId: Uuid
}

/** Completes a pending recharge: the credit to the wallet, and the tax collected with it. The wallet must be locked. */
export async function creditRecharge(
  tx: Tx,
  organizationId: Uuid,
  walletState: WalletState,
  credit: RechargeCredit,
  at: Date,
): Promise<void> {
  walletState.balance += credit.amount
  walletState.version += 1n
  walletState.warningBase = walletState.balance
  walletState.warnedLevel = null
  const completed = await tx.row<{ amount_micros: Micros }>(
    queries.completeRecharge(organizationId, at, {
      transactionId: credit.transactionId,
      key: `payment:${credit.gateway}:${credit.paymentId}`,
      version: walletState.version,
      balanceAfter: walletState.balance,
      paymentMethod: credit.paymentMethod,
      invoiceId: credit.invoiceId,
    }),
  )
  if (completed?.amount_micros !== credit.amount)
    throw new Error(`recharge transaction ${credit.transactionId} is not pending with this amount`)
  if (credit.tax > 0n) {
    await tx.run(
      queries.insertTransfer(organizationId, at, {
        id: newUuid(at.getTime()),
        transactionId: credit.transactionId,
        debitAccount: 'gateway',
        creditAccount: 'tax',
        amount: credit.tax,
        key: `tax:${credit.transactionId}`,
      }),
    )
  }
  await save(tx, organizationId, walletState, at)
  await runHooks('credit.added', tx, { organizationId, at }, { walletState })
}

/**
 * The event of a warning level that the balance has just reached; recorded in the wallet state, so that it is emitted
 * once.
 */
export function warn(walletState: WalletState, organizationId: Uuid): NewEvent[] {
  const level = newWarning(walletState)
  if (level === null) return []
  walletState.warnedLevel = level
  return [events.balanceWarning(organizationId, level, walletState)]
}

/** A movement of money other than a payment or a message. Positive adds to the wallet. */
export interface Movement {
  kind: 'refund' | 'credit'
  amount: Micros
  /** The other side of the booking: `operator`, `gateway`, `revenue:CHANNEL`. */
  counterAccount: string
  /** Unique within the organization: the database refuses a repetition of the same movement. */
  key: string
  description: string
  channel?: string | null
  messageCount?: number | null
  reversesId?: Uuid | null
  /** Tax booked together with the movement; positive when collected, negative when returned. */
  tax?: Micros
}

/**
 * Books a movement and returns its transaction id. The wallet must be locked, and the caller must have checked that a
 * debit is covered. A credit resets the warnings.
 */
export async function move(
  tx: Tx,
  organizationId: Uuid,
  walletState: WalletState,
  movement: Movement,
  at: Date,
): Promise<Uuid> {
  const { kind, amount, counterAccount, key, description, tax = 0n } = movement
  if (amount < 0n && availableOf(walletState) + amount < 0n) throw new Error(`${key} would take more than is available`)
  const id = newUuid(at.getTime())
  walletState.balance += amount
  walletState.version += 1n
  if (kind === 'credit') {
    walletState.warningBase = walletState.balance
    walletState.warnedLevel = null
  }
  const { channel = null, messageCount = null, reversesId = null } = movement
  const ledgerTransaction: queries.LedgerTransaction = {
    id,
    kind,
    amount,
    counterAccount,
    key,
    version: walletState.version,
    balanceAfter: walletState.balance,
    description,
    channel,
    messageCount,
    reversesId,
  }
  await tx.run(queries.insertTransactions(organizationId, at, [ledgerTransaction]))
  if (tax !== 0n) {
    const isCollected = tax > 0n
    await tx.run(
      queries.insertTransfer(organizationId, at, {
        id: newUuid(at.getTime()),
        transactionId: id,
        debitAccount: isCollected ? 'gateway' : 'tax',
        creditAccount: isCollected ? 'tax' : 'gateway',
        amount: isCollected ? tax : -tax,
        key: `tax:${id}`,
      }),
    )
  }
  await emit(tx, organizationId, at, warn(walletState, organizationId))
  await save(tx, organizationId, walletState, at)
  if (kind === 'credit') await runHooks('credit.added', tx, { organizationId, at }, { walletState })
  return id
}

/** Stores the auto-recharge data and grace period that are shown with the balance. The wallet must be locked. */
export async function showAutoRecharge(
  tx: Tx,
  organizationId: Uuid,
  walletState: WalletState,
  shown: ShownAutoRecharge,
  graceUntil: Date | null,
): Promise<void> {
  await tx.run(queries.showAutoRecharge(organizationId, walletState, shown, graceUntil))
}

/** Sets the balance below which a deduction triggers auto-recharge; null for never. The wallet must be locked. */
export async function setRechargeThreshold(
  tx: Tx,
  organizationId: Uuid,
  walletState: WalletState,
  threshold: Micros | null,
  at: Date,
): Promise<void> {
  if (walletState.rechargeBelow === threshold) return
  walletState.rechargeBelow = threshold
  await save(tx, organizationId, walletState, at)
}

/** The current state, without a lock. */
export async function find(reads: Tx, organizationId: Uuid): Promise<WalletState> {
  const row = await reads.row<queries.ShownWalletRow>(queries.wallet(organizationId))
  if (!row) throw new Error('the organization has no wallet')
  return walletStateOf(row)
}
