// Examples for the API contract: a search for an order.

import { contact } from '#messaging/contacts/examples.ts'
import { userId } from '#people/organizations/examples.ts'

const { id, display_name, email, phone_number, app_id, avatar_url } = contact
const conversationId = 'conv_01jd3v9k7he2n8q4x5c6t7w8yz'

export const foundMessage = {
  id: 'msg_01jd3v9k7je2n8q4x5c6t7w8yz',
  conversation_id: conversationId,
  user_id: userId,
  contact: { id, display_name },
  group: null,
  direction: 'outbound',
  channel: 'sms',
  snippet: {
    field: 'text',
    text: 'Your order A-17 has left.',
    matches: [
      { start: 5, end: 10 },
      { start: 11, end: 15 },
    ],
  },
  created_at: 1767225600,
}

export const foundContact = {
  id,
  display_name,
  email,
  phone_number,
  app_id,
  avatar_url,
  owner_id: userId,
  unsubscribed: {},
  suppressed: {},
  created_at: 1767225600,
  conversation_id: conversationId,
  matches: { phone_number: [{ start: 9, end: 13 }] },
}

export const foundGroup = {
  id: 'group_01jd3v9k4be2n8q4x5c6t7w8yz',
  name: 'Growers of Pune',
  description: null,
  avatar_url: null,
  matches: { name: [{ start: 0, end: 4 }] },
}

export const foundConversation = {
  id: conversationId,
  user_id: userId,
  contact: { id, display_name },
  group: null,
  last_active_at: 1767225600,
  archived_at: null,
  matches: [{ start: 0, end: 2 }],
}
