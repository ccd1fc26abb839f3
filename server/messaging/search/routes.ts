// The routes of search: spec 7.140 to 7.149. Each opens its own transaction, whose time is limited.

import { direct, ok, type Route } from '#edge/route.ts'
import type { App } from '#kit/app.ts'
import { Out } from '#kit/wire.ts'
import * as search from './actions.ts'
import * as examples from './examples.ts'
import {
  ContactSearch,
  ConversationSearch,
  FoundContact,
  FoundConversation,
  FoundGroup,
  FoundMessage,
  GroupSearch,
  MessageSearch,
} from './schema.ts'

const tag = 'Search'
const page = (one: object) => ({ response: { has_more: false, data: [one] } })

export const searchRoutes = (app: App): Route[] => [
  direct({
    operationId: 'searchMessages',
    method: 'GET',
    path: '/v1/search/messages',
    permission: 'messages.view',
    tag,
    summary: 'Find messages by their words',
    description:
      "Newest first, of your own conversations; of everybody's with the permission `conversations.view_all`. A message is found within 2 seconds after it was written; what is deleted, at once no longer. What is written without a space (`A-17`, an address) is found by its parts, and by the whole. 503 when it takes too long: add a word.",
    query: MessageSearch,
    responses: { 200: Out.list(FoundMessage) },
    refuses: ['unknown_cursor'],
    example: page(examples.foundMessage),
    handle: async (_, actor, { query }) => ok(await search.messages(app, actor, query)),
  }),
  direct({
    operationId: 'searchContacts',
    method: 'GET',
    path: '/v1/search/contacts',
    permission: 'contacts.view',
    tag,
    summary: 'Find contacts by name or address',
    description:
      'By parts of the name and of the email address, and by any three or more digits of the number; narrowed as the list of contacts is.',
    query: ContactSearch,
    responses: { 200: Out.list(FoundContact) },
    refuses: ['unknown_cursor'],
    example: page(examples.foundContact),
    handle: async (_, actor, { query }) => ok(await search.contacts(app, actor, query)),
  }),
  direct({
    operationId: 'searchGroups',
    method: 'GET',
    path: '/v1/search/groups',
    permission: 'contacts.view',
    tag,
    summary: 'Find groups by name',
    query: GroupSearch,
    responses: { 200: Out.list(FoundGroup) },
    refuses: ['unknown_cursor'],
    example: page(examples.foundGroup),
    handle: async (_, actor, { query }) => ok(await search.groups(app, actor, query)),
  }),
  direct({
    operationId: 'searchConversations',
    method: 'GET',
    path: '/v1/search/conversations',
    permission: 'conversations.view',
    tag,
    summary: 'Find conversations by whom they are with',
    description:
      "Those with groups before those with contacts, newest counterpart first; your own, and everybody's with the permission `conversations.view_all`.",
    query: ConversationSearch,
    responses: { 200: Out.list(FoundConversation) },
    refuses: ['unknown_cursor'],
    example: page(examples.foundConversation),
    handle: async (_, actor, { query }) => ok(await search.conversations(app, actor, query)),
  }),
]
