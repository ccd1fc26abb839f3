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
    summary: 'Search messages',
    description:
      "Searches your own conversations, or with the permission `conversations.view_all` everyone's; newest first. A new message is found within 2 seconds. A deleted message is removed from the results immediately. Text without spaces (`A-17`, an email address) is found by its parts and as a whole. 503 if the search takes too long: add a word.",
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
    summary: 'Search contacts',
    description:
      'Searches parts of the name and email address, and any three or more digits of the phone number. Takes the filters of the list of contacts.',
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
    summary: 'Search groups',
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
    summary: 'Search conversations',
    description:
      "Searches the names and addresses of contacts and the names of groups in your own conversations, or with the permission `conversations.view_all` in everyone's. Conversations with groups first, then with contacts, the newest contact or group first.",
    query: ConversationSearch,
    responses: { 200: Out.list(FoundConversation) },
    refuses: ['unknown_cursor'],
    example: page(examples.foundConversation),
    handle: async (_, actor, { query }) => ok(await search.conversations(app, actor, query)),
  }),
]
