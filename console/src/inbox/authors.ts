// Names of senders: colleagues and programs, loaded once for list and thread.

import { createContext, use, useMemo } from 'react'
import { useWords } from '../app/language.tsx'
import { usePeople } from '../app/people.tsx'
import { useSession } from '../app/session.ts'
import { words } from './words.ts'

type NameOf = (id: string) => string | undefined

/** Undefined for former members, and without permission to see members. */
export const Authors = createContext<NameOf>(() => undefined)

/** The same function while the members do not change: another one would rerender rows and messages. */
export function useNamesOfPeople(): NameOf {
  const people = usePeople()
  return useMemo(() => {
    const names = new Map(people.map(({ id, display_name }) => [id, display_name]))
    return (id) => names.get(id)
  }, [people])
}

export interface Author {
  name: string
  /** The user is the only member. */
  isYou: boolean
}

export function useAuthorOf(): (id: string) => Author {
  const w = useWords(words)
  const { user } = useSession()
  const nameOf = use(Authors)
  return (id) => (id === user.id ? { name: w.you, isYou: true } : { name: nameOf(id) ?? w.aColleague, isYou: false })
}
