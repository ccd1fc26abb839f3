// The message that another one answers, as a quote above it: pressed, it is shown where it was written.

import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useContext, useState } from 'react'
import { api } from '../app/api.ts'
import { useWords } from '../app/language.tsx'
import { isNotFound } from '../app/queries.ts'
import { answeredWords } from './answered-words.ts'
import { useAuthorOf } from './authors.ts'
import { LoadedMessages } from './loaded-messages.ts'
import { words } from './words.ts'

interface AnsweredProps {
  answered: { message_id: string | null; state: string }
}

export function Answered({ answered: { message_id: id, state } }: AnsweredProps) {
  const w = useWords(answeredWords)
  if (id === null) return <Quote>{state === 'deleted' ? w.deleted : w.unknown}</Quote>
  return <Stored id={id} />
}

function Stored({ id }: { id: string }) {
  const w = useWords(answeredWords)
  const common = useWords(words)
  const authorOf = useAuthorOf()
  const { find, jumpTo } = useContext(LoadedMessages)
  const [isWhole, setWhole] = useState(false)
  const loaded = find(id)
  const { data, error } = useQuery({
    queryKey: ['message', id],
    queryFn: () => api.messages.retrieve(id).then((one) => ({ ...one })),
    enabled: loaded === undefined,
    retry: false,
  })
  const message = loaded ?? data
  if (message === undefined) return <Quote>{isNotFound(error) ? w.notSeen : w.notLoaded}</Quote>
  const shown = message.subject ?? message.text ?? message.attachments[0]?.filename ?? common.noWords
  return (
    <Quote>
      <button
        type="button"
        className="touch block w-full text-start"
        {...(loaded ? {} : { 'aria-expanded': isWhole })}
        onClick={() => (loaded ? jumpTo(id) : setWhole(!isWhole))}
      >
        <span className="sr-only">{w.show} </span>
        <span className="block font-medium">
          {message.direction === 'outbound' ? authorOf(message.sender).name : w.theirs}
        </span>
        <bdi className={isWhole ? 'whitespace-pre-wrap' : 'line-clamp-2'}>{shown}</bdi>
      </button>
    </Quote>
  )
}

const Quote = ({ children }: { children: ReactNode }) => (
  <div className="mb-1 border-s-2 border-accent ps-2 text-small break-words text-soft [overflow-wrap:anywhere]">
    {children}
  </div>
)
