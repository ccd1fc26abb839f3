// Routes of an organization's users, and of a token's own data.

import { created, direct, noContent, ok, type Route, read, write } from '#edge/route.ts'
import type { Actor, App } from '#kit/app.ts'
import type { Tx } from '#kit/database/database.ts'
import { invalid, Refusal, refusal } from '#kit/refusals.ts'
import { Out } from '#kit/wire.ts'
import { proveIdentity } from '#people/identity/sign-in.ts'
import * as organizations from '#people/organizations/actions.ts'
import { bearerIdOf } from '#people/sessions/authority.ts'
import * as members from './actions.ts'
import * as examples from './examples.ts'
import {
  Me,
  MyChange,
  NewServiceUser,
  ServiceUser,
  ServiceUserChange,
  ServiceUserQuery,
  User,
  UserChange,
  UserQuery,
  UserRemoval,
} from './schema.ts'
import * as serviceUsers from './service-users.ts'
import { showMe, showServiceUser, showUser } from './show.ts'

const tag = 'Users'
const ids = { id: { prefix: 'user', noun: 'user' } } as const

export const memberRoutes = (app: App): Route[] => [...userRoutes(), ...serviceUserRoutes(), ...myRoutes(app)]

const userRoutes = (): Route[] => [
  read({
    operationId: 'listUsers',
    method: 'GET',
    path: '/v1/users',
    permission: 'users.view',
    tag,
    summary: 'List users',
    description:
      'People and service users of the organization, distinguished by `kind`. People join by invitation: `POST /v1/invitations`.',
    query: UserQuery,
    responses: { 200: Out.list(User) },
    handle: async (tx, actor, { query }) => ok(await members.list(tx, actor, query)),
  }),
  read({
    operationId: 'retrieveUser',
    method: 'GET',
    path: '/v1/users/:id',
    ids,
    permission: 'users.view',
    tag,
    summary: 'Retrieve a user',
    responses: { 200: User },
    handle: async (tx, actor, { ids }) => ok(showUser(await members.find(tx, actor, ids.id as string))),
  }),
  write({
    operationId: 'updateUser',
    method: 'PUT',
    path: '/v1/users/:id',
    ids,
    permission: 'users.manage',
    tag,
    summary: 'Update a user',
    description:
      'Changes the role of the user, for all their tokens within 5 seconds. Returns 409 if this would remove the last owner. Users change their own name and password with `PUT /v1/me`. Conversations that the user can no longer see are assigned to `transfer_to`. Without it, they are assigned to the owner of each contact, or to the owner of the organization if the contact has none.',
    body: UserChange,
    responses: { 200: User },
    refuses: ['conflict'],
    async handle(tx, actor, { ids, body }) {
      const id = ids.id as string
      const { role, transfer_to: transferTo = null } = body
      if (role === undefined && transferTo !== null) throw invalid('transfer_to', 'only_with', { other: 'role' })
      const row =
        role === undefined
          ? await members.find(tx, actor, id)
          : await members.changeRole(tx, actor, id, role, transferTo)
      return ok(showUser(row))
    },
  }),
  write({
    operationId: 'deleteUser',
    method: 'DELETE',
    path: '/v1/users/:id',
    ids,
    permission: 'users.manage',
    tag,
    summary: 'Remove a user',
    description:
      'Removes the user from this organization; other organizations are not affected. Their tokens and sessions in this organization end within 5 seconds. Returns 409 for the last owner. Their conversations are assigned to `transfer_to`. Without it, they are assigned to the owner of each contact, or to the owner of the organization if the contact has none. Their contacts are assigned to `transfer_to`, or to the owner of the organization.',
    query: UserRemoval,
    responses: { 204: null },
    refuses: ['conflict'],
    async handle(tx, actor, { ids, query }) {
      await members.remove(tx, actor, ids.id as string, query.transfer_to ?? null)
      return noContent()
    },
  }),
]

