// API representation of contacts.

import { publicId, type Static, seconds } from '#kit/wire.ts'
import type { ContactRow } from './queries.ts'
import type { Contact } from './schema.ts'

export function showContact(row: ContactRow): Static<typeof Contact> {
  return {
    id: publicId('contact', row.id),
    display_name: row.display_name,
    email: row.email,
    phone_number: row.phone_number,
    app_id: row.app_id,
    avatar_url: row.avatar_url,
    attributes: row.attributes,
    owner_id: publicId('user', row.owner_id),
    unsubscribed: row.unsubscribed,
    suppressed: row.suppressed,
    marketing_stopped_at: seconds(row.marketing_stopped_at),
    last_active_at: seconds(row.last_active_at),
    conversation_id: publicId('conv', row.conversation_id),
    created_at: seconds(row.created_at),
  }
}
