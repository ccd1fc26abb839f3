// The routes of contact lists and their members: spec 6.10.

import { created, noContent, ok, type Route, read, write } from '#edge/route.ts'
import { Out } from '#kit/wire.ts'
import * as examples from '../examples.ts'
import { Contact } from '../schema.ts'
import * as lists from './actions.ts'
import { List, ListChange, ListMemberQuery, ListMembers, ListQuery, NewList } from './schema.ts'
import { showList } from './show.ts'

const tag = 'Contacts'
const ids = { id: { prefix: 'list', noun: 'list' } } as const
const members = { contact_ids: [examples.contact.id] }

export const listRoutes = (): Route[] => [
  read({
    operationId: 'listLists',
    method: 'GET',
    path: '/v1/lists',
    permission: 'contacts.view',
    tag,
    summary: 'List contact lists',
    description: 'Newest created first; `contact_id` gives those that this contact is on.',
    query: ListQuery,
    responses: { 200: Out.list(List) },
    example: { response: { has_more: false, data: [examples.list] } },
    handle: async (tx, actor, { query }) => ok(await lists.list(tx, actor, query)),
  }),
  write({
    operationId: 'createList',
    method: 'POST',
    path: '/v1/lists',
    permission: 'contacts.manage',
    tag,
    summary: 'Create a contact list',
    description: 'For campaigns and imports, of any size; a group is who one message reaches, and has at most 1,000.',
    body: NewList,
    responses: { 201: List },
    example: { request: { name: examples.list.name }, response: examples.list },
    async handle(tx, actor, { body }) {
      const shown = showList(await lists.create(tx, actor, body))
      return created(`/v1/lists/${shown.id}`, shown)
    },
  }),
  read({
    operationId: 'retrieveList',
    method: 'GET',
    path: '/v1/lists/:id',
    ids,
    permission: 'contacts.view',
    tag,
    summary: 'Retrieve a contact list',
    responses: { 200: List },
    example: { response: examples.list },
    handle: async (tx, actor, { ids }) => ok(showList(await lists.find(tx, actor, ids.id as string))),
  }),
  write({
    operationId: 'updateList',
    method: 'PUT',
    path: '/v1/lists/:id',
    ids,
    permission: 'contacts.manage',
    tag,
    summary: 'Update a contact list',
    description: 'Changes what is given and leaves the rest.',
    body: ListChange,
    responses: { 200: List },
    handle: async (tx, actor, { ids, body }) => ok(showList(await lists.change(tx, actor, ids.id as string, body))),
  }),
  write({
    operationId: 'deleteList',
    method: 'DELETE',
    path: '/v1/lists/:id',
    ids,
    permission: 'contacts.manage',
    tag,
    summary: 'Delete a contact list',
    description: 'Permanent. The contacts stay. 409 while a segment refers to the list.',
    responses: { 204: null },
    refuses: ['conflict'],
    async handle(tx, actor, { ids }) {
      await lists.remove(tx, actor, ids.id as string)
      return noContent()
    },
  }),
  read({
    operationId: 'listListMembers',
    method: 'GET',
    path: '/v1/lists/:id/members',
    ids,
    permission: 'contacts.view',
    tag,
    summary: 'List the members of a contact list',
    description: 'As contacts, newest created first.',
    query: ListMemberQuery,
    responses: { 200: Out.list(Contact) },
    example: { response: { has_more: false, data: [examples.contact] } },
    handle: async (tx, actor, { ids, query }) => ok(await lists.members(tx, actor, ids.id as string, query)),
  }),
  write({
    operationId: 'addListMembers',
    method: 'POST',
    path: '/v1/lists/:id/members',
    ids,
    permission: 'contacts.manage',
    tag,
    summary: 'Add contacts to a list',
    description: 'Up to 1,000 at once. Answers the list. Who is a member already stays one.',
    body: ListMembers,
    responses: { 200: List },
    example: { request: members, response: examples.list },
    handle: async (tx, actor, { ids, body }) =>
      ok(showList(await lists.addMembers(tx, actor, ids.id as string, body.contact_ids))),
  }),
  write({
    operationId: 'removeListMembers',
    method: 'DELETE',
    path: '/v1/lists/:id/members',
    ids,
    permission: 'contacts.manage',
    tag,
    summary: 'Take contacts out of a list',
    description:
      'Up to 1,000 at once. Answers the list. The contacts themselves stay; who is no member is passed over.',
    body: ListMembers,
    responses: { 200: List },
    example: { request: members, response: examples.list },
    handle: async (tx, actor, { ids, body }) =>
      ok(showList(await lists.removeMembers(tx, actor, ids.id as string, body.contact_ids))),
  }),
]
