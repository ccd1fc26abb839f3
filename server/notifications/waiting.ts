// Unsent notices, counted and settled when the fence is lifted.

import type { Waiting } from '#installation/waiting.ts'
import * as queries from './send-queries.ts'

export const waitingNotices: Waiting = {
  what: 'notices',
  count: queries.waiting,
  async settle({ database, clock }, organizationId, before) {
    await database.transaction((tx) => tx.run(queries.settleBefore(organizationId, before, clock())), organizationId)
  },
}
