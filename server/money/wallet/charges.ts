// Charges of sending, computed in memory for whole arrays; sending writes them with the wallet.

import { newUuid, type Uuid } from '#kit/ids.ts'
import { formatMicros, type Micros } from '#kit/money.ts'
import type { LedgerTransaction } from './queries.ts'
import { countedMessages, type WalletState } from './rules.ts'

export interface Charge {
  channel: string
  priceMicros: Micros
  count: number
  transactionId: Uuid
  /** The sending user, the campaign, and the price list. */
  userId: Uuid
  campaignId: Uuid | null
  /** The recipients' contact list; null unless a campaign sent them. */
  listId: Uuid | null
  priceListId: Uuid
}

/** The usage key is stored on the charge, both in memory and in its row. */
export type ChargeTransaction = LedgerTransaction & Pick<Charge, 'userId' | 'campaignId' | 'listId' | 'priceListId'>

/**
 * The ledger transactions of charges that are known to be covered, in order, starting from the balance and version
 * before them.
 */
export function postCharges(
  before: WalletState,
  charges: Charge[],
): { ledgerTransactions: ChargeTransaction[]; after: WalletState } {
  const after = { ...before, state: newUuid() }
  const ledgerTransactions = charges.map((charge) => {
    const { channel, priceMicros, count, transactionId, userId, campaignId, listId, priceListId } = charge
    const amount = priceMicros * BigInt(count)
    after.balance -= amount
    after.version += 1n
    return {
      id: transactionId,
      kind: 'deduction' as const,
      amount: -amount,
      counterAccount: `revenue:${channel}`,
      key: null,
      version: after.version,
      balanceAfter: after.balance,
      description: `${countedMessages(count, channel)} at ₹${formatMicros(priceMicros)}`,
      channel,
      messageCount: count,
      reversesId: null,
      userId,
      campaignId,
      listId,
      priceListId,
    }
  })
  return { ledgerTransactions, after }
}
