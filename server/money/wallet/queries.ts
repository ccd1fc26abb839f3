// SQL of the ledger. The wallet's row is locked first; its holder may read and write the rest.

import { insertingForAll, type Placed } from '#kit/database/places.ts'
import { rowsOf } from '#kit/database/rows.ts'
import { type Statement, sql } from '#kit/database/sql.ts'
import { newUuid, type Uuid } from '#kit/ids.ts'
import type { Micros } from '#kit/money.ts'
import type { pricedChannels } from '#money/pricing/rules.ts'
import type {
  FailureReason,
  PaymentMethod,
  TransactionKind,
  TransactionStatus,
  WalletState,
  WarningLevel,
} from './rules.ts'
import type { ShownAutoRecharge } from './schema.ts'

export interface WalletRow {
  balance_micros: Micros
  reserved_micros: Micros
  version: bigint
  state: Uuid
  warning_base_micros: Micros
  warned_level: WarningLevel | null
  recharge_below_micros: Micros | null
  next_price_micros: Micros | null
  updated_at: Date
}

export function insertWallet(organizationId: Uuid, at: Date): Statement {
  return sql`insert into wallets (org_id, state, created_at, updated_at) values (${organizationId}, ${newUuid()},
    ${at}, ${at})`
}

export function lockWallet(organizationId: Uuid): Statement {
  return sql`
    select balance_micros, reserved_micros, version, state, warning_base_micros, warned_level, recharge_below_micros,
           next_price_micros, updated_at
      from wallets where org_id = ${organizationId} for update`
}

export interface ShownWalletRow extends WalletRow {
  grace_until: Date | null
  /** Written by auto-recharge; null before it was ever configured. */
  auto_recharge: ShownAutoRecharge | null
}

export function wallet(organizationId: Uuid): Statement {
  return sql`
    select balance_micros, reserved_micros, version, state, warning_base_micros, warned_level, recharge_below_micros,
           next_price_micros, updated_at, grace_until, auto_recharge
      from wallets where org_id = ${organizationId}`
}

/**
 * Auto-recharge fields shown with the balance: sending does not read them, and changing them does not change the state.
 */
export function showAutoRecharge(
  organizationId: Uuid,
  { state }: WalletState,
  shown: ShownAutoRecharge,
  graceUntil: Date | null,
): Statement {
  return sql`
    with shown as (
      update wallets set auto_recharge = ${JSON.stringify(shown)}, grace_until = ${graceUntil}
       where org_id = ${organizationId} and state = ${state} returning org_id)
    select must_be(count(*), 1) from shown`
}

/** Identifies the state of the decision. `state` alone suffices; the other fields are added when known. */
export type Before = Pick<WalletState, 'state'> & Partial<Pick<WalletState, 'version' | 'balance'>>

/**
 * The only statement that updates one wallet: fails, locked or not, unless the wallet is still in the state of the
 * decision.
 */
export function moveWallet(organizationId: Uuid, before: Before, walletState: WalletState, at: Date): Statement {
  return sql`
    with moved as (
      update wallets set balance_micros = ${walletState.balance}, reserved_micros = ${walletState.reserved},
             version = ${walletState.version}, state = ${walletState.state},
             warning_base_micros = ${walletState.warningBase}, warned_level = ${walletState.warnedLevel},
             recharge_below_micros = ${walletState.rechargeBelow}, next_price_micros = ${walletState.nextPrice},
             updated_at = ${at}
       where org_id = ${organizationId} and state = ${before.state}
         and version = coalesce(${before.version ?? null}, version)
         and balance_micros = coalesce(${before.balance ?? null}, balance_micros)
      returning org_id)
    select must_be(count(*), 1) from moved`
}

export interface CounterRow {
  channel: string
  message_count: bigint
}

export function counters(organizationId: Uuid, month: string): Statement {
  return sql`select channel, message_count from month_counters where org_id = ${organizationId} and month = ${month}`
}

/** A completed movement of the wallet; `amount` is signed. */
export interface LedgerTransaction {
  id: Uuid
  kind: 'deduction' | 'refund' | 'credit'
  amount: Micros
  counterAccount: string
  key: string | null
  version: bigint
  balanceAfter: Micros
  description: string
  channel: string | null
  messageCount: number | null
  reversesId: Uuid | null
  /** For a charge: its user, campaign, contact list and price list. */
  userId?: Uuid
  campaignId?: Uuid | null
  listId?: Uuid | null
  priceListId?: Uuid
}

export function insertTransactions(
  organizationId: Uuid,
  at: Date,
  ledgerTransactions: readonly LedgerTransaction[],
): Statement {
  return insertAll(
    [organizationId],
    at,
    ledgerTransactions.map((one) => ({ ...one, place: 1 })),
    sql`true`,
  )
}

