// Refunds not paid out by a gateway yet, as shown before the fence is lifted.

import type { Waiting } from '#installation/waiting.ts'
import * as queries from './queries.ts'

export const waitingPayouts: Waiting = {
  what: 'refunds to ask a gateway for',
  count: queries.waitingPayouts,
  async mayBeDone({ database }, organizationId) {
    await database.transaction((tx) => tx.run(queries.mayBeAskedFor(organizationId)), organizationId)
  },
}
