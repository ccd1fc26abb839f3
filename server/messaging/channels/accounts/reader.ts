// The accounts that messages leave through, read while they leave: those that go out at the same moment ask once,
// whosever they are. Nothing is kept, so that a changed account holds for the next one.

import type { App } from '#kit/app.ts'
import { gathered } from '#kit/gathered.ts'
import type { Uuid } from '#kit/ids.ts'
import { type ChannelName, channelNames } from '../channel.ts'
import * as accounts from './actions.ts'
import type { AccountState } from './kind.ts'

/** `isAhead`: nobody waits for it. */
export type AccountReader = (organizationId: Uuid, channel: ChannelName, isAhead?: boolean) => Promise<AccountState>

export function createAccountReader({ database }: Pick<App, 'database'>): AccountReader {
  const readOn = (channel: ChannelName) =>
    gathered<Uuid, AccountState>((ids) => accounts.states(database.reads, ids, channel))
  const reads = new Map(channelNames.map((channel) => [channel, readOn(channel)]))
  return async (organizationId, channel, isAhead) =>
    (await reads.get(channel)?.(organizationId, isAhead)) as AccountState
}
