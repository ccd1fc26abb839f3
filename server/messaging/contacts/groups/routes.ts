// Routes of groups and their members: spec 6.7, 6.8.

import { created, noContent, ok, type Route, read, write } from '#edge/route.ts'
import { Out } from '#kit/wire.ts'
import { Contact } from '../schema.ts'
import * as groups from './actions.ts'
import { Group, GroupChange, GroupQuery, MemberQuery, NewGroup, NewMembers } from './schema.ts'
import { showGroup } from './show.ts'

const tag = 'Groups'
const ids = { id: { prefix: 'group', noun: 'group' } } as const

export const groupRoutes = (): Route[] => [
  read({
    operationId: 'listGroups',
    method: 'GET',
    path: '/v1/groups',
    permission: 'groups.view',
    tag,
    summary: 'List groups',
    description: 'Returns groups, newest first.',
    query: GroupQuery,
    responses: { 200: Out.list(Group) },
    handle: async (tx, actor, { query }) => ok(await groups.list(tx, actor, query)),
  }),
  write({
    operationId: 'createGroup',
    method: 'POST',
    path: '/v1/groups',
    permission: 'groups.manage',
    tag,
    summary: 'Create a group',
    body: NewGroup,
    responses: { 201: Group },
    async handle(tx, actor, { body }) {
      const shown = showGroup(await groups.create(tx, actor, body))
      return created(`/v1/groups/${shown.id}`, shown)
    },
  }),
  read({
    operationId: 'retrieveGroup',
    method: 'GET',
    path: '/v1/groups/:id',
    ids,
    permission: 'groups.view',
    tag,
    summary: 'Retrieve a group',
    description: '`conversation_id` is your own conversation with the group, or null.',
    responses: { 200: Group },
    handle: async (tx, actor, { ids }) => ok(showGroup(await groups.find(tx, actor, ids.id as string))),
  }),
  write({
    operationId: 'updateGroup',
    method: 'PUT',
    path: '/v1/groups/:id',
    ids,
    permission: 'groups.manage',
    tag,
    summary: 'Update a group',
    description:
      'Fields that are omitted stay unchanged. `contacts` replaces all members. A time in `archived_at` archives the group, null unarchives it.',
    body: GroupChange,
    responses: { 200: Group },
    handle: async (tx, actor, { ids, body }) => ok(showGroup(await groups.change(tx, actor, ids.id as string, body))),
  }),
  write({
    operationId: 'deleteGroup',
    method: 'DELETE',
    path: '/v1/groups/:id',
    ids,
    permission: 'groups.manage',
    tag,
    summary: 'Delete a group',
    description:
      "Permanently deletes the group and all users' conversations with it, including all messages. Its contacts are kept. Messages that were not sent are cancelled and their charges reversed; if there are many, this continues in the background. To keep the messages, archive the group or the conversation instead.",
    responses: { 204: null },
    async handle(tx, actor, { ids }) {
      await groups.remove(tx, actor, ids.id as string)
      return noContent()
    },
  }),
  read({
    operationId: 'listGroupContacts',
    method: 'GET',
    path: '/v1/groups/:id/contacts',
    ids,
    // Members are shown with their addresses, so this needs the permission for contacts.
    permission: 'contacts.view',
    tag,
    summary: 'List the members of a group',
    description: 'Returns the members as contacts, newest first.',
    query: MemberQuery,
    responses: { 200: Out.list(Contact) },
    handle: async (tx, actor, { ids, query }) => ok(await groups.members(tx, actor, ids.id as string, query)),
  }),
  write({
    operationId: 'addGroupContacts',
    method: 'POST',
    path: '/v1/groups/:id/contacts',
    ids,
    permission: 'groups.manage',
    tag,
    summary: 'Add members to a group',
    description: 'Returns the group. Contacts that are already members stay members.',
    body: NewMembers,
    responses: { 200: Group },
    handle: async (tx, actor, { ids, body }) =>
      ok(showGroup(await groups.addMembers(tx, actor, ids.id as string, body.contacts))),
  }),
  write({
    operationId: 'removeGroupContact',
    method: 'DELETE',
    path: '/v1/groups/:id/contacts/:contact_id',
    ids: { ...ids, contact_id: { prefix: 'contact', noun: 'contact' } },
    permission: 'groups.manage',
    tag,
    summary: 'Remove a member from a group',
    description: 'The contact itself is not deleted.',
    responses: { 204: null },
    async handle(tx, actor, { ids }) {
      await groups.removeMember(tx, actor, ids.id as string, ids.contact_id as string)
      return noContent()
    },
  }),
]
