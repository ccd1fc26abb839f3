import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { api } from '../app/api.ts'
import { useRefresh } from '../app/queries.ts'
import { useMay } from '../app/session.ts'

const NAME = 'Samvad'

export const countsQuery = {
  queryKey: ['conversation-counts'],
  queryFn: () => api.conversations.counts.count().then((counts) => ({ ...counts })),
}

/**
 * The number of the user's own conversations with unread messages, without muted ones; null until loaded. Also in the
 * window's title.
 */
export function useUnreadCount(): number | null {
  const isAsked = useMay()('conversations.view')
  useRefresh(['conversation.*', 'message.received', 'message.updated', 'message.deleted'], [['conversation-counts']])
  const { data } = useQuery({ ...countsQuery, enabled: isAsked })
  const count = data ? data.mine.unread - data.mine.unread_muted : null
  useEffect(() => {
    document.title = count ? `(${count}) ${NAME}` : NAME
    return () => {
      document.title = NAME
    }
  }, [count])
  return count
}
