// What the deliveries of campaigns tell: each its own end, to who asked for it. spec 15.15.

import { declareEvents } from '#events/declaration.ts'
import type { Uuid } from '#kit/ids.ts'
import { Out, publicId, Type } from '#kit/wire.ts'
import type { DeliveryRow } from '#messaging/messages/queries.ts'
import type { DeliveryStatus } from '#messaging/messages/rules.ts'
import { Delivery } from '#messaging/messages/schema.ts'
import { showDelivery } from '#messaging/messages/show.ts'

const CampaignDelivery = Type.Object({ ...Delivery.properties, campaign_id: Out.id('camp') })
const payload = CampaignDelivery

export const campaignDeliveryEvents = declareEvents(
  { object: 'dlv', readers: { permission: 'campaigns.view' }, isOnDemand: true },
  {
    'campaign.delivery_sent': { description: 'A delivery of a campaign was accepted by its provider.', payload },
    'campaign.delivery_unknown': {
      description: 'Nobody knows whether a delivery of a campaign left: it waits for a receipt, or for who finds out.',
      payload,
    },
    'campaign.delivery_delivered': {
      description: 'A delivery of a campaign arrived, as its provider reports.',
      payload,
    },
    'campaign.delivery_read': { description: 'A delivery of a campaign was read, as its provider reports.', payload },
    'campaign.delivery_undelivered': {
      description: 'A delivery of a campaign left and did not arrive, as its provider reports.',
      payload,
    },
    'campaign.delivery_failed': {
      description: 'A delivery of a campaign never left, and its charge was refunded.',
      payload,
    },
    'campaign.delivery_cancelled': {
      description: 'A delivery of a campaign was cancelled before it left, and its charge was refunded.',
      payload,
    },
  },
)

export type CampaignDeliveryEvent = keyof typeof campaignDeliveryEvents.declarations
export const campaignDeliveryTypes = Object.keys(campaignDeliveryEvents.declarations) as CampaignDeliveryEvent[]

const types: Partial<Record<DeliveryStatus, CampaignDeliveryEvent>> = {
  sending: 'campaign.delivery_unknown',
  sent: 'campaign.delivery_sent',
  delivered: 'campaign.delivery_delivered',
  read: 'campaign.delivery_read',
  undelivered: 'campaign.delivery_undelivered',
  failed: 'campaign.delivery_failed',
  cancelled: 'campaign.delivery_cancelled',
}

/** Null of a status that is no end. */
export const typeOfEnd = (status: DeliveryStatus): CampaignDeliveryEvent | null => types[status] ?? null

export const campaignDeliveryEnded = (type: CampaignDeliveryEvent, campaignId: Uuid, delivery: DeliveryRow) =>
  campaignDeliveryEvents.event(type, delivery.id, {
    ...showDelivery(delivery),
    campaign_id: publicId('camp', campaignId),
  })
