// The channels that the sandbox carries: for one organization, and for organizations that never had an account of their
// own.

import * as installation from '#installation/actions.ts'
import type { App, Scope } from '#kit/app.ts'
import type { Tx } from '#kit/database/database.ts'
import { type Refusal, refusal } from '#kit/refusals.ts'
import type { Settings } from '#kit/settings.ts'
import * as accounts from '#messaging/channels/accounts/actions.ts'
import { type ChannelName, channelNames } from '#messaging/channels/channel.ts'
import { accountKinds, channels } from '#messaging/channels/channels.ts'

/**
 * Only an account that the organization has now takes a channel out of the sandbox: spec 16.3. A channel without
 * account support is off.
 */
export async function carriedChannels(tx: Tx, settings: Settings, { organizationId }: Scope): Promise<ChannelName[]> {
  const carriers = await Promise.all(
    channelNames.map(async (channel) => {
      const kind = channels[channel].account
      return kind?.carrierOf(settings, (await accounts.state(tx, organizationId, channel)).history)
    }),
  )
  return channelNames.filter((_, i) => carriers[i] === 'sandbox')
}

/**
 * While the sandbox is off for the organization its routes do not exist: spec 16.3. Returns the channels that are on.
 */
export async function mustBeOn(
  tx: Tx,
  settings: Settings,
  scope: Scope,
  channel?: ChannelName,
): Promise<ChannelName[]> {
  const carried = await carriedChannels(tx, settings, scope)
  if (channel === undefined ? carried.length === 0 : !carried.includes(channel)) throw isOff(channel)
  return carried
}

/** For the sandbox page, which is served without an organization. */
export async function mustBeOnForSome({ settings, database }: App): Promise<void> {
  if (!(await isAnySandboxOn(database.reads, settings))) throw isOff()
}

function isOff(channel?: ChannelName): Refusal {
  return channel === undefined
    ? refusal('not_found', 'sandbox_off')
    : refusal('not_found', 'sandbox_of_channel_off', { channel })
}

/** True when the sandbox carries messages of organizations that never had an account. */
export async function isAnySandboxOn(tx: Tx, settings: Settings): Promise<boolean> {
  const installed = await installation.find(tx)
  return accountKinds().some(
    ([, kind]) => kind.carrierOf(settings, { hasOwnAccount: false, wasReal: kind.wasReal(installed) }) === 'sandbox',
  )
}
