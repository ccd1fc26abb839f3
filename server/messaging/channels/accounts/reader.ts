// The accounts that messages leave through, read while they leave: those that go out at the same moment ask once,
// whosever they are. Nothing is kept, so that a changed account holds for the next one.

import { setImmediate as endOfTurn } from 'node:timers/promises'
import type { App } from '#kit/app.ts'
import type { Uuid } from '#kit/ids.ts'
import type { ChannelName } from '../channel.ts'
import * as accounts from './actions.ts'
import type { AccountState } from './kind.ts'

interface Asked {
  organizationIds: Set<Uuid>
  answer: Promise<Map<Uuid, AccountState>>
}

export type AccountReader = (organizationId: Uuid, channel: ChannelName) => Promise<AccountState>

export function createAccountReader({ database }: App): AccountReader {
  const askedOf = new Map<ChannelName, Asked>()

  function ask(channel: ChannelName): Asked {
    const organizationIds = new Set<Uuid>()
    const answer = endOfTurn().then(() => {
      askedOf.delete(channel)
      return accounts.states(database.reads, [...organizationIds], channel)
    })
    const asked = { organizationIds, answer }
    askedOf.set(channel, asked)
    return asked
  }

  return async (organizationId, channel) => {
    const asked = askedOf.get(channel) ?? ask(channel)
    asked.organizationIds.add(organizationId)
    return (await asked.answer).get(organizationId) as AccountState
  }
}
