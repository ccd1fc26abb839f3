// What the declarations of the routes do not say and the contract needs: names where the path says too little, refusals beyond
// those that every route of its kind has, and examples. A key that is no route's fails the test.

import type { RefusalCode } from '#kit/refusals.ts'

export interface Addition {
  /** Published, so never changed: SDKs name their functions after it. */
  operationId?: string
  refuses?: RefusalCode[]
  request?: Record<string, unknown>
  /** A success, of the status that says that it happened. */
  response?: unknown
}

const conversation = {
  id: 'conv_01jd3v9k7he2n8q4x5c6t7w8yz',
  contact_id: 'contact_01jd3v9k2be2n8q4x5c6t7w8yz',
  group_id: null,
  pinned_message_id: null,
  is_pinned: false,
  is_muted: false,
  last_active_at: null,
  last_opened_at: null,
  created_at: 1767225600,
  archived_at: null,
}

const message = {
  id: 'msg_01jd3vb2m4e2n8q4x5c6t7w8yz',
  conversation_id: conversation.id,
  direction: 'outbound',
  channel: 'email',
  sender: 'user_01jd3v8a1pe2n8q4x5c6t7w8yz',
  subject: 'Your order',
  text: 'It leaves today.',
  html: null,
  template_id: null,
  variables: null,
  attachments: [],
  reactions: [],
  status: 'queued',
  price: '0.15',
  error: null,
  read_at: null,
  created_at: 1767225660,
  updated_at: null,
}

const draft = { conversation_id: conversation.id, channel: 'email', subject: 'Your order', text: 'It leaves today.' }

const SENDING: RefusalCode[] = [
  'insufficient_balance',
  'recipient_unreachable',
  'recipient_unsubscribed',
  'channel_unavailable',
  'session_window_closed',
]

export const additions: Record<string, Addition> = {
  'GET /v1/openapi.json': { operationId: 'retrieveContract' },

  'GET /v1/organization': { operationId: 'retrieveOwnOrganization' },
  'PUT /v1/organization': { operationId: 'updateOwnOrganization' },
  'GET /v1/permissions': { operationId: 'listPermissions' },

  'GET /v1/channels/email': { operationId: 'retrieveEmailAccount' },
  'PUT /v1/channels/email': { operationId: 'setEmailAccount' },
  'DELETE /v1/channels/email': { operationId: 'removeEmailAccount', refuses: ['not_found'] },
  'POST /v1/channels/email/test': { operationId: 'testEmailAccount', refuses: ['not_found'] },

  'POST /v1/groups/:id/contacts': { operationId: 'addGroupContacts' },
  'DELETE /v1/groups/:id/contacts/:contact_id': { operationId: 'removeGroupContact' },

  'GET /v1/conversations': { response: { has_more: false, data: [conversation] } },
  'POST /v1/conversations': { request: { contact_id: conversation.contact_id }, response: conversation },
  'GET /v1/conversations/:id': { response: conversation },
  'PUT /v1/conversations/:id': {
    request: { is_pinned: true, archived_at: null },
    response: { ...conversation, is_pinned: true },
  },
  'POST /v1/conversations/:id/open': { response: { ...conversation, last_opened_at: 1767225700 } },

  'POST /v1/messages': { operationId: 'sendMessage', refuses: SENDING, request: draft, response: message },
  'POST /v1/messages/batch': {
    operationId: 'sendMessages',
    request: { messages: [draft] },
    response: { data: [{ status: 201, message }] },
  },
  'GET /v1/messages': { response: { has_more: false, data: [message] } },
  'GET /v1/messages/:id': { response: message },
  'PUT /v1/messages/:id': {
    refuses: ['message_already_sent', 'conflict'],
    request: { text: 'It leaves tomorrow.' },
    response: { ...message, text: 'It leaves tomorrow.', updated_at: 1767225665 },
  },
  'POST /v1/messages/:id/read': { operationId: 'markMessageRead', refuses: ['conflict'] },
  'DELETE /v1/messages/:id/read': { operationId: 'markMessageUnread', refuses: ['conflict'] },
  'POST /v1/messages/:id/reactions': { operationId: 'reactToMessage', request: { emoji: '👍' } },
  'DELETE /v1/messages/:id/reactions': { operationId: 'removeReaction' },
}

/** What each tag is about, in the order of the document. */
export const tagDescriptions: Record<string, string> = {
  Conversations: 'The container of the messages between the user of the token and a contact or a group.',
  Messages: 'What was written, to whom, at what price, and what became of it.',
  Contacts: 'The people at the other end, and their addresses on each channel.',
  Groups: 'Several contacts who share a conversation.',
  Channels: 'What an organization sends through: senders and provider accounts.',
  Billing: 'The prepaid wallet: balance, transactions, recharges, invoices and prices.',
  Organizations: 'Who owns everything, wallet included: its name and the business details on its invoices.',
  Users: 'The people of the organization, and what role each has.',
  Roles: 'What the members of a role may do.',
  Tokens: 'Access tokens: shown once, bound to a user, revoked within 5 seconds everywhere.',
  Sandbox: 'What arrived at the sandbox, and writing as a contact, while the sandbox is on.',
  Contract: 'This document.',
}
