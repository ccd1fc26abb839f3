// Subscription payments that a gateway is yet to be asked for, for whoever lifts the fence. Asking again has no further
// effect: the order is looked for first.

import type { Waiting } from '#installation/waiting.ts'
import * as queries from './queries.ts'

export const waitingSubscriptionPayments: Waiting = {
  what: 'subscription payments to ask a gateway for',
  count: queries.waitingRequests,
}
