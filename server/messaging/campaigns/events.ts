// Events of campaigns.

import { declareEvents, type Without } from '#events/declaration.ts'
import type { Uuid } from '#kit/ids.ts'
import { Out, publicId, type Static, Type } from '#kit/wire.ts'
import type { DeliveryRow } from '#messaging/messages/queries.ts'
import type { DeliveryStatus } from '#messaging/messages/rules.ts'
import { Delivery } from '#messaging/messages/schema.ts'
import { showDelivery, withoutContact } from '#messaging/messages/show.ts'
import type { CampaignRow } from './queries.ts'
import { Campaign } from './schema.ts'
import { showCampaign } from './show.ts'

export const campaignEvents = declareEvents(
  { object: 'camp', readers: { permission: 'campaigns.view' } },
  {
    'campaign.created': { description: 'A campaign was created, as a draft.', payload: Campaign },
    'campaign.updated': { description: 'The draft of a campaign was changed.', payload: Campaign },
    'campaign.deleted': {
      description: 'The draft of a campaign was deleted.',
      payload: Type.Object({ id: Out.id('camp') }),
    },
    'campaign.scheduled': { description: 'A campaign was scheduled.', payload: Campaign },
    'campaign.started': { description: 'A campaign was started, and its cost was reserved.', payload: Campaign },
    'campaign.paused': { description: 'A campaign was paused. `pause_reasons` lists why.', payload: Campaign },
    'campaign.resumed': { description: 'A campaign was resumed.', payload: Campaign },
    'campaign.completed': {
      description: 'A campaign was completed: nothing of it waits to be sent.',
      payload: Campaign,
    },
    'campaign.cancelled': {
      description: 'A campaign was cancelled. Charges for messages that were not sent are refunded.',
      payload: Campaign,
    },
  },
)

export type CampaignEvent = Exclude<keyof typeof campaignEvents.declarations, 'campaign.deleted'>

export const campaignChanged = (type: CampaignEvent, row: CampaignRow) =>
  campaignEvents.event(type, row.id, showCampaign(row))
export const campaignDeleted = (id: Uuid) => campaignEvents.event('campaign.deleted', id, { id: publicId('camp', id) })

// --- Deliveries: their results, on demand. spec 15.15 ----------------------------------------------------------------

const CampaignDelivery = Type.Object({ ...Delivery.properties, campaign_id: Out.id('camp') })
const payload = CampaignDelivery
/** As in the list of a campaign's deliveries. */
const withoutContacts: Without = {
  permission: 'contacts.view',
  show: (data) => withoutContact(data as Static<typeof CampaignDelivery>),
}

export const campaignDeliveryEvents = declareEvents(
  { object: 'dlv', readers: { permission: 'campaigns.view', without: withoutContacts }, isOnDemand: true },
  {
    'campaign.delivery_sent': { description: 'A delivery of a campaign was accepted by its provider.', payload },
    'campaign.delivery_unknown': {
      description:
        'It is unknown whether a delivery of a campaign was sent. It waits for a delivery report, or for a member to resolve it.',
      payload,
    },
    'campaign.delivery_delivered': {
      description: 'The provider reported a delivery of a campaign as delivered.',
      payload,
    },
    'campaign.delivery_read': { description: 'The provider reported a delivery of a campaign as read.', payload },
    'campaign.delivery_undelivered': {
      description: 'The provider reported that a delivery of a campaign was not delivered.',
      payload,
    },
    'campaign.delivery_failed': {
      description: 'A delivery of a campaign failed before it was sent, and its charge was refunded.',
      payload,
    },
    'campaign.delivery_cancelled': {
      description: 'A delivery of a campaign was cancelled before it was sent, and its charge was refunded.',
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

/** Null for a status that is not final. */
export const typeOfEnd = (status: DeliveryStatus): CampaignDeliveryEvent | null => types[status] ?? null

export const campaignDeliveryEnded = (type: CampaignDeliveryEvent, campaignId: Uuid, delivery: DeliveryRow) =>
  campaignDeliveryEvents.event(type, delivery.id, {
    ...showDelivery(delivery),
    campaign_id: publicId('camp', campaignId),
  })
