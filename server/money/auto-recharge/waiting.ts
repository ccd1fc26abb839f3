// Automatic recharges not requested from a gateway yet, as shown before the fence is lifted. Requesting the debit of an
// order again has no further effect, and the order is looked up first: money/recharges/waiting.ts.

import type { Waiting } from '#installation/waiting.ts'
import * as queries from './queries.ts'

export const waitingDebits: Waiting = {
  what: 'automatic recharges to ask a gateway for',
  count: queries.waitingRequests,
}
