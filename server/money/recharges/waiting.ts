// Orders that wait to be placed with a gateway, for whoever lifts the fence.

import type { Waiting } from '#installation/waiting.ts'
import * as queries from './check-queries.ts'

export const waitingOrders: Waiting = {
  what: 'recharges to begin at a gateway',
  count: queries.waitingOrders,
  async mayBeDone({ database }, organizationId) {
    await database.transaction((tx) => tx.run(queries.mayBePlaced(organizationId)), organizationId)
  },
}
