// The route of the global search: it opens its own transaction, which has a time limit.

import { direct, ok, type Route } from '#edge/route.ts'
import type { App } from '#kit/app.ts'
import * as search from './actions.ts'
import * as examples from './examples.ts'
import { EverythingSearch, FoundEverything } from './schema.ts'

export const searchAllRoutes = (app: App): Route[] => [
  direct({
    operationId: 'searchEverything',
    method: 'GET',
    path: '/v1/search',
    permission: null,
    tag: 'Search',
    summary: 'Search everything',
    description:
      'Returns a page of results per type, for the types that the token can view: contacts, groups, lists and segments with `contacts.view`, campaigns with `campaigns.view`, forms with `forms.view`, conversations with `conversations.view`, messages with `messages.view`, templates with `templates.view`, invoices with `invoices.download`, transactions with `balance.view`, members with `users.view`, webhook endpoints with `webhooks.manage`. `type` restricts the search to one type and allows paging; 403 without its permission. 503 if the search takes too long: add a word, or set `type`.',
    query: EverythingSearch,
    responses: { 200: FoundEverything },
    refuses: ['unknown_cursor', 'permission_denied'],
    example: { response: examples.foundEverything },
    handle: async (_, actor, { query }) => ok(await search.everything(app, actor, query)),
  }),
]
