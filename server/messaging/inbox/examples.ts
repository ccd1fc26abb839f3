// Examples for the API contract: a customer's unanswered question.

import { contact } from '#messaging/contacts/examples.ts'
import { conversation } from '#messaging/conversations/examples.ts'

export const listed = {
  ...conversation,
  last_active_at: 1767225660,
  inbox: {
    contact: { id: contact.id, display_name: 'Ravi Kumar' },
    group: null,
    user: { id: conversation.user_id, display_name: 'Asha Rao' },
    last_message: {
      id: 'msg_01jd3v9k7he2n8q4x5c6t7w8yz',
      direction: 'inbound',
      channel: 'app',
      sender: contact.id,
      template_id: null,
      subject: null,
      preview: 'When does my order arrive?',
      has_attachments: false,
      status: null,
      read_at: null,
      send_at: null,
      withdrawn_at: null,
      call: null,
      created_at: 1767225660,
    },
    unread_count: 1,
    last_inbound_at: 1767225660,
    app_window_ends_at: 1767312060,
    channels: ['email', 'app', 'sms'],
  },
}

export const read = { ...conversation, last_active_at: 1767225660, last_opened_at: 1767225700, unread_count: 0 }

const none = { unread: 0, unread_muted: 0, pinned: 0, muted: 0, archived: 0 }

export const counts = {
  counted_to: 1000,
  mine: { ...none, unread: 12, unread_muted: 3, archived: 1000 },
  everybody: null,
}
