// The users of the token's organization, and what a token knows of itself.

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
    summary: "List the organization's users",
    description:
      'People and service users; `kind` tells them apart and filters. A person joins by an invitation: `POST /v1/invitations`.',
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
    summary: "Change a user's role",
    description:
      "Holds for all their tokens within 5 seconds. Refused with 409 for the last owner. Name and password are their own: `PUT /v1/me`. Conversations that they may no longer see go to `transfer_to`, else to each contact's owner, else to the organization's.",
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
    summary: 'Remove a user from the organization',
    description:
      "Their tokens and sessions of this organization end within 5 seconds; in other organizations nothing changes. Refused with 409 for the last owner. Their conversations go to `transfer_to`, else to each contact's owner, else to the organization's; their contacts to `transfer_to`, else to the organization's owner.",
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
        'A program acts as one, with a token of `POST /v1/tokens` and its `user_id`. It has no address and no password. The role must not hold a permission that you lack.',
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
      summary: 'Change the name or the role of a service user',
      description:
        "Holds for all its tokens within 5 seconds. Conversations that it may no longer see go to `transfer_to`, else to each contact's owner, else to the organization's.",
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
        "Its tokens end within 5 seconds. Its conversations go to `transfer_to`, else to each contact's owner, else to the organization's.",
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
      summary: 'Whose token this is, and what it may do',
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
      summary: 'Change your own name or password, and how you want the console',
      description:
        '`password` needs `current_password`, and ends all your console sessions. `language`, `theme` and `time_zone` are null where you said nothing. All of it holds in every organization that you belong to.',
      body: MyChange,
      responses: { 200: Me },
      refuses: ['permission_denied', 'not_found'],
      async handle(_idempotency, actor, { body }) {
        const { display_name: displayName, password, current_password: current } = body
        const { email } = await members.find(database.reads, actor, actor.userId)
        if (email === null) throw refusal('permission_denied', 'token_of_service_user')
        if (password !== undefined) {
          if (current === undefined) throw invalid('current_password', 'required_with', { other: 'password' })
          // A stolen token must not become a password, nor a place to guess one: this counts as a sign-in.
          // Counted by the token or the session, which is what would be stolen: guesses with it make nobody wait who
          // signs in.
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
