// D1: a delivery that nobody has in hand and nobody waits for would stay where it is for ever: spec 7.13.

import type { Invariant } from './invariants.ts'

export const deliveryInvariants: readonly Invariant[] = [
  {
    id: 'D1',
    sql: `
      select org_id, id as delivery_id, error_code, lease_until from deliveries
       where status = 'sending' and (error_code is distinct from 'outcome_unknown') = (lease_until is null)`,
  },
]
