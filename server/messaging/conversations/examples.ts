// Examples for the API description: a conversation with the customer.

import { contact } from '#messaging/contacts/examples.ts'

export const conversation = {
  id: 'conv_01jd3v9k7he2n8q4x5c6t7w8yz',
  contact_id: contact.id,
  group_id: null,
  pinned_message_id: null,
  is_pinned: false,
  is_muted: false,
  last_active_at: null,
  last_opened_at: null,
  created_at: 1767225600,
  archived_at: null,
  user_id: contact.owner_id,
}
