// Publishes events of deliveries that end without being sent: cancelled with the campaign, its contact or by a merge.
// Dispatch and receipts publish their own.

import { emit, subscribedTypes } from '#events/actions.ts'
import type { Scope } from '#kit/app.ts'
import type { Tx } from '#kit/database/database.ts'
import type { Uuid } from '#kit/ids.ts'
import type { DeliveryRow } from '#messaging/messages/queries.ts'
import { campaignDeliveryEnded, campaignDeliveryTypes, typeOfEnd } from './events.ts'
import { shownDeliveries } from './person-queries.ts'

/** Events with the current state; called before the contact's data is erased. */
export async function tellEnded(tx: Tx, { organizationId, at }: Scope, ids: readonly Uuid[]): Promise<void> {
  if (ids.length === 0) return
  const asked = (await subscribedTypes(tx, [organizationId], campaignDeliveryTypes)).get(organizationId)
  if (asked === undefined) return
  const deliveries = await tx.rows<DeliveryRow & { campaign_id: Uuid }>(shownDeliveries(organizationId, ids))
  const events = deliveries.flatMap((delivery) => {
    const type = typeOfEnd(delivery.status)
    return type !== null && asked.has(type) ? [campaignDeliveryEnded(type, delivery.campaign_id, delivery)] : []
  })
  await emit(tx, organizationId, at, events)
}
