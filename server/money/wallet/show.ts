// Balance and transactions as the API shows them.

import { formatMicros, type Micros } from '#kit/money.ts'
import { amount, publicId, type Static, seconds } from '#kit/wire.ts'
import { purposeOf } from './purposes.ts'
import type { ShownTransactionRow, ShownWalletRow } from './queries.ts'
import type { PendingRow, SpendingRow } from './reading-queries.ts'
import { availableOf, daysLeft, isEmpty, warningLevel } from './rules.ts'
import type { Balance, Transaction } from './schema.ts'

export const CURRENCY = 'INR'

export function showBalance(
  wallet: ShownWalletRow,
  pending: PendingRow,
  spending: SpendingRow,
  next: Micros | null,
): Static<typeof Balance> {
  const { balance_micros: balance, reserved_micros: reserved } = wallet
  const available = availableOf({ balance, reserved })
  const level = warningLevel(wallet.balance_micros, wallet.warning_base_micros, next)
  return {
    currency: CURRENCY,
    balance: formatMicros(wallet.balance_micros),
    available_credits: formatMicros(available),
    reserved: formatMicros(reserved),
    pending_transactions: { count: Number(pending.count), amount: formatMicros(pending.amount_micros) },
    low_balance_warning: level === null ? null : (String(level) as '20' | '10' | '0'),
    sending_paused: isEmpty(available, next),
    days_left: daysLeft(wallet.balance_micros, spending.spent_micros),
    grace_until: seconds(wallet.grace_until),
    auto_recharge: wallet.auto_recharge ?? { enabled: false, threshold: null, amount: null, status: 'off' },
    updated_at: seconds(wallet.updated_at),
  }
}

export function showTransaction(row: ShownTransactionRow): Static<typeof Transaction> {
  return {
    id: publicId('txn', row.id),
    kind: row.kind,
    status: row.status,
    amount: formatMicros(row.amount_micros),
    currency: CURRENCY,
    balance_after: amount(row.balance_after_micros),
    payment_method: row.payment_method,
    failure_reason: row.failure_reason,
    description: row.description,
    purpose: purposeOf(row),
    channel: row.channel,
    message_count: row.message_count,
    campaign_id: publicId('camp', row.campaign_id),
    recharge_id: publicId('rech', row.recharge_id),
    invoice_id: publicId('inv', row.invoice_id),
    reverses_id: publicId('txn', row.reverses_id),
    created_at: row.created_at,
    completed_at: row.completed_at,
  }
}
