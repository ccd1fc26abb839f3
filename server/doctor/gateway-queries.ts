// G1: invariant of gateways.

import type { Invariant } from './invariants.ts'

export const gatewayInvariants: readonly Invariant[] = [
  {
    id: 'G1',
    // A lock decides which of two events was first; the minute allows for different clocks of two machines.
    sql: `
      select p.org_id, p.payment_id, p.captured_at, i.real_gateway_since
        from gateway_payments p
        join installation i on i.id = 1 and p.captured_at > i.real_gateway_since + interval '1 minute'
       where p.gateway = 'sandbox'`,
  },
]
