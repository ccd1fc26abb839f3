// Queries of the inbox pages and their cache keys.

import { useQuery } from '@tanstack/react-query'
import { api } from '../app/api.ts'
import { useList } from '../app/list.tsx'
import { useRefresh } from '../app/queries.ts'
import { useMay } from '../app/session.ts'
import { conversationKey, listKey, messagesKey } from './cache.ts'
import { type InboxFilter, queryOf } from './filter.ts'

const MESSAGES_A_PAGE = 40

export function useConversations(filter: InboxFilter) {
  return useList(listKey(filter), (page) => api.conversations.list({ ...queryOf(filter), ...page }))
}

export const conversationQuery = (id: string) => ({
  queryKey: conversationKey(id),
  queryFn: () => api.conversations.retrieve(id, { expand: ['inbox'] }).then((row) => ({ ...row })),
})

export const useConversation = (id: string) => useQuery(conversationQuery(id))

/** Newest first. */
export function useMessages(conversationId: string) {
  const isEnabled = useMay()('messages.view')
  const load = (page: object) => api.messages.list({ conversation_id: conversationId, ...page })
  return useList(messagesKey(conversationId), load, { isEnabled, pageRows: MESSAGES_A_PAGE })
}

export function useContact(id: string | null) {
  const enabled = useMay()('contacts.view') && id !== null
  useRefresh(['contact.*'], [['contact', id]])
  return useQuery({ queryKey: ['contact', id], queryFn: () => api.contacts.retrieve(id as string), enabled })
}

export function useGroup(id: string | null) {
  const enabled = useMay()('groups.view') && id !== null
  useRefresh(['group.*'], [['group', id]])
  return useQuery({ queryKey: ['group', id], queryFn: () => api.groups.retrieve(id as string), enabled })
}

/** The channels with the carrier of each; undefined while loading, and without permission. */
export function useChannels() {
  const enabled = useMay()('channels.view')
  const { data } = useQuery({
    queryKey: ['channels'],
    queryFn: () => api.channels.list().then(({ data }) => data),
    enabled,
  })
  return data
}

export function useColleagues(isEnabled: boolean) {
  const enabled = useMay()('users.view') && isEnabled
  const queryFn = () => api.users.list({ limit: 100 }).then(({ data }) => data)
  return useQuery({ queryKey: ['users', 'all'], queryFn, enabled })
}
