// API representation of conversations.

import { publicId, type Static, seconds } from '#kit/wire.ts'
import type { ConversationRow } from './queries.ts'
import type { Conversation } from './schema.ts'

export function showConversation(row: ConversationRow): Static<typeof Conversation> {
  return {
    id: publicId('conv', row.id),
    contact_id: publicId('contact', row.contact_id),
    group_id: publicId('group', row.group_id),
    pinned_message_id: publicId('msg', row.pinned_message_id),
    is_pinned: row.is_pinned,
    is_muted: row.is_muted,
    last_active_at: seconds(row.last_active_at),
    last_opened_at: seconds(row.last_opened_at),
    created_at: seconds(row.created_at),
    archived_at: seconds(row.archived_at),
    user_id: publicId('user', row.user_id),
  }
}
