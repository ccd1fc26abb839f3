// Queries of a campaign's report. Counts have no events: the report is polled while the campaign is active.

import type { CampaignDelivery, CampaignRecipient, CampaignReport } from '@samvad/sdk'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { api } from '../../app/api.ts'
import { askAnew } from '../../app/ask-anew.ts'
import { useList } from '../../app/list.tsx'
import { useRefresh } from '../../app/queries.ts'
import { useMay } from '../../app/session.ts'
import { CAMPAIGN_EVENTS, campaignKey } from '../data.ts'
import type { DayRow } from './days.ts'
import { lookAgainAfter } from './figures.ts'
import type { DeliveryFilter, RecipientFilter } from './search.ts'

/** A recipient has a number where other rows have an id. */
export type RecipientRow = CampaignRecipient & { id: string }

const now = (): number => Math.floor(Date.now() / 1000)

/** The report, polled while the campaign is active and the page visible. */
export function useReport(id: string) {
  useRefresh(CAMPAIGN_EVENTS, [campaignKey(id)])
  return useQuery({
    queryKey: campaignKey(id),
    queryFn: (): Promise<CampaignReport> => api.campaigns.retrieve(id),
    refetchInterval: ({ state }) => lookAgainAfter(state.data, now()),
  })
}

/** Lists of a running campaign change constantly: refreshed at most this often, they stay readable. */
const LISTS_EVERY_MS = 5000

/** Refetches a list of the campaign when its counts have changed. */
export function useWithCounts(id: string, key: string, counted: object | number): void {
  const client = useQueryClient()
  const said = JSON.stringify(counted)
  const last = useRef({ said, at: 0 })
  useEffect(() => {
    if (last.current.said === said) return
    const timer = setTimeout(
      () => {
        last.current = { said, at: Date.now() }
        void askAnew(client, [key, id])
      },
      Math.max(0, last.current.at + LISTS_EVERY_MS - Date.now()),
    )
    return () => clearTimeout(timer)
  }, [client, key, id, said])
}

/** Refetched with the counts that it splits by day, and when the page is opened again. */
export function useDays(report: CampaignReport) {
  useWithCounts(report.id, 'campaign-days', report.counts)
  return useQuery({
    queryKey: ['campaign-days', report.id],
    queryFn: async (): Promise<DayRow[]> => (await api.campaigns.days.list(report.id)).data,
    refetchOnMount: 'always',
    refetchInterval: () => {
      const after = lookAgainAfter(report, now())
      return after && Math.max(after, LISTS_EVERY_MS)
    },
  })
}

const queryOf = <Filter extends { list?: string }>({ list, ...rest }: Filter) => ({
  ...rest,
  ...(list && { list_id: list }),
})

export function useDeliveries(id: string, filter: DeliveryFilter, { rows }: { rows?: number } = {}) {
  return useList<CampaignDelivery>(
    ['campaign-deliveries', id, filter, rows ?? null],
    (page) => api.campaigns.deliveries.list(id, { ...queryOf(filter), ...page }),
    rows === undefined ? {} : { pageRows: rows },
  )
}

export const deliveriesFile = (id: string, filter: DeliveryFilter) =>
  api.campaigns.deliveries.listCsv(id, queryOf(filter))

export function useRecipients(id: string, filter: RecipientFilter) {
  return useList<RecipientRow>(['campaign-recipients', id, filter], async (page) => {
    const { data, has_more } = await api.campaigns.recipients.list(id, { ...queryOf(filter), ...page })
    return { has_more, data: data.map((row) => ({ ...row, id: String(row.number) })) }
  })
}

export const recipientsFile = (id: string, filter: RecipientFilter) =>
  api.campaigns.recipients.listCsv(id, queryOf(filter))

export interface Named {
  id: string
  /** Null for a deleted list or segment, and without permission. */
  name: string | null
}

/** Names of lists or segments, in the given order. */
function useNames(kind: 'lists' | 'segments', ids: readonly string[]): Named[] {
  const isEnabled = useMay()('contacts.view') && ids.length > 0
  const { data } = useQuery({
    queryKey: ['campaign-places', kind, ids],
    enabled: isEnabled,
    queryFn: () =>
      Promise.all(
        ids.map((id) =>
          api[kind].retrieve(id).then(
            ({ name }): Named => ({ id, name }),
            (): Named => ({ id, name: null }),
          ),
        ),
      ),
  })
  return data ?? ids.map((id) => ({ id, name: null }))
}

export const useListNames = (ids: readonly string[]): Named[] => useNames('lists', ids)
export const useSegmentNames = (ids: readonly string[]): Named[] => useNames('segments', ids)

export function useTemplateName(id: string | null): string | null {
  const isEnabled = useMay()('templates.view') && id !== null
  const { data } = useQuery({
    queryKey: ['template', id],
    enabled: isEnabled,
    queryFn: () => api.templates.retrieve(id as string),
  })
  return data?.name ?? null
}
