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
    description: 'Returns contact lists, newest first. `contact_id` returns only the lists that contain this contact.',
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
    description:
      'A contact list is for campaigns and imports and can have any number of contacts. A group is the recipient of one conversation and has at most 1,000 members.',
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
    description: 'Fields that are omitted stay unchanged.',
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
    description: 'Permanently deletes the list. Its contacts are kept. Returns 409 while a segment refers to the list.',
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
    description: 'Returns the members as contacts, newest first.',
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
    description: 'Adds up to 1,000 contacts and returns the list. Contacts that are already members stay members.',
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
    summary: 'Remove contacts from a list',
    description:
      'Removes up to 1,000 contacts from the list and returns the list. The contacts themselves are not deleted; contacts that are not members are ignored.',
    body: ListMembers,
    responses: { 200: List },
    example: { request: members, response: examples.list },
    handle: async (tx, actor, { ids, body }) =>
      ok(showList(await lists.removeMembers(tx, actor, ids.id as string, body.contact_ids))),
  }),
]
