// API schemas of access tokens, roles and permissions.

import { pageQuery } from '#edge/paging.ts'
import { In, Out, oneOf, type Static, shownAs, Type } from '#kit/wire.ts'
import { permissions, rolePermissions } from './rules.ts'
import { permissionGroups } from './words.ts'

export const ALLOWED_ADDRESSES_MAX = 100
/** Longest notation of an IPv6 network. */
const ADDRESS_MAX = 50

/** A stored permission may be from another version, so the schema for writing responses accepts any text. */
const shownPermission = shownAs(Type.String(), oneOf(permissions, 'Permission'))

const tokenFields = {
  id: Out.id('token'),
  user_id: Out.id('user'),
  name: Type.String(),
  hint: Type.String({ description: 'Last four characters of the token, to recognize it.' }),
  permissions: Type.Array(shownPermission, {
    description:
      "Permissions the token was created with. Permissions that its user's role does not currently include have no effect.",
  }),
  allowed_addresses: Out.nullable(
    Type.Array(Type.String(), {
      description:
        'IP addresses and networks that requests with this token may come from. Null if any address is allowed.',
    }),
  ),
  expires_at: Out.nullable(Out.time('When the token expires, in Unix seconds. Null if it does not expire.')),
  created_at: Out.time(),
}

export const Token = Type.Object(tokenFields, { $id: 'Token' })

export const CreatedToken = Type.Object(
  {
    ...tokenFields,
    access_token: Type.String({
      description: 'The access token. Returned only once; the service stores only its hash.',
    }),
  },
  { $id: 'CreatedToken' },
)

export const TokenQuery = In.object({ ...pageQuery('token'), user_id: Type.Optional(In.id('user')) })

export const NewToken = In.object({
  name: In.line(),
  user_id: Type.Optional(In.nullable(In.id('user'))),
  permissions: Type.Optional(
    In.nullable(Type.Array(oneOf(permissions, 'Permission'), { minItems: 1, maxItems: permissions.length * 2 })),
  ),
  expires_at: Type.Optional(In.nullable(In.time())),
  allowed_addresses: Type.Optional(
    In.nullable(Type.Array(In.line(ADDRESS_MAX), { minItems: 1, maxItems: ALLOWED_ADDRESSES_MAX })),
  ),
})

const roleFields = {
  id: Out.id('role'),
  name: Type.String(),
  permissions: Type.Array(shownPermission),
  created_at: Out.time(),
}

/** The form in events. */
export const RoleContent = Type.Object(roleFields, { $id: 'RoleContent' })

export const Role = Type.Object(
  { ...roleFields, member_count: Type.Integer({ description: 'Number of members and service users with this role.' }) },
  { $id: 'Role' },
)

export const RoleQuery = In.object(pageQuery('role'))

const grantable = Type.Array(oneOf(rolePermissions, 'GrantablePermission'), { maxItems: permissions.length * 2 })
export const NewRole = In.object({ name: In.line(), permissions: grantable })
export const RoleChange = In.object({ name: Type.Optional(In.line()), permissions: Type.Optional(grantable) })

export const Permissions = Type.Object(
  {
    permissions: Type.Array(shownPermission, { description: 'Names of all permissions.' }),
    described: Type.Array(
      Type.Object({
        name: Type.String(),
        group: oneOf(permissionGroups, 'PermissionGroup'),
        title: Type.String(),
        description: Type.String(),
        for_operators: Type.Boolean({
          description: 'Whether the permission is only for operators of the installation. No role can include it.',
        }),
      }),
      { description: 'The same permissions, with the title and description that people read.' },
    ),
    built_in_roles: Type.Array(
      Type.Object({
        name: Type.String(),
        title: Type.String(),
        description: Type.String(),
        permissions: Type.Array(shownPermission),
        member_count: Out.nullable(
          Type.Integer({
            description: 'Number of members and service users with this role; null if the caller lacks `users.view`.',
          }),
        ),
      }),
      { description: 'Built-in roles. Every organization has them, and they cannot be changed.' },
    ),
  },
  { $id: 'Permissions' },
)

export type TokenQuery = Static<typeof TokenQuery>
export type NewToken = Static<typeof NewToken>
export type RoleQuery = Static<typeof RoleQuery>
export type NewRole = Static<typeof NewRole>
export type RoleChange = Static<typeof RoleChange>
