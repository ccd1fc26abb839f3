// Marks messages as read when the conversation's owner sees them, up to the newest visible one. Viewing a colleague's
// conversation changes nothing.

import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { api } from '../app/api.ts'
import { useSession } from '../app/session.ts'
import type { Row } from './cache.ts'

const TOGETHER_MS = 400

type Watch = (element: HTMLElement | null) => void

/** Returns the ref that observes unread inbound messages, the same for all of them. */
export function useReading(row: Row): Watch | undefined {
  const client = useQueryClient()
  const { user } = useSession()
  const isOwn = row.user_id === user.id
  const [reader] = useState(() =>
    readerOf(row.id, () => void client.invalidateQueries({ queryKey: ['conversation-counts'] })),
  )

  useEffect(() => {
    if (!isOwn) return
    void api.conversations.open(row.id).catch(() => undefined)
  }, [isOwn, row.id])
  useEffect(() => reader.begin(), [reader])

  return isOwn ? reader.watch : undefined
}

interface Reader {
  watch: Watch
  /** Starts observing; returns the function that stops it. */
  begin(): () => void
}

function readerOf(conversationId: string, onTold: () => void): Reader {
  let newest = ''
  let told = ''
  let timer: ReturnType<typeof setTimeout> | undefined
  let observer: IntersectionObserver | undefined

  const tell = () => {
    timer = undefined
    if (document.visibilityState === 'hidden' || newest <= told) return
    const upTo = newest
    told = upTo
    // Sent again when it is seen again.
    void api.conversations.read.mark(conversationId, { message_id: upTo }).then(onTold, () => {
      if (told === upTo) told = ''
    })
  }
  const later = () => {
    timer ??= setTimeout(tell, TOGETHER_MS)
  }
  return {
    watch(element) {
      if (!element) return
      observer ??= new IntersectionObserver((entries) => {
        for (const { isIntersecting, target } of entries) if (isIntersecting && target.id > newest) newest = target.id
        if (newest > told) later()
      })
      observer.observe(element)
    },
    begin() {
      document.addEventListener('visibilitychange', later)
      return () => {
        document.removeEventListener('visibilitychange', later)
        observer?.disconnect()
        observer = undefined
        clearTimeout(timer)
        timer = undefined
      }
    },
  }
}
