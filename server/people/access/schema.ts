// Access tokens, roles and permissions as the API takes and shows them.

import { pageQuery } from '#edge/paging.ts'
import { In, Out, oneOf, type Static, shownAs, Type } from '#kit/wire.ts'
import { permissions, rolePermissions } from './rules.ts'
import { permissionGroups } from './words.ts'

export const ALLOWED_ADDRESSES_MAX = 100
/** Longest way to write an IPv6 network. */
const ADDRESS_MAX = 50

/** A stored one may be of another version, so that it is written as it is. */
const shownPermission = shownAs(Type.String(), oneOf(permissions, 'Permission'))

const tokenFields = {
  id: Out.id('token'),
  user_id: Out.id('user'),
  name: Type.String(),
  hint: Type.String({ description: 'The last four characters of the token, to tell it apart.' }),
  permissions: Type.Array(shownPermission, {
    description: "What it was made with; it never has more than its user's role has at the moment.",
  }),
  allowed_addresses: Out.nullable(Type.Array(Type.String(), { description: 'Null: from everywhere.' })),
  expires_at: Out.nullable(Out.time()),
  created_at: Out.time(),
}

export const Token = Type.Object(tokenFields, { $id: 'Token' })

export const CreatedToken = Type.Object(
  { ...tokenFields, access_token: Type.String({ description: 'Shown now and never again; only its hash is kept.' }) },
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

/** As events tell it. */
export const RoleContent = Type.Object(roleFields, { $id: 'RoleContent' })

export const Role = Type.Object(
  { ...roleFields, member_count: Type.Integer({ description: 'Members and service users who have it.' }) },
  { $id: 'Role' },
)

export const RoleQuery = In.object(pageQuery('role'))

const grantable = Type.Array(oneOf(rolePermissions, 'GrantablePermission'), { maxItems: permissions.length * 2 })
export const NewRole = In.object({ name: In.line(), permissions: grantable })
export const RoleChange = In.object({ name: Type.Optional(In.line()), permissions: Type.Optional(grantable) })

export const Permissions = Type.Object(
  {
    permissions: Type.Array(shownPermission, { description: 'Every permission that there is.' }),
    described: Type.Array(
      Type.Object({
        name: Type.String(),
        group: oneOf(permissionGroups, 'PermissionGroup'),
        title: Type.String(),
        description: Type.String(),
        for_operators: Type.Boolean({ description: 'No role can hold it.' }),
      }),
      { description: 'The same, with what people read of each.' },
    ),
    built_in_roles: Type.Array(
      Type.Object({
        name: Type.String(),
        title: Type.String(),
        description: Type.String(),
        permissions: Type.Array(shownPermission),
        member_count: Out.nullable(
          Type.Integer({ description: 'Members and service users who have it; null without `users.view`.' }),
        ),
      }),
      { description: 'The roles that every organization has and nobody changes.' },
    ),
  },
  { $id: 'Permissions' },
)

export type TokenQuery = Static<typeof TokenQuery>
export type NewToken = Static<typeof NewToken>
export type RoleQuery = Static<typeof RoleQuery>
export type NewRole = Static<typeof NewRole>
export type RoleChange = Static<typeof RoleChange>
