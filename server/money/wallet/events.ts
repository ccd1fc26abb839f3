// The events of the wallet.

import { declareEvents } from '#events/declaration.ts'
import type { Uuid } from '#kit/ids.ts'
import { amount, Out, oneOf, Type } from '#kit/wire.ts'
import type { WalletState, WarningLevel } from './rules.ts'

const Warning = Type.Object({
  level: Type.Unsafe<`${WarningLevel}`>({
    ...oneOf(['20', '10', '0'], 'LowBalanceLevel'),
    description: 'Warning level, in percent of the balance after the last credit to the wallet.',
  }),
  balance: Out.amount(),
  of: Type.String({ ...Out.amount(), description: 'Balance after the last credit to the wallet, in rupees.' }),
  next_price: Type.Unsafe<string | null>({
    ...Out.nullable(Out.amount()),
    description: 'Lowest price of a next message, in rupees. If the balance is below it, nothing can be sent.',
  }),
  currency: Type.String(),
  wallet_version: Type.Integer({
    description: 'Version of the wallet at which the level was reached. It increases with every transaction.',
  }),
})

/** spec 14.3: low balance (20 percent, 10 percent, 0). */
export const walletEvents = declareEvents(
  { object: 'org', readers: { permission: 'balance.view' } },
  {
    'balance.low': {
      description:
        'The balance fell to 20 or 10 percent of the balance after the last credit. Sent once per level until the wallet is credited again.',
      payload: Warning,
    },
    'balance.empty': {
      description: 'The balance does not cover any further message. Sent once until the wallet is credited again.',
      payload: Warning,
    },
  },
)

export const balanceWarning = (organizationId: Uuid, level: WarningLevel, walletState: WalletState) =>
  walletEvents.event(level === 0 ? 'balance.empty' : 'balance.low', organizationId, {
    level: `${level}`,
    balance: amount(walletState.balance),
    of: amount(walletState.warningBase),
    next_price: amount(walletState.nextPrice),
    currency: 'INR',
    // Lets the doctor verify that no event was emitted twice.
    wallet_version: Number(walletState.version),
  })
