// What campaigns tell.

import { declareEvents } from '#events/declaration.ts'
import type { Uuid } from '#kit/ids.ts'
import { Out, publicId, Type } from '#kit/wire.ts'
import type { CampaignRow } from './queries.ts'
import { Campaign } from './schema.ts'
import { showCampaign } from './show.ts'

export const campaignEvents = declareEvents(
  { object: 'camp', readers: { permission: 'campaigns.view' } },
  {
    'campaign.created': { description: 'A campaign was created, as a draft.', payload: Campaign },
    'campaign.updated': { description: 'A draft of a campaign was changed.', payload: Campaign },
    'campaign.deleted': {
      description: 'A draft of a campaign was deleted.',
      payload: Type.Object({ id: Out.id('camp') }),
    },
    'campaign.scheduled': { description: 'A campaign will start at its time.', payload: Campaign },
    'campaign.started': { description: 'A campaign was started: its money is reserved.', payload: Campaign },
    'campaign.paused': { description: 'A campaign was paused; `pause_reasons` say why.', payload: Campaign },
    'campaign.resumed': { description: 'A campaign is running again.', payload: Campaign },
    'campaign.completed': { description: 'Everything of a campaign that can be sent was sent.', payload: Campaign },
    'campaign.cancelled': {
      description: 'A campaign was cancelled; what was not sent is refunded.',
      payload: Campaign,
    },
  },
)

export type CampaignEvent = Exclude<keyof typeof campaignEvents.declarations, 'campaign.deleted'>

export const campaignChanged = (type: CampaignEvent, row: CampaignRow) =>
  campaignEvents.event(type, row.id, showCampaign(row))
export const campaignDeleted = (id: Uuid) => campaignEvents.event('campaign.deleted', id, { id: publicId('camp', id) })
