// Credit reserved by campaigns, so that nothing else spends it: spec 9.13. The wallet stores the sum, the campaigns
// their parts, and both change in one transaction.

import type { Tx } from '#kit/database/database.ts'
import type { Uuid } from '#kit/ids.ts'
import type { Micros } from '#kit/money.ts'
import { save } from './actions.ts'
import { availableOf, type WalletState } from './rules.ts'

/**
 * Reserves more, or releases if `change` is negative. The wallet must be locked, and the caller must have checked that
 * the amount is available. Changes the wallet's `state`, because sends are decided on the reserved sum.
 */
export async function reserve(
  tx: Tx,
  organizationId: Uuid,
  walletState: WalletState,
  change: Micros,
  at: Date,
): Promise<void> {
  if (change === 0n) return
  if (change > 0n && change > availableOf(walletState)) throw new Error('more would be reserved than is available')
  if (walletState.reserved + change < 0n) throw new Error('more would be released than is reserved')
  walletState.reserved += change
  await save(tx, organizationId, walletState, at)
}
