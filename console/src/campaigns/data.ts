// Queries of the campaign pages and their cache keys.

import type { CampaignReport, PageQuery } from '@samvad/sdk'
import { useQuery } from '@tanstack/react-query'
import { api } from '../app/api.ts'
import { useList } from '../app/list.tsx'
import { useRefresh } from '../app/queries.ts'
import type { CampaignFilter } from './known.ts'

/** Without events of single deliveries, which do not change a campaign. */
export const CAMPAIGN_EVENTS = [
  'campaign.created',
  'campaign.updated',
  'campaign.deleted',
  'campaign.scheduled',
  'campaign.started',
  'campaign.paused',
  'campaign.resumed',
  'campaign.completed',
  'campaign.cancelled',
]

export const campaignKey = (id: string) => ['campaign', id] as const

export function useCampaigns(filter: CampaignFilter) {
  useRefresh(CAMPAIGN_EVENTS, [['campaigns']])
  // Counts have no events.
  const load = (page: PageQuery) => api.campaigns.list({ ...filter, ...page })
  return useList(['campaigns', filter], load, { isWatched: true })
}

export function useCampaign(id: string) {
  useRefresh(CAMPAIGN_EVENTS, [campaignKey(id)])
  return useQuery({
    queryKey: campaignKey(id),
    queryFn: (): Promise<CampaignReport> => api.campaigns.retrieve(id),
  })
}
