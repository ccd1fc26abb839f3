// Orders not placed with a gateway yet, as shown before the fence is lifted.

import type { Waiting } from '#installation/waiting.ts'
import * as queries from './check-queries.ts'

export const waitingOrders: Waiting = {
  what: 'recharges to begin at a gateway',
  count: queries.waitingOrders,
  async mayBeDone({ database }, organizationId) {
    await database.transaction((tx) => tx.run(queries.mayBePlaced(organizationId)), organizationId)
  },
}
