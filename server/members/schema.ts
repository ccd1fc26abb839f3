// Members: the users of an organization, as the API takes and shows them.

import { pageQuery } from '#edge/paging.ts'
import { inOrder, permissions } from '#access/rules.ts'
import { DISPLAY_NAME_MAX, EMAIL_MAX, PASSWORD_MAX, PASSWORD_MIN } from '#identity/rules.ts'
import type { Actor } from '#kit/app.ts'
import { In, Out, oneOf, publicId, type Static, seconds, Type } from '#kit/wire.ts'
import { Organization, showOrganization } from '#organizations/schema.ts'
import type { OrganizationRow } from '#organizations/queries.ts'
import type { MemberRow } from './queries.ts'

/** A built-in name or the id of a custom role. */
const ROLE_MAX = 40

export const User = Type.Object(
  {
    id: Out.id('user'),
    email: Type.String(),
    display_name: Type.String(),
    role: Type.String({ description: 'The name of a built-in role, or the id of a custom one.' }),
    is_operator: Type.Boolean({ description: 'Whether they run the installation.' }),
    created_at: Out.time(),
  },
  { $id: 'User' },
)

export const UserQuery = In.object(pageQuery('user'))

const role = Type.String({
  minLength: 1,
  maxLength: ROLE_MAX,
  description: 'The name of a built-in role, or the id of a custom one.',
  examples: ['agent'],
})

export const NewUser = In.object({
  email: In.text(EMAIL_MAX),
  role,
  display_name: Type.Optional(In.nullable(In.text(DISPLAY_NAME_MAX))),
  password: Type.Optional(In.nullable(In.text(PASSWORD_MAX, PASSWORD_MIN))),
})

export const UserChange = In.object({ role: Type.Optional(role) })

export const Me = Type.Object(
  {
    user: User,
    organization: Organization,
    role: Type.String(),
    permissions: Type.Array(oneOf(permissions, 'Permission'), { description: 'What this token may do at the moment.' }),
    token_id: Out.id('token'),
  },
  { $id: 'Me' },
)

export const MyChange = In.object({
  display_name: Type.Optional(In.text(DISPLAY_NAME_MAX)),
  password: Type.Optional(In.text(PASSWORD_MAX, PASSWORD_MIN)),
  current_password: Type.Optional(In.text(PASSWORD_MAX)),
})

export type UserQuery = Static<typeof UserQuery>
export type NewUser = Static<typeof NewUser>
export type UserChange = Static<typeof UserChange>
export type MyChange = Static<typeof MyChange>

export function showUser(row: MemberRow): Static<typeof User> {
  return {
    id: publicId('user', row.id),
    email: row.email,
    display_name: row.display_name,
    role: row.role_name ?? publicId('role', row.role_id as string),
    is_operator: row.is_operator,
    created_at: seconds(row.created_at),
  }
}

export function showMe(actor: Actor, row: MemberRow, organization: OrganizationRow): Static<typeof Me> {
  const user = showUser(row)
  return {
    user,
    organization: showOrganization(organization),
    role: user.role,
    permissions: inOrder(actor.permissions),
    token_id: publicId('token', actor.tokenId),
  }
}
