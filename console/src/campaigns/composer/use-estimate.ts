// The current cost of the saved draft, recalculated when it or the balance changes.

import type { CampaignEstimate } from '@samvad/sdk'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../app/api.ts'
import { useRefresh } from '../../app/queries.ts'
import { revisionOf } from './revision.ts'
import type { Composer } from './use-composer.ts'

const MONEY_EVENTS = ['recharge.*', 'credit.*', 'balance.*', 'refund.*', 'price_list.*']
/** A count reads the whole audience. */
const TIMEOUT_MS = 120_000

export interface EstimateState {
  data: CampaignEstimate | undefined
  error: unknown
  isCounting: boolean
  refetch: () => Promise<unknown>
}

export function useEstimate({ campaign, state }: Composer, isReady: boolean): EstimateState {
  const enabled = isReady && state === 'saved'
  useRefresh(MONEY_EVENTS, [['campaign-estimate', campaign.id]])
  const query = useQuery({
    queryKey: ['campaign-estimate', campaign.id, revisionOf(campaign)],
    enabled,
    // Contacts change in the meantime.
    staleTime: 0,
    gcTime: 60_000,
    queryFn: async ({ signal }): Promise<CampaignEstimate> => ({
      ...(await api.campaigns.estimate(campaign.id, { signal, idempotencyKey: null, timeoutMs: TIMEOUT_MS })),
    }),
  })
  return {
    data: enabled ? query.data : undefined,
    error: enabled ? query.error : null,
    isCounting: query.isFetching,
    refetch: query.refetch,
  }
}
