import type { ContactFilter, Template } from '@samvad/sdk'
import { useQuery } from '@tanstack/react-query'
import { Users } from 'lucide-react'
import type { ReactNode } from 'react'
import { channelNamesIn } from '#channels/words.ts'
import { api } from '../../app/api.ts'
import { useErrorWords } from '../../app/errors.tsx'
import { useLanguage, useWords } from '../../app/language.tsx'
import { usePaused } from '../../app/paused.ts'
import { useSegmentsOf } from '../../app/segments.ts'
import { useMay } from '../../app/session.ts'
import { grouped } from '../../design/rupees.ts'
import { audienceFilter, reachedFilter } from './audience-filter.ts'
import { composerWords } from './composer-words.ts'
import type { Written } from './written.ts'

const PAUSE_MS = 400
/** A count reads all contacts: it is not refetched automatically. */
const FRESH_MS = 60_000

function useCount(filter: ContactFilter | null) {
  const enabled = useMay()('contacts.view')
  const asked = usePaused(JSON.stringify(filter), PAUSE_MS)
  const { data, error, isFetching } = useQuery({
    queryKey: ['audience-count', asked],
    enabled: enabled && asked !== 'null',
    staleTime: FRESH_MS,
    queryFn: async ({ signal }) =>
      (await api.segments.countFilter({ filter: JSON.parse(asked) as ContactFilter }, { signal, idempotencyKey: null }))
        .count,
  })
  return { count: filter === null ? 0 : data, error, isCounting: isFetching || asked !== JSON.stringify(filter) }
}

interface AudienceCountProps {
  written: Written
  template: Template | undefined
}

const MARKETING = ['marketing', 'promotional']

/** The size of the audience, and how many of it the channel reaches. */
export function AudienceCount({ written, template }: AudienceCountProps) {
  const w = useWords(composerWords)
  const { language } = useLanguage()
  const say = useErrorWords()
  const { list_ids: listIds, segment_ids, exclude_list_ids: excludedListIds, channel, isOwn } = written
  const { segments, isLoading } = useSegmentsOf(segment_ids)
  const needsConsent = isOwn || MARKETING.includes(template?.category ?? '')
  const audience = isLoading
    ? null
    : audienceFilter({ listIds, filters: segments.map(({ filter }) => filter), excludedListIds })
  const all = useCount(audience)
  const reached = useCount(audience && reachedFilter(audience, channel, needsConsent))
  const error = all.error ?? reached.error
  const names: Readonly<Record<string, string>> = channelNamesIn(language)
  const name = names[channel] ?? channel
  const shown = (count: number | undefined) => (count === undefined ? '…' : grouped(count))
  return (
    <section aria-label={w.howMany} className="rounded-box border border-line bg-surface p-4">
      <h2 className="mb-3 flex items-center gap-2 font-medium">
        <Users aria-hidden className="size-4 text-soft" />
        {w.howMany}
      </h2>
      {listIds.length + segment_ids.length === 0 ? (
        <p className="text-soft">{w.nobodyYet}</p>
      ) : error ? (
        <p className="text-soft">{say(error).title}</p>
      ) : (
        <dl aria-live="polite" aria-busy={all.isCounting || reached.isCounting} className="flex flex-col gap-2">
          <Line name={w.chosenPeople}>{shown(all.count)}</Line>
          <Line name={needsConsent ? w.reachedWithConsent(name) : w.reached(name)} isSum>
            {shown(reached.count)}
          </Line>
        </dl>
      )}
      {needsConsent && <p className="mt-3 text-small text-soft">{w.consentHint}</p>}
    </section>
  )
}

const Line = ({ name, isSum, children }: { name: string; isSum?: boolean; children: ReactNode }) => (
  <div className={`flex items-baseline justify-between gap-4 ${isSum ? 'text-lead font-semibold' : ''}`}>
    <dt className={isSum ? '' : 'text-soft'}>{name}</dt>
    <dd className="figures">{children}</dd>
  </div>
)
