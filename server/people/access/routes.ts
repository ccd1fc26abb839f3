// API routes of tokens, roles and permissions.

import { once } from '#edge/idempotency.ts'
import { created, direct, noContent, ok, type Reply, type Route, read, write } from '#edge/route.ts'
import type { App } from '#kit/app.ts'
import { Out } from '#kit/wire.ts'
import * as examples from './examples.ts'
import * as roles from './roles.ts'
import { type BuiltInRole, builtInRoleNames, builtInRoles, permissions } from './rules.ts'
import {
  CreatedToken,
  NewRole,
  NewToken,
  Permissions,
  Role,
  RoleChange,
  RoleQuery,
  Token,
  TokenQuery,
} from './schema.ts'
import { openToken, sealToken } from './sealed-answers.ts'
import { showRole, showToken } from './show.ts'
import * as tokens from './tokens.ts'
import { builtInRoleWords, describedPermissions } from './words.ts'

export const accessRoutes = (app: App): Route[] => [...tokenRoutes(app), ...roleRoutes()]

function tokenRoutes({ database, sealer }: App): Route[] {
  const tag = 'Tokens'
  const ids = { id: { prefix: 'token', noun: 'token' } } as const

  return [
    read({
      operationId: 'listTokens',
      method: 'GET',
      path: '/v1/tokens',
      permission: 'tokens.manage',
      tag,
      summary: 'List access tokens',
      description: 'Your own tokens or, with the permission `users.manage`, those of all users of the organization.',
      query: TokenQuery,
      responses: { 200: Out.list(Token) },
      handle: async (tx, actor, { query }) => ok(await tokens.list(tx, actor, query)),
    }),
    direct({
      operationId: 'createToken',
      method: 'POST',
      path: '/v1/tokens',
      permission: 'tokens.manage',
      freshAuthentication: true,
      tag,
      summary: 'Create an access token',
      description:
        '`access_token` is returned only in this response. `permissions` defaults to those of the calling token. The new token cannot have more permissions, a later expiry or more allowed addresses than the calling token. `user_id` creates the token for a service user; this requires `users.manage` and every permission of the service user. A token cannot be created for another person.',
      body: NewToken,
      responses: { 201: CreatedToken },
      example: {
        request: { name: examples.token.name, permissions: examples.token.permissions },
        response: { ...examples.token, access_token: 'samvad_EXAMPLE' },
      },
      async handle(idempotency, actor, { body }) {
        // The response stored for a repeated request contains the token encrypted: it is nowhere readable in the
        // database.
        const reply = await database.transaction((tx) => {
          const work = async () => {
            const { row, secret } = await tokens.make(tx, actor, body)
            const sealed = sealToken(sealer, showToken(row).id, secret)
            return created(`/v1/tokens/${showToken(row).id}`, { ...showToken(row), access_token: sealed })
          }
          return idempotency ? once(tx, actor, idempotency, work) : work()
        }, actor.organizationId)
        const shown = reply.body as { id: string; access_token: string }
        return { ...reply, body: { ...shown, access_token: openToken(sealer, shown) } } satisfies Reply
      },
    }),
    read({
      operationId: 'retrieveToken',
      method: 'GET',
      path: '/v1/tokens/:id',
      ids,
      permission: 'tokens.manage',
      tag,
      summary: 'Retrieve an access token',
      responses: { 200: Token },
      handle: async (tx, actor, { ids }) => ok(showToken(await tokens.find(tx, actor, ids.id as string))),
    }),
    write({
      operationId: 'deleteToken',
      method: 'DELETE',
      path: '/v1/tokens/:id',
      ids,
      permission: 'tokens.manage',
      tag,
      summary: 'Revoke an access token',
      description:
        "Revokes the token permanently, everywhere within 5 seconds. To revoke a token other than the calling one, the caller needs every permission of that token. To revoke another user's token, it also needs `users.manage`.",
      responses: { 204: null },
      async handle(tx, actor, { ids }) {
        await tokens.revoke(tx, actor, ids.id as string)
        return noContent()
      },
    }),
  ]
}

function roleRoutes(): Route[] {
  const tag = 'Roles'
  const ids = { id: { prefix: 'role', noun: 'role' } } as const
  const builtIn = (counts: Record<BuiltInRole, number> | null) =>
    builtInRoleNames.map((name) => ({
      name,
      ...builtInRoleWords[name],
      permissions: builtInRoles[name],
      member_count: counts?.[name] ?? null,
    }))

  return [
    read({
      operationId: 'listPermissions',
      method: 'GET',
      path: '/v1/permissions',
      permission: null,
      tag,
      summary: 'List permissions and built-in roles',
      responses: { 200: Permissions },
      async handle(tx, actor) {
        const counts = actor.permissions.has('users.view') ? await roles.countBuiltIn(tx, actor) : null
        return ok({ permissions, described: describedPermissions, built_in_roles: builtIn(counts) })
      },
    }),
    read({
      operationId: 'listRoles',
      method: 'GET',
      path: '/v1/roles',
      permission: 'users.view',
      tag,
      summary: 'List custom roles',
      description: 'Roles that the organization created. `GET /v1/permissions` returns the built-in roles.',
      query: RoleQuery,
      responses: { 200: Out.list(Role) },
      handle: async (tx, actor, { query }) => ok(await roles.list(tx, actor, query)),
    }),
    write({
      operationId: 'createRole',
      method: 'POST',
      path: '/v1/roles',
      permission: 'roles.manage',
      tag,
      summary: 'Create a role',
      description: 'The role can include only permissions that the caller has.',
      body: NewRole,
      responses: { 201: Role },
      refuses: ['already_exists'],
      async handle(tx, actor, { body }) {
        const shown = showRole(await roles.create(tx, actor, body))
        return created(`/v1/roles/${shown.id}`, shown)
      },
    }),
    read({
      operationId: 'retrieveRole',
      method: 'GET',
      path: '/v1/roles/:id',
      ids,
      permission: 'users.view',
      tag,
      summary: 'Retrieve a role',
      responses: { 200: Role },
      handle: async (tx, actor, { ids }) => ok(showRole(await roles.find(tx, actor, ids.id as string))),
    }),
    write({
      operationId: 'updateRole',
      method: 'PUT',
      path: '/v1/roles/:id',
      ids,
      permission: 'roles.manage',
      tag,
      summary: 'Update a role',
      description:
        "The change applies to all members with the role within 5 seconds. You cannot change a role that has permissions you lack. If the role loses `conversations.view`, its members' conversations are assigned to the owner of each contact, or to the owner of the organization if the contact has none.",
      body: RoleChange,
      responses: { 200: Role },
      refuses: ['already_exists', 'conflict'],
      handle: async (tx, actor, { ids, body }) => ok(showRole(await roles.change(tx, actor, ids.id as string, body))),
    }),
    write({
      operationId: 'deleteRole',
      method: 'DELETE',
      path: '/v1/roles/:id',
      ids,
      permission: 'roles.manage',
      tag,
      summary: 'Delete a role',
      description: 'Returns 409 while a member or an open invitation has the role.',
      responses: { 204: null },
      refuses: ['conflict'],
      async handle(tx, actor, { ids }) {
        await roles.remove(tx, actor, ids.id as string)
        return noContent()
      },
    }),
  ]
}
