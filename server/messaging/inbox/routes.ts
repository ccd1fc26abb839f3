// Routes that list and read conversations, with inbox data, counts, and read state.

import { ok, type Route, read, write } from '#edge/route.ts'
import * as inbox from './actions.ts'
import * as examples from './examples.ts'
import {
  AllCounts,
  ConversationPage,
  InboxQuery,
  ListedConversation,
  OneQuery,
  ReadConversation,
  ReadRequest,
} from './schema.ts'

const tag = 'Conversations'
const ids = { id: { prefix: 'conv', noun: 'conversation' } } as const

/** Sample requests in the specification use /external for the same resource. */
const also = (path: string) => ({ path, aliases: [path.replace('/v1/', '/external/')] })

export const inboxRoutes = (): Route[] => [
  read({
    operationId: 'listConversations',
    method: 'GET',
    ...also('/v1/conversations'),
    permission: 'conversations.view',
    tag,
    summary: 'List conversations',
    description:
      "Returns your own conversations, newest first, or with `sort=last_active` the most recently active first. `user_id=ID` returns another user's conversations and `user_id=all` everyone's; both require the permission `conversations.view_all`. `expand=inbox` adds what an inbox shows with each conversation.",
    query: InboxQuery,
    responses: { 200: ConversationPage },
    example: { response: { has_more: false, data: [examples.listed] } },
    handle: async (tx, actor, { query }) => ok(await inbox.list(tx, actor, query)),
  }),
  read({
    operationId: 'countConversations',
    method: 'GET',
    ...also('/v1/conversations/counts'),
    permission: 'conversations.view',
    tag,
    summary: 'Count conversations',
    description:
      "Counts your own unread, pinned, muted and archived conversations, and with `conversations.view_all` everyone's. Each count stops at `counted_to`.",
    responses: { 200: AllCounts },
    example: { response: examples.counts },
    handle: async (tx, actor) => ok(await inbox.counts(tx, actor)),
  }),
  read({
    operationId: 'retrieveConversation',
    method: 'GET',
    ...also('/v1/conversations/:id'),
    ids,
    permission: 'conversations.view',
    tag,
    summary: 'Retrieve a conversation',
    description:
      "Returns one of your own conversations, or with the permission `conversations.view_all` anyone's. Does not mark it as opened or read.",
    query: OneQuery,
    responses: { 200: ListedConversation },
    example: { response: examples.listed },
    handle: async (tx, actor, { ids, query }) => ok(await inbox.find(tx, actor, ids.id as string, query)),
  }),
  write({
    operationId: 'markConversationRead',
    method: 'POST',
    ...also('/v1/conversations/:id/read'),
    ids,
    permission: 'conversations.view',
    tag,
    summary: 'Mark a conversation as read',
    description:
      'Only your own conversations. Marks the inbound messages up to `message_id`, or all, as read, and sets `last_opened_at` to now. At most 10,000 messages per request, oldest first; `unread_count` returns how many are left. Safe to repeat.',
    body: ReadRequest,
    responses: { 200: ReadConversation },
    example: { request: { message_id: examples.listed.inbox.last_message.id }, response: examples.read },
    handle: async (tx, actor, { ids, body }) =>
      ok(await inbox.markRead(tx, actor, ids.id as string, body.message_id ?? null)),
  }),
]
