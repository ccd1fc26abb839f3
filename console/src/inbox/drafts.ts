// What somebody writes and has not sent, by conversation: kept in the browser with every letter.

import { useEffect, useRef, useState } from 'react'
import { type Draft, kept, ownerOf } from '../app/kept.ts'
import { useSession } from '../app/session.ts'

export type { Draft } from '../app/kept.ts'

const EMPTY: Draft = { channel: null, subject: null, text: '', templateId: null, variables: {}, files: [] }

const isEmpty = ({ subject, text, templateId, files }: Draft): boolean =>
  !subject && text === '' && templateId === null && files.length === 0

type Change = Partial<Draft> | ((draft: Draft) => Partial<Draft>)

/** Null while it is read. */
export function useDraft(conversationId: string): [Draft | null, (change: Change) => void] {
  const key = `${ownerOf(useSession())}.${conversationId}`
  const [draft, setDraft] = useState<Draft | null>(null)
  const latest = useRef<Draft>(EMPTY)
  useEffect(() => {
    let isOver = false
    void (async () => {
      const found = await (await kept()).get('drafts', key)
      if (isOver) return
      latest.current = found ?? EMPTY
      setDraft(latest.current)
    })()
    return () => {
      isOver = true
    }
  }, [key])
  const change = (given: Change) => {
    const next = { ...latest.current, ...(typeof given === 'function' ? given(latest.current) : given) }
    latest.current = next
    setDraft(next)
    void write(key, next)
  }
  return [draft, change]
}

async function write(key: string, draft: Draft): Promise<void> {
  const database = await kept()
  if (isEmpty(draft)) await database.delete('drafts', key)
  else await database.put('drafts', draft, key)
}
