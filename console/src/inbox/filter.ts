// Filters of the conversation list: URL parameters, the API query, and whether a conversation matches. Pure.

import type { ListConversationsQuery, ListedConversation } from '@samvad/sdk'
import type { ChannelName } from '../app/channels.ts'

export const shows = ['unread', 'pinned', 'muted', 'archived'] as const

export interface InboxFilter {
  /** All members' conversations, not only the user's own. */
  view?: 'all'
  show?: (typeof shows)[number]
  channel?: ChannelName
  with?: 'contact' | 'group'
  /** The search text. */
  q?: string
}

export function queryOf({ view, show, channel, with: counterpart }: InboxFilter): ListConversationsQuery {
  return {
    sort: 'last_active',
    expand: ['inbox'],
    archived: show === 'archived',
    ...(show === 'unread' && { unread: true }),
    ...(show === 'pinned' && { pinned: true }),
    ...(show === 'muted' && { muted: true }),
    ...(channel && { channel }),
    ...(counterpart && { with: counterpart }),
    ...(view === 'all' && { user_id: 'all' }),
  }
}

/** Null when the known data does not decide it. */
export function belongs(filter: InboxFilter, row: ListedConversation, userId: string): boolean | null {
  const { view, show, channel, with: counterpart } = filter
  if (view !== 'all' && row.user_id !== userId) return false
  if ((row.archived_at !== null) !== (show === 'archived')) return false
  if (show === 'unread' && (row.inbox?.unread_count ?? 0) === 0) return false
  if (show === 'pinned' && !row.is_pinned) return false
  if (show === 'muted' && !row.is_muted) return false
  if (counterpart && (row.group_id === null) !== (counterpart === 'contact')) return false
  return channel ? null : true
}

const placeOf = (row: ListedConversation): number => row.last_active_at ?? row.created_at

/** The server's order: most recently active first. */
export function isBefore(left: ListedConversation, right: ListedConversation): boolean {
  return placeOf(left) === placeOf(right) ? left.id > right.id : placeOf(left) > placeOf(right)
}
