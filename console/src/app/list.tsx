// A paginated API list with all its states.

import type { PageQuery } from '@samvad/sdk'
import { type QueryKey, useInfiniteQuery } from '@tanstack/react-query'
import { type ReactNode, useMemo } from 'react'
import { More } from '../design/more.tsx'
import { Failed, Skeleton } from '../design/states.tsx'
import { InSightContext, useTellInSight } from './ask-anew.ts'
import { lookAgain } from './under-way.ts'

const PAGE_ROWS = 50

export interface Rows<Row> {
  queryKey: QueryKey
  /** Undefined until the first page is loaded. */
  rows: Row[] | undefined
  /** The same rows, by page. */
  pages: Row[][] | undefined
  error: unknown
  hasMore: boolean
  isLoadingMore: boolean
  more: () => Promise<unknown>
  retry: () => Promise<unknown>
}

/** The structure of an SDK page. */
interface Page<Row> {
  data: Row[]
  has_more: boolean
}

interface ListOptions {
  isEnabled?: boolean
  pageRows?: number
  /** Polled while one of its rows is in progress. */
  isWatched?: boolean
}

/** `useList(['transactions', filters], (page) => api.billing.transactions.list({ ...filters, ...page }))`. */
export function useList<Row extends { id: string }>(
  queryKey: QueryKey,
  load: (page: PageQuery) => PromiseLike<Page<Row>>,
  { isEnabled = true, pageRows = PAGE_ROWS, isWatched = false }: ListOptions = {},
): Rows<Row> {
  const query = useInfiniteQuery({
    queryKey,
    enabled: isEnabled,
    initialPageParam: undefined as string | undefined,
    async queryFn({ pageParam }) {
      const { data, has_more } = await load({ limit: pageRows, ...(pageParam && { starting_after: pageParam }) })
      return { data, hasMore: has_more }
    },
    refetchInterval: ({ state }) => isWatched && lookAgain(state.data?.pages.flatMap(({ data }) => data)),
    getNextPageParam: ({ data, hasMore }) => (hasMore ? data.at(-1)?.id : undefined),
  })
  const { data } = query
  // Memoized: a list may have a hundred thousand rows.
  const pages = useMemo(() => data?.pages.map((page) => page.data), [data])
  const rows = useMemo(() => pages?.flat(), [pages])
  return {
    queryKey,
    rows,
    pages,
    error: query.error,
    hasMore: query.hasNextPage,
    isLoadingMore: query.isFetchingNextPage,
    more: query.fetchNextPage,
    retry: query.refetch,
  }
}

interface ListedProps<Row> {
  list: Rows<Row>
  /** Shown for an empty list. */
  empty: ReactNode
  children: (rows: Row[]) => ReactNode
}

/** Loading, failed, empty, or the rows with a button for more. */
export function Listed<Row>({ list, empty, children }: ListedProps<Row>) {
  const { queryKey, rows, error, hasMore, isLoadingMore, more, retry } = list
  const tell = useTellInSight(queryKey)
  if (rows === undefined) return error ? <Failed error={error} onRetry={retry} /> : <Skeleton />
  if (rows.length === 0) return empty
  return (
    <InSightContext value={tell}>
      {children(rows)}
      <More hasMore={hasMore} isLoading={isLoadingMore} onMore={more} />
    </InSightContext>
  )
}
