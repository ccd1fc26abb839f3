// What the wallet tells.

import type { NewEvent } from '#kit/events.ts'
import type { Uuid } from '#kit/ids.ts'
import { amount } from '#kit/wire.ts'
import type { Purse, WarningLevel } from './rules.ts'

/** service.md §6: low balance (20 percent, 10 percent, 0). */
export function balanceWarning(organizationId: Uuid, level: WarningLevel, purse: Purse): NewEvent {
  return {
    type: level === 0 ? 'balance.empty' : 'balance.low',
    objectId: organizationId,
    payload: {
      level: String(level),
      balance: amount(purse.balance),
      of: amount(purse.warningBase),
      // Below it nothing more can be sent.
      next_price: amount(purse.nextPrice),
      currency: 'INR',
      // Which transaction of the wallet brought it there: the doctor tells by it that nothing was told twice.
      wallet_version: Number(purse.version),
    },
  }
}
