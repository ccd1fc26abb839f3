// How conversations are listed and read: with what an inbox shows beside them, how many there are, and what is read.

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

/** The sample requests of the specification address the same resource under /external. */
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
      "Your own, newest created first; `sort=last_active` gives the order of an inbox. `user_id=ID` lists another user's and `user_id=all` everybody's: both need the permission `conversations.view_all`. With `expand=inbox` each shows what an inbox shows beside it.",
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
      "How many of your own are unread, pinned, muted and archived, and with `conversations.view_all` how many of everybody's; each up to `counted_to`.",
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
      "Your own; with the permission `conversations.view_all` any user's. Changes nothing: opening is an operation of its own.",
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
      'Only your own. Marks what its contacts wrote as read, up to `message_id` or all of it, and opens it: `last_opened_at` is now. Said again it changes nothing else. At most 10,000 messages at once, the oldest first; `unread_count` of the answer says what is left.',
    body: ReadRequest,
    responses: { 200: ReadConversation },
    example: { request: { message_id: examples.listed.inbox.last_message.id }, response: examples.read },
    handle: async (tx, actor, { ids, body }) =>
      ok(await inbox.markRead(tx, actor, ids.id as string, body.message_id ?? null)),
  }),
]
