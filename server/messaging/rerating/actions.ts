// What re-rating has to say to those above it.

import type { Hook } from '#events/hooks.ts'
import { refusal } from '#kit/refusals.ts'
import * as queries from './queries.ts'

// A re-rate gives back a share of it, by itself and to the paisa; what a refund gave back it would give back once more.
export const refuseVolumeCharges: Hook<'charge.refunding'> = async (tx, { organizationId }, transactionIds) => {
  if ((await tx.row(queries.volumeCharge(organizationId, transactionIds))) === undefined) return
  throw refusal('conflict', 'charge_at_volume_price')
}
