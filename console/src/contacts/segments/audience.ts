// The contacts that the edited filter selects, counted after a typing pause.

import { type Contact, SamvadError } from '@samvad/sdk'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { api } from '../../app/api.ts'
import { useLanguage } from '../../app/language.tsx'
import { usePaused } from '../../app/paused.ts'
import { sentenceOfClause } from '../../app/segment-sentence.ts'
import { useListNames } from '../../app/segments.ts'
import { conditionsIn, type DraftGroup, finished, unfinishedIn, writtenDraft } from './draft.ts'

const PAUSE_MS = 400
const EXAMPLES = 5
const FRESH_MS = 30_000
const NOTHING = 'null'

export interface Audience {
  sentence: string | null
  /** Null until the first count. */
  count: number | null
  examples: readonly Contact[]
  isCounting: boolean
  error: unknown
  /** Incomplete conditions, which are not counted. */
  unfinished: number
  retry: () => Promise<unknown>
}

/** Counts the finished conditions. A count that is under way is cancelled as soon as the filter changes. */
export function useAudience(root: DraftGroup): Audience {
  const { language } = useLanguage()
  const listName = useListNames(
    conditionsIn(root)
      .filter(({ field, value }) => field === 'list' && value !== '')
      .map(({ value }) => value),
  )
  const whole = finished(root)
  const wanted = whole === null ? NOTHING : JSON.stringify(writtenDraft(whole).filter)
  const asked = usePaused(wanted, PAUSE_MS)
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['filter-count', asked],
    queryFn: ({ signal }) =>
      api.segments.countFilter(
        { filter: JSON.parse(asked), examples: EXAMPLES },
        // No retries: the query changes nothing, and a filter that is too slow would be slow again.
        { signal, retries: 0, idempotencyKey: null },
      ),
    enabled: asked !== NOTHING && asked === wanted,
    staleTime: FRESH_MS,
    placeholderData: keepPreviousData,
  })
  const isAsked = whole !== null
  return {
    sentence: whole && sentenceOfClause(whole, language, listName),
    count: isAsked ? (data?.count ?? null) : null,
    examples: isAsked ? (data?.examples ?? []) : [],
    isCounting: isAsked && (asked !== wanted || isFetching),
    error: asked === wanted ? error : null,
    unfinished: unfinishedIn(root).length,
    retry: refetch,
  }
}

/** True when the error belongs to conditions, which show it. */
export const isAtConditions = (error: unknown): boolean =>
  error instanceof SamvadError && error.errors.some(({ field }) => field.startsWith('filter'))
