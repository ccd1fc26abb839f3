// Who carries a channel's messages of an organization: the same rule for every channel.

import type { AccountHistory, Carrier } from './kind.ts'

/**
 * spec 16.3: the sandbox only until a real account is first configured: who wrote to people once must not be left
 * believing that messages still reach them. Switched on, it takes everything, so that nothing leaves the machine.
 * `isInstalled`: the installation has an account for all.
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
