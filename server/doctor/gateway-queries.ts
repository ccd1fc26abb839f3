// G1: what must hold of gateways.

import type { Invariant } from './invariants.ts'

export const gatewayInvariants: readonly Invariant[] = [
  {
    id: 'G1',
    // Which of two moments was first is decided by a lock; the minute is for the clocks of two machines.
    sql: `
      select p.org_id, p.payment_id, p.captured_at, i.real_gateway_since
        from gateway_payments p
        join installation i on i.id = 1 and p.captured_at > i.real_gateway_since + interval '1 minute'
       where p.gateway = 'sandbox'`,
  },
]
