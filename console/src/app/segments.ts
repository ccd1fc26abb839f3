// Segments and lists as several pages use them: rows, counts, and sentences of their filters.

import type { ContactFilter, ContactList, Segment } from '@samvad/sdk'
import { useQueries, useQuery } from '@tanstack/react-query'
import { api } from './api.ts'
import { useLanguage } from './language.tsx'
import { useList } from './list.tsx'
import { isNotFound, useRefresh } from './queries.ts'
import { type ListName, sentenceOf } from './segment-sentence.ts'
import { isSought } from './sought.ts'

/** Maximum number of search results. */
const FOUND = 8

export function useSegments() {
  useRefresh(['segment.*'], [['segments']])
  return useList(['segments'], (page) => api.segments.list(page))
}

export function useSegment(id: string) {
  useRefresh(['segment.*'], [['segment', id]])
  return useQuery({ queryKey: ['segment', id], queryFn: (): Promise<Segment> => api.segments.retrieve(id) })
}

/** Several segments by id: the loaded ones, and the ids of deleted ones. */
export function useSegmentsOf(ids: readonly string[]): { segments: Segment[]; deleted: string[]; isLoading: boolean } {
  useRefresh(['segment.*'], [['segment']])
  const results = useQueries({
    queries: ids.map((id) => ({
      queryKey: ['segment', id],
      queryFn: (): Promise<Segment> => api.segments.retrieve(id),
    })),
  })
  return {
    // Data loaded before a deletion stays in the cache next to the error.
    segments: results.flatMap(({ data, error }) => (isNotFound(error) ? [] : (data ?? []))),
    deleted: ids.filter((_, place) => isNotFound(results[place]?.error)),
    isLoading: results.some(({ isLoading }) => isLoading),
  }
}

/** A count reads all contacts of the organization: it is not refetched automatically. */
const COUNT_FRESH_MS = 60_000

/** The number of contacts in a segment; counted again when its filter changes. */
export function useSegmentCount(segment: Segment | undefined, { isEnabled = true } = {}) {
  const id = segment?.id ?? ''
  return useQuery({
    queryKey: ['segment-count', id, segment?.filter],
    queryFn: async ({ signal }) => (await api.segments.count(id, { signal, retries: 0 })).count,
    enabled: isEnabled && segment !== undefined,
    staleTime: COUNT_FRESH_MS,
  })
}

export type Findable = 'lists' | 'segments'

export interface Named {
  id: string
  name: string
}

/** The newest ones, or those whose names contain the words. */
export function useOffered(type: Findable, words: string) {
  useRefresh(type === 'lists' ? ['list.*'] : ['segment.*'], [['found', type]])
  return useQuery({
    queryKey: ['found', type, words],
    async queryFn(): Promise<Named[]> {
      if (!isSought(words))
        return (await (type === 'lists' ? api.lists.list({ limit: FOUND }) : api.segments.list({ limit: FOUND }))).data
      const found = await api.search.everything({ q: words, type, limit: FOUND })
      return found[type]?.data ?? []
    },
  })
}

/** The lists that a filter refers to. */
function listsIn(filter: ContactFilter): string[] {
  const inner = [...(filter.all ?? []), ...(filter.any ?? []), ...(filter.not ? [filter.not] : [])]
  return [...new Set([...(filter.list_id ? [filter.list_id] : []), ...inner.flatMap(listsIn)])]
}

/** The names of the lists that the filters refer to. */
export function useListNames(ids: readonly string[]): ListName {
  const distinct = [...new Set(ids)]
  const lists = useQueries({
    queries: distinct.map((id) => ({
      queryKey: ['list', id],
      queryFn: (): Promise<ContactList> => api.lists.retrieve(id),
    })),
  })
  const names = new Map(lists.flatMap(({ data }) => (data ? [[data.id, data.name] as const] : [])))
  return (id) => names.get(id)
}

/** `useSentences([segment.filter])(segment.filter)`. */
export function useSentences(filters: readonly ContactFilter[]): (filter: ContactFilter) => string {
  const { language } = useLanguage()
  const listName = useListNames(filters.flatMap(listsIn))
  return (filter) => sentenceOf(filter, language, listName)
}
