// The purpose of a transaction, from its kind and the first part of its key, which is unique per movement.

import type { Micros } from '#kit/money.ts'
import type { TransactionKind } from './rules.ts'

export const purposes = [
  'messages',
  'recharge',
  'reversal',
  'tier_price_correction',
  'refund',
  'refund_to_source',
  'refund_returned',
  'payment_reversed',
  'credit',
] as const
export type TransactionPurpose = (typeof purposes)[number]

const ofMovement: Readonly<Record<string, TransactionPurpose>> = {
  reversal: 'reversal',
  rerate: 'tier_price_correction',
  refund: 'refund',
  refund_return: 'refund_returned',
  claim: 'payment_reversed',
  credit: 'credit',
}

export function purposeOf(row: {
  kind: TransactionKind
  movement: string | null
  amount_micros: Micros
}): TransactionPurpose {
  if (row.kind === 'deduction') return 'messages'
  if (row.kind === 'recharge') return 'recharge'
  const purpose = ofMovement[row.movement ?? ''] ?? row.kind
  return purpose === 'refund' && row.amount_micros < 0n ? 'refund_to_source' : purpose
}
