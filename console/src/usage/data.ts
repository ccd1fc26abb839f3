// Queries of the usage pages and their cache keys.

import type { UsageGroup, UsagePage } from '@samvad/sdk'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { api } from '../app/api.ts'
import { useList } from '../app/list.tsx'
import { useRefresh } from '../app/queries.ts'
import { useMay } from '../app/session.ts'
import type { Group } from './routes.tsx'

/** Maximum number of rows collected from pages: more would be unreadable. */
const ROWS_MOST = 2000
const PAGE_ROWS = 100

export interface Used {
  total: UsagePage['total']
  rows: UsageGroup[]
  /**
   * Null when there are too many groups for a row per day: then usage is shown by day, and groups for the whole period.
   */
  groups: UsageGroup[] | null
}

interface Period {
  from: string
  to: string
}

async function rowsOf(
  period: Period,
  groupBy: string,
): Promise<{ total: UsagePage['total']; rows: UsageGroup[] | null }> {
  const rows: UsageGroup[] = []
  let total: UsagePage['total'] | undefined
  for await (const page of api.billing.usage.list({ ...period, group_by: groupBy, limit: PAGE_ROWS }).pages()) {
    total ??= page.total
    rows.push(...page.data)
    if (rows.length > ROWS_MOST) return { total, rows: null }
  }
  return { total: total as UsagePage['total'], rows }
}

async function load(period: Period, unit: 'day' | 'month', by: Group): Promise<Used> {
  const both = await rowsOf(period, `${unit},${by}`)
  if (both.rows !== null) return { total: both.total, rows: both.rows, groups: null }
  const [alone, groups] = await Promise.all([
    rowsOf(period, unit),
    api.billing.usage.list({ ...period, group_by: by, limit: PAGE_ROWS }),
  ])
  return { total: alone.total, rows: alone.rows ?? [], groups: groups.data }
}

export function useUsage(period: Period, unit: 'day' | 'month', by: Group, isEnabled: boolean) {
  useRefresh(['message.*', 'refund.*'], [['usage']])
  return useQuery({
    queryKey: ['usage', period, unit, by],
    enabled: isEnabled,
    placeholderData: keepPreviousData,
    queryFn: () => load(period, unit, by),
  })
}

/** Users' names, for those who may see them. */
function useUserNames(isWanted: boolean): ReadonlyMap<string, string> {
  const enabled = useMay()('users.view') && isWanted
  const { data } = useQuery({
    queryKey: ['usage-user-names'],
    enabled,
    queryFn: async () => {
      const names = new Map<string, string>()
      for await (const { id, display_name } of api.users.list()) {
        names.set(id, display_name)
        if (names.size >= ROWS_MOST) break
      }
      return names
    },
  })
  return data ?? new Map()
}

/** Names of campaigns and contact lists, for those who may see them; newest first, up to the table's length. */
function useNamesOf(wanted: 'campaigns' | 'lists', permission: string, isWanted: boolean): ReadonlyMap<string, string> {
  const enabled = useMay()(permission) && isWanted
  const { data } = useQuery({
    queryKey: ['usage-names', wanted],
    enabled,
    queryFn: async () => {
      const names = new Map<string, string>()
      for await (const { id, name } of api[wanted].list()) {
        names.set(id, name)
        if (names.size >= ROWS_MOST) break
      }
      return names
    },
  })
  return data ?? new Map()
}

/** Names of groups that have names of their own. */
export function useOwnNames(by: Group): ReadonlyMap<string, string> {
  const users = useUserNames(by === 'user')
  const campaigns = useNamesOf('campaigns', 'campaigns.view', by === 'campaign')
  const lists = useNamesOf('lists', 'contacts.view', by === 'list')
  return { user: users, campaign: campaigns, list: lists }[by as string] ?? users
}

export function useMonths(isEnabled: boolean) {
  useRefresh(['usage.monthly_summary'], [['months']])
  return useList(['months'], (page) => api.billing.summaries.list(page), { isEnabled })
}

export const useMonth = (month: string) =>
  useQuery({ queryKey: ['month', month], queryFn: () => api.billing.summaries.retrieve(month) })
