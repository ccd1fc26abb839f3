// Chooses the carrier of an organization's messages: the same rule for every channel.

import type { AccountHistory, Carrier } from './kind.ts'

/**
 * spec 16.3: the sandbox carries messages only until a real account is first configured: an organization that once
 * wrote to people must not believe that its messages still reach them. Switched on, it carries everything, so that
 * nothing leaves the machine. `isInstalled`: the installation has a shared account.
 */
export function carrierOf(
  sandbox: 'auto' | 'on' | 'off',
  { hasOwnAccount, wasReal }: AccountHistory,
  isInstalled: boolean,
): Carrier {
  if (sandbox === 'on') return 'sandbox'
  if (hasOwnAccount) return 'organization'
  if (isInstalled) return 'installation'
  return sandbox === 'auto' && !wasReal ? 'sandbox' : 'none'
}
