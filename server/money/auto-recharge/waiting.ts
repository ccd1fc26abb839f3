// Automatic recharges that a gateway is yet to be asked for, for whoever lifts the fence. Asking again for the debit of
// an order has no further effect, and the order is looked for first: money/recharges/waiting.ts.

import type { Waiting } from '#installation/waiting.ts'
import * as queries from './queries.ts'

export const waitingDebits: Waiting = {
  what: 'automatic recharges to ask a gateway for',
  count: queries.waitingRequests,
}
