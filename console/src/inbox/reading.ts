// What the owner of a conversation sees is read: told to the server up to the newest message that was in sight. Whoever
// looks at a colleague's conversation changes nothing.

import type { Message } from '@samvad/sdk'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef } from 'react'
import { api } from '../app/api.ts'
import { useSession } from '../app/session.ts'
import type { Row } from './cache.ts'

const TOGETHER_MS = 400

/** Gives what each message that came in is to be watched by: a ref. */
export function useReading(row: Row): (message: Message) => ((element: HTMLElement | null) => void) | undefined {
  const client = useQueryClient()
  const { user } = useSession()
  const isOwn = row.user_id === user.id
  const newest = useRef('')
  const told = useRef('')
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const observer = useRef<IntersectionObserver>(undefined)

  useEffect(() => {
    if (!isOwn) return
    void api.conversations.open(row.id).catch(() => undefined)
  }, [isOwn, row.id])

  const tell = () => {
    timer.current = undefined
    if (document.visibilityState === 'hidden' || newest.current <= told.current) return
    const upTo = newest.current
    told.current = upTo
    void api.conversations.read.mark(row.id, { message_id: upTo }).then(
      () => client.invalidateQueries({ queryKey: ['conversation-counts'] }),
      // Seen again it is told again.
      () => {
        if (told.current === upTo) told.current = ''
      },
    )
  }
  const later = () => {
    timer.current ??= setTimeout(tell, TOGETHER_MS)
  }

  const onVisible = useEffectEvent(later)
  useEffect(() => {
    const visible = () => onVisible()
    document.addEventListener('visibilitychange', visible)
    return () => {
      document.removeEventListener('visibilitychange', visible)
      observer.current?.disconnect()
      observer.current = undefined
      clearTimeout(timer.current)
    }
  }, [])

  return (message) => {
    if (!isOwn || message.direction !== 'inbound' || message.read_at !== null) return undefined
    return (element) => {
      if (!element) return
      observer.current ??= new IntersectionObserver((entries) => {
        for (const { isIntersecting, target } of entries)
          if (isIntersecting && target.id > newest.current) newest.current = target.id
        if (newest.current > told.current) later()
      })
      observer.current.observe(element)
    }
  }
}
