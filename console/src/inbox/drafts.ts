// Unsent drafts by conversation, stored in the browser on every keystroke.

import { useEffect, useMemo, useRef, useState } from 'react'
import { type Draft, kept, ownerOf } from '../app/kept.ts'
import { useSession } from '../app/session.ts'
import { createStore, useStore } from '../app/store.ts'

export type { Draft } from '../app/kept.ts'

const EMPTY: Draft = {
  channel: null,
  subject: null,
  text: '',
  templateId: null,
  variables: {},
  files: [],
  interactive: null,
  replyTo: null,
}

/** A draft with these fields alone. */
export const draftWith = (fields: Partial<Draft>): Draft => ({ ...EMPTY, ...fields })

const isEmpty = ({ subject, text, templateId, files, interactive, replyTo }: Draft): boolean =>
  !subject && text === '' && templateId === null && files.length === 0 && !interactive && !replyTo

export type Change = Partial<Draft> | ((draft: Draft) => Partial<Draft>)

/** Null while loading. */
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
  mark(key, !isEmpty(draft))
  const database = await kept()
  if (isEmpty(draft)) await database.delete('drafts', key)
  else await database.put('drafts', draft, key)
}

/** The keys of all drafts: changes only when one is added or removed, not on every keystroke. */
const marked = createStore<ReadonlySet<string>>(new Set())

function mark(key: string, isThere: boolean): void {
  const before = marked.get()
  if (before.has(key) === isThere) return
  const next = new Set(before)
  if (isThere) next.add(key)
  else next.delete(key)
  marked.set(next)
}

/** Conversations with an unsent draft of the user. */
export function useDrafted(): ReadonlySet<string> {
  const owner = ownerOf(useSession())
  const keys = useStore(marked)
  useEffect(() => {
    let isOver = false
    const read = async () => {
      const found = await (await kept()).getAllKeys('drafts', IDBKeyRange.bound(`${owner}.`, `${owner}.\uffff`))
      if (!isOver) marked.set(new Set(found))
    }
    // Another tab may have changed or sent one in the meantime.
    const onShown = () => document.visibilityState === 'visible' && void read()
    void read()
    document.addEventListener('visibilitychange', onShown)
    return () => {
      isOver = true
      document.removeEventListener('visibilitychange', onShown)
    }
  }, [owner])
  return useMemo(
    () => new Set([...keys].filter((key) => key.startsWith(`${owner}.`)).map((key) => key.slice(owner.length + 1))),
    [keys, owner],
  )
}
