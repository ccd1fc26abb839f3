// Names the account that sends an organization's messages on a channel: its own, or one that it shares.

import type { App } from '#kit/app.ts'
import type { Uuid } from '#kit/ids.ts'
import { shutAccounts } from '#kit/metrics.ts'
import type { Settings } from '#kit/settings.ts'
import type { AccountState } from '#messaging/channels/accounts/kind.ts'
import type { ChannelName } from '#messaging/channels/channel.ts'
import { channels } from '#messaging/channels/channels.ts'

const SHARED = 'shared'

/** Includes a hash of the settings: state recorded for an account does not apply after its settings change. */
export function accountName(
  settings: Settings,
  organizationId: Uuid,
  channel: ChannelName,
  { account, history }: AccountState,
): string {
  if (channels[channel].account?.carrierOf(settings, history) === 'installation') return `${channel} ${SHARED}`
  return `${channel} ${organizationId} ${account?.updated_at.getTime() ?? 'none'}`
}

export function tellOfGates(log: App['log']): (account: string, isShut: boolean) => void {
  return (account, isShut) => {
    const [channel = '', owner] = account.split(' ')
    shutAccounts.inc({ channel }, isShut ? 1 : -1)
    const about = { channel, ...(owner === SHARED ? {} : { organization_id: owner }) }
    if (isShut) log.warn(about, 'provider responses lost; sending one message at a time')
    else log.info(about, 'provider responses back; sending at full rate')
  }
}