/** Inserts the rows that meet the condition on `given`. */
export function insertAll(
  organizationIds: readonly Uuid[],
  at: Date,
  all: readonly (LedgerTransaction & Placed)[],
  which: Statement,
): Statement {
  const { id, beside, condition } = insertingForAll(organizationIds, which)
  const given = rowsOf('given', all, {
    place: ['int4', (one) => one.place],
    id: ['uuid', (one) => one.id],
    kind: ['word', (one) => one.kind],
    amount: ['int8', (one) => one.amount],
    counter_account: ['text', (one) => one.counterAccount],
    key: ['text', (one) => one.key],
    version: ['int8', (one) => one.version],
    balance_after: ['int8', (one) => one.balanceAfter],
    description: ['text', (one) => one.description],
    channel: ['word', (one) => one.channel],
    message_count: ['int4', (one) => one.messageCount],
    reverses_id: ['uuid', (one) => one.reversesId],
    user_id: ['uuid', (one) => one.userId ?? null],
    campaign_id: ['uuid', (one) => one.campaignId ?? null],
    list_id: ['uuid', (one) => one.listId ?? null],
    price_list_id: ['uuid', (one) => one.priceListId ?? null],
  })
  return sql`
    insert into transactions (org_id, id, kind, status, amount_micros, counter_account, key, wallet_version,
                              balance_after_micros, description, channel, message_count, reverses_id, user_id,
                              campaign_id, list_id, price_list_id, created_at, completed_at)
    select ${id}, given.id, kind, 'completed', amount, counter_account, key, version, balance_after,
           description, channel, message_count, reverses_id, user_id, campaign_id, list_id, price_list_id,
           ${at}::timestamptz, ${at}::timestamptz
      from ${beside} ${given}
     where ${condition}`
}

export interface PendingRecharge {
  id: Uuid
  rechargeId: Uuid
  amount: Micros
  paymentMethod: string | null
  description: string
}

export function insertPendingRecharge(organizationId: Uuid, at: Date, pending: PendingRecharge): Statement {
  return sql`
    insert into transactions (org_id, id, kind, status, amount_micros, counter_account, payment_method, description,
      recharge_id, created_at)
    values (${organizationId}, ${pending.id}, 'recharge', 'pending', ${pending.amount}, 'gateway',
      ${pending.paymentMethod},
            ${pending.description}, ${pending.rechargeId}, ${at})`
}

export interface CompletedRecharge {
  transactionId: Uuid
  key: string
  version: bigint
  balanceAfter: Micros
  paymentMethod: string | null
  invoiceId: Uuid
}

/** Completes a pending recharge; no row when it is not pending. */
export function completeRecharge(organizationId: Uuid, at: Date, completed: CompletedRecharge): Statement {
  return sql`
    update transactions set status = 'completed', key = ${completed.key}, wallet_version = ${completed.version},
           balance_after_micros = ${completed.balanceAfter}, payment_method = ${completed.paymentMethod},
           invoice_id = ${completed.invoiceId}, completed_at = ${at}
     where org_id = ${organizationId} and id = ${completed.transactionId} and status = 'pending'
    returning id, amount_micros`
}

export function failRecharge(
  organizationId: Uuid,
  transactionId: Uuid,
  reason: string,
  paymentMethod: string | null,
): Statement {
  return sql`
    update transactions set status = 'failed', failure_reason = ${reason}, payment_method = coalesce(${paymentMethod},
      payment_method)
     where org_id = ${organizationId} and id = ${transactionId} and status = 'pending'`
}

export interface Transfer {
  id: Uuid
  transactionId: Uuid
  debitAccount: string
  creditAccount: string
  amount: Micros
  key: string
}

export function insertTransfer(organizationId: Uuid, at: Date, transfer: Transfer): Statement {
  return sql`
    insert into transfers (org_id, id, transaction_id, debit_account, credit_account, amount_micros, key, created_at)
    values (${organizationId}, ${transfer.id}, ${transfer.transactionId}, ${transfer.debitAccount},
      ${transfer.creditAccount},
            ${transfer.amount}, ${transfer.key}, ${at})`
}

// --- Reading (lists and sums: reading-queries.ts) -------------------------------------------------------------------

export interface TransactionRow {
  id: Uuid
  kind: TransactionKind
  status: TransactionStatus
  amount_micros: Micros
  balance_after_micros: Micros | null
  payment_method: PaymentMethod | null
  failure_reason: FailureReason | null
  description: string
  channel: (typeof pricedChannels)[number] | null
  message_count: number | null
  campaign_id: Uuid | null
  recharge_id: Uuid | null
  invoice_id: Uuid | null
  reverses_id: Uuid | null
  /** Unix seconds. */
  created_at: number
  completed_at: number | null
}

// Times in the API's format: creating a Date for each would be the most expensive part of a long statement.
export const columns = sql`
  id, kind, status, amount_micros, balance_after_micros, payment_method, failure_reason, description, channel,
    message_count,
  campaign_id, recharge_id, invoice_id, reverses_id, floor(extract(epoch from created_at))::float8 as created_at,
  floor(extract(epoch from completed_at))::float8 as completed_at`

export interface ShownTransactionRow extends TransactionRow {
  /** The first part of the key, which names the kind of movement; null while the transaction is pending. */
  movement: string | null
}

export const shownColumns = sql`${columns}, split_part(key, ':', 1) as movement`

/** The same in PostgreSQL's text format, for callers that read bytes. */
export const recordColumns = {
  id: () => sql`id`,
  kind: () => sql`kind`,
  status: () => sql`status`,
  amount_micros: () => sql`amount_micros`,
  balance_after_micros: () => sql`balance_after_micros`,
  payment_method: () => sql`payment_method`,
  failure_reason: () => sql`failure_reason`,
  description: () => sql`description`,
  channel: () => sql`channel`,
  message_count: () => sql`message_count`,
  campaign_id: () => sql`campaign_id`,
  recharge_id: () => sql`recharge_id`,
  invoice_id: () => sql`invoice_id`,
  reverses_id: () => sql`reverses_id`,
  created_at: () => sql`created_at`,
  completed_at: () => sql`completed_at`,
}

export function transaction(organizationId: Uuid, id: Uuid): Statement {
  return sql`select ${shownColumns} from transactions where org_id = ${organizationId} and id = ${id}`
}
