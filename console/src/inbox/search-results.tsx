import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { SearchX } from 'lucide-react'
import { api } from '../app/api.ts'
import { useWords } from '../app/language.tsx'
import { useGo } from '../app/page-link.tsx'
import { usePaused } from '../app/paused.ts'
import { useMay } from '../app/session.ts'
import { isSought } from '../app/sought.ts'
import { FoundGroup, FoundLink, FoundList, FoundOption, type useFound } from '../design/found.tsx'
import { Marked } from '../design/marked.tsx'
import { Empty, Failed, Skeleton } from '../design/states.tsx'
import { Channel } from '../design/status.tsx'
import { Time } from '../design/time.tsx'
import { listWords } from './list-words.ts'
import { useStart } from './start.ts'
import { words } from './words.ts'

const FOUND_MAX = 20
const ROW = 'flex min-w-0 flex-col items-start px-3 py-2 -outline-offset-2'

interface SearchResultsProps {
  sought: string
  found: ReturnType<typeof useFound>['found']
}

/** Contacts by name and address, conversations by counterpart, messages by their words. */
export function SearchResults({ sought, found: list }: SearchResultsProps) {
  const w = useWords(listWords)
  const common = useWords(words)
  const may = useMay()
  const go = useGo()
  const start = useStart()
  const q = usePaused(sought)
  const isAsked = isSought(q)
  const ask = { q, limit: FOUND_MAX }
  const meanwhile = { placeholderData: keepPreviousData }
  const contacts = useQuery({
    queryKey: ['search', 'contacts', q],
    queryFn: () => api.search.contacts.search(ask).then(({ data }) => data),
    enabled: isAsked && may('contacts.view'),
    ...meanwhile,
  })
  const groups = useQuery({
    queryKey: ['search', 'groups', q],
    queryFn: () => api.search.conversations.search(ask).then(({ data }) => data.filter(({ group }) => group !== null)),
    enabled: isAsked,
    ...meanwhile,
  })
  const messages = useQuery({
    queryKey: ['search', 'messages', q],
    queryFn: () => api.search.messages.search(ask).then(({ data }) => data),
    enabled: isAsked && may('messages.view'),
    ...meanwhile,
  })
  const error = contacts.error ?? groups.error ?? messages.error
  if (error)
    return (
      <Failed error={error} onRetry={() => Promise.all([contacts, groups, messages].map((one) => one.refetch()))} />
    )
  if (contacts.isLoading || groups.isLoading || messages.isLoading) return <Skeleton />
  const found = [...(contacts.data ?? []), ...(groups.data ?? []), ...(messages.data ?? [])]
  if (found.length === 0) return <Empty icon={<SearchX />} title={common.nothingFound(q)} />
  return (
    <FoundList found={list} label={w.results} className="min-h-0 grow overflow-y-auto pb-4">
      <FoundGroup title={w.contacts}>
        {contacts.data?.map((one) => (
          <FoundOption
            key={one.id}
            value={one.id}
            className={ROW}
            onChoose={() =>
              void start({ contact_id: one.id }, one.conversation_id).then((id) => id && go(`inbox/${id}`))
            }
          >
            <span className="w-full truncate font-medium">
              <Marked text={one.display_name ?? common.aContact} ranges={one.matches.display_name} />
            </span>
            <span className="w-full truncate text-small text-soft">
              <Marked text={one.email ?? ''} ranges={one.matches.email} />
              {one.email && one.phone_number && ' · '}
              <Marked text={one.phone_number ?? ''} ranges={one.matches.phone_number} />
            </span>
          </FoundOption>
        ))}
      </FoundGroup>
      <FoundGroup title={w.groups}>
        {groups.data?.map((one) => (
          <FoundLink key={one.id} value={one.id} page={`inbox/${one.id}`} search={{ q }} className={ROW}>
            <span className="w-full truncate font-medium">
              <Marked text={one.group?.name ?? common.aGroup} ranges={one.matches} />
            </span>
          </FoundLink>
        ))}
      </FoundGroup>
      <FoundGroup title={common.messages}>
        {messages.data?.map((one) => (
          <FoundLink key={one.id} value={one.id} page={`inbox/${one.conversation_id}`} search={{ q }} className={ROW}>
            <span className="flex w-full items-baseline gap-2">
              <Channel channel={one.channel} />
              <bdi className="min-w-0 grow truncate font-medium">
                {one.contact?.display_name ?? one.group?.name ?? common.aContact}
              </bdi>
              <span className="text-small text-soft">
                <Time at={one.created_at} />
              </span>
            </span>
            <span className="line-clamp-2 w-full text-small break-words text-soft">
              <Marked text={one.snippet.text} ranges={one.snippet.matches} />
            </span>
          </FoundLink>
        ))}
      </FoundGroup>
    </FoundList>
  )
}
