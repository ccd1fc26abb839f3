// The routes of groups and their members: spec 6.7, 6.8.

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
    description: 'Newest created first.',
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
    description: "`conversation_id` is the acting user's own conversation with the group.",
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
      'Changes what is given and leaves the rest. `contacts`, when given, are the members from now on. `archived_at` archives, null restores.',
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
      'Permanent: the group and its conversations with every user are gone for good, with all their messages; its contacts stay. Messages still waiting are cancelled and their charges reversed; where there are very many, little by little, while it is gone already. Archiving the group or the conversation is the gentle alternative.',
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
    // The members are shown with their addresses.
    permission: 'contacts.view',
    tag,
    summary: 'List the members of a group',
    description: 'As contacts, newest created first.',
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
    description: 'Answers the group. Who is a member already stays one.',
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
    summary: 'Take a member out of a group',
    description: 'The contact itself stays.',
    responses: { 204: null },
    async handle(tx, actor, { ids }) {
      await groups.removeMember(tx, actor, ids.id as string, ids.contact_id as string)
      return noContent()
    },
  }),
]
