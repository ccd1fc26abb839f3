// The message that another one answers, quoted above it; a click scrolls to it.

import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useContext, useState } from 'react'
import { api } from '../app/api.ts'
import { useWords } from '../app/language.tsx'
import { isNotFound } from '../app/queries.ts'
import { answeredWords } from './answered-words.ts'
import { LoadedMessages } from './loaded-messages.ts'
import { QuotedMessage } from './quoted-message.tsx'

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
  return (
    <Quote>
      <button
        type="button"
        className="touch block w-full text-start"
        {...(loaded ? {} : { 'aria-expanded': isWhole })}
        onClick={() => (loaded ? jumpTo(id) : setWhole(!isWhole))}
      >
        <span className="sr-only">{w.show} </span>
        <QuotedMessage message={message} isWhole={isWhole} />
      </button>
    </Quote>
  )
}

const Quote = ({ children }: { children: ReactNode }) => (
  <div className="mb-1 border-s-2 border-accent ps-2 text-small break-words text-soft [overflow-wrap:anywhere]">
    {children}
  </div>
)
