// Reads accounts at sending time: concurrent sends share one query, across organizations. Nothing is cached, so a
// changed account applies to the next message.

import type { App } from '#kit/app.ts'
import { gathered } from '#kit/gathered.ts'
import type { Uuid } from '#kit/ids.ts'
import { type ChannelName, channelNames } from '../channel.ts'
import * as accounts from './actions.ts'
import type { AccountState } from './kind.ts'

/** `isAhead`: a prefetch, for which nobody waits. */
export type AccountReader = (organizationId: Uuid, channel: ChannelName, isAhead?: boolean) => Promise<AccountState>

export function createAccountReader({ database }: Pick<App, 'database'>): AccountReader {
  const readOn = (channel: ChannelName) =>
    gathered<Uuid, AccountState>((ids) => accounts.states(database.reads, ids, channel))
  const reads = new Map(channelNames.map((channel) => [channel, readOn(channel)]))
  return async (organizationId, channel, isAhead) =>
    (await reads.get(channel)?.(organizationId, isAhead)) as AccountState
}
