// Refetches queries. Lists are refetched only down to the visible rows: earlier pages are loaded again when the user
// scrolls there, so that a list of thousands of pages does not cause thousands of requests.

import { hashKey, type InfiniteData, type Query, type QueryClient, type QueryKey } from '@tanstack/react-query'
import { createContext, useCallback, useEffect } from 'react'

type Pages = InfiniteData<{ data: unknown[] }>

/** By the hash of a list's key: the number of rows down to the last visible one. */
const inSight = new Map<string, number>()
const underWay = new Set<string>()
const onceMore = new Set<string>()

/** For a list's rows: reports the number of rows down to the last visible one, where not all are rendered. */
export const InSightContext = createContext<((rows: number) => void) | null>(null)

export function useTellInSight(queryKey: QueryKey): (rows: number) => void {
  const name = hashKey(queryKey)
  useEffect(() => () => void inSight.delete(name), [name])
  return useCallback((rows) => void inSight.set(name, rows), [name])
}

/** For components that render only the visible rows of a list. */
export function useInSight(queryKey: QueryKey, rows: number): void {
  const tell = useTellInSight(queryKey)
  useEffect(() => tell(rows), [tell, rows])
}

/**
 * Refetches all queries that start with the key, or exactly that one. A call during a refetch repeats it afterwards, so
 * that frequent events cannot prevent a response from ever arriving.
 */
export async function askAnew(client: QueryClient, queryKey: QueryKey, exact = false): Promise<void> {
  const name = `${exact} ${hashKey(queryKey)}`
  if (underWay.has(name)) return void onceMore.add(name)
  underWay.add(name)
  try {
    do {
      onceMore.delete(name)
      for (const query of client.getQueryCache().findAll({ queryKey, exact })) shorten(client, query)
      await client.invalidateQueries({ queryKey, exact })
    } while (onceMore.has(name))
  } finally {
    underWay.delete(name)
  }
}

function shorten(client: QueryClient, query: Query): void {
  const { pages, pageParams } = (query.state.data ?? {}) as Partial<Pages>
  if (!pages || !pageParams) return
  // Without an observer the first page is enough.
  const wanted = query.isActive() ? (inSight.get(query.queryHash) ?? Number.POSITIVE_INFINITY) : 0
  let rows = 0
  const last = pages.findIndex(({ data }) => {
    rows += data.length
    return rows > wanted
  })
  if (last < 0 || last === pages.length - 1) return
  client.setQueryData<Pages>(query.queryKey, {
    pages: pages.slice(0, last + 1),
    pageParams: pageParams.slice(0, last + 1),
  })
}
