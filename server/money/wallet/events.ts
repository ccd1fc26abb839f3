// What the wallet tells.

import { declareEvents } from '#events/declaration.ts'
import type { Uuid } from '#kit/ids.ts'
import { amount, Out, oneOf, Type } from '#kit/wire.ts'
import type { WalletState, WarningLevel } from './rules.ts'

const Warning = Type.Object({
  level: Type.Unsafe<`${WarningLevel}`>({
    ...oneOf(['20', '10', '0'], 'LowBalanceLevel'),
    description: 'Percent of what the balance was after money last came in.',
  }),
  balance: Out.amount(),
  of: Type.String({ ...Out.amount(), description: 'The balance after money last came in.' }),
  next_price: Type.Unsafe<string | null>({
    ...Out.nullable(Out.amount()),
    description: 'Below it nothing more can be sent.',
  }),
  currency: Type.String(),
  wallet_version: Type.Integer({ description: "Which of the wallet's transactions brought the balance there." }),
})

/** spec 14.3: low balance (20 percent, 10 percent, 0). */
export const walletEvents = declareEvents(
  { object: 'org', readers: { permission: 'balance.view' } },
  {
    'balance.low': {
      description: 'The balance fell to 20 or to 10 percent; once each until money comes in.',
      payload: Warning,
    },
    'balance.empty': {
      description: 'The balance covers no message that could be sent next; once until money comes in.',
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
    // The doctor tells by it that nothing was told twice.
    wallet_version: Number(walletState.version),
  })
