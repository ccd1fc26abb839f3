// Subscription payments not requested from a gateway yet, as shown before the fence is lifted. Repeating a request has
// no further effect: the order is looked up first.

import type { Waiting } from '#installation/waiting.ts'
import * as queries from './queries.ts'

export const waitingSubscriptionPayments: Waiting = {
  what: 'subscription payments to ask a gateway for',
  count: queries.waitingRequests,
}
