// Hooks of re-rating for higher domains.

import type { Hook } from '#events/hooks.ts'
import { refusal } from '#kit/refusals.ts'
import * as queries from './queries.ts'

// A re-rate returns a share of the charge, exact to the paisa; a refund would return it a second time.
export const refuseVolumeCharges: Hook<'charge.refunding'> = async (tx, { organizationId }, transactionIds) => {
  if ((await tx.row(queries.volumeCharge(organizationId, transactionIds))) === undefined) return
  throw refusal('conflict', 'charge_at_volume_price')
}
