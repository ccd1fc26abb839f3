// Examples of the contract: a mail to the customer.

import { conversation } from '#messaging/conversations/examples.ts'

export const message = {
  id: 'msg_01jd3vb2m4e2n8q4x5c6t7w8yz',
  conversation_id: conversation.id,
  direction: 'outbound',
  channel: 'email',
  sender: conversation.user_id,
  subject: 'Your order',
  text: 'It leaves today.',
  html: null,
  quoted_text: null,
  template_id: null,
  template_version: null,
  automatic: false,
  authenticated: null,
  reply_to: null,
  in_reply_to: null,
  forwarded: null,
  product: null,
  variables: null,
  attachments: [],
  reactions: [],
  status: 'queued',
  price: '0.15',
  error: null,
  read_at: null,
  send_at: null,
  created_at: 1767225660,
  updated_at: null,
  unreachable: null,
}