function serviceUserRoutes(): Route[] {
  const tag = 'Service users'
  const ids = { id: { prefix: 'user', noun: 'service user' } } as const
  return [
    read({
      operationId: 'listServiceUsers',
      method: 'GET',
      path: '/v1/service_users',
      permission: 'users.view',
      tag,
      summary: 'List service users',
      query: ServiceUserQuery,
      responses: { 200: Out.list(ServiceUser) },
      handle: async (tx, actor, { query }) => ok(await serviceUsers.list(tx, actor, query)),
    }),
    write({
      operationId: 'createServiceUser',
      method: 'POST',
      path: '/v1/service_users',
      permission: 'users.manage',
      tag,
      summary: 'Create a service user',
      description:
        'Creates a user for a program. It has no email address and no password; create its access token with `POST /v1/tokens` and its `user_id`. The role cannot include a permission that you lack.',
      body: NewServiceUser,
      responses: { 201: ServiceUser },
      refuses: ['conflict'],
      example: {
        request: { name: examples.serviceUser.name, role: examples.serviceUser.role },
        response: examples.serviceUser,
      },
      async handle(tx, actor, { body }) {
        const shown = showServiceUser(await serviceUsers.create(tx, actor, body))
        return created(`/v1/service_users/${shown.id}`, shown)
      },
    }),
    read({
      operationId: 'retrieveServiceUser',
      method: 'GET',
      path: '/v1/service_users/:id',
      ids,
      permission: 'users.view',
      tag,
      summary: 'Retrieve a service user',
      responses: { 200: ServiceUser },
      handle: async (tx, actor, { ids }) => ok(showServiceUser(await serviceUsers.find(tx, actor, ids.id as string))),
    }),
    write({
      operationId: 'updateServiceUser',
      method: 'PUT',
      path: '/v1/service_users/:id',
      ids,
      permission: 'users.manage',
      tag,
      summary: 'Update a service user',
      description:
        'A new role applies to all its tokens within 5 seconds. Conversations that it can no longer see are assigned to `transfer_to`. Without it, they are assigned to the owner of each contact, or to the owner of the organization if the contact has none.',
      body: ServiceUserChange,
      responses: { 200: ServiceUser },
      handle: async (tx, actor, { ids, body }) =>
        ok(showServiceUser(await serviceUsers.change(tx, actor, ids.id as string, body))),
    }),
    write({
      operationId: 'deleteServiceUser',
      method: 'DELETE',
      path: '/v1/service_users/:id',
      ids,
      permission: 'users.manage',
      tag,
      summary: 'Remove a service user',
      description:
        'Its tokens stop working within 5 seconds. Its conversations are assigned to `transfer_to`. Without it, they are assigned to the owner of each contact, or to the owner of the organization if the contact has none.',
      query: UserRemoval,
      responses: { 204: null },
      async handle(tx, actor, { ids, query }) {
        await serviceUsers.remove(tx, actor, ids.id as string, query.transfer_to ?? null)
        return noContent()
      },
    }),
  ]
}

function myRoutes(app: App): Route[] {
  const { database } = app

  async function me(tx: Tx, actor: Actor) {
    const [row, organization] = await Promise.all([
      members.find(tx, actor, actor.userId),
      organizations.find(tx, actor.organizationId),
    ])
    return ok(showMe(actor, row, organization))
  }

  return [
    read({
      operationId: 'retrieveMe',
      method: 'GET',
      path: '/v1/me',
      permission: null,
      tag,
      summary: 'Retrieve the current user',
      responses: { 200: Me },
      refuses: ['not_found'],
      handle: me,
    }),
    direct({
      operationId: 'updateMe',
      method: 'PUT',
      path: '/v1/me',
      permission: null,
      isOfPerson: true,
      freshAuthentication: ['password'],
      tag,
      summary: 'Update the current user',
      description:
        'Changes your name, password or console preferences, in all your organizations. A new `password` requires `current_password` and ends all your console sessions. `language`, `theme` and `time_zone` are null until you set them.',
      body: MyChange,
      responses: { 200: Me },
      refuses: ['permission_denied', 'not_found'],
      async handle(_idempotency, actor, { body }) {
        const { display_name: displayName, password, current_password: current } = body
        const { email } = await members.find(database.reads, actor, actor.userId)
        if (email === null) throw refusal('permission_denied', 'token_of_service_user')
        if (password !== undefined) {
          if (current === undefined) throw invalid('current_password', 'required_with', { other: 'password' })
          // A stolen token must not be convertible to a password, nor allow guessing one: this counts as a sign-in
          // attempt. Counted per token or session, which is what would be stolen, so that guesses with it delay
          // nobody's sign-in.
          await proveIdentity(app, { address: bearerIdOf(actor) }, email, current).catch((error: unknown) => {
            throw error instanceof Refusal && error.code === 'sign_in_failed'
              ? invalid('current_password', 'current_password_wrong')
              : error
          })
        }
        return database.transaction(async (tx) => {
          if (displayName !== undefined) await members.rename(tx, actor, displayName)
          if (password !== undefined) await members.setPassword(tx, actor, password)
          await members.setPreferences(tx, actor, body)
          return me(tx, actor)
        }, actor.organizationId)
      },
    }),
  ]
}
