// Queued deliveries as shown before the fence is lifted, and settling them as sent.

import type { Waiting } from '#installation/waiting.ts'
import { recordOfMany } from './outcomes.ts'
import { type Claimed, settledOutcome } from './rules.ts'
import * as queries from './waiting-queries.ts'

const SETTLED_AT_ONCE_MAX = 500

export const waitingMessages: Waiting = {
  what: 'messages',
  count: queries.waiting,
  async settle({ database, clock }, organizationId, before) {
    const isMore = () =>
      database.transaction(async (tx) => {
        const at = clock()
        const taken = await tx.rows<Claimed>(queries.take(organizationId, before, at, SETTLED_AT_ONCE_MAX))
        const outcomes = taken.map((claimed) => settledOutcome(claimed, before, at))
        if (outcomes.length > 0) await recordOfMany(tx, outcomes, at)
        return outcomes.length > 0
      }, organizationId)
    while (await isMore());
  },
}
