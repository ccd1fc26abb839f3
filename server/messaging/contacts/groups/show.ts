// API representation of groups.

import { publicId, type Static, seconds } from '#kit/wire.ts'
import type { GroupRow } from './queries.ts'
import type { Group } from './schema.ts'

export function showGroup(row: GroupRow): Static<typeof Group> {
  return {
    id: publicId('group', row.id),
    name: row.name,
    description: row.description,
    avatar_url: row.avatar_url,
    contacts: row.contacts.map((id) => publicId('contact', id)),
    conversation_id: publicId('conv', row.conversation_id),
    archived_at: seconds(row.archived_at),
    created_at: seconds(row.created_at),
  }
}
