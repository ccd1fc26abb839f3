// Credit that campaigns reserve, so that nothing else spends it: spec 9.13. The sum is the wallet's, its parts are the
// campaigns', and both change in one transaction.

import type { Tx } from '#kit/database/database.ts'
import type { Uuid } from '#kit/ids.ts'
import type { Micros } from '#kit/money.ts'
import { save } from './actions.ts'
import { availableOf, type WalletState } from './rules.ts'

/**
 * Reserves more, or releases where `change` is negative. The wallet must be locked, and what is reserved must be
 * available: the caller refuses otherwise. Sends are decided on it, so that the wallet's state is another one.
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
