import { useQuery } from '@tanstack/react-query'
import { useRefresh } from '../app/queries.ts'
import { useMay } from '../app/session.ts'

/** Of one's own conversations that have something unread; null while nobody knows. */
export function useUnreadCount(): number | null {
  const isAsked = useMay()('conversations.view')
  useRefresh(['conversation.*', 'message.*'], [['conversation-counts']])
  const { data } = useQuery({
    queryKey: ['conversation-counts'],
    queryFn: async (): Promise<{ unread: number } | null> => null,
    enabled: isAsked,
  })
  return data?.unread ?? null
}
