// D1: a delivery that is being sent has a lease, unless its outcome is unknown; without one it would never end:
// spec 7.13.

import type { Invariant } from './invariants.ts'

export const deliveryInvariants: readonly Invariant[] = [
  {
    id: 'D1',
    sql: `
      select org_id, id as delivery_id, error_code, lease_until from deliveries
       where status = 'sending' and (error_code is distinct from 'outcome_unknown') = (lease_until is null)`,
  },
]
